import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** One's own page on its way: the photos, and the form about oneself. */
export function ProfileSkeleton() {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-8">
      <Card>
        <Skeleton shape="portrait" className="mx-auto w-3/5 lg:w-full" />
        <div className="mt-4 grid grid-cols-3 gap-3">
          {[0, 1, 2].map((photo) => (
            <Skeleton key={photo} shape="card" className="h-20" />
          ))}
        </div>
      </Card>
      <AboutSkeleton />
    </div>
  );
}

/** The form about oneself, on its way. */
export function AboutSkeleton() {
  return (
    <Card>
      <Skeleton className="h-8 w-40" />
      <Skeleton className="mt-3 w-4/5" />
      <div className="mt-7 grid gap-5 sm:grid-cols-2">
        {[0, 1, 2, 3, 4, 5].map((field) => (
          <div key={field}>
            <Skeleton className="mb-2 w-24" />
            <Skeleton shape="card" className="h-12" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-6 mb-2 w-32" />
      <Skeleton shape="card" className="h-28" />
    </Card>
  );
}
