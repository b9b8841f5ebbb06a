import { BadgeCheck, Clock, Heart, HeartHandshake, MapPin, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { detailNames } from '#contract/profile/details.ts';
import type { Activity, Person } from '#contract/profile/people.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { Tag } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { Notice } from '#ui/notice.tsx';
import { useIsLiked } from './likes.tsx';
import { KindTag, nameAndAge } from './person-summary.tsx';
import { PhotoVerifiedTag } from './photo-verified.tsx';
import { WhyShown } from './why-shown.tsx';

const activityWords = {
  now: 'activity.now',
  today: 'activity.today',
  week: 'activity.week',
  earlier: 'activity.earlier',
} as const satisfies Record<Activity, string>;

/** Who it is at a glance, and who answers for it. */
export function PersonHeader({ person }: { person: Person }) {
  const { t } = useTranslation(['people', 'person']);
  const { answerOf } = useDetailWords();
  const { kind, city, region, within, activity, answersAt, intention } = person;
  const town = [city, region].filter(Boolean).join(', ');
  const place = [town, within !== null && t('person:story.within', { count: within })]
    .filter(Boolean)
    .join(' · ');
  return (
    <header className="mt-5 lg:mt-0">
      <PageHeading always className="text-4xl!">
        {nameAndAge(person)}
      </PageHeading>
      <p className="mt-2 flex items-center gap-2 text-muted">
        <span
          aria-hidden="true"
          className={classNames('size-2.5 rounded-full', activity === 'now' ? 'bg-online' : 'bg-line')}
        />
        {t(activityWords[activity])}
      </p>
      {place && (
        <p className="mt-1 flex items-center gap-2 text-muted">
          <MapPin aria-hidden="true" className="-ml-0.5 size-4 shrink-0" />
          {place}
        </p>
      )}
      {intention && (
        <p className="mt-1 flex items-center gap-2 text-muted">
          <Heart aria-hidden="true" className="-ml-0.5 size-4 shrink-0" />
          {answerOf('intention', intention)}
        </p>
      )}
      {answersAt && (
        <p className="mt-1 flex items-center gap-2 text-muted">
          <Clock aria-hidden="true" className="-ml-0.5 size-4 shrink-0" />
          {t(`answersAt.${answersAt}`)}
        </p>
      )}
      <Marks person={person} />
      <WhyShown person={person} />
      {kind !== 'member' && (
        <Notice className="mt-4" title={<KindTag kind={kind} className="mb-1.5" />}>
          {t(`person:kind.${kind}`)}
        </Notice>
      )}
    </header>
  );
}

function Marks({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const { isNew, verified, photoVerified } = person;
  const matched = useIsLiked(person) && person.matched;
  if (!isNew && !verified && !photoVerified && !matched) return null;
  return (
    <div className="mt-4 space-y-2">
      <p className="flex flex-wrap gap-2">
        {matched && (
          <Tag tone="accent" icon={<HeartHandshake aria-hidden="true" className="size-4" />}>
            {t('matched')}
          </Tag>
        )}
        {verified && (
          <Tag tone="success" icon={<BadgeCheck aria-hidden="true" className="size-4" />}>
            {t('verified')}
          </Tag>
        )}
        {photoVerified && <PhotoVerifiedTag />}
        {isNew && (
          <Tag tone="highlight" icon={<Sparkles aria-hidden="true" className="size-4" />}>
            {t('new')}
          </Tag>
        )}
      </p>
      {verified && <p className="text-sm text-muted">{t('verifiedText')}</p>}
      {photoVerified && <p className="text-sm text-muted">{t('photoVerifiedText')}</p>}
    </div>
  );
}

/** The others stand above, by themselves. */
const named = detailNames.filter((name) => name !== 'intention' && name !== 'interests');

/** All that a person says of themselves. What is not said has no line. */
export function Facts({ person }: { person: Person }) {
  const { t } = useTranslation('person');
  const { nameOf, answerOf } = useDetailWords();
  const { about, age, gender, description, lookingFor } = person;
  return (
    <div className="mt-7 space-y-7">
      <Words title={t('fields.about')}>{about}</Words>
      <section>
        <h2 className="mb-3 text-2xl">{t('fields.facts')}</h2>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card edge bg-surface p-(--card-padding) shadow-card max-xs:grid-cols-1 sm:grid-cols-3">
          <Fact label={t('fields.age')}>{age}</Fact>
          <Fact label={t('fields.gender')}>{t(`gender.${gender}`)}</Fact>
          {named.map((name) => (
            <Fact key={name} label={nameOf(name)}>
              {person[name] && answerOf(name, person[name])}
            </Fact>
          ))}
          <Fact label={t('fields.place')}>{person.city ?? person.region}</Fact>
        </dl>
      </section>
      <Words title={t('fields.description')}>{description}</Words>
      <Words title={t('fields.lookingFor')}>{lookingFor}</Words>
    </div>
  );
}

function Words({ title, children }: { title: string; children: string }) {
  const words = children.trim();
  if (!words) return null;
  return (
    <section>
      <h2 className="mb-2 text-2xl">{title}</h2>
      <p className="text-lg leading-relaxed whitespace-pre-line">{words}</p>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
