/** What the mail service says about addresses: that somebody wants no more mails, or that there is nobody. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import { MAIL_KINDS } from '../../../contract/notification/mail-removal.ts';
import type { removeFromMails as endpoint } from '../../../contract/notification/mail-removal.ts';
import { findAccountByEmail } from '../../accounts/credentials.ts';
import { normalEmail } from '../../accounts/email-address.ts';
import type { VisitorContext } from '../../app.ts';
import { HOUR, SECOND } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { recordUndeliverable } from '../../platform/mail/mail.ts';
import { endMails } from './unsubscribe.ts';

type Input = InputOf<typeof endpoint>;

/** The mail service tries for eight hours to reach us. */
const STALE_AFTER = 12 * HOUR;

/**
 * An unsubscription or a complaint ends newsletters and notices by mail; receipts, resets and the like still go. A hard
 * bounce ends every mail to the address. The same message again changes nothing, and a later yes of the member's stands.
 */
export async function removeFromMails(
  context: VisitorContext,
  { signature, event }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const at = verifySignature(context, signature);
  const email = normalEmail(event.recipient);
  const { kind = 'unsubscribed', severity } = event;
  // An old message, or one that is played back, does not undo what the member has said since.
  if (kind === 'unsubscribed' || kind === 'complained') await endAllMails(context, email, at);
  if (kind === 'failed' && severity === 'permanent') {
    await recordUndeliverable(context.app, context.app.db, context.brandId, email);
  }
  return { result: 'OK' };
}

async function endAllMails(context: VisitorContext, email: string, at: Date): Promise<void> {
  await transact(context.app.db, async (tx) => {
    const account = await findAccountByEmail(tx, context.brandId, email);
    if (!account) return;
    const actor = { kind: 'system' } as const;
    await endMails(context, tx, { accountId: account.id, kinds: MAIL_KINDS, actor, at });
  });
}

/** When it was signed; fails unless the holder of the key did so lately. */
function verifySignature(
  { app: { config, clock } }: VisitorContext,
  { timestamp, token, signature }: Input['signature'],
): Date {
  const key = config.mail.webhookKey;
  if (key === undefined) return fail('mail.webhook_off');
  const expected = createHmac('sha256', key).update(`${timestamp}${token}`).digest();
  const given = Buffer.from(signature, 'hex');
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  const age = clock.now().getTime() - Number(timestamp) * SECOND;
  if (!isSigned || !(Math.abs(age) <= STALE_AFTER)) fail('mail.webhook_unsigned');
  return new Date(Number(timestamp) * SECOND);
}
