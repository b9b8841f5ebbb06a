import { type ReactNode, useEffect, useRef } from 'react';
import { pageState } from '#client/page-state.ts';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { useCurrentRoute } from './current-route.ts';

const arrival = pageState(() => ({ atFirstPage: true }));

/** Says that the visitor has moved on from their first page. */
export function leaveFirstPage(): void {
  arrival.atFirstPage = false;
}

type PageHeadingProps = {
  children: ReactNode;
  /** On a phone too, where the top bar says something else. */
  always?: boolean;
  className?: string;
};

/** The page's heading. After a navigation it takes the focus, so that a screen reader begins here. */
export function PageHeading({ children, always = false, className }: PageHeadingProps) {
  const { titleInTopBar } = useCurrentRoute();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!arrival.atFirstPage) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={classNames(
        'text-3xl outline-none sm:text-4xl',
        titleInTopBar && !always && 'max-sm:sr-only',
        className,
      )}
    >
      {children}
    </h1>
  );
}

type NarrowCardProps = { title: string; text?: ReactNode; children?: ReactNode };

/** A page that is one short form or one message. */
export function NarrowCard({ title, text, children }: NarrowCardProps) {
  const { title: inTopBar } = useCurrentRoute();
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      <Card as="section">
        <PageHeading always={title !== inTopBar}>{title}</PageHeading>
        {text && <p className="mt-2 text-muted">{text}</p>}
        {children && <div className="mt-6">{children}</div>}
      </Card>
    </div>
  );
}
