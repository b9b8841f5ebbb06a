import { BadgeCheck, HeartHandshake, MapPin, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Activity, Person } from '../../../../contract/profile/people.ts';
import { Tag } from '../../../../packages/ui/badge.tsx';
import { classNames } from '../../../../packages/ui/class-names.ts';
import { Notice } from '../../../../packages/ui/notice.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { KindTag } from './kind-tag.tsx';
import { useIsLiked } from './likes.ts';
import { nameAndAge } from './name-and-age.ts';

const activityWords = {
  now: 'activity.now',
  today: 'activity.today',
  week: 'activity.week',
  earlier: 'activity.earlier',
} as const satisfies Record<Activity, string>;

/** Who it is at a glance, and who answers for it. */
export function PersonHeader({ person }: { person: Person }) {
  const { t } = useTranslation(['people', 'person']);
  const { kind, city, region, activity } = person;
  const place = [city, region].filter(Boolean).join(', ');
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
      <Marks person={person} />
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
  const { isNew, verified } = person;
  const matched = useIsLiked(person) && person.matched;
  if (!isNew && !verified && !matched) return null;
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
        {isNew && (
          <Tag tone="highlight" icon={<Sparkles aria-hidden="true" className="size-4" />}>
            {t('new')}
          </Tag>
        )}
      </p>
      {verified && <p className="text-sm text-muted">{t('verifiedText')}</p>}
    </div>
  );
}
