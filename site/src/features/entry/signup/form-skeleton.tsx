import { useTranslation } from 'react-i18next';
import { Loading, Skeleton } from '../../../../../packages/ui/skeleton.tsx';

/** A form of two fields, with or without ticks, that is on its way: as tall as it will be. */
export function FormSkeleton({ ticks = false }: { ticks?: boolean }) {
  const { t } = useTranslation('shell');
  return (
    <Loading label={t('loading')} className="space-y-4">
      <Skeleton shape="card" className="h-14" />
      <Skeleton shape="card" className="h-19" />
      <Skeleton shape="card" className="h-19" />
      {ticks && <Skeleton shape="card" className="h-33" />}
      <Skeleton shape="card" className="h-13" />
    </Loading>
  );
}
