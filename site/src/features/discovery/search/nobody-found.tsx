import { Flag, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../../packages/ui/empty-state.tsx';
import { openPopup } from '../../../shell/popups.ts';
import { countFilters } from './filters.ts';
import { useRegionLocked, useSearch } from './search.ts';

export function NobodyFound() {
  const { t } = useTranslation('find');
  const filtered = countFilters(useSearch().filters) > 0;
  return (
    <div role="status">
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={filtered ? t('nobody.filteredTitle') : t('nobody.title')}
        text={filtered ? t('nobody.filteredText') : t('nobody.text')}
        action={<OtherSearches />}
      />
    </div>
  );
}

/** Below the last page, which would lead nowhere. */
export function EndOfList({ widened }: { widened: boolean }) {
  const { t } = useTranslation('find');
  return (
    <EmptyState
      icon={<Flag aria-hidden="true" />}
      title={t('end.title')}
      text={t('end.text')}
      action={<OtherSearches widened={widened} />}
    />
  );
}

/** What to do next: fewer filters, more room, or another place. */
function OtherSearches({ widened = false }: { widened?: boolean }) {
  const { t } = useTranslation('find');
  const { where, filters, change } = useSearch();
  const filtered = countFilters(filters) > 0;
  const { region, city } = where;
  const locked = useRegionLocked();
  const variant = filtered ? 'secondary' : 'primary';
  return (
    <div className="flex flex-col gap-2.5">
      {filtered && <Button onClick={() => change({ filters: {} })}>{t('filters.reset')}</Button>}
      {city && !widened && (
        <Button variant={variant} onClick={() => change({ place: { region, city: null } })}>
          {t('nobody.wholeRegion')}
        </Button>
      )}
      {region && (!city || widened) && !locked && (
        <Button variant={variant} onClick={() => change({ place: { region: null, city: null } })}>
          {t('nobody.wholeCountry')}
        </Button>
      )}
      <Button variant="ghost" onClick={() => openPopup({ name: 'choose_place' })}>
        {t('nobody.elsewhere')}
      </Button>
    </div>
  );
}
