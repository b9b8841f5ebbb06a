import { Skeleton } from '#ui/skeleton.tsx';

/** Offers, and beside them what is chosen. */
export function PlansSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-3 sm:gap-4 xl:grid-cols-2">
        {[0, 1, 2, 3].map((card) => (
          <Skeleton key={card} shape="card" className="h-44" />
        ))}
      </div>
      <Skeleton shape="card" className="h-56 max-lg:hidden" />
    </div>
  );
}

/** The order, and the form that pays it. */
export function PaySkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Skeleton shape="card" className="h-56 w-full lg:order-last" />
      <FormSkeleton />
    </div>
  );
}

export function FormSkeleton() {
  return (
    <div className="space-y-3">
      <Skeleton shape="card" className="h-14 w-full" />
      <Skeleton shape="card" className="h-14 w-full" />
      <Skeleton shape="card" className="h-64 w-full" />
    </div>
  );
}
