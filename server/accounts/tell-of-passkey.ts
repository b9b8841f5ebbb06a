import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { findCredentials } from './queries.ts';

/** A passkey opens the account without anybody noticing, so the mail is the only sign of one that is not the owner's. */
export async function tellOfPasskey(context: MemberContext, tx: Tx, name: string): Promise<void> {
  const { brand, brandId, accountId, limits, origin } = context;
  const owner = (await findCredentials(tx, brandId, accountId)) ?? fail('session.dead');
  // An address that nobody has confirmed may be a stranger's, who must not be flooded.
  if (!owner.email_confirmed_at) await limits.hit('confirmAccount', `${brandId}:${accountId}`);
  await queueMail(tx, {
    brand,
    accountId,
    to: owner.email,
    language: owner.language,
    template: 'passkey_added',
    data: { link: `${origin}/forgotPassword`, name },
  });
}
