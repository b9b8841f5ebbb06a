/** The password of an account: a mail to reset it, and the change itself. */

import { z } from 'zod';
import type {
  requestReset as resetEndpoint,
  changePassword as changeEndpoint,
} from '#contract/account/credentials.ts';
import type { SignInMethod } from '#contract/account/own-account.ts';
import { isEmailAddress } from '#contract/kernel/email-address.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { VisitorContext, App, LinkContext, MemberContext } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { networkOf } from '#server/platform/network.ts';
import { isLinkUsed, useLinkOnce } from '#server/platform/security/links.ts';
import { endSessionsOf, openSession } from '#server/platform/security/sessions.ts';
import { RESET_MINUTES, resetLink, openAccountLink } from './account-links.ts';
import type { AccountLink } from './account-links.ts';
import { findAccountByEmail, findCredentials, lockCredentials, savePassword } from './credentials.ts';
import type { Credentials } from './credentials.ts';
import { describeUser } from './describe-user.ts';
import { loginLimitKey, normalEmail } from './email-address.ts';
import { describeEnded, endAllAccess } from './end-access.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { deviceTokenOf } from './known-device.ts';
import { hasSession } from './own-sessions.ts';

/**
 * Asks for a mail with a link to choose a new password. Everything that differs between an address we know and one we
 * do not happens later, in a job, so both take as long. A disabled account gets the same answer as any other and no
 * mail: only its own password may tell that it is disabled.
 */
export async function requestReset(context: VisitorContext, input: InputOf<typeof resetEndpoint>) {
  const { db, limits } = context.app;
  const { brandId, origin, ip } = context;
  const email = normalEmail(input.email);
  if (!isEmailAddress(email)) fail('field.email');
  await limits.hit('resetAddress', ip);
  const door = loginLimitKey(brandId, email);
  await limits.hit('resetNetwork', `${door} ${networkOf(ip)}`);
  const account = await findAccountByEmail(db, brandId, email);
  // Strangers can ask for so many mails and no more, but never use up what the owner may ask for: the links that went
  // out within the hour are still good, so the owner has what they ask for.
  if (await limits.tryHit('resetEmail', door))
    await enqueue(db, sendResetJob, { brandId, accountId: account?.id ?? null, origin });
  if (!account) fail('reset.unknown_email');
  return { result: 'OK' as const };
}

const payload = z.object({
  brandId: z.uuid(),
  /** None where the address was unknown: that job exists only to take as long to ask for. */
  accountId: z.uuid().nullable(),
  /** Of the site on which it was asked for. */
  origin: z.url().max(300),
});

/** The link is made when the mail is sent: what waits in the queue opens nothing. */
export const sendResetJob = jobKind('accounts.sendReset', payload, { maxAttempts: 6, pool: 'urgent' });

/** Writes the mail with the link, unless there is no owner who may have it. */
export async function sendReset(
  { db, brands }: App,
  { brandId, accountId, origin }: z.output<typeof payload>,
): Promise<void> {
  if (accountId === null) return;
  const brand = brands.byId(brandId);
  if (!brand) throw new Error('the brand of a reset is not known here yet');
  const account = await findCredentials(db, brandId, accountId);
  if (!account || account.status === 'disabled') return;
  const owner = { accountId, version: account.credentials_version };
  await transact(db, (tx) =>
    queueMail(tx, {
      brand,
      accountId,
      to: account.email,
      language: account.language,
      template: 'reset_password',
      data: { link: resetLink(origin, owner), validMinutes: RESET_MINUTES },
    }),
  );
}

type Input = InputOf<typeof changeEndpoint>;

/** Takes a new password, with a reset link or while signed in. Every session ends, and one new one begins. */
export async function changePassword(
  context: MemberContext | LinkContext,
  input: Input,
): Promise<ReplyOf<typeof changeEndpoint>> {
  if (input.password === '') fail('field.password');
  const { accountId, ...entered } =
    'linkToken' in context ? await byLink(context, input) : await bySession(context, input);
  context.app.sessions.forget(accountId);
  return { result: 'OK', ...entered, user: await describeUser(context, accountId) };
}

async function byLink(context: LinkContext, { password, email }: Input) {
  const { db } = context.app;
  const { brandId } = context;
  const claim = await openAccountLink(context, 'reset');
  const { accountId, link } = claim;
  // Looked at before the costly hash, and again under the lock.
  requireFit(await findCredentials(db, brandId, accountId), claim, email);
  if (await isLinkUsed(db, brandId, link)) fail('link.invalid');
  const hash = await context.app.passwords.hash(password, `${brandId}:${accountId}`);
  return transact(db, async (tx) => {
    await useLinkOnce(tx, brandId, link);
    const account = requireFit(await lockCredentials(tx, brandId, accountId), claim, email);
    // The owner who asks for a link may have lost the account to a stranger who has left a way back in it.
    return takePassword(context, tx, { account, hash, method: 'link', endsEverything: true });
  });
}

function requireFit(
  account: Credentials | undefined,
  { version }: AccountLink,
  email: string | undefined,
): Credentials {
  if (account?.credentials_version !== version) return fail('link.invalid');
  requireOwnAddress(account, email);
  if (account.status === 'disabled') fail('account.disabled');
  return account;
}

/** The address need not be named, but a caller who names another one means another account. */
function requireOwnAddress(account: Credentials, email: string | undefined): void {
  if (email && normalEmail(email) !== account.email) fail('email.not_current');
}

async function bySession(context: MemberContext, { password, endsEverything = false, email }: Input) {
  const { db, limits } = context.app;
  const { brandId, accountId } = context;
  const owner = `${brandId}:${accountId}`;
  await limits.hit('passwordChange', owner);
  const known = (await findCredentials(db, brandId, accountId)) ?? fail('session.dead');
  requireOwnAddress(known, email);
  await requireFreshProof(context);
  const hash = await context.app.passwords.hash(password, owner);
  return transact(db, async (tx) => {
    const account = (await lockCredentials(tx, brandId, accountId)) ?? fail('session.dead');
    // A caller who was signed out while they waited must not take the account back.
    if (!(await hasSession(tx, brandId, context))) fail('session.dead');
    return takePassword(context, tx, { account, hash, method: 'password', endsEverything });
  });
}

interface NewPassword {
  account: Credentials;
  hash: string;
  /** How the change was proved. A link was read at the address it was sent to, which confirms that too. */
  method: Extract<SignInMethod, 'link' | 'password'>;
  /** Also passkeys, linked identities, and what is sent elsewhere. Sessions and known devices end with every change. */
  endsEverything: boolean;
}

async function takePassword(
  context: VisitorContext,
  tx: Tx,
  { account, hash, method, endsEverything }: NewPassword,
) {
  const { app, brand, brandId, origin } = context;
  const { id: accountId, email, language } = account;
  const confirmedAt = method === 'link' ? app.clock.now() : null;
  const ended = endsEverything ? await endAllAccess(app, tx, { brandId, accountId }) : [];
  const version = await savePassword(tx, brandId, accountId, { hash, confirmedAt });
  await endSessionsOf(tx, brandId, accountId);
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'member', id: accountId },
    action: 'account.password_changed',
    subject: accountId,
    details: { by: method, ended: ended.map(({ kind }) => kind) },
  });
  // An address that was never confirmed may be a stranger's.
  if (account.email_confirmed_at ?? confirmedAt) {
    const data = { link: `${origin}/forgotPassword`, ended: describeEnded(ended, language) };
    await queueMail(tx, { brand, accountId, to: email, language, template: 'password_changed', data });
  }
  return {
    accountId,
    // A new password that was just typed shows as much as a sign-in with it.
    token: await openSession(context, tx, accountId, method, { proven: true }),
    deviceToken: deviceTokenOf(context, { email, credentials_version: version }),
  };
}
