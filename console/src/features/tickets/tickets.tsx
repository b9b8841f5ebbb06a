import { Inbox, Ticket as TicketIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { useMe } from '#console/shell/api.ts';
import { FilterSelect } from '#console/shell/filter-select.tsx';
import { Moment } from '#console/shell/format.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, NextPage, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { usePageTitle } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { KeyHelp, QueuePage, moveFocus } from '#console/shell/queue.tsx';
import { QUEUE_COUNTED_TO } from '#contract/kernel/constants.ts';
import { ticketTopics } from '#contract/support/contact.ts';
import { type Ticket, type TicketList, ticketLists } from '#contract/support/tickets.ts';
import { topicWords, useFilter, useRefreshTickets, useTicketCounts, useTickets } from './ticket-data.ts';

/** What people have written to support, and the one that is open. */
export function Tickets() {
  const { t } = useTranslation('tickets');
  const { id } = useParams();
  const refresh = useRefreshTickets();
  const { data: me } = useMe();
  // Who is just writing is of no interest to the lists; the open ticket looks for itself.
  useLiveChanges('ticket', ({ change, staffId }) => {
    if (change !== 'answering' && staffId !== me?.id) void refresh();
  });
  return (
    <QueuePage
      width="lg:w-96"
      queue={<TicketColumn />}
      open={id === undefined ? null : <Outlet key={id} />}
      closed={{ icon: <TicketIcon />, title: t('choose'), text: t('chooseText') }}
    />
  );
}

function TicketColumn() {
  const { t } = useTranslation(['tickets', 'shell']);
  const title = usePageTitle();
  const [filter, change] = useFilter();
  const query = useTickets(filter);
  const navigate = useNavigate();
  const { search } = useLocation();
  const first = query.data?.[0];
  useKeys({
    j: () => moveFocus(ticketRows(), 1),
    k: () => moveFocus(ticketRows(), -1),
    n: first && (() => void navigate({ pathname: paths.ticket(first), search })),
  });
  const isFiltering = filter.topic !== undefined;
  return (
    <>
      <header className="flex flex-col gap-3 px-4 pt-5 pb-3 lg:pt-6">
        <div className="flex items-center justify-between gap-2">
          <h1 id="queue-title" tabIndex={-1} className="text-xl outline-none">
            {title}
          </h1>
          <Help />
        </div>
        <Lists chosen={filter.list} brand={filter.brand} onChoose={(list) => change({ list })} />
        <Filters />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        <Loaded query={query} skeleton={<SkeletonRows rows={6} className="h-20" />}>
          {(tickets) =>
            tickets.length === 0 ? (
              <NothingFound
                icon={<Inbox />}
                title={t(isFiltering ? 'noneFound' : `empty.${filter.list}`)}
                text={t(isFiltering ? 'noneFoundText' : 'emptyText')}
                clear={isFiltering ? { label: t('clear'), onClick: () => change({ topic: '' }) } : undefined}
              />
            ) : (
              <div
                className={query.isPlaceholderData ? 'opacity-60' : ''}
                aria-busy={query.isPlaceholderData}
              >
                <TicketRows tickets={tickets} />
                <NextPage query={query} />
              </div>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

const ticketRows = () => [...document.querySelectorAll<HTMLElement>('[data-ticket-row]')];

type ListsProps = { chosen: TicketList; brand: string | undefined; onChoose: (list: TicketList) => void };

/** The four lists, with how many wait in each. */
function Lists({ chosen, brand, onChoose }: ListsProps) {
  const { t } = useTranslation('tickets');
  const { data: counts } = useTicketCounts(brand);
  const countOf = (list: TicketList) => (list === 'closed' ? undefined : counts?.[list]);
  return (
    <div role="group" aria-label={t('lists')} className="flex flex-wrap gap-1 rounded-field bg-soft p-1">
      {ticketLists.map((list) => {
        const count = countOf(list) ?? 0;
        return (
          <button
            key={list}
            type="button"
            aria-pressed={list === chosen}
            onClick={() => onChoose(list)}
            className="flex min-h-9 flex-auto items-center justify-center gap-1 rounded-field px-1 py-1 text-xs leading-tight font-medium whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-raised pointer-coarse:min-h-11"
          >
            {t(`list.${list}`)}
            {count > 0 && (
              <span className="tabular-nums">
                {count >= QUEUE_COUNTED_TO ? `${QUEUE_COUNTED_TO}+` : count}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function Filters() {
  const { t } = useTranslation('tickets');
  const [filter, change] = useFilter();
  return (
    <search>
      <FilterSelect
        label={t('topic')}
        any={t('anyTopic')}
        value={filter.topic}
        options={ticketTopics.map((value) => ({ value, label: t(topicWords[value]) }))}
        onChange={(value) => change({ topic: value })}
      />
    </search>
  );
}

function TicketRows({ tickets }: { tickets: readonly Ticket[] }) {
  const { t } = useTranslation(['tickets', 'shell']);
  const { search } = useLocation();
  const { data: me } = useMe();
  const titleOf = (key: string) => me?.brands.find((brand) => brand.key === key)?.title ?? key;
  return (
    <ul aria-label={t('page.tickets')} className="divide-y divide-line border-b border-line">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <NavLink
            data-ticket-row
            to={{ pathname: paths.ticket(ticket), search }}
            preventScrollReset
            className="flex flex-col gap-1 px-4 py-3 transition-colors -outline-offset-3 hover:bg-soft/60 aria-[current=page]:bg-soft aria-[current=page]:inset-shadow-[3px_0_0_var(--primary-line)]"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="truncate font-semibold">
                {ticket.screenName ?? ticket.email ?? t('number', { number: ticket.number })}
              </span>
              <Moment at={ticket.since} className="shrink-0 text-xs text-muted" />
            </span>
            <span className="line-clamp-2 text-sm wrap-anywhere">{ticket.preview}</span>
            <span className="truncate text-xs text-muted">
              {[
                `#${ticket.number}`,
                t(topicWords[ticket.topic]),
                titleOf(ticket.brand),
                ticket.assignee && (ticket.assignee.staffId === me?.id ? t('mine') : ticket.assignee.name),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function Help() {
  const { t } = useTranslation('tickets');
  return (
    <KeyHelp
      title={t('keys.title')}
      keys={[
        { keys: ['J', 'K'], does: t('keys.move') },
        { keys: ['N'], does: t('keys.next') },
        { keys: ['R'], does: t('keys.reply') },
        { keys: ['I'], does: t('keys.note') },
        { keys: ['A'], does: t('keys.assign') },
        { keys: ['E'], does: t('keys.close') },
        { keys: ['Ctrl', 'Enter'], does: t('keys.send') },
        { keys: ['/'], does: t('keys.snippet') },
        { keys: ['Esc'], does: t('keys.back') },
      ]}
    />
  );
}
