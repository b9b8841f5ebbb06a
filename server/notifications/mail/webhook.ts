/** What the mail service says about addresses: that their owner wants no more mails, or that they do not exist. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { MAIL_KINDS } from '#contract/notification/mail-removal.ts';
import type { removeFromMails as endpoint } from '#contract/notification/mail-removal.ts';
import { findAccountByEmail } from '#server/accounts/credentials.ts';
import { normalEmail } from '#server/accounts/email-address.ts';
import type { VisitorContext } from '#server/app.ts';
import { findMail, recordUndeliverable } from '#server/mails/mail.ts';
import { HOUR, SECOND } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { tryUseOnce } from '#server/platform/security/links.ts';
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
  await transact(context.app.db, async (tx) => {
    // A person who has seen one signed message must not be able to say something else by its signature.
    if (!(await tryUseOnce(tx, context.brandId, useOf(context, signature.token, at)))) return;
    const mailId = readUuid(event.message?.headers?.messageId?.match(/^<?([^@]+)@/)?.[1] ?? '');
    const mail = mailId === undefined ? undefined : await findMail(tx, context.brandId, mailId);
    if (mail) await takeWord(context, tx, { mail, event, at });
  });
  return { result: 'OK' };
}

function useOf({ app: { keyedHash } }: VisitorContext, token: string, at: Date) {
  const id = keyedHash('mail webhook', token).toString('hex', 0, 16);
  return { id, expiresAt: new Date(at.getTime() + 2 * STALE_AFTER) };
}

interface Word {
  mail: { recipient: string; accountId: string | null };
  event: Input['event'];
  at: Date;
}

async function takeWord(context: VisitorContext, tx: Tx, { mail, event, at }: Word): Promise<void> {
  const { kind = 'unsubscribed', severity } = event;
  if (kind === 'failed' && severity === 'permanent')
    await recordUndeliverable(context.app, tx, context.brandId, normalEmail(mail.recipient));
  if (kind !== 'unsubscribed' && kind !== 'complained') return;
  const account = mail.accountId ?? (await findAccountByEmail(tx, context.brandId, mail.recipient))?.id;
  if (account === undefined) return;
  // An old message does not undo what the member has said since.
  const actor = { kind: 'system' } as const;
  await endMails(context, tx, { accountId: account, kinds: MAIL_KINDS, actor, at });
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
