import { type ReactNode, useId } from 'react';
import { Card } from '#ui/card.tsx';

interface SectionProps {
  /** By which the address and the steps above lead here. */
  id?: string;
  title: string;
  text?: string;
  children: ReactNode;
}

/** One step of the way, with its fields. */
export function Section({ id, title, text, children }: SectionProps) {
  const made = useId();
  const headingId = `${id ?? made}-title`;
  return (
    <Card as="section" id={id} aria-labelledby={headingId} className="flex scroll-mt-20 flex-col gap-5">
      <div className="flex flex-col gap-0.5">
        <h2 id={headingId} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        {text && <p className="max-w-prose text-sm text-muted">{text}</p>}
      </div>
      {children}
    </Card>
  );
}

/** Short fields beside one another. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>;
}

/** Switches one below the other, flat in their section. */
export function SwitchList({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-1 divide-y divide-line overflow-hidden rounded-field border border-line [&_:focus-visible]:-outline-offset-3">
      {children}
    </div>
  );
}
