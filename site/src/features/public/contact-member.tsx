import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDates } from '#client/dates.ts';
import { queryClient } from '#client/query-client.ts';
import { listOwnTickets } from '#contract/support/contact.ts';
import type { OwnTicket } from '#contract/support/contact.ts';
import { call } from '#site/shell/api.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Card } from '#ui/card.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { ContactForm } from './contact-form.tsx';
import { TicketState, topicWords } from './ticket-state.tsx';

const ticketsOf = (trackerId: string) => [trackerId, 'tickets'];

/** The form with the member's own address in it. */
export function MemberForm() {
  const { trackerId, email } = useMember();
  return (
    <ContactForm
      writer={{ trackerId, email }}
      onSent={() => void queryClient.invalidateQueries({ queryKey: ticketsOf(trackerId) })}
    />
  );
}

/** What the member has written before. Without a message there is nothing to see. */
export function OwnTickets() {
  const { t } = useTranslation('pages');
  const titleId = useId();
  const { trackerId } = useMember();
  const tickets = useQuery(
    {
      queryKey: ticketsOf(trackerId),
      queryFn: ({ signal }) => call(listOwnTickets, { trackerId }, { signal }),
      staleTime: 0,
    },
    // The page is public, so nothing around it provides one.
    queryClient,
  );
  if (tickets.data?.tickets.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-xl">
        {t('contact.own')}
      </h2>
      <Loaded query={tickets} skeleton={<RowSkeletons />}>
        {({ tickets: written }) => (
          <ul className="divide-y divide-line">
            {written.map((ticket) => (
              <TicketRow key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function TicketRow({ ticket: { id, number, topic, status, updatedAt } }: { ticket: OwnTicket }) {
  const { t } = useTranslation('pages');
  const dates = useDates();
  return (
    <li>
      <Link to={paths.ticket(id)} className="flex min-h-14 items-center gap-3 py-2">
        <span className="flex min-w-0 flex-1 flex-col items-start gap-y-1 sm:flex-row sm:items-center sm:justify-between sm:gap-x-3">
          <span>
            <span className="block font-medium">
              {t('ticket.number', { number })} · {t(topicWords[topic])}
            </span>
            <span className="text-sm text-muted">{dates.day(updatedAt)}</span>
          </span>
          <TicketState status={status} />
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  );
}
