import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { To } from 'react-router';
import { call } from '#console/shell/api.ts';
import { Loaded } from '#console/shell/loaded.tsx';
import { usePromptWords } from '#console/shell/prompt-words.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { readStaffCards } from '#contract/staff/chat.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { KindBadge } from '#ui/kind-badge.tsx';
import { LongText } from '#ui/long-text.tsx';
import { Photo } from '#ui/photo.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { type Place, cardsKey } from './conversation-data.ts';
import { Notes } from './notes.tsx';

type StaffCards = ReplyOf<typeof readStaffCards>;

/** Who the host is here, and whom they talk to. `back` leads to the conversation where both have no room. */
export function Cards({ place, back }: { place: Place; back: To }) {
  const { t } = useTranslation(['conversations', 'shell']);
  const query = useQuery({
    queryKey: cardsKey(place),
    queryFn: ({ signal }) => call(readStaffCards, { ...place }, { signal }),
  });
  return (
    <>
      <header className="flex items-center gap-2 border-b border-line px-2 py-1.5 xl:hidden">
        <IconLink to={back} label={t('shell:back')} icon={<ArrowLeft aria-hidden className="size-5" />} />
        <h2 className="text-base">{t('cards.title')}</h2>
      </header>
      <Loaded query={query} skeleton={<SkeletonText lines={8} className="p-5" />}>
        {(cards) => (
          <div className="divide-y divide-line">
            <ProfileCard place={place} cards={cards} />
            <MemberCard place={place} cards={cards} />
          </div>
        )}
      </Loaded>
    </>
  );
}

interface CardProps {
  place: Place;
  cards: StaffCards;
}

/** The profile as which the host writes. That the staff is behind it stands here always, as it does for the member. */
function ProfileCard({ place, cards: { profile, facts } }: CardProps) {
  const { t } = useTranslation(['conversations', 'shell']);
  return (
    <Card title={t('cards.profile')}>
      <Head person={profile} />
      <KindBadge kind="staff" label={t('staffProfile')} className="self-start" />
      {profile.photos.length > 1 && (
        <ul aria-label={t('cards.photos')} className="grid grid-cols-4 max-xs:grid-cols-2 gap-1.5">
          {profile.photos.map((src, index) => (
            <li key={src}>
              <Photo
                photo={{ src }}
                alt={t('cards.photo', { number: index + 1, name: profile.screenName })}
                ratio="square"
                shape="card"
              />
            </li>
          ))}
        </ul>
      )}
      <Words words={profile.words} />
      {profile.notes && (
        <div>
          <h4 className="text-xs text-muted">{t('cards.houseNotes')}</h4>
          <p className="whitespace-pre-line">{profile.notes}</p>
        </div>
      )}
      {profile.hours && (
        <p className="text-[0.8125rem] text-muted">
          {t('cards.hours', { from: clockTime(profile.hours.from), to: clockTime(profile.hours.to) })}
        </p>
      )}
      <Notes place={place} about="profile" notes={facts} />
    </Card>
  );
}

/** `18:30`, of minutes since midnight where the brand is. */
function clockTime(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** What the member says of themselves, and what hosts know from the conversation. */
function MemberCard({ place, cards: { member, notes } }: CardProps) {
  const { t } = useTranslation(['conversations', 'shell']);
  return (
    <Card title={t('cards.member')}>
      <Head person={member} />
      <Words words={member.words} />
      <Notes place={place} about="member" notes={notes} />
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 p-4">
      <h3 className="font-text text-xs font-medium tracking-normal text-muted">{title}</h3>
      {children}
    </section>
  );
}

function Head({ person }: { person: StaffCards['member'] }) {
  const { t } = useTranslation(['conversations', 'shell']);
  const { screenName, age, city, region, photo } = person;
  const place = [city, region].filter(Boolean).join(', ');
  return (
    <div className="flex items-center gap-3">
      <Avatar name={screenName} photo={photo ? { src: photo } : null} />
      <div className="min-w-0">
        <p className="truncate font-semibold">
          {age === null ? screenName : t('cards.nameAndAge', { name: screenName, age })}
        </p>
        {place && <p className="truncate text-[0.8125rem] text-muted">{place}</p>}
      </div>
    </div>
  );
}

function Words({ words }: { words: StaffCards['member']['words'] }) {
  const { t } = useTranslation(['conversations', 'shell']);
  const { titleOf } = usePromptWords();
  const { about, description, lookingFor, prompts } = words;
  const parts = [
    [t('cards.about'), about],
    [t('cards.description'), description],
    [t('cards.lookingFor'), lookingFor],
    ...prompts.map(({ prompt, text }) => [titleOf(prompt), text] as const),
  ] as const;
  const known = parts.filter(([, text]) => text !== '');
  if (known.length === 0) return <p className="text-[0.8125rem] text-muted">{t('cards.noWords')}</p>;
  return (
    <dl className="flex flex-col gap-2 text-[0.8125rem]">
      {known.map(([name, text]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="wrap-anywhere">
            <LongText text={text} more={t('shell:showAll')} less={t('shell:showLess')} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
