import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#client/dates.ts';
import { call } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded } from '#console/shell/loaded.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { readHouseWeek } from '#contract/staff/house-profiles.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type ProfilePlace, profilesKey } from '../profiles-data.ts';
import { Section } from './section.tsx';

type Week = ReplyOf<typeof readHouseWeek>;

/** How the last seven days of a profile were. */
export function WeekSection({ place }: { place: ProfilePlace }) {
  const { t } = useTranslation('profile');
  const query = useQuery({
    queryKey: [...profilesKey, 'week', place.brand, place.id],
    queryFn: ({ signal }) => call(readHouseWeek, { ...place }, { signal }),
  });
  return (
    <Section title={t('week.title')} aside={<span className="text-sm text-muted">{t('week.days')}</span>}>
      <Loaded query={query} skeleton={<Skeleton shape="card" className="h-44" />}>
        {(week) => (
          <>
            <Facts week={week} />
            <Bars days={week.days} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Facts({ week: { conversations, medianWaitSeconds, complaints, marks } }: { week: Week }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const facts = [
    { name: t('week.conversations'), value: format.number(conversations) },
    {
      name: t('week.answeredIn'),
      value: medianWaitSeconds === null ? '–' : format.duration(medianWaitSeconds),
    },
    { name: t('week.complaints'), value: format.number(complaints) },
    {
      name: t('week.quality'),
      value: marks.average === null ? '–' : t('week.mark', { mark: format.number(marks.average) }),
    },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-3">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Answers a day; each bar says its number, also to those who don't see it. */
function Bars({ days }: { days: Week['days'] }) {
  const { t, i18n } = useTranslation('profile');
  const weekday = (style: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(localeOf(i18n.language), { weekday: style });
  const [letter, name] = [weekday('narrow'), weekday('long')];
  const most = Math.max(1, ...days.map(({ answers }) => answers));
  return (
    <ol aria-label={t('week.answersADay')} className="flex min-h-24 items-end gap-1 sm:gap-2">
      {days.map(({ at, answers }) => (
        <li key={at} className="flex min-w-0 flex-1 flex-col items-center gap-1 text-xs text-muted">
          <span className="tabular-nums">{answers}</span>
          <span
            aria-hidden
            className="w-full rounded-t-sm bg-primary-fill"
            style={{ height: `${Math.max(2, (answers / most) * 44)}px` }}
          />
          <span aria-hidden>{letter.format(at)}</span>
          <VisuallyHidden>{name.format(at)}</VisuallyHidden>
        </li>
      ))}
    </ol>
  );
}
