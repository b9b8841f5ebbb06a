import { useTranslation } from 'react-i18next';
import { useCurrentRoute } from '../../../shell/current-route.ts';
import { useOverlay } from '../../../shell/overlays.ts';
import { PageHeading } from '../../../shell/page-heading.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { FindHead } from './find-head.tsx';
import { FoundPeople } from './found-people.tsx';
import { useNewVisit } from './use-search.ts';

export function FindScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['find', 'people', 'errors']);
  const { title } = useCurrentRoute();
  const sheet = useOverlay('filters');
  useNewVisit();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-1 pb-10 sm:px-6 sm:py-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <PageHeading>{title}</PageHeading>
        <FindHead onFilters={() => sheet.open(true)} />
      </div>
      <FoundPeople />
      <FilterSheet open={sheet.isOpen} onClose={() => void sheet.close()} />
    </div>
  );
}
