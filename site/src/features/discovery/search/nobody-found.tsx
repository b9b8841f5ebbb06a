import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { openPopup } from '../../../shell/popups.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../../packages/ui/empty-state.tsx';
import { countFilters } from './filters.ts';
import { useRegionLocked, useSearch } from './use-search.ts';

/** Says what to do next: fewer filters, more room, or another place. */
export function NobodyFound() {
  const { t } = useTranslation('find');
  const { where, filters, change } = useSearch();
  const filtered = countFilters(filters) > 0;
  const { region, city } = where;
  const locked = useRegionLocked();
  return (
    <div role="status">
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={filtered ? t('nobody.filteredTitle') : t('nobody.title')}
        text={filtered ? t('nobody.filteredText') : t('nobody.text')}
        action={
          <div className="flex flex-col gap-2.5">
            {filtered && <Button onClick={() => change({ filters: {} })}>{t('filters.reset')}</Button>}
            {city && (
              <Button
                variant={filtered ? 'secondary' : 'primary'}
                onClick={() => change({ place: { region, city: null } })}
              >
                {t('nobody.wholeRegion')}
              </Button>
            )}
            {region && !city && !locked && (
              <Button
                variant={filtered ? 'secondary' : 'primary'}
                onClick={() => change({ place: { region: null, city: null } })}
              >
                {t('nobody.wholeCountry')}
              </Button>
            )}
            <Button variant="ghost" onClick={() => openPopup({ name: 'choose_place' })}>
              {t('nobody.elsewhere')}
            </Button>
          </div>
        }
      />
    </div>
  );
}
