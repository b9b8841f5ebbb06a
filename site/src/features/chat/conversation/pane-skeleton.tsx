import { classNames } from '../../../../../packages/ui/class-names.ts';
import { Skeleton } from '../../../../../packages/ui/skeleton.tsx';
import { BackLink } from './header-parts.tsx';

const bubbles = ['h-10 w-2/5', 'h-16 w-3/5', 'h-10 w-1/2', 'h-24 w-3/5', 'h-10 w-1/3'];

/** A conversation that is on its way. */
export function PaneSkeleton() {
  return (
    <div>
      <div className="flex h-18 items-center gap-3 border-b-(length:--stroke) border-line bg-surface px-3 lg:px-5">
        <span className="lg:hidden">
          <BackLink />
        </span>
        <Skeleton shape="circle" className="w-12" />
        <Skeleton className="w-32" />
      </div>
      <div className="mx-auto max-w-3xl space-y-3 p-4">
        {bubbles.map((size, index) => (
          <Skeleton
            key={size}
            shape="card"
            className={classNames(size, index % 2 === 0 && 'ml-auto', 'rounded-bubble!')}
          />
        ))}
      </div>
    </div>
  );
}
