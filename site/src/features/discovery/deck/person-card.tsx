import { BadgeCheck, ArrowLeft, ArrowRight, CornerDownLeft, Delete, ScanFace, Sparkles } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DECK_DESCRIPTION_LETTERS, MOBILE_MAX_WIDTH } from '#contract/kernel/constants.ts';
import type { Person } from '#contract/profile/people.ts';
import { KindTag, firstPicture, nameAndAge } from '#site/features/people/person-summary.tsx';
import { PhotoVerifiedTag } from '#site/features/people/photo-verified.tsx';
import { WhyShown } from '#site/features/people/why-shown.tsx';
import { paths } from '#site/shell/paths.ts';
import { Tag } from '#ui/badge.tsx';
import { Photo } from '#ui/photo.tsx';

/** A person as large as the deck. The whole card leads to their page. */
export function PersonCard({ person, isTop }: { person: Person; isTop: boolean }) {
  const { t } = useTranslation(['match', 'people']);
  const whereabouts = useWhereabouts(person);
  const words = cutWords(person.description || person.about, DECK_DESCRIPTION_LETTERS);
  return (
    <>
      <Photo
        photo={firstPicture(person)}
        alt={t('photoOf', { name: person.screenName })}
        ratio="fill"
        sizes={`(max-width: ${MOBILE_MAX_WIDTH}) 92vw, 28rem`}
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
            {nameAndAge(person)}
          </Link>
          {person.verified && (
            <BadgeCheck
              role="img"
              aria-label={t('people:verified')}
              className="mb-0.5 ml-2 inline size-6 align-middle"
            />
          )}
          {person.photoVerified && (
            <ScanFace
              role="img"
              aria-label={t('people:photoVerified')}
              className="mb-0.5 ml-2 inline size-6 align-middle"
            />
          )}
        </h2>
        <p className="mt-1 text-[0.9375rem]">{whereabouts}</p>
        {person.reasons.length > 0 && (
          <div className="mt-3">
            <WhyShown person={person} onPhoto />
          </div>
        )}
        {words && person.reasons.length === 0 && (
          <p className="mt-2 line-clamp-4 text-[0.9375rem] leading-snug lg:hidden [@media(height<45rem)]:line-clamp-2">
            {words}
          </p>
        )}
      </div>
    </>
  );
}

/** Beside the deck, where there is room: what the person says, and the keys. */
export function PersonWords({ person }: { person: Person }) {
  const { t } = useTranslation(['match', 'people']);
  const { about, description, lookingFor } = person;
  const said = cutWords(description || about, DECK_DESCRIPTION_LETTERS);
  const sought = cutWords(lookingFor, DECK_DESCRIPTION_LETTERS);
  return (
    <div className="flex flex-col gap-8">
      <div key={person.id} className="animate-appear space-y-6">
        {(person.verified || person.photoVerified || person.isNew) && (
          <p className="flex flex-wrap gap-2">
            {person.verified && (
              <Tag tone="success" icon={<BadgeCheck aria-hidden="true" className="size-4" />}>
                {t('people:verified')}
              </Tag>
            )}
            {person.photoVerified && <PhotoVerifiedTag />}
            {person.isNew && (
              <Tag tone="highlight" icon={<Sparkles aria-hidden="true" className="size-4" />}>
                {t('people:new')}
              </Tag>
            )}
          </p>
        )}
        {said && <Words title={t('aboutTitle', { name: person.screenName })} text={said} />}
        {sought && <Words title={t('lookingForTitle')} text={sought} />}
        {!said && !sought && <p className="text-muted">{t('noWords', { name: person.screenName })}</p>}
      </div>
      <KeyHints />
    </div>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="text-xl">{title}</h3>
      <p className="mt-2 text-lg leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  );
}

const hints = [
  { Icon: ArrowLeft, words: 'keys.dislike' },
  { Icon: ArrowRight, words: 'keys.like' },
  { Icon: CornerDownLeft, words: 'keys.open' },
  { Icon: Delete, words: 'keys.undo' },
] as const satisfies readonly { Icon: LucideIcon; words: string }[];

function KeyHints() {
  const { t } = useTranslation('match');
  return (
    <ul
      aria-label={t('keys.label')}
      className="grid grid-cols-[auto_auto] justify-start gap-x-8 gap-y-2.5 border-t-(length:--stroke) border-line pt-5 text-sm text-muted pointer-coarse:hidden"
    >
      {hints.map(({ Icon, words }) => (
        <li key={words} className="flex items-center gap-2">
          <kbd className="grid size-7 place-items-center rounded-(--corner-check) edge bg-surface">
            <Icon aria-hidden="true" className="size-4" />
          </kbd>
          {t(words)}
        </li>
      ))}
    </ul>
  );
}

/** "Roma · In linea oggi" */
export function useWhereabouts({ city, region, activity }: Person): string {
  const { t } = useTranslation('people');
  return [city ?? region, t(`activity.${activity}`)].filter(Boolean).join(' · ');
}

/** The beginning of a text, cut at the end of a word where it is longer than that many letters. */
export function cutWords(text: string, letters: number): string {
  const all = Array.from(text.trim());
  if (all.length <= letters) return all.join('');
  // One more letter shows whether the last word ends here by itself.
  const start = all.slice(0, letters + 1).join('');
  const end = start.search(/\s\S*$/u);
  const whole = end > 0 ? start.slice(0, end) : all.slice(0, letters).join('');
  return `${whole.replace(/(?<![\s.,;:!?…–-])[\s.,;:!?…–-]+$/u, '')}…`;
}
