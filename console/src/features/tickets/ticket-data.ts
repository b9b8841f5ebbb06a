import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '#console/shell/api.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { type TicketTopic, ticketTopics } from '#contract/support/contact.ts';
import {
  type OpenTicket,
  type TicketList,
  answerTicket,
  assignTicket,
  closeTicket,
  countTickets,
  listTickets,
  readTicket,
  ticketLists,
} from '#contract/support/tickets.ts';

/** Everything about tickets that was asked for. */
const ticketsKey = ['tickets'] as const;

export const topicWords = {
  account: 'topics.account',
  payment: 'topics.payment',
  safety: 'topics.safety',
  privacy: 'topics.privacy',
  other: 'topics.other',
} as const satisfies Record<TicketTopic, string>;

/** Where a ticket is. */
export interface Place {
  brand: string;
  id: string;
}

export interface TicketFilter {
  list: TicketList;
  brand?: string;
  topic?: TicketTopic;
}

/** What the address asks for. Whatever else stands there counts as nothing. */
export function readFilter(search: URLSearchParams): TicketFilter {
  const brand = search.get('brand');
  const topic = ticketTopics.find((each) => each === search.get('topic'));
  return {
    list: ticketLists.find((each) => each === search.get('list')) ?? 'open',
    ...(brand && { brand }),
    ...(topic && { topic }),
  };
}

export function useFilter(): [TicketFilter, (part: Partial<Record<keyof TicketFilter, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (part: Partial<Record<keyof TicketFilter, string>>) =>
    setSearch(
      (current) => {
        const next = Object.entries({ ...readFilter(current), ...part });
        return next.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
      },
      { replace: true },
    );
  return [readFilter(search), change];
}

export function useTickets(filter: TicketFilter) {
  return useInfiniteQuery({
    queryKey: [...ticketsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listTickets, { ...filter, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }: InfiniteData<ReplyOf<typeof listTickets>>) => pages.flatMap(({ tickets }) => tickets),
    placeholderData: keepPreviousData,
  });
}

export function useTicketCounts(brand?: string) {
  return useQuery({
    queryKey: [...ticketsKey, 'counts', brand],
    queryFn: ({ signal }) => call(countTickets, { ...(brand && { brand }) }, { signal }),
  });
}

const keyOf = ({ brand, id }: Place) => [...ticketsKey, 'one', brand, id] as const;

export function useTicket(place: Place) {
  return useQuery({
    queryKey: keyOf(place),
    queryFn: ({ signal }) => call(readTicket, place, { signal }),
  });
}

export function useRefreshTickets() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ticketsKey });
}

/** What the page does to the ticket. Each answers with the ticket as it is then. */
export function useTicketActs(place: Place) {
  const client = useQueryClient();
  const refresh = useRefreshTickets();
  const keep = (ticket: OpenTicket) => {
    client.setQueryData(keyOf(place), ticket);
    void refresh();
  };
  const assign = useMutation({
    mutationFn: (mine: boolean) => call(assignTicket, { ...place, mine }),
    onSuccess: keep,
  });
  const close = useMutation({
    mutationFn: (closed: boolean) => call(closeTicket, { ...place, closed }),
    onSuccess: keep,
  });
  const write = useMutation({
    mutationFn: (message: Written) => call(answerTicket, { ...place, ...message }),
    onSuccess: keep,
    // Another message has come meanwhile: the page shows it, and the words wait in their field.
    onError: (error) => void (hasChanged(error) && refresh()),
  });
  return { assign, close, write };
}

export interface Written {
  messageId: string;
  kind: 'reply' | 'note';
  text: string;
  seen: string;
  close: boolean;
}

export function hasChanged(error: unknown): boolean {
  return error instanceof Failure && error.code === 'ticket.changed';
}
