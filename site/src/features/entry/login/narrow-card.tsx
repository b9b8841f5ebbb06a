import type { ReactNode } from 'react';
import { Card } from '../../../../../packages/ui/card.tsx';
import { PageHeading } from '../../../shell/page-heading.tsx';

type NarrowCardProps = { title: string; text?: ReactNode; children?: ReactNode };

/** A page that is one short form or one message. */
export function NarrowCard({ title, text, children }: NarrowCardProps) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      <Card as="section">
        <PageHeading>{title}</PageHeading>
        {text && <p className="mt-2 text-muted">{text}</p>}
        {children && <div className="mt-6">{children}</div>}
      </Card>
    </div>
  );
}
