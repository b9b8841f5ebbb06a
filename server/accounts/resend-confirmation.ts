import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import { findCredentials } from './queries.ts';
import { queueConfirmation } from './queue-confirmation.ts';

/** Sends the mail that asks to confirm an address once more. Where nothing waits for that, nothing happens. */
export async function resendConfirmation(context: MemberContext) {
  const { db, brandId, accountId, limits } = context;
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
