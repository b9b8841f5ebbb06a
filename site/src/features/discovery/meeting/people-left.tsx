import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PeopleCount } from '#contract/discovery/preferences.ts';
import { usePeopleCount } from '#site/features/people/preferences-data.ts';
import type { OwnFilters } from '#site/features/people/preferences-data.ts';

type PeopleLeftProps = {
  ownFilters: OwnFilters;
  region: string | null;
  onChange: (ownFilters: OwnFilters) => void;
};

/** How many are left, what a wider filter would bring, and which filter costs how many. Wider is only ever offered. */
export function PeopleLeft({ ownFilters, region, onChange }: PeopleLeftProps) {
  const { t } = useTranslation('meeting');
  const { data: count, isError } = usePeopleCount(ownFilters, region);
  return (
    <section className="rounded-card bg-soft p-4">
      <p role="status" className="heading text-2xl tabular-nums">
        {count ? t('left', { count: count.total }) : t(isError ? 'countFailed' : 'counting')}
      </p>
      {count?.wider.map((one) => (
        <button
          type="button"
          key={`${one.filter} ${one.distance} ${one.ageFrom}`}
          className="block min-h-11 text-left text-sm font-medium text-primary-text underline underline-offset-2"
          onClick={() =>
            onChange({ ...ownFilters, distance: one.distance, ageFrom: one.ageFrom, ageTo: one.ageTo })
          }
        >
          <WiderWords ownFilters={ownFilters} wider={one} />
        </button>
      ))}
      {count && <WhySoFew costs={count.costs} />}
    </section>
  );
}

function WiderWords({ ownFilters, wider }: { ownFilters: OwnFilters; wider: PeopleCount['wider'][number] }) {
  const { t } = useTranslation('meeting');
  const { filter, distance, total } = wider;
  if (filter === 'ages') return t('widerAges', { total });
  if (distance === null) return t('widerAnywhere', { total });
  return t('widerDistance', { more: distance - (ownFilters.distance ?? 0), total });
}

function WhySoFew({ costs }: Pick<PeopleCount, 'costs'>) {
  const { t } = useTranslation('meeting');
  return (
    <details className="group mt-2">
      <summary className="flex min-h-11 cursor-pointer items-center gap-1 text-sm font-semibold text-primary-text">
        {t('why')}
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <p className="text-sm text-muted">{t(costs.length > 0 ? 'whyText' : 'whyNone')}</p>
      <dl className="mt-1.5 space-y-1 text-sm">
        {costs.map(({ filter, people }) => (
          <div key={filter} className="flex justify-between gap-4">
            <dt>{t(`cost.${filter}`)}</dt>
            <dd className="font-semibold tabular-nums">{t('left', { count: people })}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
