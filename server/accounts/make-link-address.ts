import type { Brand } from '../brands/directory.ts';
import type { App } from '../app.ts';
import { DAY } from '../platform/clock.ts';
import {
  makeAutologinToken,
  makeConfirmToken,
  makeResetToken,
  makeUnsubscribeToken,
  pageAddress,
} from './account-links.ts';
import { normalEmail } from './email-address.ts';
import { findAccountByEmail } from './queries.ts';

/** The links that an operator may make by hand, to try them out. */
export const handmadeLinks = ['reset', 'confirm', 'autologin', 'external', 'unsubscribe'] as const;
export type HandmadeLink = (typeof handmadeLinks)[number];

const EXTERNAL_VALID = 7 * DAY;

interface Wishes {
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
  { purpose, brand, origin, email: typed, red, claims = {} }: Wishes,
): Promise<string | undefined> {
  const email = normalEmail(typed);
  const goOn = { red: Buffer.from(red).toString('base64') };
  if (purpose === 'external') {
    const token = await links.make({
      purpose,
      brandId: brand.id,
      subject: email,
      validFor: EXTERNAL_VALID,
      data: { email, source: 'email', ...claims },
      partner: firstPartner(brand),
    });
    return pageAddress(origin, '/external_email', { token, ...goOn });
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
    case 'autologin': {
      const token = await makeAutologinToken(links, owner);
      return pageAddress(origin, '/autologin', { token, ...goOn, clickid: account.tracker_id });
    }
    case 'unsubscribe':
      return pageAddress(origin, '/unsubscribe', { token: await makeUnsubscribeToken(links, owner) });
  }
}

function firstPartner({ settings: { partners, title } }: Brand): string {
  const [partner] = partners;
  if (partner === undefined) throw new Error(`${title} has no partners`);
  return partner;
}
