import { Flag, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { openPopup } from '#site/shell/popups.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { countFilters } from './filters.ts';
import { useRegionLocked, useSearch } from './search.ts';

export function EmptyResults() {
  const { t } = useTranslation('find');
  const filtered = countFilters(useSearch().filters) > 0;
  return (
    <div role="status">
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={filtered ? t('noResults.filteredTitle') : t('noResults.title')}
        text={filtered ? t('noResults.filteredText') : t('noResults.text')}
        action={<OtherSearches />}
      />
    </div>
  );
}

/** Below the last page, which would lead nowhere. It names only what can be changed here. */
export function EndOfList({ widened }: { widened: boolean }) {
  const { t } = useTranslation('find');
  const { filtered, wider } = useOtherSearches(widened);
  const advice = filtered ? (wider ? 'both' : 'filters') : wider ? 'wider' : 'none';
  return (
    <EmptyState
      icon={<Flag aria-hidden="true" />}
      title={t('end.title')}
      text={t(`end.text.${advice}`)}
      action={<OtherSearches widened={widened} />}
    />
  );
}

/** What to do next: fewer filters, more room, or another place. */
function OtherSearches({ widened = false }: { widened?: boolean }) {
  const { t } = useTranslation('find');
  const { change } = useSearch();
  const { filtered, wider } = useOtherSearches(widened);
  return (
    <div className="flex flex-col gap-2.5">
      {filtered && <Button onClick={() => change({ filters: {} })}>{t('filters.reset')}</Button>}
      {wider && (
        <Button variant={filtered ? 'secondary' : 'primary'} onClick={() => change({ place: wider.place })}>
          {t(`noResults.${wider.words}`)}
        </Button>
      )}
      <Button variant="ghost" onClick={() => openPopup({ name: 'choose_place' })}>
        {t('noResults.elsewhere')}
      </Button>
    </div>
  );
}

/** Whether filters leave people out, and the next wider place that is open to the member. */
function useOtherSearches(widened: boolean) {
  const { where, filters } = useSearch();
  const locked = useRegionLocked();
  const { region, city } = where;
  const wholeRegion = { words: 'wholeRegion', place: { region, city: null } } as const;
  const wholeCountry = { words: 'wholeCountry', place: { region: null, city: null } } as const;
  const afterRegion = region && !locked ? wholeCountry : null;
  return { filtered: countFilters(filters) > 0, wider: city && !widened ? wholeRegion : afterRegion };
}
