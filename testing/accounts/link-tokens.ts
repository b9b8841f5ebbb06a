/** Tokens of links that our mails have, for tests that follow one without its mail. */

import type { MailKind } from '#contract/notification/mail-removal.ts';
import { autologinLink, confirmLink, resetLink, unsubscribeLink } from '#server/accounts/account-links.ts';
import type { LinkToMake } from '#server/mails/mail-links.ts';
import type { Links } from '#server/platform/security/links.ts';

interface Owner {
  brandId: string;
  accountId: string;
  version: number;
}

const ORIGIN = 'http://localhost:3000';

function make(links: Links, brandId: string, { purpose, subject, validFor, data }: LinkToMake) {
  return links.make({ purpose, brandId, subject, validFor, ...(data && { data }) });
}

export const makeResetToken = (links: Links, owner: Owner) =>
  make(links, owner.brandId, resetLink(ORIGIN, owner));

export const makeConfirmToken = (links: Links, owner: Owner, email: string) =>
  make(links, owner.brandId, confirmLink(ORIGIN, owner, email));

export const makeAutologinToken = (links: Links, owner: Owner) =>
  make(links, owner.brandId, autologinLink(ORIGIN, owner, { path: '/', trackerId: '' }));

export const makeUnsubscribeToken = (
  links: Links,
  owner: Omit<Owner, 'version'>,
  kinds: readonly MailKind[],
) => make(links, owner.brandId, unsubscribeLink(ORIGIN, owner, kinds));
