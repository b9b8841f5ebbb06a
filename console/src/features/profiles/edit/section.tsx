import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/class-names.ts';

interface SectionProps {
  title: string;
  text?: ReactNode;
  /** Stands beside the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** One part of a profile's page. */
export function Section({ title, text, aside, className, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-5',
        className,
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 id={id} className="text-base">
            {title}
          </h2>
          {text && <p className="text-sm text-muted">{text}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
