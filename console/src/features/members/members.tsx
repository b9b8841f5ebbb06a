import { UserSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useMe, useBrandTitle } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, NextPage, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { useRefreshMembers } from '#console/shell/members.ts';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { moveFocus } from '#console/shell/queue.tsx';
import { hasRightSomewhere } from '#contract/kernel/staff-rights.ts';
import type { FoundMember } from '#contract/staff/members.ts';
import { Avatar } from '#ui/avatar.tsx';
import { isFiltering, useFilter, useMembers } from './member-data.ts';
import type { FilterChange } from './member-data.ts';
import { SearchBar, focusSearch } from './search-bar.tsx';
import { LevelTag, StatusTag } from './tags.tsx';

const nothing: FilterChange = { text: '', status: '', level: '', from: '', to: '', sort: '' };

/** Finding a member. */
export function Members() {
  const { t } = useTranslation(['members', 'shell']);
  const { data: me } = useMe();
  const [filter, change] = useFilter();
  const query = useMembers(filter);
  const navigate = useNavigate();
  const refresh = useRefreshMembers();
  const shown = query.data ?? [];
  useLiveChanges('member', ({ id }) => {
    if (id === null || shown.some(({ accountId }) => accountId === id)) void refresh();
  });
  useKeys({ '/': focusSearch, j: () => moveFocus(memberRows(), 1), k: () => moveFocus(memberRows(), -1) });
  const isFiltered = isFiltering(filter);
  const mayContact = me !== undefined && hasRightSomewhere(me, 'members.contact');
  return (
    <Page text={t(mayContact ? 'text' : 'textWithoutContact')}>
      <SearchBar
        filter={filter}
        onChange={change}
        onClear={() => change(nothing)}
        onEnter={() => {
          const [only] = shown;
          if (shown.length === 1 && only && !query.isFetching)
            void navigate(paths.member(only.brand, only.accountId));
          else moveFocus(memberRows(), 1);
        }}
      />
      <Loaded query={query} skeleton={<SkeletonRows rows={10} className="h-14" />}>
        {(members) =>
          members.length === 0 ? (
            <NothingFound
              icon={<UserSearch />}
              title={t(isFiltered ? 'noneFound' : 'empty')}
              text={t(isFiltered ? 'noneFoundText' : 'emptyText')}
              clear={isFiltered ? { label: t('clear'), onClick: () => change(nothing) } : undefined}
            />
          ) : (
            <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
              <MemberTable members={members} mayContact={mayContact} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function MemberTable({ members, mayContact }: { members: readonly FoundMember[]; mayContact: boolean }) {
  const { t } = useTranslation(['members', 'shell']);
  const titleOf = useBrandTitle();
  const columns: ListColumn<FoundMember>[] = [
    {
      id: 'member',
      title: t('member'),
      heading: true,
      renderCell: ({ brand, accountId, screenName, photo, email }) => (
        <span className="flex items-center gap-3 md:min-w-44">
          <Avatar name={screenName} photo={photo ? { src: photo } : null} size="sm" />
          <span className="min-w-0">
            <Link
              data-member-row
              to={paths.member(brand, accountId)}
              className="relative block touch-target text-sm font-semibold wrap-anywhere hover:underline"
            >
              {screenName}
            </Link>
            {mayContact && <span className="block text-xs wrap-anywhere text-muted">{email}</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      title: t('state'),
      renderCell: ({ status, level }) => (
        <span className="flex flex-wrap gap-1 max-md:justify-end">
          <StatusTag status={status} />
          <LevelTag level={level} />
        </span>
      ),
    },
    {
      id: 'place',
      title: t('place'),
      renderCell: ({ age, city, region, brand }) => (
        <span>
          {[age === null ? null : t('years', { count: age }), city ?? region].filter(Boolean).join(', ')}
          <span className="block text-xs text-muted">{titleOf(brand)}</span>
        </span>
      ),
    },
    {
      id: 'since',
      title: t('since'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'lastActive',
      title: t('lastActive'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ lastActiveAt }) => <Moment at={lastActiveAt} />,
    },
  ];
  return (
    <ListTable
      id="members"
      name={t('page.members')}
      columns={columns}
      rows={members}
      keyOf={({ accountId }) => accountId}
    />
  );
}

const memberRows = () => [...document.querySelectorAll<HTMLElement>('[data-member-row]')];
