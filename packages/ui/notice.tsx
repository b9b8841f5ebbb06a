import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  neutral: 'bg-soft text-ink',
  success: 'bg-success-soft text-on-success-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
};

type NoticeProps = {
  tone?: keyof typeof tones | undefined;
  icon?: ReactNode;
  title?: ReactNode;
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  className?: string | undefined;
};

/** A few lines that stay, about how things stand. */
export function Notice({ tone = 'neutral', icon, title, children, action, className }: NoticeProps) {
  return (
    <div
      className={classNames(
        'flex items-start gap-3 rounded-field p-4 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-[0.9375rem] leading-snug">{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
