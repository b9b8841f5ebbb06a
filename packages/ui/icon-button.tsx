import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';

export type IconLook = {
  variant?: 'plain' | 'soft' | 'surface' | 'primary' | undefined;
  size?: 'md' | 'lg' | 'xl' | undefined;
};
type Look = IconLook & {
  /** What it does, for those who don't see the icon. */
  label: string;
  icon: ReactNode;
};

const variants = {
  plain: 'text-ink hover:bg-soft active:bg-soft-hover',
  soft: 'bg-soft text-ink hover:bg-soft-hover',
  surface: 'edge bg-surface text-ink shadow-card hover:bg-soft active:[translate:var(--press)]',
  primary:
    'border-(length:--stroke) border-button-edge bg-action text-on-action shadow-button hover:bg-action-hover hover:shadow-button-hover active:bg-action-pressed active:shadow-button-pressed active:[translate:var(--press)]',
};

const sizes = { md: 'size-11', lg: 'size-14', xl: 'size-18' };

function look({ variant = 'plain', size = 'md' }: IconLook, className?: string): string {
  return classNames(
    'inline-grid shrink-0 place-items-center rounded-(--corner-round) transition disabled:cursor-not-allowed disabled:opacity-50',
    variants[variant],
    sizes[size],
    className,
  );
}

export function IconButton({
  label,
  icon,
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: Look & Omit<ComponentProps<'button'>, 'children' | 'aria-label'>) {
  return (
    <button {...rest} type={type} aria-label={label} className={look({ variant, size }, className)}>
      {icon}
    </button>
  );
}

export function IconLink({
  label,
  icon,
  variant,
  size,
  className,
  ...rest
}: Look & Omit<LinkProps, 'children' | 'aria-label'>) {
  return (
    <Link {...rest} aria-label={label} className={look({ variant, size }, className)}>
      {icon}
    </Link>
  );
}
