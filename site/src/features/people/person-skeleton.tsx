import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';

/** A person's page on its way: the portrait, the name, what they say of themselves. */
export function PersonSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[26rem_minmax(0,1fr)]">
      <Skeleton shape="portrait" className="mx-auto w-full max-w-md lg:max-w-none" />
      <div className="space-y-6">
        <Skeleton shape="card" className="h-10 w-3/5" />
        <SkeletonText lines={2} className="max-w-72" />
        <SkeletonText lines={4} />
        <Skeleton shape="card" className="h-40" />
      </div>
    </div>
  );
}
