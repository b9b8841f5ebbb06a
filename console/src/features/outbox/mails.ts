import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '#console/shell/api.ts';
import { LINK_PLACEHOLDER } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { listMails, readMail } from '#contract/staff/staff.ts';

export type MailRow = ReplyOf<typeof listMails>['mails'][number];
export type FullMail = ReplyOf<typeof readMail>;

const LIVE_MS = 15_000;

export function useMails() {
  return useInfiniteQuery({
    queryKey: ['mails', 'list'],
    queryFn: ({ pageParam, signal }) => call(listMails, pageParam ? { before: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : LIVE_MS),
    select: ({ pages }) => pages.flatMap(({ mails }) => mails),
  });
}

export function useMail(id: string) {
  return useQuery({
    queryKey: ['mails', 'one', id],
    queryFn: ({ signal }) => call(readMail, { id }, { signal }),
  });
}

/** The command by which an operator on the server reads a mail with a link that works. */
export const printCommand = (mailId: string) => `npm run -s serenata -- mail ${mailId}`;

export const mailStatuses = ['queued', 'kept', 'sent', 'failed'] as const;

/** What the address says to show. Empty means everything. */
export interface MailFilter {
  status: string;
  brand: string;
  words: string;
}

export function readFilter(search: URLSearchParams): MailFilter {
  return {
    status: mailStatuses.find((status) => status === search.get('status')) ?? '',
    brand: search.get('brand') ?? '',
    words: search.get('q') ?? '',
  };
}

export function writeFilter({ status, brand, words }: MailFilter): URLSearchParams {
  const given = Object.entries({ status, brand, q: words }).filter(([, value]) => value !== '');
  return new URLSearchParams(given);
}

export function isFiltering({ status, brand, words }: MailFilter): boolean {
  return `${status}${brand}${words.trim()}` !== '';
}

/** Every word must be found somewhere: in the address, the subject or the name of the template. */
export function matchMails(
  mails: readonly MailRow[],
  { status, brand, words }: MailFilter,
): readonly MailRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return mails.filter((mail) => {
    if (status && mail.status !== status) return false;
    if (brand && mail.brand !== brand) return false;
    const text = `${mail.to} ${mail.subject} ${mail.template}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

interface Piece {
  /** Where in the text it begins. */
  at: number;
  text: string;
  href?: string;
}

/** Cuts a text at its web addresses. Punctuation that ends a sentence does not belong to the address. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/https?:\/\/[^\s<>".,;:!?)\]][^\s<>"]*/g)) {
    const address = found.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, '');
    if (index > end) pieces.push({ at: end, text: text.slice(end, index) });
    pieces.push({
      at: index,
      text: address,
      // It leads nowhere before the mail is sent.
      ...(!address.includes(LINK_PLACEHOLDER) && { href: address }),
    });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end) });
  return pieces;
}
