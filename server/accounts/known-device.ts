/** What a browser is given that was let in, so that guesses of strangers never keep its owner out. */

import type { VisitorContext } from '#server/app.ts';
import { deviceTokenFor } from '#server/platform/security/login-guard.ts';
import type { Login } from '#server/platform/security/login-guard.ts';
import { findAccountByEmail, findCredentials } from './credentials.ts';
import { loginLimitKey } from './email-address.ts';

/** The door of an account. A device is known there until the credentials change with which it was let in. */
export function doorOf(
  { app: { db }, brandId }: VisitorContext,
  { email, deviceToken }: { email: string; deviceToken?: string | undefined },
): Login {
  const readVersion = async () => (await findAccountByEmail(db, brandId, email))?.credentials_version;
  return { account: loginLimitKey(brandId, email), deviceToken, readVersion };
}

/** For a caller who was let in with these credentials. One that is known already stays as it is. */
export function deviceTokenOf(
  { app, brandId }: VisitorContext,
  { email, credentials_version: version }: { email: string; credentials_version: number },
  deviceToken?: string,
): string {
  return deviceTokenFor(app, { account: loginLimitKey(brandId, email), deviceToken, version });
}

/** The same where only the account is at hand. */
export async function rememberDevice(
  context: VisitorContext,
  accountId: string,
): Promise<string | undefined> {
  const account = await findCredentials(context.app.db, context.brandId, accountId);
  return account && deviceTokenOf(context, account);
}
