import { Ban, Hourglass, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { SanctionList } from '#console/features/sanctions/sanction-history.tsx';
import { useMe } from '#console/shell/api.ts';
import { DetailPage, LoadedDetail } from '#console/shell/detail-page.tsx';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { SkeletonRows } from '#console/shell/loaded.tsx';
import { useRefreshMembers } from '#console/shell/members.ts';
import type { Place } from '#console/shell/members.ts';
import { paths } from '#console/shell/paths.ts';
import { hasRightAt } from '#contract/kernel/staff-rights.ts';
import type { StaffRight } from '#contract/kernel/staff-rights.ts';
import type { MemberPage } from '#contract/staff/members.ts';
import { Avatar } from '#ui/avatar.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Tab, Tabs } from '#ui/tabs.tsx';
import { useToast } from '#ui/toast.tsx';
import { MemberActs } from './member-acts.tsx';
import { useMember } from './member-data.ts';
import { MemberFacts } from './member-facts.tsx';
import { useNames } from './names.ts';
import { Notifications } from './notifications.tsx';
import { Payments } from './payments.tsx';
import { Reports } from './reports.tsx';
import { Sessions } from './sessions.tsx';
import { Spending } from './spending.tsx';
import { LevelTag, StatusTag } from './tags.tsx';
import { Tickets } from './tickets.tsx';
import { Timeline } from './timeline.tsx';

/** One page about a person, with what the role may see. */
export function Member() {
  const { t } = useTranslation('members');
  const { brand = '', accountId = '' } = useParams();
  const place = { brand, accountId };
  const query = useMember(place);
  const { data: me } = useMe();
  useFollowChanges(place, me?.id);
  return (
    <DetailPage list={paths.members}>
      <LoadedDetail
        query={query}
        gone={<EmptyState compact icon={<UserX />} title={t('gone')} text={t('goneText')} />}
        skeleton={<SkeletonRows rows={6} className="h-16" />}
      >
        {(member) =>
          me && (
            <MemberView
              key={accountId}
              place={place}
              member={member}
              may={(right) => hasRightAt(me, place.brand, right)}
            />
          )
        }
      </LoadedDetail>
    </DetailPage>
  );
}

/** What another person has just done to this member is shown at once, and said. */
function useFollowChanges({ accountId }: Place, ownId: string | undefined): void {
  const { t } = useTranslation('members');
  const refresh = useRefreshMembers();
  const toast = useToast();
  useLiveChanges('member', ({ id, change, staffId }) => {
    if (id !== null && id !== accountId) return;
    void refresh();
    if (change !== 'reconnected' && staffId !== ownId) toast({ name: 'member', text: t('changedNow') });
  });
}

interface MemberViewProps {
  place: Place;
  member: MemberPage;
  may: (right: StaffRight) => boolean;
}

function MemberView({ place, member, may }: MemberViewProps) {
  return (
    <article className="flex flex-col gap-5">
      <MemberHead member={member} />
      <State member={member} />
      <MemberActs place={place} member={member} may={may} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <MemberTabs place={place} member={member} may={may} />
        <MemberFacts member={member} />
      </div>
    </article>
  );
}

function MemberHead({ member }: { member: MemberPage }) {
  const { t } = useTranslation('members');
  const { data: me } = useMe();
  const { screenName, photo, status, level, age, city, region, brand, createdAt, lastActiveAt } = member;
  const title = me?.brands.find(({ key }) => key === brand)?.title ?? brand;
  const who = [age === null ? null : t('years', { count: age }), city ?? region, title].filter(Boolean);
  return (
    <header className="flex items-center gap-4">
      <Avatar name={screenName} photo={photo ? { src: photo } : null} size="lg" />
      <div className="flex min-w-0 flex-col gap-1">
        <h1 tabIndex={-1} className="text-xl wrap-anywhere outline-none lg:text-2xl">
          {screenName}
        </h1>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <StatusTag status={status} />
          <LevelTag level={level} />
          <span>{who.join(' · ')}</span>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>
            {t('since')} <Moment at={createdAt} />
          </span>
          <span>
            {t('lastActive')} <Moment at={lastActiveAt} />
          </span>
        </p>
      </div>
    </header>
  );
}

/** Why and until when a member is shut out, and when everything is erased. */
function State({ member: { status, disabled, closesAt } }: { member: MemberPage }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const named = useNames();
  return (
    <>
      {status === 'disabled' && (
        <Notice tone="danger" icon={<Ban aria-hidden />}>
          <p className="font-semibold">
            {disabled?.until
              ? t('disabledUntil', { date: format.moment(disabled.until) })
              : t('disabledOpen')}
          </p>
          {disabled && (
            <p className="wrap-anywhere">
              {t(`disabledBy.${disabled.by}`, {
                date: format.moment(disabled.at),
                reason: named('rules', disabled.reason),
              })}
            </p>
          )}
        </Notice>
      )}
      {closesAt !== null && (
        <Notice tone="warning" icon={<Hourglass aria-hidden />}>
          <p>{t('closes', { date: format.moment(closesAt) })}</p>
        </Notice>
      )}
    </>
  );
}

type TabName =
  | 'timeline'
  | 'reports'
  | 'sanctions'
  | 'tickets'
  | 'sessions'
  | 'notifications'
  | 'spending'
  | 'payments';

/** Which of them is open stands in the address. */
function MemberTabs({ place, member, may }: MemberViewProps) {
  const { t } = useTranslation('members');
  const [search, setSearch] = useSearchParams();
  const { reports, tickets, sessions } = member;
  const tabs: Tab<TabName>[] = [
    { value: 'timeline', label: t('tabs.timeline'), content: <Timeline place={place} /> },
    {
      value: 'reports',
      label: t('tabs.reports'),
      count: { value: reports.length, label: t('reportCount', { count: reports.length }) },
      content: <Reports reports={reports} brand={place.brand} />,
    },
    {
      value: 'sanctions',
      label: t('tabs.sanctions'),
      content: (
        <div className="pt-3">
          <SanctionList member={place} />
        </div>
      ),
    },
  ];
  if (tickets)
    tabs.push({
      value: 'tickets',
      label: t('tabs.tickets'),
      content: <Tickets tickets={tickets} brand={place.brand} />,
    });
  if (sessions)
    tabs.push({
      value: 'sessions',
      label: t('tabs.sessions'),
      content: <Sessions place={place} sessions={sessions} mayEnd={may('members.disable')} />,
    });
  if (may('members.contact'))
    tabs.push(
      {
        value: 'notifications',
        label: t('tabs.notifications'),
        content: <Notifications place={place} />,
      },
      { value: 'spending', label: t('tabs.spending'), content: <Spending place={place} /> },
    );
  if (may('payments.timeline'))
    tabs.push({
      value: 'payments',
      label: t('tabs.payments'),
      content: <Payments place={place} mayLift={may('payments.block')} />,
    });
  const open = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'timeline';
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={tabs}
      value={open}
      onChange={(tab) => setSearch(tab === 'timeline' ? {} : { tab }, { replace: true })}
      className="min-w-0 [&_[role=tab]]:shrink-0 [&_[role=tab]]:whitespace-nowrap lg:[&_[role=tab]]:px-2.5 [&_[role=tablist]]:overflow-x-auto [&_[role=tablist]]:overflow-y-hidden max-xs:[&_[role=tablist]]:flex-wrap max-xs:[&_[role=tablist]>span]:hidden max-xs:[&_[role=tab][data-active]]:underline"
    />
  );
}
