/** The links of our mails: what they are good for, how long, and how they are made and opened. */

import { z } from 'zod';
import { fail } from '../../contract/kernel/errors.ts';
import { mailKinds } from '../../contract/notification/mail-removal.ts';
import type { MailKind } from '../../contract/notification/mail-removal.ts';
import type { LinkContext, App, VisitorContext } from '../app.ts';
import type { Brand } from '../brands/directory.ts';
import { DAY, MINUTE } from '../platform/clock.ts';
import type { Link, Links } from '../platform/security/links.ts';
import { findAccountByEmail } from './credentials.ts';
import { normalEmail } from './email-address.ts';

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

/** For mails of some sorts. Opens nothing, so it outlives a change of password. */
export function makeUnsubscribeToken(
  links: Links,
  { brandId, accountId }: Omit<LinkOwner, 'version'>,
  kinds: readonly MailKind[],
): Promise<string> {
  const validFor = UNSUBSCRIBE_VALID;
  return links.make({ purpose: 'unsubscribe', brandId, subject: accountId, validFor, data: { kinds } });
}

const unsubscribeClaims = z.object({ accountId: z.uuid(), kinds: mailKinds });

/** Whose mails a link is about, and of which sorts. */
export async function openUnsubscribeLink(
  { app: { links }, brandId }: VisitorContext,
  token: string,
): Promise<z.output<typeof unsubscribeClaims>> {
  const { subject, data } = await links.open(token, { purpose: 'unsubscribe', brandId });
  return unsubscribeClaims.safeParse({ ...data, accountId: subject }).data ?? fail('link.invalid');
}

/** An address that signs in and goes on to a page. */
export async function autologinAddress(
  links: Links,
  owner: LinkOwner,
  { origin, path, trackerId }: { origin: string; path: string; trackerId: string },
): Promise<string> {
  const token = await makeAutologinToken(links, owner);
  const red = Buffer.from(path).toString('base64');
  return pageAddress(origin, '/autologin', { token, red, clickid: trackerId });
}

const linkClaims = z.object({
  accountId: z.uuid(),
  version: z.int(),
  email: z.string().max(254).optional(),
});

export interface AccountLink extends z.output<typeof linkClaims> {
  link: Link;
}

/** Reads the link that somebody has followed. Whether it still fits the account is for the caller to see. */
export async function openAccountLink(
  { app: { links }, brandId, linkToken }: LinkContext,
  purpose: 'reset' | 'confirm' | 'autologin',
): Promise<AccountLink> {
  const link = await links.open(linkToken, { purpose, brandId });
  const read = linkClaims.safeParse({ ...link.data, accountId: link.subject });
  return read.success ? { link, ...read.data } : fail('link.invalid');
}

/** An address of the site with what its page needs to know. */
export function pageAddress(origin: string, path: string, query: Record<string, string>): string {
  return `${origin}${path}?${new URLSearchParams(query).toString()}`;
}

/** The links that an operator may make by hand, to try them out. */
export const handmadeLinks = ['reset', 'confirm', 'autologin', 'external', 'unsubscribe'] as const;
export type HandmadeLink = (typeof handmadeLinks)[number];

const EXTERNAL_VALID = 7 * DAY;

interface HandmadeLinkOptions {
  purpose: HandmadeLink;
  brand: Brand;
  /** Where the site is. */
  origin: string;
  email: string;
  /** The path to go on to. */
  red: string;
  /** What a partner knows of somebody he sends. */
  claims?: { region?: string | undefined; city?: string | undefined; source?: string | undefined };
}

/** Makes a link as our mails or a partner's hold it. Answers nothing where it needs an account and there is none. */
export async function makeLinkAddress(
  { db, links }: Pick<App, 'db' | 'links'>,
  { purpose, brand, origin, email: typed, red, claims = {} }: HandmadeLinkOptions,
): Promise<string | undefined> {
  const email = normalEmail(typed);
  if (purpose === 'external') {
    const token = await links.make({
      purpose,
      brandId: brand.id,
      subject: email,
      validFor: EXTERNAL_VALID,
      data: { email, source: 'email', ...claims },
      partner: firstPartner(brand),
    });
    return pageAddress(origin, '/external_email', { token, red: Buffer.from(red).toString('base64') });
  }
  const account = await findAccountByEmail(db, brand.id, email);
  if (!account) return undefined;
  const owner = { brandId: brand.id, accountId: account.id, version: account.credentials_version };
  switch (purpose) {
    case 'reset':
      return pageAddress(origin, '/resetPassword', { token: await makeResetToken(links, owner) });
    case 'confirm': {
      const token = await makeConfirmToken(links, owner, account.pending_email ?? account.email);
      return pageAddress(origin, '/confirmEmail', { token });
    }
    case 'autologin':
      return autologinAddress(links, owner, { origin, path: red, trackerId: account.tracker_id });
    case 'unsubscribe':
      return pageAddress(origin, '/unsubscribe', {
        token: await makeUnsubscribeToken(links, owner, ['newsletter']),
      });
  }
}

function firstPartner({ settings: { partners, title } }: Brand): string {
  const [partner] = partners;
  if (partner === undefined) throw new Error(`${title} has no partners`);
  return partner;
}
