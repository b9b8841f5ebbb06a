import type { Language } from '../../contract/kernel/constants.ts';
import type { VisitorContext } from '../app.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { makeConfirmToken, pageAddress } from './account-links.ts';

interface ToConfirm {
  accountId: string;
  /** Of the account's credentials. */
  version: number;
  email: string;
  screenName: string;
  language: Language;
  /** `confirm_new_email` where it shall take the place of another address. */
  template: 'confirm_email' | 'confirm_new_email';
}

/** Asks whoever reads the mails of an address to confirm it. */
export async function queueConfirmation(
  { links, brand, brandId, origin }: VisitorContext,
  db: DbOrTx,
  { accountId, version, email, screenName, language, template }: ToConfirm,
): Promise<void> {
  const token = await makeConfirmToken(links, { brandId, accountId, version }, email);
  const link = pageAddress(origin, '/confirmEmail', { token });
  await queueMail(db, { brand, accountId, to: email, language, template, data: { link, screenName } });
}
