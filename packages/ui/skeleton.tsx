import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const shapes = {
  text: 'h-[0.8lh] rounded-(--corner-check)',
  circle: 'aspect-square rounded-avatar',
  card: 'rounded-card',
  portrait: 'aspect-4/5 rounded-portrait',
};

type SkeletonProps = { shape?: keyof typeof shapes | undefined; className?: string | undefined };

/** Something in the shape of what will come. */
export function Skeleton({ shape = 'text', className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-shimmer bg-skeleton bg-[linear-gradient(100deg,transparent_30%,var(--skeleton-shine)_50%,transparent_70%)] bg-size-[200%_100%] bg-no-repeat',
        shapes[shape],
        className,
      )}
    />
  );
}

export function SkeletonText({
  lines = 3,
  className,
}: {
  lines?: number | undefined;
  className?: string | undefined;
}) {
  return (
    <span className={classNames('block space-y-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={index === lines - 1 && lines > 1 ? 'w-3/5' : undefined} />
      ))}
    </span>
  );
}

/** Rows of a list that is on its way, each with a round picture and two lines. */
export function RowSkeletons({ rows = 2 }: { rows?: number | undefined }) {
  return (
    <div className="space-y-5 py-2">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex items-center gap-3">
          <Skeleton shape="circle" className="w-9 shrink-0" />
          <SkeletonText lines={2} className="flex-1" />
        </div>
      ))}
    </div>
  );
}

/** Says once, to those who can't see the shapes, that something is on its way. */
export function Loading({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div role="status" className={className}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}
