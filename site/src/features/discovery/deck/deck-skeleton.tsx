import { useTranslation } from 'react-i18next';
import { Loading, Skeleton } from '../../../../../packages/ui/skeleton.tsx';

/** In the shape of a card and its buttons. */
export function DeckSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <Loading label={t('loading')} className="flex w-full max-w-md flex-1 flex-col self-center lg:self-start">
      <Skeleton shape="card" className="mx-1.5 min-h-88 flex-1 sm:h-[min(62dvh,38rem)] sm:flex-none" />
      <div className="flex items-center justify-center gap-4 max-sm:h-28 sm:mt-7 sm:gap-5">
        <Skeleton shape="circle" className="size-11" />
        <Skeleton shape="circle" className="size-14" />
        <Skeleton shape="circle" className="size-18" />
        <Skeleton shape="circle" className="size-11" />
      </div>
    </Loading>
  );
}
