/**
 * The links of mails. A token opens an account, so it is made when a mail is sent and written down nowhere: until then the
 * outbox has nothing but what it will be made of.
 */

import { z } from 'zod';
import { LINK_PLACEHOLDER } from '#contract/kernel/constants.ts';
import { linkPurposes } from '#server/platform/security/links.ts';
import type { Links } from '#server/platform/security/links.ts';

/** What a link with a token is made of. */
const linkToMake = z.object({
  /** The page that it leads to. */
  page: z.url({ protocol: /^https?$/ }),
  /** What else the page needs to know. */
  query: z.record(z.string(), z.string()).exactOptional(),
  /** Behind the hash a token reaches no log, also not that of a proxy. */
  behindHash: z.literal(true).exactOptional(),
  purpose: z.enum(linkPurposes),
  subject: z.string().max(320),
  /** Milliseconds, from when the mail is sent. */
  validFor: z.int().positive(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
});
export type LinkToMake = z.output<typeof linkToMake>;

/** An address that opens nothing by itself, or what one with a token is made of. */
export type MailLink = string | LinkToMake;

/** The address as the outbox shows it: everything but the token. */
export function addressToMake(link: LinkToMake): string {
  return withToken(link, LINK_PLACEHOLDER);
}

/** The address with a token made now. All that are made under one id are good once between them. */
export async function makeAddress(
  links: Links,
  brandId: string,
  link: LinkToMake,
  id?: string,
): Promise<string> {
  const { purpose, subject, validFor, data } = link;
  return withToken(
    link,
    await links.make({ purpose, brandId, subject, validFor, ...(data && { data }), ...(id && { id }) }),
  );
}

function withToken({ page, query = {}, behindHash }: LinkToMake, token: string): string {
  if (behindHash) return `${page}#${token}`;
  return `${page}?${new URLSearchParams({ token, ...query }).toString()}`;
}

/** The data of a mail with its links made, for the moment in which it is sent. However often that is tried, they are good once. */
export async function makeLinksOf<D>(
  links: Links,
  { id, brandId, data }: { id: string; brandId: string; data: D },
): Promise<D> {
  if (typeof data !== 'object' || data === null) return data;
  const made = Object.entries(data).map(async ([key, value]) => {
    if (!linkKeys.has(key) || typeof value === 'string') return [key, value] as const;
    return [key, await makeAddress(links, brandId, linkToMake.parse(value), id)] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as D;
}

const linkKeys: ReadonlySet<string> = new Set(['link', 'unsubscribeLink']);
