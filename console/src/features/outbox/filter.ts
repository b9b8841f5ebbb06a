import type { MailRow } from './use-mails.ts';

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

/** The brands to choose from: those with mail, and the chosen one even where it has none. */
export function brandsOf(mails: readonly MailRow[], chosen: string): string[] {
  return [...new Set([...mails.map(({ brand }) => brand), ...(chosen ? [chosen] : [])])].sort();
}
