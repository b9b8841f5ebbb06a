import { Skeleton } from '../../../../../packages/ui/skeleton.tsx';

export function PaySkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Skeleton shape="card" className="h-56 w-full lg:order-last" />
      <div className="space-y-3">
        <Skeleton shape="card" className="h-14 w-full" />
        <Skeleton shape="card" className="h-14 w-full" />
        <Skeleton shape="card" className="h-64 w-full" />
      </div>
    </div>
  );
}
