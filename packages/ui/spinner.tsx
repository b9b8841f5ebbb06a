import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const sizes = { sm: 'size-4', md: 'size-6', lg: 'size-9' };

type SpinnerProps = {
  size?: keyof typeof sizes | undefined;
  label?: string | undefined;
  className?: string | undefined;
};

export function Spinner({ size = 'md', label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={classNames('inline-flex', className)}>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden="true"
        className={classNames('animate-spin', sizes[size])}
      >
        <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeWidth="3" opacity="0.22" />
        <path d="M21.5 12A9.5 9.5 0 0 0 12 2.5" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
