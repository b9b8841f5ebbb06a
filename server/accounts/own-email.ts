/** The address of an account: changing it, and confirming the one that waits. */

import type {
  changeEmail as changeEndpoint,
  confirmEmail as confirmEndpoint,
} from '#contract/account/credentials.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { isEmailAddress } from '#contract/kernel/email-address.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext, LinkContext, VisitorContext } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/database.ts';
import type { Tx, DbOrTx } from '#server/platform/database/database.ts';
import { useLinkOnce } from '#server/platform/security/links.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import type { EndedAccess } from './account-handlers.ts';
import { confirmLink, openAccountLink } from './account-links.ts';
import { changeAccount } from './account-record.ts';
import {
  findAccountByEmail,
  findCredentials,
  lockCredentials,
  markEmailConfirmed,
  saveEmail,
} from './credentials.ts';
import type { Credentials } from './credentials.ts';
import { describeUser } from './describe-user.ts';
import { isDisposable, normalEmail, maskEmail } from './email-address.ts';
import { describeEnded } from './end-access.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { removeIdentitiesBesides } from './own-identities.ts';
import { welcomeWhenReady } from './signup/welcome.ts';

/**
 * Takes another address. One that was never confirmed gives way at once, but only once, so that no member mails the
 * whole world through one account. A confirmed one stays until the new one is confirmed too.
 */
export async function changeEmail(
  context: MemberContext,
  input: InputOf<typeof changeEndpoint>,
): Promise<ReplyOf<typeof changeEndpoint>> {
  const { db, limits } = context.app;
  const { brandId, accountId } = context;
  const newEmail = normalEmail(input.newEmail);
  const known = (await findCredentials(db, brandId, accountId)) ?? fail('session.dead');
  if (normalEmail(input.oldEmail) !== known.email) fail('email.not_current');
  if (!isEmailAddress(newEmail)) fail('field.email');
  if (newEmail === known.email) fail('email.same');
  if (isDisposable(newEmail)) fail('signup.email_forbidden');
  if (known.email_confirmed_at === null && known.email_changes > 0) fail('email.change_used');
  await requireFreshProof(context);
  await limits.hit('confirmAccount', `${brandId}:${accountId}`);
  const user = await transact(db, async (tx) => {
    const account = await lockCredentials(tx, brandId, accountId);
    // Another tab was faster.
    if (account?.credentials_version !== known.credentials_version) return fail('email.not_current');
    if (await findAccountByEmail(tx, brandId, newEmail)) fail('email.taken');
    return account.email_confirmed_at === null
      ? changeAtOnce(context, tx, account, newEmail)
      : letWait(context, tx, account, newEmail);
  });
  return { result: 'OK', user };
}

async function changeAtOnce(context: MemberContext, tx: Tx, account: Credentials, email: string) {
  const { version } = await takeEmail(context, tx, account, { email, confirmedAt: null });
  await queueConfirmation(context, tx, {
    accountId: account.id,
    version,
    email,
    screenName: account.screen_name,
    language: account.language,
    template: 'confirm_email',
  });
  return { email, emailConfirmed: false, pendingEmail: null };
}

async function letWait(context: MemberContext, tx: Tx, account: Credentials, email: string) {
  const { brandId } = context;
  await changeAccount(tx, { brandId, accountId: account.id }, { pending_email: email });
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'member', id: account.id },
    action: 'account.email_change_asked',
    subject: account.id,
  });
  await queueConfirmation(context, tx, {
    accountId: account.id,
    version: account.credentials_version,
    email,
    screenName: account.screen_name,
    language: account.language,
    template: 'confirm_new_email',
  });
  return { email: account.email, emailConfirmed: true, pendingEmail: email };
}

/** Confirms the address a link was sent to, and signs in. One that waits takes the place of the old one. */
export async function confirmEmail(
  context: LinkContext,
  input: InputOf<typeof confirmEndpoint>,
): Promise<ReplyOf<typeof confirmEndpoint>> {
  const { db } = context.app;
  const { brandId } = context;
  const { accountId, version, email, link } = await openAccountLink(context, 'confirm');
  const { token, trackerId } = await transact(db, async (tx) => {
    await useLinkOnce(tx, brandId, link);
    const account = await lockCredentials(tx, brandId, accountId);
    if (account?.credentials_version !== version) return fail('link.invalid');
    const claimed = [input.trackerId, input.sameTrackerId].filter(Boolean);
    if (claimed.some((id) => id !== account.tracker_id)) fail('link.invalid');
    if (account.status === 'disabled') fail('account.disabled');
    if (email === account.email) await confirmOwnEmail(context, tx, account);
    else if (email !== undefined && email === account.pending_email)
      await replaceEmail(context, tx, account, email);
    else fail('link.invalid');
    return { token: await openSession(context, tx, accountId, 'link'), trackerId: account.tracker_id };
  });
  return { result: 'OK', token, trackerId, user: await describeUser(context, accountId) };
}

async function confirmOwnEmail(context: LinkContext, tx: Tx, account: Credentials): Promise<void> {
  if (account.email_confirmed_at !== null) return;
  await markEmailConfirmed(tx, context.brandId, account.id, context.app.clock.now());
  await welcomeWhenReady(context, tx, account.id, 'confirmed');
}

/** The old address is mailed too, so that a thief cannot do it unseen; what belonged to it opens the account no longer. */
async function replaceEmail(
  context: LinkContext,
  tx: Tx,
  account: Credentials,
  email: string,
): Promise<void> {
  const change = { email, confirmedAt: context.app.clock.now() };
  const { ended } = await takeEmail(context, tx, account, change);
  await queueMail(tx, {
    brand: context.brand,
    accountId: account.id,
    to: account.email,
    language: account.language,
    template: 'email_changed',
    data: { newEmail: maskEmail(email), ended: describeEnded(ended, account.language) },
  });
}

/** Sends the mail that asks to confirm an address once more. Where nothing waits for that, nothing happens. */
export async function resendConfirmation(context: MemberContext) {
  const { db, limits } = context.app;
  const { brandId, accountId } = context;
  const account = (await findCredentials(db, brandId, accountId)) ?? fail('session.dead');
  const unconfirmed = account.email_confirmed_at === null ? account.email : undefined;
  const email = account.pending_email ?? unconfirmed;
  if (email === undefined) return { result: 'OK' as const };
  await limits.hit('confirmAccount', `${brandId}:${accountId}`);
  await transact(db, (tx) =>
    queueConfirmation(context, tx, {
      accountId,
      version: account.credentials_version,
      email,
      screenName: account.screen_name,
      language: account.language,
      template: email === account.email ? 'confirm_email' : 'confirm_new_email',
    }),
  );
  return { result: 'OK' as const };
}

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

/** Asks the reader of an address's mails to confirm it. */
export async function queueConfirmation(
  { brand, origin }: VisitorContext,
  db: DbOrTx,
  { accountId, version, email, screenName, language, template }: ToConfirm,
): Promise<void> {
  const link = confirmLink(origin, { accountId, version }, email);
  await queueMail(db, { brand, accountId, to: email, language, template, data: { link, screenName } });
}

/** Gives an account another address. Answers with the new version of its credentials, and with what the old one had opened. */
async function takeEmail(
  { brandId }: VisitorContext,
  tx: Tx,
  { id }: Credentials,
  change: { email: string; confirmedAt: Date | null },
): Promise<{ version: number; ended: EndedAccess[] }> {
  const version = await saveEmail(tx, brandId, id, change).catch((error: unknown) => {
    // Another member took the address since it was looked up.
    if (isUniqueViolation(error)) return fail('email.taken');
    throw error;
  });
  const ended = await removeIdentitiesBesides(tx, { brandId, accountId: id }, change.email);
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'member', id },
    action: 'account.email_changed',
    subject: id,
    details: { confirmed: change.confirmedAt !== null },
  });
  return { version, ended };
}
