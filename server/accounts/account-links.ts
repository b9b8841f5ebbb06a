import { z } from 'zod';
import { fail } from '../../contract/kernel/errors.ts';
import type { LinkContext } from '../app.ts';
import { DAY, MINUTE } from '../platform/clock.ts';
import type { Link, Links } from '../platform/security/links.ts';

export const RESET_MINUTES = 60;
const CONFIRM_VALID = 7 * DAY;
const AUTOLOGIN_VALID = 7 * DAY;
const UNSUBSCRIBE_VALID = 90 * DAY;

interface LinkOwner {
  brandId: string;
  accountId: string;
  /** Of the account's credentials: once they change, the link is worthless. */
  version: number;
}

/** Good once. */
export function makeResetToken(links: Links, { brandId, accountId, version }: LinkOwner): Promise<string> {
  const validFor = RESET_MINUTES * MINUTE;
  return links.make({ purpose: 'reset', brandId, subject: accountId, validFor, data: { version } });
}

/** Good once, and only for the address it is sent to. */
export function makeConfirmToken(
  links: Links,
  { brandId, accountId, version }: LinkOwner,
  email: string,
): Promise<string> {
  const data = { email, version };
  return links.make({ purpose: 'confirm', brandId, subject: accountId, validFor: CONFIRM_VALID, data });
}

/** May be used again and again: the same mail is often opened on two devices. */
export function makeAutologinToken(
  links: Links,
  { brandId, accountId, version }: LinkOwner,
): Promise<string> {
  const data = { version };
  return links.make({ purpose: 'autologin', brandId, subject: accountId, validFor: AUTOLOGIN_VALID, data });
}

/** Opens nothing, so it outlives a change of password. */
export function makeUnsubscribeToken(
  links: Links,
  { brandId, accountId }: Omit<LinkOwner, 'version'>,
): Promise<string> {
  return links.make({ purpose: 'unsubscribe', brandId, subject: accountId, validFor: UNSUBSCRIBE_VALID });
}

const claims = z.object({
  accountId: z.uuid(),
  version: z.int(),
  email: z.string().max(254).optional(),
});

export interface AccountLink extends z.output<typeof claims> {
  link: Link;
}

/** Reads the link that somebody has followed. Whether it still fits the account is for the caller to see. */
export async function openAccountLink(
  { links, brandId, linkToken }: LinkContext,
  purpose: 'reset' | 'confirm' | 'autologin',
): Promise<AccountLink> {
  const link = await links.open(linkToken, { purpose, brandId });
  const read = claims.safeParse({ ...link.data, accountId: link.subject });
  return read.success ? { link, ...read.data } : fail('link.invalid');
}

/** An address of the site with what its page needs to know. */
export function pageAddress(origin: string, path: string, query: Record<string, string>): string {
  return `${origin}${path}?${new URLSearchParams(query).toString()}`;
}
