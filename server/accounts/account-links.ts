/** The links of our mails: what they are made of, how long they are good, and how they are opened. */

import { z } from 'zod';
import { fail } from '#contract/kernel/errors.ts';
import { mailKinds } from '#contract/notification/mail-removal.ts';
import type { MailKind } from '#contract/notification/mail-removal.ts';
import type { LinkContext, App, VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { makeAddress } from '#server/mails/mail-links.ts';
import type { LinkToMake } from '#server/mails/mail-links.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import type { Link } from '#server/platform/security/links.ts';
import { findAccountByEmail } from './credentials.ts';
import { normalEmail } from './email-address.ts';

export const RESET_MINUTES = 60;
const CONFIRM_VALID = 7 * DAY;
const AUTOLOGIN_VALID = 7 * DAY;
const UNSUBSCRIBE_VALID = 90 * DAY;

interface LinkOwner {
  accountId: string;
  /** Of the account's credentials: once they change, the link is worthless. */
  version: number;
}

/** Good once. */
export function resetLink(origin: string, { accountId: subject, version }: LinkOwner): LinkToMake {
  const validFor = RESET_MINUTES * MINUTE;
  return { page: `${origin}/resetPassword`, purpose: 'reset', subject, validFor, data: { version } };
}

/** Good once, and only for the address it is sent to. */
export function confirmLink(
  origin: string,
  { accountId: subject, version }: LinkOwner,
  email: string,
): LinkToMake {
  const data = { email, version };
  return { page: `${origin}/confirmEmail`, purpose: 'confirm', subject, validFor: CONFIRM_VALID, data };
}

/** Signs in and goes on to a page. May be used again and again: the same mail is often opened on two devices. */
export function autologinLink(
  origin: string,
  { accountId: subject, version }: LinkOwner,
  { path, trackerId }: { path: string; trackerId: string },
): LinkToMake {
  const query = { red: Buffer.from(path).toString('base64'), clickid: trackerId };
  const what = { purpose: 'autologin', subject, validFor: AUTOLOGIN_VALID, data: { version } } as const;
  return { page: `${origin}/autologin`, query, ...what };
}

/** Where a member refuses mails of some sorts. Opens nothing, so it outlives a change of password. */
export function unsubscribeLink(
  origin: string,
  { accountId: subject }: Omit<LinkOwner, 'version'>,
  kinds: readonly MailKind[],
): LinkToMake {
  const what = { purpose: 'unsubscribe', subject, validFor: UNSUBSCRIBE_VALID, data: { kinds } } as const;
  return { page: `${origin}/unsubscribe`, ...what };
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

const linkClaims = z.object({
  accountId: z.uuid(),
  version: z.int(),
  email: z.string().max(254).optional(),
});

export interface AccountLink extends z.output<typeof linkClaims> {
  link: Link;
}

/** Reads the link that was opened. Whether it still fits the account is for the caller to see. */
export async function openAccountLink(
  { app: { links }, brandId, linkToken }: LinkContext,
  purpose: 'reset' | 'confirm' | 'autologin',
): Promise<AccountLink> {
  const link = await links.open(linkToken, { purpose, brandId });
  const read = linkClaims.safeParse({ ...link.data, accountId: link.subject });
  return read.success ? { link, ...read.data } : fail('link.invalid');
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
  /** What a partner knows of a visitor they send. */
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
    const query = new URLSearchParams({ token, red: Buffer.from(red).toString('base64') });
    return `${origin}/external_email?${query.toString()}`;
  }
  const account = await findAccountByEmail(db, brand.id, email);
  if (!account) return undefined;
  return makeAddress(links, brand.id, handmadeLink(purpose, account, { origin, red }));
}

function handmadeLink(
  purpose: Exclude<HandmadeLink, 'external'>,
  account: NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>,
  { origin, red }: Pick<HandmadeLinkOptions, 'origin' | 'red'>,
): LinkToMake {
  const owner = { accountId: account.id, version: account.credentials_version };
  switch (purpose) {
    case 'reset':
      return resetLink(origin, owner);
    case 'confirm':
      return confirmLink(origin, owner, account.pending_email ?? account.email);
    case 'autologin':
      return autologinLink(origin, owner, { path: red, trackerId: account.tracker_id });
    case 'unsubscribe':
      return unsubscribeLink(origin, owner, ['newsletter']);
  }
}

function firstPartner({ settings: { partners, title } }: Brand): string {
  const [partner] = partners;
  if (partner === undefined) throw new Error(`${title} has no partners`);
  return partner;
}
