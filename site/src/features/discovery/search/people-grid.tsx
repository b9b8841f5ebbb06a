import { useTranslation } from 'react-i18next';
import { SEARCH_PAGE_SIZE } from '../../../../../contract/kernel/constants.ts';
import type { Person } from '../../../../../contract/profile/people.ts';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { Skeleton } from '../../../../../packages/ui/skeleton.tsx';
import { cellLook, gridLook, isLarge } from './grid-look.ts';
import { PersonCard } from './person-card.tsx';

type PeopleGridProps = {
  people: readonly Person[];
  /** The next ones are on their way. */
  busy: boolean;
  onLook?: ((person: Person) => void) | undefined;
};

export function PeopleGrid({ people, busy, onLook }: PeopleGridProps) {
  const { t } = useTranslation('find');
  return (
    <ul
      aria-label={t('results')}
      aria-busy={busy}
      className={classNames(gridLook, 'transition-opacity', busy && 'opacity-50')}
    >
      {people.map((person, index) => (
        <PersonCard key={person.id} person={person} large={isLarge(index, people.length)} onLook={onLook} />
      ))}
    </ul>
  );
}

/** In the shape of what will come: how many, and the first of them. */
export function GridSkeleton() {
  return (
    <>
      <Skeleton className="my-[0.1lh] w-44" />
      <div className={classNames(gridLook, 'mt-4 sm:mt-6')}>
        {Array.from({ length: SEARCH_PAGE_SIZE }, (_, index) => (
          <div key={index} className={cellLook(isLarge(index, SEARCH_PAGE_SIZE))}>
            <Skeleton shape="portrait" className="w-full" />
            <Skeleton className="mt-3.5 w-2/3" />
            <Skeleton className="mt-2 w-1/2" />
          </div>
        ))}
      </div>
    </>
  );
}
