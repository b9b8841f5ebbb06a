import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InputOf, ReplyOf } from '../../contract/endpoint.ts';
import { fail } from '../../contract/errors.ts';
import type { removeFromMails as endpoint } from '../../contract/mail-removal.ts';
import { normalEmail } from '../accounts/email-address.ts';
import type { VisitorContext } from '../core/app.ts';
import { recordAudit } from '../core/audit.ts';
import { HOUR, SECOND } from '../core/clock.ts';
import { transact } from '../core/database.ts';
import type { Tx } from '../core/database.ts';
import { recordUndeliverable } from '../core/mail/undeliverable.ts';
import { recordConsents } from '../signup/record-consents.ts';
import { findNewsletterChoice, switchNewsletterOff } from './queries.ts';

type Input = InputOf<typeof endpoint>;

/** The mail service tries for eight hours to tell us. */
const STALE_AFTER = 12 * HOUR;

/**
 * An unsubscription or a complaint ends newsletters and notices by mail; receipts, resets and the like still go. A hard
 * bounce ends every mail to the address. Hearing it twice changes nothing, and a later yes of the member's stands.
 */
export async function removeFromMails(
  context: VisitorContext,
  { signature, event }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const at = readSignature(context, signature);
  const email = normalEmail(event.recipient);
  const { kind = 'unsubscribed', severity } = event;
  if (kind === 'unsubscribed' || kind === 'complained') {
    await transact(context.db, (tx) => unsubscribe(context, tx, email, at));
  }
  if (kind === 'failed' && severity === 'permanent') {
    await recordUndeliverable(context, context.db, context.brandId, email);
  }
  return { result: 'OK' };
}

/** When it was signed; fails unless the holder of the key did so lately. */
function readSignature(
  { config, clock }: VisitorContext,
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

async function unsubscribe(context: VisitorContext, tx: Tx, email: string, at: Date): Promise<void> {
  const { brandId } = context;
  const account = await findNewsletterChoice(tx, brandId, email);
  if (!account?.newsletter) return;
  // An old message, or one that is played back, does not undo what the member has said since.
  if (account.last_choice_at && account.last_choice_at > at) return;
  await switchNewsletterOff(tx, brandId, account.id);
  const spoken = { ...context, language: account.language };
  await recordConsents(spoken, tx, account.id, { newsletter: false });
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'system' },
    action: 'account.mails_refused',
    subject: account.id,
  });
}
