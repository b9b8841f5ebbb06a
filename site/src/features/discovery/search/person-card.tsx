import { BadgeCheck } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Person } from '../../../../../contract/profile/people.ts';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { paths } from '../../../shell/paths.ts';
import { HeartButton } from '../../people/heart-button.tsx';
import { nameAndAge } from '../../people/name-and-age.ts';
import { PersonWindow } from '../../people/person-window.tsx';
import { cardSizes, cellLook } from './grid-look.ts';

type PersonCardProps = {
  person: Person;
  /** Stands alone in its row on a phone. */
  large: boolean;
  /** Where a tap shows something else first. */
  onLook?: ((person: Person) => void) | undefined;
};

/** The whole card is the link, but for the heart, which is a button beside it. */
export function PersonCard({ person, large, onLook }: PersonCardProps) {
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
        </h2>
        <HeartButton person={person} className="z-1 -my-2 -mr-2.5" />
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
