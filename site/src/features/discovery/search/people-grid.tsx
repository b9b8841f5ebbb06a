import { BadgeCheck } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SEARCH_PAGE_SIZE, MOBILE_MAX_WIDTH } from '#contract/kernel/constants.ts';
import type { Person } from '#contract/profile/people.ts';
import { HeartButton } from '#site/features/people/likes.tsx';
import { PersonWindow, nameAndAge } from '#site/features/people/person-summary.tsx';
import { PhotoVerifiedMark } from '#site/features/people/photo-verified.tsx';
import { paths } from '#site/shell/paths.ts';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

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

type PersonCardProps = {
  person: Person;
  /** Stands alone in its row on a phone. */
  large: boolean;
  /** Where a tap shows something else first. */
  onLook?: ((person: Person) => void) | undefined;
};

/** The whole card is the link, but for the heart, which is a button beside it. */
function PersonCard({ person, large, onLook }: PersonCardProps) {
  const { t } = useTranslation('people');
  const look = (event: MouseEvent) => {
    if (!onLook || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onLook(person);
  };
  return (
    <li
      className={cellLook(
        large,
        'group relative rounded-card outline-offset-4 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-ring',
      )}
    >
      <PersonWindow
        person={person}
        sizes={cardSizes(large)}
        priority={large}
        className="shadow-card transition group-hover:-translate-y-0.5 group-hover:shadow-raised"
      />
      <div className="mt-2.5 flex items-start justify-between">
        <h2 className={classNames('min-w-0 sm:text-xl', large ? 'text-2xl' : 'text-[1.0625rem]')}>
          <Link
            to={paths.person(person.id)}
            onClick={look}
            className="outline-none after:absolute after:inset-0 after:content-['']"
          >
            {nameAndAge(person)}
          </Link>
          {person.verified && <VerifiedMark />}
          {person.photoVerified && <PhotoVerifiedMark />}
        </h2>
        <HeartButton person={person} fromHome className="z-1 -my-2 -mr-2.5" />
      </div>
      {person.city && <p className="truncate text-[0.9375rem] text-muted">{person.city}</p>}
      {person.activity !== 'earlier' && (
        <p className="flex items-start gap-1.5 text-sm text-muted">
          {person.activity === 'now' && (
            <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-online" />
          )}
          {t(`activity.${person.activity}`)}
        </p>
      )}
    </li>
  );
}

function VerifiedMark() {
  const { t } = useTranslation('people');
  return (
    <span title={t('verified')} className="ml-1 inline-block align-[-0.15em]">
      <BadgeCheck aria-hidden="true" className="size-[1.1em] text-primary-text" />
      <VisuallyHidden>{t('verified')}</VisuallyHidden>
    </span>
  );
}

/**
 * On a phone two columns, and the first of an odd number alone above them; then three and two, centred; on a desk all
 * five side by side.
 */
const gridLook =
  'grid grid-cols-2 gap-x-4 max-xs:grid-cols-1 gap-y-6 [--gap:1.25rem] sm:flex sm:flex-wrap sm:justify-center sm:gap-x-(--gap) sm:gap-y-8 xl:grid xl:grid-cols-5 xl:[--gap:1.5rem]';

function cellLook(large: boolean, className?: string): string {
  return classNames(
    'min-w-0 sm:w-[calc((100%-2*var(--gap))/3)] xl:w-auto',
    large && 'max-sm:col-span-full',
    className,
  );
}

/** Whether a card stands alone in its row on a phone. */
function isLarge(index: number, count: number): boolean {
  return index === 0 && count % 2 === 1;
}

function cardSizes(large: boolean): string {
  return `(max-width: ${MOBILE_MAX_WIDTH}) ${large ? '100vw' : '50vw'}, (min-width: 75rem) 236px, 33vw`;
}
