import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DECK_DESCRIPTION_LETTERS, MOBILE_MAX_WIDTH } from '../../../../../contract/kernel/constants.ts';
import type { Person } from '../../../../../contract/profile/people.ts';
import { Photo } from '../../../../../packages/ui/photo.tsx';
import { paths } from '../../../shell/paths.ts';
import { KindTag } from '../../people/kind-tag.tsx';
import { firstPicture } from '../../people/person-photo.ts';
import { cutWords } from './cut-words.ts';
import { useNameAge, useWhereabouts } from './use-person-words.ts';

/** A person as large as the deck. The whole card leads to their page. */
export function PersonCard({ person, isTop }: { person: Person; isTop: boolean }) {
  const { t } = useTranslation(['match', 'people']);
  const nameAge = useNameAge(person);
  const whereabouts = useWhereabouts(person);
  const words = cutWords(person.description || person.about, DECK_DESCRIPTION_LETTERS);
  return (
    <>
      <Photo
        photo={firstPicture(person)}
        alt={t('photoOf', { name: person.screenName })}
        ratio="fill"
        sizes={`(max-width: ${MOBILE_MAX_WIDTH}px) 92vw, 28rem`}
        priority={isTop}
      />
      <KindTag
        kind={person.kind}
        className="absolute top-4 left-4 px-3 py-2 text-[0.8125rem] shadow-raised"
      />
      <div className="photo-caption absolute inset-x-0 bottom-0 px-5 pb-5">
        <h2 className="text-3xl">
          <Link
            to={paths.person(person.id)}
            draggable={false}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-6 focus-visible:after:outline-on-photo"
          >
            {nameAge}
          </Link>
          {person.verified && (
            <BadgeCheck
              role="img"
              aria-label={t('people:verified')}
              className="mb-0.5 ml-2 inline size-6 align-middle"
            />
          )}
        </h2>
        <p className="mt-1 text-[0.9375rem]">{whereabouts}</p>
        {words && (
          <p className="mt-2 line-clamp-4 text-[0.9375rem] leading-snug lg:hidden [@media(height<45rem)]:line-clamp-2">
            {words}
          </p>
        )}
      </div>
    </>
  );
}
