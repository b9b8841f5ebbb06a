import type { App } from '../../app.ts';
import type { Brand } from '../../brands/directory.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Stored } from '../message-writer.ts';
import { recordReceiptOfProfile } from '../receipts.ts';
import { recordReplyText } from './check-reply.ts';
import { recordAnswered } from './claims.ts';
import { announce } from './live.ts';
import { recordHostReply } from './quality.ts';

interface SentReply {
  conversationId: string;
  messageId: string;
  staffId: string;
  fromId: string;
  toId: string;
  text: string;
  stored: Stored;
  /** Since when the member had waited; null where nobody did. */
  since: Date | null;
  ip?: string;
  /** What the audit keeps besides. Never the words. */
  details: Record<string, unknown>;
}

/** All that follows a reply of a host's, whether it was sent at once or at its time. */
export async function recordSentReply(app: App, brand: Brand, reply: SentReply): Promise<void> {
  const { conversationId, messageId, staffId, fromId, toId, text, stored, since, ip, details } = reply;
  const { db } = app;
  const key = { brandId: brand.id, id: conversationId };
  await recordAudit(db, {
    brandId: brand.id,
    actor: { kind: 'staff', id: staffId },
    action: 'conversation.answered',
    subject: conversationId,
    details: { as: fromId, message: messageId, ...details },
    ip,
  });
  await recordReplyText(app, { brandId: brand.id, conversationId }, text);
  await recordHostReply(db, { ...key, messageId, staffId, at: stored.at, since });
  await recordAnswered(db, key);
  await recordReceiptOfProfile(app, brand, { profileId: fromId, otherId: toId, readTo: stored.number });
  announce(app, { ...key, change: 'answered', staffId });
}
