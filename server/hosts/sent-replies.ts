import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { announce } from '#server/messaging/console-live.ts';
import type { Stored } from '#server/messaging/outgoing.ts';
import { recordReceiptOfProfile } from '#server/messaging/receipts.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { recordReplyText } from './check-reply.ts';
import { recordAnswered } from './claims.ts';
import { recordHostReply } from './quality.ts';

interface SentReply {
  conversationId: string;
  messageId: string;
  staffId: string;
  fromId: string;
  toId: string;
  text: string;
  stored: Pick<Stored, 'number' | 'at'>;
  /** Since when the member had waited; null where they had not. */
  since: Date | null;
  ip?: string;
  /** What the audit keeps besides. Never the words. */
  details: Record<string, unknown>;
}

/**
 * All that follows a reply of a host's, whether it was sent at once, at its time, or by a try that was thought to have failed
 * and is found to be stored. What is written down is so once, however often the reply comes. Answers whether it was now.
 */
export async function recordSentReply(app: App, brand: Brand, reply: SentReply): Promise<boolean> {
  const { conversationId, messageId, staffId, fromId, toId, text, stored, since, ip, details } = reply;
  const key = { brandId: brand.id, id: conversationId };
  const isNew = await transact(app.db, async (tx) => {
    if (!(await recordHostReply(tx, { ...key, messageId, staffId, at: stored.at, since }))) return false;
    await recordAudit(tx, {
      brandId: brand.id,
      actor: { kind: 'staff', id: staffId },
      action: 'conversation.answered',
      subject: conversationId,
      details: { as: fromId, message: messageId, ...details },
      ip,
    });
    await recordReplyText({ db: tx, clock: app.clock }, { brandId: brand.id, conversationId }, text);
    await recordAnswered(tx, key);
    return true;
  });
  await recordReceiptOfProfile(app, brand, { profileId: fromId, otherId: toId, readTo: stored.number });
  announce(app, { ...key, change: 'answered', staffId });
  return isNew;
}
