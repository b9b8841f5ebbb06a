import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

type Look = {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Fills the width it is given. */
  wide?: boolean | undefined;
  icon?: ReactNode;
  iconEnd?: ReactNode;
};

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-button-edge bg-action text-on-action shadow-button hover:bg-action-hover hover:shadow-button-hover active:bg-action-pressed active:shadow-button-pressed active:[translate:var(--press)]',
  secondary: 'border-quiet-edge bg-surface text-ink hover:bg-soft active:bg-soft-hover',
  ghost: 'border-transparent text-primary-text hover:bg-soft active:bg-soft-hover',
  danger:
    'border-button-edge bg-danger-fill text-on-danger hover:bg-danger-hover active:bg-danger-pressed active:[translate:var(--press)]',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'touch-target min-h-9 px-4 py-1.5 text-sm',
  md: 'min-h-11 px-5 py-2 text-base',
  lg: 'min-h-13 px-7 py-3 text-base sm:text-lg',
};

function look({ variant = 'primary', size = 'md', wide = false }: Look, className?: string): string {
  return classNames(
    'not-[.absolute]:relative inline-flex items-center justify-center gap-2 rounded-button border-(length:--stroke) text-center leading-tight font-(--button-weight) wrap-normal no-underline transition select-none',
    'disabled:cursor-not-allowed disabled:opacity-50 disabled:shadow-none',
    // Pressed before the page could answer: it will be, as soon as it can.
    'data-held:cursor-progress data-held:opacity-60',
    // Unlike `disabled`, this keeps the keyboard's focus.
    'aria-disabled:not-aria-busy:cursor-not-allowed aria-disabled:not-aria-busy:opacity-50',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    className,
  );
}

type ButtonProps = Look & ComponentProps<'button'> & { loading?: boolean | undefined };

export function Button({
  variant,
  size,
  wide,
  icon,
  iconEnd,
  loading = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  // Not `disabled` while loading: that would drop the keyboard's focus to the top of the page.
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={guard}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      className={look({ variant, size, wide }, className)}
    >
      <span className={classNames('inline-flex items-center justify-center gap-2', loading && 'opacity-0')}>
        {icon}
        {children}
        {iconEnd}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size={size === 'sm' ? 'sm' : 'md'} />
        </span>
      )}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: Look & LinkProps) {
  return (
    <Link {...rest} className={look({ variant, size, wide }, className)}>
      {icon}
      {children}
      {iconEnd}
    </Link>
  );
}

/** Buttons one below the other, the first of them the way on. */
export function ButtonColumn({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col gap-2.5">{children}</div>;
}
