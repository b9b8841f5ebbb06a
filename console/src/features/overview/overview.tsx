import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { useNow } from '#client/clock.ts';
import { useGivenUp } from '#console/features/work/use-work.tsx';
import { call, useBrandTitle, useMe } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { rolesOf } from '#console/shell/roles.ts';
import { hasRightAt, hasRightSomewhere, readsFiguresAlone } from '#contract/kernel/staff-rights.ts';
import type { StaffRight } from '#contract/kernel/staff-rights.ts';
import { listBrands } from '#contract/staff/staff.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { OwnShift, WhoAnswers } from './at-work.tsx';
import { type BrandRow, BrandTable, profileCount, totalOf } from './brand-table.tsx';
import { MissingFacts } from './missing-facts.tsx';
import { ModerationCard } from './moderation-card.tsx';
import { RefusedBrands } from './refused-brands.tsx';
import { WaitingList, mayHaveWork } from './waiting-list.tsx';

/** What a person finds at the beginning of their work: what waits for them, then how everything stands. */
export function Overview() {
  const { t } = useTranslation(['overview', 'shell']);
  const { data: me } = useMe();
  const titleOf = useBrandTitle();
  const scope = useBrandScope();
  const now = useNow();
  if (!me) return null;
  // Before there is a brand there is nothing to look at: the first start goes on where it is made.
  if (me.isOwner && me.brands.length === 0) return <Navigate to={paths.brands} replace />;
  const may = (right: StaffRight) =>
    scope === undefined ? hasRightSomewhere(me, right) : hasRightAt(me, scope, right);
  const figuresAlone = rolesOf(me).every(readsFiguresAlone);
  const supervises = may('conversations.supervise');
  const answers = may('conversations.answer') && !me.isOwner;
  const seesFigures = may('moderation.figures') || may('brands.figures');
  return (
    <Page
      heading={t(greetings[partOfDay(new Date(now).getHours())], { name: me.name })}
      text={figuresAlone ? t('figuresAlone') : scope === undefined ? t('shell:allBrands') : titleOf(scope)}
    >
      {mayHaveWork(me) && (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
          <WaitingList />
          {(supervises || answers) && (
            <div className="flex flex-col gap-4">
              {answers && <OwnShift />}
              {supervises && <WhoAnswers />}
            </div>
          )}
        </div>
      )}
      {seesFigures && (
        <>
          {may('brands.figures') && <Brands />}
          {may('moderation.figures') && <ModerationCard mayOpen={may('moderation.decide')} />}
        </>
      )}
    </Page>
  );
}

const greetings = {
  morning: 'greeting.morning',
  afternoon: 'greeting.afternoon',
  evening: 'greeting.evening',
} as const;

function partOfDay(hour: number): keyof typeof greetings {
  if (hour >= 5 && hour < 13) return 'morning';
  return hour >= 13 && hour < 18 ? 'afternoon' : 'evening';
}

function Brands() {
  const { t } = useTranslation('overview');
  const scope = useBrandScope();
  const query = useQuery({
    queryKey: ['brands'],
    queryFn: ({ signal }) => call(listBrands, {}, { signal }),
    refetchInterval: 60_000,
  });
  return (
    <Loaded query={query} skeleton={<BrandsSkeleton />}>
      {({ brands: all, refused }) => {
        const brands = all.filter(({ key }) => scope === undefined || key === scope);
        return (
          <>
            <RefusedBrands refused={refused} />
            {brands.length === 0 ? (
              <EmptyState compact icon={<Building2 />} title={t('noBrands')} text={t('noBrandsText')} />
            ) : (
              <>
                <Figures brands={brands} />
                <BrandTable brands={brands} />
                <MissingFacts brands={brands} />
              </>
            )}
          </>
        );
      }}
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
