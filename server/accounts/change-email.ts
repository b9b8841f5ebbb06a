import type { changeEmail as contract } from '../../contract/account/credentials.ts';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { recordAudit } from '../platform/audit.ts';
import { transact } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/database.ts';
import { isDisposable, isEmailAddress, normalEmail } from './email-address.ts';
import { findAccountByEmail, findCredentials, lockCredentials, savePendingEmail } from './queries.ts';
import type { Credentials } from './queries.ts';
import { queueConfirmation } from './queue-confirmation.ts';
import { requireFreshProof } from './require-fresh-proof.ts';
import { takeEmail } from './take-email.ts';

/**
 * Takes another address. One that was never confirmed gives way at once, but only once, so that nobody mails the
 * whole world through one account. A confirmed one stays until the new one is confirmed too.
 */
export async function changeEmail(
  context: MemberContext,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { db, brandId, accountId, limits } = context;
  const newEmail = normalEmail(input.newEmail);
  const known = (await findCredentials(db, brandId, accountId)) ?? fail('session.dead');
  if (normalEmail(input.oldEmail) !== known.email) fail('email.not_current');
  if (!isEmailAddress(newEmail)) fail('field.email');
  if (newEmail === known.email) fail('email.same');
  if (isDisposable(newEmail)) fail('signup.email_forbidden');
  if (known.email_confirmed_at === null && known.email_changes > 0) fail('email.change_used');
  await requireFreshProof(context, input.currentPassword);
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
  const version = await takeEmail(context, tx, account, { email, confirmedAt: null });
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
  await savePendingEmail(tx, brandId, account.id, email);
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
