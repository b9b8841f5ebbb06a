import { useTranslation } from 'react-i18next';
import type { Person } from '#contract/profile/people.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { Chip } from '#ui/chips.tsx';
import { Photo } from '#ui/photo.tsx';
import { LikeThing } from './like-thing.tsx';
import { pictureOf } from './person-summary.tsx';
import { PromptCard } from './prompt-card.tsx';

/** What a person likes to do; what the member likes as well comes first, and stands out. */
export function Interests({ person }: { person: Person }) {
  const { t } = useTranslation('person');
  const { oneOf } = useDetailWords();
  const { interests, commonInterests } = person;
  if (!interests) return null;
  const common = new Set(commonInterests);
  const sorted = [
    ...interests.filter((one) => common.has(one)),
    ...interests.filter((one) => !common.has(one)),
  ];
  return (
    <section className="mt-6" aria-label={t('story.interests')}>
      <ul className="flex flex-wrap gap-2">
        {sorted.map((one) => (
          <li key={one}>
            <Chip marked={common.has(one)}>{oneOf('interests', one)}</Chip>
          </li>
        ))}
      </ul>
      {common.size > 0 && (
        <p className="mt-2.5 text-sm font-semibold text-primary-text">{t('story.common')}</p>
      )}
    </section>
  );
}

/** Answers to questions, with a photo after each where there are more than the first. */
export function Story({ person }: { person: Person }) {
  const { t } = useTranslation(['person', 'prompts']);
  const { prompts, pictures, screenName } = person;
  const isReadable = !person.locked;
  return (
    <div className="mt-7 space-y-5 empty:hidden">
      {prompts.map(({ prompt, text }, index) => {
        const picture = pictures[index + 1];
        const title = t(`prompts:prompts.${prompt}.title`);
        const shown = picture && pictureOf(picture);
        return (
          <div key={prompt} className="space-y-5">
            <PromptCard
              prompt={prompt}
              action={isReadable && <LikeThing person={person} what={{ prompt }} name={title} />}
            >
              {text}
            </PromptCard>
            {shown && (
              <div className="relative lg:hidden">
                <Photo
                  photo={shown}
                  alt={t('gallery.photo', { name: screenName, number: index + 2, total: pictures.length })}
                  shape="portrait"
                  sizes="(min-width: 40rem) 28rem, 92vw"
                />
                <LikeThing
                  person={person}
                  what={{ photoId: picture.id }}
                  name={String(index + 2)}
                  className="absolute! right-4 bottom-4"
                />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
