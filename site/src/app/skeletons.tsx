import { UserRoundX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/use-online.ts';
import { ProfileSkeleton } from '#site/features/account/profile-skeleton.tsx';
import { PaySkeleton, PlansSkeleton } from '#site/features/billing/skeletons.tsx';
import { ChatsSkeleton } from '#site/features/chat/skeletons.tsx';
import { PersonSkeleton } from '#site/features/people/person-skeleton.tsx';
import { startSession, useSession } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import type { SkeletonShape } from './route.ts';

/** Pages with a narrow column in the middle. */
const narrow = {
  list: () => (
    <div className="mt-2 space-y-4 sm:mt-8">
      {range(3).map((row) => (
        <div key={row} className="flex gap-4 rounded-card edge bg-surface p-5">
          <Skeleton shape="circle" className="size-14 shrink-0" />
          <SkeletonText lines={2} className="flex-1 self-center" />
        </div>
      ))}
    </div>
  ),
  form: () => (
    <div className="mx-auto mt-2 max-w-md space-y-5 rounded-card edge bg-surface p-6 sm:mt-8">
      <Skeleton shape="card" className="h-9 w-2/3" />
      <Skeleton shape="card" className="h-13 w-full" />
      <Skeleton shape="card" className="h-13 w-full" />
      <Skeleton shape="card" className="h-13 w-full" />
    </div>
  ),
  text: () => (
    <div className="mt-2 space-y-8 sm:mt-8">
      <SkeletonText lines={4} />
      <SkeletonText lines={6} />
    </div>
  ),
} satisfies Partial<Record<SkeletonShape, () => ReactNode>>;

/** Pages that take the width there is. */
const wide = {
  people: () => (
    <div className="grid grid-cols-2 gap-4 max-xs:grid-cols-1 sm:mt-14 sm:grid-cols-3 lg:grid-cols-5">
      {range(5).map((card) => (
        <div key={card} className={card === 0 ? 'max-sm:col-span-full' : undefined}>
          <Skeleton shape="portrait" className="w-full" />
          <Skeleton className="mt-3.5 w-2/3" />
        </div>
      ))}
    </div>
  ),
  deck: () => (
    <div className="mx-auto w-full max-w-md sm:mt-14 lg:mx-0">
      <Skeleton shape="card" className="h-[min(62dvh,38rem)] w-full" />
      <div className="mt-6 flex items-center justify-center gap-4">
        <Skeleton shape="circle" className="size-11" />
        <Skeleton shape="circle" className="size-14" />
        <Skeleton shape="circle" className="size-18" />
        <Skeleton shape="circle" className="size-11" />
      </div>
    </div>
  ),
  person: () => <PersonSkeleton />,
  profile: () => <ProfileSkeleton />,
  plans: () => <PlansSkeleton />,
  pay: () => <PaySkeleton />,
} satisfies Partial<Record<SkeletonShape, () => ReactNode>>;

/** Pages as high as the window. */
const filling = {
  chats: () => <ChatsSkeleton />,
  thread: () => <ChatsSkeleton open />,
} satisfies Record<Exclude<SkeletonShape, keyof typeof narrow | keyof typeof wide>, () => ReactNode>;

const range = (length: number) => Array.from({ length }, (_, index) => index);

const isIn = <T extends object>(shapes: T, shape: PropertyKey): shape is keyof T =>
  Object.hasOwn(shapes, shape);

/** A page that is on its way, in the shape that its screen names. */
export function PageSkeleton({ shape = 'list' }: { shape?: SkeletonShape | undefined }) {
  const { t } = useTranslation('shell');
  if (isIn(filling, shape)) {
    return (
      <Loading label={t('loading')} className="flex flex-1 flex-col">
        {filling[shape]()}
      </Loading>
    );
  }
  if (isIn(wide, shape)) {
    return (
      <Loading
        label={t('loading')}
        className={classNames(
          'mx-auto w-full px-4 pt-4 pb-10 sm:px-5 sm:py-10',
          shape === 'people' ? 'max-w-7xl' : 'max-w-5xl',
        )}
      >
        {wide[shape]()}
      </Loading>
    );
  }
  return (
    <Loading label={t('loading')} className="mx-auto w-full max-w-3xl px-5 py-6 sm:py-10">
      <Skeleton shape="card" className="h-9 w-1/2 max-w-64 max-sm:hidden" />
      {narrow[shape]()}
    </Loading>
  );
}

/** Until it is known who is here; where that can't be found out, says so and asks again. */
export function WaitingForSession({ shape }: { shape?: SkeletonShape | undefined }) {
  const session = useSession();
  if (session.status !== 'unknown' || session.problem === null) return <PageSkeleton shape={shape} />;
  return <SessionProblem />;
}

function SessionProblem() {
  const { t } = useTranslation('shell');
  const online = useOnline();
  useEffect(() => {
    const again = () => void startSession();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <EmptyState
      icon={<UserRoundX aria-hidden="true" />}
      title={online ? t('state.unverifiedTitle') : t('state.offlineTitle')}
      text={online ? t('state.unverifiedText') : t('state.offlineText')}
      action={<Button onClick={() => void startSession()}>{t('state.retry')}</Button>}
    />
  );
}
