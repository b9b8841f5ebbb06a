/** Who is notified of a message, and of what, once it is stored. */

import { chat } from '#contract/chat/live.ts';
import { creditsLeft } from '#contract/chat/sending.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { announceWaiting } from './console-live.ts';
import { describeMessage } from './describe-message.ts';
import type { MessageRow, QuotedRow } from './describe-message.ts';
import type { Stored } from './outgoing.ts';
import { describeProfileSummary, findProfileSummary } from './profile-summaries.ts';
import type { ProfileSummary } from './profile-summaries.ts';
import { readQuoted } from './reading.sql.ts';
import { recordReceiver } from './receivers-in-page.ts';
import { readStoredMessage } from './stored-message.sql.ts';
import type { MessageKey, Said } from './stored-message.sql.ts';

export interface NewMessage {
  outgoing: Said & { inPage?: boolean };
  stored: Stored;
  invitation?: boolean;
  /** What it answers. */
  quoted?: QuotedRow | null;
  /** Where it was sent from, which gets the acknowledgement instead. */
  connection?: string | undefined;
  /** The acknowledgement carries the balance to that connection. */
  hasBalance?: boolean;
}

/**
 * Notifies both participants of a new message: the receiver, as far as they may read it, and the sender's other
 * devices. Whether that succeeds or not, it is stored.
 */
export async function announceMessage(app: App, brand: Brand, message: NewMessage): Promise<void> {
  try {
    // Before anything is waited for, so that balances arrive in the order in which they were spent.
    announceBalance(app, brand, message);
    const { conversationId: id, to } = message.stored;
    if (to.kind === 'staff') announceWaiting(app, { brandId: brand.id, id });
    const { replyTo } = message.outgoing;
    const quoted =
      replyTo === null ? null : await readQuoted(app.db, { brandId: brand.id, conversationId: id }, replyTo);
    await notifyReceiver(app, brand, { ...message, quoted });
    await notifySender(app, brand, { ...message, quoted });
    await recordReceiver(app, brand.id, message);
  } catch (error) {
    app.log.error({ err: error }, 'could not notify of a message');
  }
}

/**
 * Notifies of a message that was stored by an earlier attempt. The process that stored it may have died before it
 * notified, and the sender is about to be acknowledged. Both are sent what is stored; devices drop what they know, and
 * nothing is queued a second time for those who are away.
 */
export async function announceStored(
  app: App,
  brand: Brand,
  key: MessageKey,
  sentFrom: Pick<NewMessage, 'connection' | 'hasBalance'> = {},
): Promise<void> {
  const known = await readStoredMessage(app.db, key);
  if (known) await announceMessage(app, brand, { ...known, ...sentFrom });
}

/** What is left after a charge. */
function announceBalance(
  { realtime }: App,
  brand: Brand,
  { stored, connection, hasBalance = false }: NewMessage,
): void {
  const { accountId, charged, messageCredits, iceBreakerCredits } = stored.from;
  if (accountId === null || !charged) return;
  const recipients = {
    brandId: brand.id,
    accountIds: [accountId],
    except: hasBalance ? connection : undefined,
  };
  realtime.emit(recipients, creditsLeft, { messageCredits, iceBreakerCredits });
}

async function notifyReceiver(app: App, brand: Brand, message: NewMessage): Promise<void> {
  const { outgoing, stored } = message;
  const { accountId, blurs, unread } = stored.to;
  if (accountId === null) return;
  const recipients = { brandId: brand.id, accountIds: [accountId] };
  if (!app.realtime.hasListeners(recipients)) return;
  const sender = await findProfileSummary(app, brand.id, outgoing.fromId);
  if (!sender) return;
  const reader = { profileId: outgoing.toId, ownName: '', blurs };
  const payload = describeNewMessage(app, brand, message, { reader, other: sender });
  app.realtime.emit(recipients, chat, { ...payload, unread });
}

async function notifySender(app: App, brand: Brand, message: NewMessage): Promise<void> {
  const { outgoing, stored, connection } = message;
  const { accountId, unread } = stored.from;
  if (accountId === null) return;
  const recipients = { brandId: brand.id, accountIds: [accountId], except: connection };
  if (!app.realtime.hasListeners(recipients)) return;
  const own = await findProfileSummary(app, brand.id, outgoing.fromId);
  const receiver = await findProfileSummary(app, brand.id, outgoing.toId);
  if (!own || !receiver) return;
  const reader = { profileId: outgoing.fromId, ownName: own.screenName, blurs: false };
  const payload = describeNewMessage(app, brand, message, { reader, other: receiver });
  app.realtime.emit(recipients, chat, { ...payload, unread });
}

interface Audience {
  reader: { profileId: string; ownName: string; blurs: boolean };
  /** Whom the reader talks to. */
  other: ProfileSummary;
}

function describeNewMessage(
  app: App,
  brand: Brand,
  { outgoing, stored, invitation = false, quoted = null }: NewMessage,
  { reader, other }: Audience,
) {
  const { id, fromId, toId, text, readyMade } = outgoing;
  const { number, at, phoneCovered, free, warning, photo } = stored;
  const row: MessageRow = {
    id,
    number,
    from_id: fromId,
    body: text,
    at,
    ready_made: readyMade,
    invitation,
    phone_covered: phoneCovered,
    free,
    warning,
    photo,
    quoted,
  };
  const otherId = reader.profileId === fromId ? toId : fromId;
  const noneRead = { deliveredTo: 0, readTo: 0, ownReadTo: 0 };
  return {
    ...describeMessage(row, { ...reader, ...noneRead, otherId, otherName: other.screenName }),
    ...describeProfileSummary(app, brand, other),
    delayed: false,
    offset: 0,
  };
}
