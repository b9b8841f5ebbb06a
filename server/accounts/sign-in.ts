/** Signing in with a password or with a link of a mail. */

import type { SignInMethod } from '#contract/account/own-account.ts';
import type {
  authenticate,
  signInByLink as byLinkEndpoint,
  readLinkOwner as linkOwnerEndpoint,
} from '#contract/account/sign-in.ts';
import type { SignedIn } from '#contract/account/user.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { recordEvent } from '#server/analytics/events.ts';
import type { VisitorContext, LinkContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { networkOf } from '#server/platform/network.ts';
import { guardLogin } from '#server/platform/security/login-guard.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { openAccountLink } from './account-links.ts';
import { changeAccount } from './account-record.ts';
import { findAccountByEmail, findCredentials, holdCredentials, refuseDisabled } from './credentials.ts';
import type { Credentials } from './credentials.ts';
import { describeUser } from './describe-user.ts';
import { normalEmail } from './email-address.ts';
import { deviceTokenOf, doorOf } from './known-device.ts';
import { describeSignedIn } from './verify-session.ts';

/** Signs in with address and password. An unknown address takes as long as a wrong password and says the same. */
export async function signIn(context: VisitorContext, input: InputOf<typeof authenticate>) {
  const email = normalEmail(input.email);
  const login = doorOf(context, { email, deviceToken: input.deviceToken });
  const account = await guardLogin(context, login, () => findMatch(context, email, input.password));
  if (!account) return fail('login.wrong');
  refuseDisabled(account);
  const token = (await openCurrentSession(context, account, 'password')) ?? fail('login.wrong');
  return {
    token,
    trackerId: account.tracker_id,
    user: await describeSignedIn(context, account.id),
    deviceToken: deviceTokenOf(context, account, input.deviceToken),
  };
}

async function findMatch(
  { app: { db, passwords }, brandId, ip }: VisitorContext,
  email: string,
  password: string,
) {
  // Strangers who ask for many at once must not take the owner's place in the line.
  const owner = `${brandId} ${email} ${networkOf(ip)}`;
  const account = await findAccountByEmail(db, brandId, email);
  const matches = await passwords.verify(account?.password_hash ?? undefined, password, owner);
  if (!account || !matches) return undefined;
  if (account.password_hash && passwords.needsRehash(account.password_hash)) {
    const change = { from: account.password_hash, to: await passwords.hash(password, owner) };
    await replacePasswordHash(db, brandId, account.id, change);
  }
  return account;
}

/** Signs in with a link from a mail, as often as it is followed while it is good. */
export async function signInByLink(
  context: LinkContext,
  input: InputOf<typeof byLinkEndpoint>,
): Promise<SignedIn> {
  const account = await readLink(context);
  if (input.email && normalEmail(input.email) !== account.email) fail('link.invalid');
  const token = (await openCurrentSession(context, account, 'link')) ?? fail('link.invalid');
  return {
    token,
    trackerId: account.tracker_id,
    user: await describeSignedIn(context, account.id),
    deviceToken: deviceTokenOf(context, account),
  };
}

/** Tells whose link it is, and notes the click on the mail it came from. */
export async function readLinkOwner(
  context: LinkContext,
  input: InputOf<typeof linkOwnerEndpoint>,
): Promise<ReplyOf<typeof linkOwnerEndpoint>> {
  const { db, clock } = context.app;
  const { brandId } = context;
  const account = await readLink(context);
  if (input.trackerId !== account.tracker_id) fail('session.not_yours');
  const { remarketingId, linkKind, linkEvent } = input;
  await recordEvent(db, {
    brandId,
    type: 'mail_clicked',
    at: clock.now(),
    trackerId: account.tracker_id,
    accountId: account.id,
    details: { remarketingId, linkKind, linkEvent },
  });
  if (remarketingId)
    await changeAccount(db, { brandId, accountId: account.id }, { remarketing_id: remarketingId });
  return { result: 'OK', user: await describeUser(context, account.id) };
}

/** Whose autologin link it is, if it is still good for anything. */
async function readLink(context: LinkContext): Promise<Credentials> {
  const { accountId, version } = await openAccountLink(context, 'autologin');
  const account = await findCredentials(context.app.db, context.brandId, accountId);
  if (account?.credentials_version !== version) return fail('link.invalid');
  refuseDisabled(account);
  return account;
}

/**
 * Opens a session for a caller whose password or link was found good a moment ago. Answers nothing where the
 * credentials have changed since: a change ends all sessions, and none may slip in behind it.
 */
export function openCurrentSession(
  context: VisitorContext,
  { id, credentials_version }: { id: string; credentials_version: number },
  method: SignInMethod,
): Promise<string | undefined> {
  return transact(context.app.db, async (tx) => {
    if (!(await holdCredentials(tx, context.brandId, id, credentials_version))) return undefined;
    return openSession(context, tx, id, method);
  });
}

/** The same password at another cost. One that was changed meanwhile stays. */
async function replacePasswordHash(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: to })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .where('password_hash', '=', from)
    .execute();
}
