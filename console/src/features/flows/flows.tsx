import { CalendarClock, CreditCard, Plus, Route as RouteIcon, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { type BrandState, useBrandStates } from '#console/features/publishing/brand-states.ts';
import { type PartState, useParts, useSchedules } from '#console/features/publishing/publishing-data.ts';
import { useBrandTitle } from '#console/shell/api.ts';
import { inBrand } from '#console/shell/brand-scope.ts';
import { Moment } from '#console/shell/format.tsx';
import { Loaded, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { readPart } from '#contract/brand/parts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { useEditedBrand } from './brand-data.ts';
import { NewPartDialog } from './new-part.tsx';
import { PartTags } from './part-tags.tsx';

/** The flows and plans of a brand: what is live, what is drafted, what is scheduled. */
export function Flows() {
  const { t } = useTranslation('flows');
  const states = useBrandStates();
  const brand = useEditedBrand(states.data);
  return (
    <Page text={t('text')}>
      {brand === undefined ? (
        <Loaded query={states} skeleton={<SkeletonRows rows={3} />}>
          {(brands) => <BrandChoice brands={brands} />}
        </Loaded>
      ) : (
        <BrandParts key={brand} brand={brand} />
      )}
    </Page>
  );
}

/** A person of several brands says first which one it is about. */
function BrandChoice({ brands }: { brands: readonly BrandState[] }) {
  const { t } = useTranslation('flows');
  if (brands.length === 0)
    return <NothingFound icon={<Store />} title={t('noBrand')} text={t('noBrandText')} />;
  return (
    <section aria-labelledby="choose-brand" className="flex flex-col gap-3">
      <h2 id="choose-brand" className="text-base">
        {t('chooseBrand')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {brands.map(({ brand, title, drafts }) => {
          const own = drafts.filter(({ part }) => readPart(part).kind !== 'brand').length;
          return (
            <Card as="li" key={brand} lively padded={false}>
              <Link
                to={inBrand(paths.flows, brand)}
                className="flex min-h-16 flex-col justify-center gap-0.5 rounded-card px-4 py-3 text-ink no-underline"
              >
                <span className="font-semibold">{title}</span>
                <span className="text-sm text-muted">
                  {own === 0 ? t('noDrafts') : t('drafts', { count: own })}
                </span>
              </Link>
            </Card>
          );
        })}
      </ul>
    </section>
  );
}

function BrandParts({ brand }: { brand: string }) {
  const { t } = useTranslation('flows');
  const query = useParts(brand);
  const { data: schedules } = useSchedules(brand);
  const scheduled = (part: string) =>
    schedules?.schedules.find(
      ({ parts, state }) => parts.includes(part) && (state === 'waiting' || state === 'running'),
    );
  const dialog = useOverlay<'flow' | 'plan'>('new-part', { endsWithPage: true });
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
      {({ parts }) => (
        <>
          {(['flow', 'plan'] as const).map((kind) => (
            <section key={kind} aria-labelledby={`${kind}-list`} className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 id={`${kind}-list`} className="text-lg">
                  {t(`kind.${kind}`)}
                </h2>
                <Button
                  size="sm"
                  variant="secondary"
                  icon={<Plus aria-hidden className="size-4" />}
                  onClick={() => dialog.open(kind)}
                >
                  {t(`new.${kind}`)}
                </Button>
              </div>
              <PartTable
                brand={brand}
                kind={kind}
                parts={parts.filter((part) => part.kind === kind)}
                scheduled={scheduled}
              />
            </section>
          ))}
          <NewPartDialog brand={brand} kind={dialog.props} parts={parts} dialog={dialog} />
        </>
      )}
    </Loaded>
  );
}

type Schedule = { from: number; until: number | null; state: string };

interface PartTableProps {
  brand: string;
  kind: 'flow' | 'plan';
  parts: readonly PartState[];
  scheduled: (part: string) => Schedule | undefined;
}

function PartTable({ brand, kind, parts, scheduled }: PartTableProps) {
  const { t } = useTranslation('flows');
  const title = useBrandTitle();
  if (parts.length === 0)
    return (
      <NothingFound
        icon={kind === 'flow' ? <RouteIcon /> : <CreditCard />}
        title={t(`none.${kind}`)}
        text={t(`noneText.${kind}`)}
      />
    );
  const columns: Column<PartState>[] = [
    {
      title: t('column.name'),
      heading: true,
      renderCell: ({ part, name }) => {
        const { id } = readPart(part);
        return (
          <Link
            to={kind === 'flow' ? paths.flow(brand, id) : paths.plan(brand, id)}
            className="flex min-h-11 flex-col justify-center text-ink no-underline hover:underline"
          >
            <span className="text-sm font-semibold wrap-anywhere">{name || id}</span>
            <span className="text-xs text-muted">{id}</span>
          </Link>
        );
      },
    },
    { title: t('column.state'), renderCell: (part) => <PartTags part={part} /> },
    {
      title: t('column.changed'),
      renderCell: ({ live, draft }) => {
        const newest = draft
          ? { at: draft.savedAt, by: draft.savedBy }
          : live && { at: live.publishedAt, by: live.publishedBy };
        return newest ? (
          <span className="text-sm">
            <Moment at={newest.at} />
            <span className="text-muted"> · {newest.by?.name ?? t('commandLine')}</span>
          </span>
        ) : null;
      },
    },
    {
      title: t('column.schedule'),
      renderCell: ({ part }) => {
        const found = scheduled(part);
        return found ? <ScheduleCell {...found} /> : null;
      },
    },
  ];
  return (
    <DataTable
      name={t('tableOf', { list: t(`kind.${kind}`), brand: title(brand) })}
      columns={columns}
      rows={parts}
      keyOf={({ part }) => part}
    />
  );
}

function ScheduleCell({ from, until, state }: Schedule) {
  const { t } = useTranslation('flows');
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <CalendarClock aria-hidden className="size-4 shrink-0 text-muted" />
      <span>
        {t(state === 'running' ? 'schedule.running' : 'schedule.from')}{' '}
        {state === 'waiting' && <Moment at={from} />}
        {until !== null && (
          <>
            {' '}
            {t('schedule.until')} <Moment at={until} />
          </>
        )}
      </span>
    </span>
  );
}
