import { useQuery } from '@tanstack/react-query';
import { Building2, Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useGivenUp } from '#console/features/work/use-work.tsx';
import { call, useMe } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { rolesOf } from '#console/shell/roles.ts';
import { hasRightSomewhere, readsFiguresAlone } from '#contract/kernel/staff-rights.ts';
import { listBrands } from '#contract/staff/staff.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type BrandRow, BrandTable, profileCount, totalOf } from './brand-table.tsx';
import { MissingFacts } from './missing-facts.tsx';
import { ModerationCard } from './moderation-card.tsx';
import { RefusedBrands } from './refused-brands.tsx';

export function Overview() {
  const { t } = useTranslation('overview');
  const { data: me } = useMe();
  if (!me) return null;
  const seesBrands = hasRightSomewhere(me, 'brands.figures');
  const seesModeration = hasRightSomewhere(me, 'moderation.figures');
  const figuresAlone = rolesOf(me).every(readsFiguresAlone);
  if (seesBrands || seesModeration)
    return (
      <Page {...(seesBrands && { text: t(figuresAlone ? 'figuresAlone' : 'text') })}>
        {seesModeration && <ModerationCard mayOpen={hasRightSomewhere(me, 'moderation.decide')} />}
        {seesBrands && <Brands />}
      </Page>
    );
  return (
    <Page>
      <EmptyState compact icon={<Hand />} title={t('welcome', { name: me.name })} text={t('welcomeText')} />
    </Page>
  );
}

function Brands() {
  const { t } = useTranslation('overview');
  const query = useQuery({
    queryKey: ['brands'],
    queryFn: ({ signal }) => call(listBrands, {}, { signal }),
    refetchInterval: 60_000,
  });
  return (
    <Loaded query={query} skeleton={<BrandsSkeleton />}>
      {({ brands, refused }) => (
        <>
          <RefusedBrands refused={refused} />
          {brands.length === 0 ? (
            <EmptyState compact icon={<Building2 />} title={t('noBrands')} text={t('noBrandsText')} />
          ) : (
            <>
              <MissingFacts brands={brands} />
              <Figures brands={brands} />
              <BrandTable brands={brands} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

function BrandsSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Figures />
      <SkeletonRows rows={3} />
    </div>
  );
}

/** Everything in four numbers. Without brands yet, their skeleton. */
function Figures({ brands }: { brands?: readonly BrandRow[] }) {
  const { t } = useTranslation('overview');
  const { data: me } = useMe();
  const total = brands && totalOf(brands);
  return (
    <dl className="grid grid-cols-2 max-xs:grid-cols-1 gap-px overflow-clip rounded-card border border-line bg-line lg:grid-cols-4">
      <Figure label={t('brands')} value={brands?.length} />
      <Figure label={t('accounts')} value={total?.accounts} />
      <Figure label={t('profiles')} value={total && profileCount(total)} />
      {me && hasRightSomewhere(me, 'work.manage') && <GivenUp />}
    </dl>
  );
}

function GivenUp() {
  const { t } = useTranslation('overview');
  const count = useGivenUp();
  return (
    <Figure label={t('givenUp')} value={count}>
      {count !== undefined && count > 0 && (
        <Link
          to={paths.work()}
          className="relative touch-target text-[0.8125rem] font-medium text-danger-text underline underline-offset-2"
        >
          {t('lookAtGivenUp')}
        </Link>
      )}
    </Figure>
  );
}

function Figure({
  label,
  value,
  children,
}: {
  label: string;
  value: number | undefined;
  children?: ReactNode;
}) {
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1 bg-surface px-4 py-3.5">
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-3">
        {value === undefined ? (
          <Skeleton className="w-14" />
        ) : (
          <span className="heading text-2xl leading-8 tabular-nums">{format.number(value)}</span>
        )}
        {children}
      </dd>
    </div>
  );
}
