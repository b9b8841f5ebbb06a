import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { paths } from '#console/shell/paths.ts';
import type { HouseProfileSummary } from '#contract/staff/house-profiles.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Tag } from '#ui/badge.tsx';
import { BulkActs } from './bulk-acts.tsx';
import { StateTag } from './profile-tags.tsx';

interface ProfileTableProps {
  brand: string;
  profiles: readonly HouseProfileSummary[];
  isPartial: boolean;
  readAll: () => Promise<readonly HouseProfileSummary[]>;
}

export function ProfileTable({ brand, profiles, isPartial, readAll }: ProfileTableProps) {
  const { t } = useTranslation('profiles');
  const format = useFormat();
  const columns: ListColumn<HouseProfileSummary>[] = [
    {
      id: 'profile',
      title: t('column.profile'),
      heading: true,
      sortBy: ({ screenName }) => screenName,
      csv: ({ screenName }) => screenName,
      renderCell: ({ id, screenName, photo, age, city, region }) => (
        <span className="flex items-center gap-3 md:min-w-44">
          <Avatar name={screenName} photo={photo ? { src: photo } : null} size="sm" />
          <span className="min-w-0">
            <Link
              data-profile-row
              to={paths.profile(brand, id)}
              className="relative block touch-target text-sm font-semibold wrap-anywhere hover:underline"
            >
              {screenName}
            </Link>
            <span className="block text-xs text-muted">
              {[age === null ? null : t('years', { count: age }), city ?? region].filter(Boolean).join(', ')}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'kind',
      title: t('filter.kind'),
      sortBy: ({ kind }) => kind,
      csv: ({ kind }) => kind,
      renderCell: ({ kind }) => t(`kind.${kind}`),
    },
    {
      id: 'state',
      title: t('filter.state'),
      sortBy: ({ state }) => state,
      csv: ({ state }) => state,
      renderCell: ({ state }) => <StateTag state={state} />,
    },
    {
      id: 'languages',
      title: t('column.languages'),
      csv: ({ languages: spoken }) => spoken.join(' '),
      renderCell: ({ languages: spoken }) => (
        <span className="uppercase">{spoken.length > 0 ? spoken.join(' ') : null}</span>
      ),
    },
    {
      id: 'region',
      title: t('filter.region'),
      hidden: true,
      sortBy: ({ region }) => region ?? '',
      csv: ({ region }) => region,
      renderCell: ({ region }) => region,
    },
    {
      id: 'team',
      title: t('filter.team'),
      sortBy: ({ team }) => team?.name ?? '',
      csv: ({ team }) => team?.name,
      renderCell: ({ team }) => team?.name ?? <span className="text-muted">{t('noTeam')}</span>,
    },
    {
      id: 'lastActive',
      title: t('column.lastActive'),
      className: 'md:whitespace-nowrap',
      sortBy: ({ lastActiveAt }) => lastActiveAt,
      csv: ({ lastActiveAt }) => (lastActiveAt === null ? null : new Date(lastActiveAt).toISOString()),
      renderCell: ({ lastActiveAt }) =>
        lastActiveAt === null ? (
          <span className="text-muted">{t('never')}</span>
        ) : (
          <Moment at={lastActiveAt} />
        ),
    },
    {
      id: 'answers',
      title: t('column.answers'),
      align: 'end',
      sortBy: ({ answersAWeek }) => answersAWeek,
      csv: ({ answersAWeek }) => answersAWeek,
      renderCell: ({ answersAWeek }) => format.number(answersAWeek),
    },
    {
      id: 'complaints',
      title: t('column.complaints'),
      align: 'end',
      sortBy: ({ complaintsAMonth }) => complaintsAMonth,
      csv: ({ complaintsAMonth }) => complaintsAMonth,
      renderCell: ({ complaintsAMonth }) =>
        complaintsAMonth > 0 ? <Tag tone="danger">{format.number(complaintsAMonth)}</Tag> : '0',
    },
  ];
  return (
    <ListTable
      id="house-profiles"
      name={t('page.profiles')}
      columns={columns}
      rows={profiles}
      keyOf={({ id }) => id}
      nameOf={({ screenName }) => screenName}
      isPartial={isPartial}
      readAll={readAll}
      renderBulk={(selected, clear) => <BulkActs brand={brand} selected={selected} onDone={clear} />}
    />
  );
}
