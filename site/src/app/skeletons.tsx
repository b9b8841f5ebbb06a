import { UserRoundX } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../packages/client/use-online.ts';
import { Button } from '../../../packages/ui/button.tsx';
import { EmptyState } from '../../../packages/ui/empty-state.tsx';
import { Loading, Skeleton, SkeletonText } from '../../../packages/ui/skeleton.tsx';
import { startSession, useSession } from '../shell/session.ts';

/** A page that is on its way: in its own shape, or as a heading and a few cards. */
export function PageSkeleton({ shape: Shape }: { shape?: ComponentType | undefined }) {
  const { t } = useTranslation('shell');
  if (Shape) {
    return (
      <Loading label={t('loading')} className="mx-auto w-full max-w-5xl px-4 pt-4 pb-10 sm:px-5 sm:py-10">
        <Shape />
      </Loading>
    );
  }
  return (
    <Loading label={t('loading')} className="mx-auto w-full max-w-3xl px-5 py-6 sm:py-10">
      <Skeleton shape="card" className="h-9 w-1/2 max-w-64 max-sm:hidden" />
      <div className="mt-2 space-y-4 sm:mt-8">
        {[0, 1, 2].map((card) => (
          <div key={card} className="flex gap-4 rounded-card edge bg-surface p-5">
            <Skeleton shape="circle" className="size-14 shrink-0" />
            <SkeletonText lines={2} className="flex-1 self-center" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** Until it is known who is here; where that can't be found out, says so and asks again. */
export function WaitingForSession() {
  const session = useSession();
  if (session.status !== 'unknown' || session.problem === null) return <PageSkeleton />;
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
