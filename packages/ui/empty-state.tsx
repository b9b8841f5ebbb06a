import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type EmptyStateProps = {
  icon?: ReactNode;
  /** Instead of the icon in its frame. */
  picture?: ReactNode;
  title: string;
  text?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
  /** Stands in a dense page, where a list would. */
  compact?: boolean | undefined;
  /** Something has gone wrong: spoken at once. */
  alert?: boolean | undefined;
  className?: string | undefined;
};

/** What stands in the place of a list or a page that has nothing to show, and what to do next. */
export function EmptyState({
  icon,
  picture,
  title,
  text,
  action,
  compact = false,
  alert = false,
  className,
}: EmptyStateProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={classNames(
        'mx-auto flex max-w-sm flex-col items-center text-center',
        compact ? 'px-6 py-14' : 'px-4 py-10',
        className,
      )}
    >
      {picture}
      {icon && !picture && (
        <span
          aria-hidden="true"
          className={
            compact
              ? classNames(
                  'grid size-11 place-items-center rounded-card [&>svg]:size-5',
                  alert ? 'bg-danger-soft text-on-danger-soft' : 'bg-soft text-muted',
                )
              : 'grid aspect-4/5 w-24 place-items-center rounded-portrait bg-accent-soft pt-2 text-on-accent-soft [&>svg]:size-9 [&>svg]:stroke-[1.5]'
          }
        >
          {icon}
        </span>
      )}
      <h2 className={compact ? 'mt-3 text-sm' : 'mt-5 text-2xl'}>{title}</h2>
      {text && <p className={classNames('text-muted', compact ? 'mt-1 text-sm' : 'mt-2')}>{text}</p>}
      {action && <div className={compact ? 'mt-3' : 'mt-6'}>{action}</div>}
    </div>
  );
}
