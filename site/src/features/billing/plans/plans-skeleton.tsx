import { Skeleton } from '../../../../../packages/ui/skeleton.tsx';

export function PlansSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
      <div className="space-y-4">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} shape="card" className="h-44" />
        ))}
      </div>
      <Skeleton shape="card" className="h-56 max-lg:hidden" />
    </div>
  );
}
