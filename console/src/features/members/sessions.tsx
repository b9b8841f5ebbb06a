import { useMutation } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { useRefreshMembers } from '#console/shell/members.ts';
import type { Place } from '#console/shell/members.ts';
import { type MemberPage, endMemberSession } from '#contract/staff/members.ts';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useToast } from '#ui/toast.tsx';

type Session = NonNullable<MemberPage['sessions']>[number];

interface SessionsProps {
  place: Place;
  sessions: readonly Session[];
  mayEnd: boolean;
}

/** Where the member is signed in. */
export function Sessions({ place, sessions, mayEnd }: SessionsProps) {
  const { t, i18n } = useTranslation(['members', 'shell']);
  const toast = useToast();
  const refresh = useRefreshMembers();
  const end = useMutation({
    mutationFn: (sessionId: string) => call(endMemberSession, { ...place, sessionId }),
    onSuccess: () => toast({ name: 'member', kind: 'success', text: t('sessions.ended') }),
    onError: (error) => toast({ name: 'member', kind: 'danger', text: explain(error, i18n) }),
    onSettled: refresh,
  });
  if (sessions.length === 0)
    return (
      <EmptyState
        compact
        icon={<MonitorSmartphone />}
        title={t('sessions.empty')}
        text={t('sessions.emptyText')}
      />
    );
  const nameOf = ({ device }: Session) => device || t('sessions.unknown');
  const columns: Column<Session>[] = [
    {
      title: t('sessions.device'),
      heading: true,
      renderCell: (session) => <span className="font-semibold">{nameOf(session)}</span>,
    },
    { title: t('sessions.method'), renderCell: ({ method }) => t(`methods.${method}`) },
    {
      title: t('sessions.ip'),
      renderCell: ({ ip }) => ip && <span className="font-mono text-xs">{ip}</span>,
    },
    { title: t('sessions.since'), renderCell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t('sessions.seen'), renderCell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
  ];
  if (mayEnd)
    columns.push({
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      renderCell: (session) => (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('sessions.endOf', { device: nameOf(session) })}
          loading={end.isPending && end.variables === session.id}
          onClick={() => end.mutate(session.id)}
        >
          {t('sessions.end')}
        </Button>
      ),
    });
  return <DataTable name={t('tabs.sessions')} columns={columns} rows={sessions} keyOf={({ id }) => id} />;
}
