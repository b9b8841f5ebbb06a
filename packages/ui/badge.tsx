import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type CountBadgeProps = {
  count: number;
  /** The whole sentence for screen readers: "3 unread messages". */
  label: string;
  max?: number | undefined;
  className?: string | undefined;
};

/** Shows a number on another part, and nothing at zero. */
export function CountBadge({ count, label, max = 99, className }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      className={classNames(
        'inline-grid h-[1.83em] min-w-[1.83em] shrink-0 place-items-center rounded-full bg-accent-fill px-[0.5em] text-xs leading-none font-bold text-on-accent tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{count > max ? `${max}+` : count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

export function DotBadge({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <span
      className={classNames(
        'inline-block size-3 rounded-full border-2 border-surface bg-accent-fill',
        className,
      )}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

const tones = {
  neutral: 'bg-soft text-ink',
  primary: 'bg-primary-soft text-on-primary-soft',
  accent: 'bg-accent-soft text-on-accent-soft',
  highlight: 'bg-highlight text-on-highlight',
  success: 'bg-success-soft text-on-success-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
};

export type Tone = keyof typeof tones;

type TagProps = {
  tone?: Tone | undefined;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
};

/** Shows a word or two about the thing beside it. */
export function Tag({ tone = 'neutral', icon, children, className }: TagProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-badge px-2.5 py-1 text-[0.8125rem] leading-tight font-semibold',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
