import { ChevronDown, MapPin, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CountBadge } from '../../../../../packages/ui/badge.tsx';
import { Button } from '../../../../../packages/ui/button.tsx';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { openPopup } from '../../../shell/popups.ts';
import { countFilters } from './filters.ts';
import { usePlaceWords } from './use-place-words.ts';
import { useSearch } from './use-search.ts';

/** Where is searched, and whom for: both can be changed. */
export function FindHead({ onFilters }: { onFilters: () => void }) {
  const { t } = useTranslation('find');
  const { where, filters } = useSearch();
  const placeWords = usePlaceWords();
  const count = countFilters(filters);
  return (
    <div className="flex min-w-0 items-stretch gap-2.5 max-sm:w-full">
      <Button
        variant="secondary"
        className="min-w-0 max-sm:flex-1 max-sm:px-3.5"
        icon={<MapPin aria-hidden="true" className="size-4.5 shrink-0 text-muted" />}
        iconEnd={<ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-muted" />}
        onClick={() => openPopup({ name: 'choose_place' })}
      >
        <VisuallyHidden>{t('place.label')} </VisuallyHidden>
        <span className="text-left leading-tight">{placeWords(where)}</span>
      </Button>
      <Button
        variant="secondary"
        className="shrink-0 max-sm:px-3.5"
        icon={<SlidersHorizontal aria-hidden="true" className="size-4.5 shrink-0 text-muted" />}
        iconEnd={<CountBadge count={count} label={t('filters.count', { count })} />}
        onClick={onFilters}
      >
        {t('filters.title')}
      </Button>
    </div>
  );
}
