import { Skeleton, SkeletonText } from '../../../../packages/ui/skeleton.tsx';

/** Two rows of a list that is on its way. */
export function RowSkeletons() {
  return (
    <div className="space-y-5 py-2">
      {[0, 1].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton shape="circle" className="w-9 shrink-0" />
          <SkeletonText lines={2} className="flex-1" />
        </div>
      ))}
    </div>
  );
}
