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
  className?: string | undefined;
};

export function EmptyState({ icon, picture, title, text, action, className }: EmptyStateProps) {
  return (
    <div
      className={classNames('mx-auto flex max-w-sm flex-col items-center px-4 py-10 text-center', className)}
    >
      {picture}
      {icon && !picture && (
        <span className="grid aspect-4/5 w-24 place-items-center rounded-portrait bg-accent-soft pt-2 text-on-accent-soft [&>svg]:size-9 [&>svg]:stroke-[1.5]">
          {icon}
        </span>
      )}
      <h2 className="mt-5 text-2xl">{title}</h2>
      {text && <p className="mt-2 text-muted">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
