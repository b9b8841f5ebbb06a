import type { confirmEmail as contract } from '../../contract/account/credentials.ts';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { LinkContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/database.ts';
import { useLinkOnce } from '../platform/security/links.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { openSession } from '../platform/security/sessions.ts';
import { openAccountLink } from './account-links.ts';
import { describeUser } from './describe-user.ts';
import { maskEmail } from './email-address.ts';
import { lockCredentials, markEmailConfirmed } from './queries.ts';
import type { Credentials } from './queries.ts';
import { takeEmail } from './take-email.ts';

/** Confirms the address a link was sent to, and signs in. One that waits takes the place of the old one. */
export async function confirmEmail(
  context: LinkContext,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { db, brandId, clock } = context;
  const { accountId, version, email, link } = await openAccountLink(context, 'confirm');
  const { token, trackerId } = await transact(db, async (tx) => {
    await useLinkOnce(tx, brandId, link);
    const account = await lockCredentials(tx, brandId, accountId);
    if (account?.credentials_version !== version) return fail('link.invalid');
    const claimed = [input.trackerId, input.sameTrackerId].filter(Boolean);
    if (claimed.some((id) => id !== account.tracker_id)) fail('link.invalid');
    if (account.status === 'disabled') fail('account.disabled');
    if (email === account.email) await markEmailConfirmed(tx, brandId, accountId, clock.now());
    else if (email !== undefined && email === account.pending_email)
      await replaceEmail(context, tx, account, email);
    else fail('link.invalid');
    return { token: await openSession(context, tx, accountId, 'link'), trackerId: account.tracker_id };
  });
  return { result: 'OK', token, trackerId, user: await describeUser(context, accountId) };
}

/** The old address hears of it last, so that a thief cannot do it unseen. */
async function replaceEmail(
  context: LinkContext,
  tx: Tx,
  account: Credentials,
  email: string,
): Promise<void> {
  await takeEmail(context, tx, account, { email, confirmedAt: context.clock.now() });
  await queueMail(tx, {
    brand: context.brand,
    accountId: account.id,
    to: account.email,
    language: account.language,
    template: 'email_changed',
    data: { newEmail: maskEmail(email) },
  });
}
