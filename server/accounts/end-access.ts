/**
 * Ending everything by which a stranger could come back into an account, or read along with it. A reset by mail, the arrival
 * of the address's true owner, disabling and closing all go through here.
 */

import type { Language } from '#contract/kernel/constants.ts';
import type { App } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import { fill, plainName, words } from '#server/mails/templates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { endSessionsOf } from '#server/platform/security/sessions.ts';
import type { ChangedAccount, EndedAccess } from './account-handlers.ts';
import { raiseCredentialsVersion } from './credentials.ts';
import { removeAllIdentities } from './own-identities.ts';
import { removeAllPasskeys } from './passkeys/own-passkeys.ts';

/**
 * Links, known devices, passkeys, linked identities, what the rooms above send elsewhere, and sessions. The account must be
 * locked. A disabled account keeps its sessions, which open nothing: an open page asks by its own why it has stopped.
 */
export async function endAllAccess(
  { accountHandlers }: Pick<App, 'accountHandlers'>,
  tx: Tx,
  account: ChangedAccount,
  { keepSessions = false } = {},
): Promise<EndedAccess[]> {
  const { brandId, accountId } = account;
  await raiseCredentialsVersion(tx, account);
  const ended: EndedAccess[] = [
    ...(await removeAllPasskeys(tx, brandId, accountId)),
    ...(await removeAllIdentities(tx, account)),
  ];
  for (const { accessEnding } of accountHandlers) ended.push(...((await accessEnding?.(tx, account)) ?? []));
  // Sessions come last: a sign-in by what has just been removed either committed before, or finds nothing to sign in with.
  if (!keepSessions) await endSessionsOf(tx, brandId, accountId);
  return ended;
}

/** What has ended, in words for a mail; empty where nothing has that its owner would have to set up again. */
export function describeEnded(ended: readonly EndedAccess[], language: Language): string {
  if (ended.length === 0) return '';
  const { intro, ...names } = words[language].layout.ended;
  const lines = ended.map((access) => {
    switch (access.kind) {
      case 'passkey':
        return fill(names.passkey, { name: plainName(access.name) });
      case 'identity':
        return fill(names.google, { email: access.email });
      case 'messenger':
        return names.messenger;
      case 'push':
        return names.push;
    }
  });
  return [intro, ...lines.toSorted((one, other) => one.localeCompare(other, language))].join('\n');
}

interface Owner extends ChangedAccount {
  email: string;
  language: Language;
}

/** Tells the owner what has ended, where no other mail does. */
export async function mailEnded(
  app: Pick<App, 'brands' | 'origins'>,
  tx: Tx,
  { brandId, accountId, email: to, language }: Owner,
  ended: readonly EndedAccess[],
): Promise<void> {
  const brand = app.brands.byId(brandId);
  if (!brand || ended.length === 0) return;
  const data = { link: `${siteOrigin(app, brand)}/login`, ended: describeEnded(ended, language) };
  await queueMail(tx, { brand, accountId, to, language, template: 'access_ended', data });
}
