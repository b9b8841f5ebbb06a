import { useQuery } from '@tanstack/react-query';
import { Building2, DoorOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listBrands } from '../../../../contract/staff/staff.ts';
import { call } from '../../lib/call.ts';
import { useMe } from '../../lib/use-me.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { BrandTable } from './brand-table.tsx';
import { Figures } from './figures.tsx';

export function Overview() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  return (
    <Page title={t('section.overview')} text={t('overview.text')}>
      {me?.role === 'operator' ? (
        <House />
      ) : (
        <Notice icon={DoorOpen} title={t('overview.noSections')} text={t('overview.noSectionsText')} />
      )}
    </Page>
  );
}

function House() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['brands'],
    queryFn: ({ signal }) => call(listBrands, {}, signal),
    refetchInterval: 60_000,
  });
  return (
    <Loaded query={query} skeleton={<HouseSkeleton />}>
      {({ brands }) =>
        brands.length === 0 ? (
          <Notice icon={Building2} title={t('overview.noBrands')} text={t('overview.noBrandsText')} />
        ) : (
          <>
            <Figures brands={brands} />
            <BrandTable brands={brands} />
          </>
        )
      }
    </Loaded>
  );
}

function HouseSkeleton() {
  return (
    <>
      <Figures />
      <SkeletonRows rows={3} />
    </>
  );
}
