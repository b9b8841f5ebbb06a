import type { ReactNode } from 'react';
import { CHAT_MAX_HEIGHT_PX } from '#contract/kernel/constants.ts';
import { classNames } from '#ui/class-names.ts';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';

/** The page of conversations on its way, with one of them open or none. */
export function ChatsSkeleton({ open = false }: { open?: boolean }) {
  return (
    <div
      style={{ maxHeight: CHAT_MAX_HEIGHT_PX }}
      className="mx-auto flex w-full max-w-7xl flex-1 lg:my-auto lg:p-5"
    >
      <div className="flex min-w-0 flex-1 overflow-hidden lg:rounded-card lg:edge lg:bg-surface lg:shadow-card">
        <div
          className={classNames(
            'w-full px-1 pt-2 sm:px-2 lg:w-96 lg:shrink-0 lg:border-r-(length:--stroke) lg:border-line',
            open && 'max-lg:hidden',
          )}
        >
          <ListSkeleton />
        </div>
        <div className={classNames('flex min-w-0 flex-1 flex-col bg-chat', !open && 'max-lg:hidden')}>
          {open && <ThreadSkeleton />}
        </div>
      </div>
    </div>
  );
}

export function ListSkeleton() {
  return [0, 1, 2, 3, 4, 5].map((key) => (
    <div key={key} className="flex items-center gap-4 p-3.5">
      <Skeleton shape="circle" className="w-14 shrink-0" />
      <SkeletonText lines={2} className="flex-1" />
    </div>
  ));
}

const bubbles = ['h-10 w-2/5', 'h-16 w-3/5', 'h-10 w-1/2', 'h-24 w-3/5', 'h-10 w-1/3'];

/** A conversation on its way: who it is with, what was said, and where to write. */
export function ThreadSkeleton({ back }: { back?: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex h-18 items-center gap-3 border-b-(length:--stroke) border-line bg-surface px-3 lg:px-5">
        {back}
        <Skeleton shape="circle" className="w-12" />
        <Skeleton className="w-32" />
      </div>
      <div className="mx-auto w-full max-w-3xl flex-1 space-y-3 p-4">
        {bubbles.map((size, index) => (
          <Skeleton
            key={size}
            shape="card"
            className={classNames(size, index % 2 === 0 && 'ml-auto', 'rounded-bubble!')}
          />
        ))}
      </div>
      <div className="flex items-center gap-3 border-t-(length:--stroke) border-line bg-surface p-3">
        <Skeleton shape="card" className="h-12 flex-1 rounded-field!" />
        <Skeleton shape="circle" className="w-12 shrink-0" />
      </div>
    </div>
  );
}
