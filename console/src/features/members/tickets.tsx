import { Ticket as TicketIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { topicWords } from '#console/features/tickets/ticket-data.ts';
import { Moment } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import type { MemberPage } from '#contract/staff/members.ts';
import { Tag } from '#ui/badge.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

type MemberTicket = NonNullable<MemberPage['tickets']>[number];

/** What the member has written to support, also without signing in. */
export function Tickets({ tickets, brand }: { tickets: readonly MemberTicket[]; brand: string }) {
  const { t } = useTranslation('members');
  const { t: say } = useTranslation('tickets');
  if (tickets.length === 0)
    return (
      <EmptyState compact icon={<TicketIcon />} title={t('tickets.empty')} text={t('tickets.emptyText')} />
    );
  const columns: Column<MemberTicket>[] = [
    {
      title: t('tickets.what'),
      heading: true,
      renderCell: ({ id, number, topic, signedIn }) => (
        <span>
          <Link
            to={paths.ticket({ brand, id })}
            className="relative touch-target font-semibold underline underline-offset-2"
          >
            {say('number', { number })}
          </Link>
          <span className="block text-xs text-muted">
            {say(topicWords[topic])}
            {!signedIn && ` · ${t('tickets.signedOut')}`}
          </span>
        </span>
      ),
    },
    {
      title: t('tickets.state'),
      renderCell: ({ status }) => (
        <Tag tone={status === 'open' ? 'warning' : 'neutral'}>{say(`state.${status}`)}</Tag>
      ),
    },
    { title: t('tickets.at'), className: 'md:whitespace-nowrap', renderCell: ({ at }) => <Moment at={at} /> },
  ];
  return <DataTable name={t('tabs.tickets')} columns={columns} rows={tickets} keyOf={({ id }) => id} />;
}
