import { Skeleton } from '../../../packages/ui/skeleton.tsx';

/** A table that is still on its way. */
export function SkeletonRows({ rows, className = 'h-12' }: { rows: number; className?: string }) {
  return (
    <div aria-hidden className="divide-y divide-line rounded-card border border-line bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`flex items-center gap-4 px-4 ${className}`}>
          <Skeleton className="w-1/4" />
          <Skeleton className="w-1/3" />
          <Skeleton className="ms-auto w-16" />
        </div>
      ))}
    </div>
  );
}
