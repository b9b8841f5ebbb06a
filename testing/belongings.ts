import { randomBytes } from 'node:crypto';
import { exportFile } from '#server/accounts/privacy/exports.ts';
import { chatPhotoKey } from '#server/messaging/photos/files.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { sendOwnTicket } from '#server/support/contact.ts';
import { paid } from './billing/refunds.ts';
import { ONE_PIXEL } from './fitting-input.ts';
import type { Member } from './world.ts';

interface Others {
  /** Who has got a photo from the member. */
  listener: string;
  /** Whom the member has blocked. */
  blocked: string;
}

/** Something of each sort that belongs to a member, with its files, by the name that paths have for it. */
export async function belongings(member: Member, storage: Storage, { listener, blocked }: Others) {
  const { db } = member.app;
  const { brandId: brand_id, accountId: account_id, profileId: profile_id, sessionId } = member;
  const { purchaseId } = await paid(member);
  const receipt = await db
    .selectFrom('document')
    .select('id')
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow();
  const ids = {
    photoId: newId(),
    exportId: newId(),
    passkeyId: newId(),
    sessionId,
    profileId: blocked,
    // A message, and the photo that it shows.
    id: newId(),
    orderId: purchaseId,
    documentId: receipt.id,
    ticketId: newId(),
    provider: 'google',
    deviceId: randomBytes(32).toString('hex'),
  };
  const { trackerId, email } = member;
  await sendOwnTicket(member, { trackerId, id: ids.ticketId, email, topic: 'other', text: 'Buonasera.' });
  const size = { width: 10, height: 10, widths: [10] };
  await db
    .insertInto('photo')
    .values([
      { brand_id, id: ids.photoId, profile_id, position: 1, status: 'approved', ...size },
      { brand_id, id: newId(), profile_id, position: 0, status: 'approved', ...size },
    ])
    .execute();
  const expires_at = new Date(Date.now() + DAY);
  await db
    .insertInto('data_export')
    .values({ brand_id, id: ids.exportId, account_id, status: 'ready', expires_at })
    .execute();
  const file = exportFile({ brandId: brand_id, accountId: account_id, exportId: ids.exportId });
  await storage.put(file, Buffer.from('a copy'), 'application/zip');
  const key = { public_key: Buffer.alloc(9), counter: 0, name: 'A key' };
  await db
    .insertInto('passkey')
    .values({ brand_id, id: ids.passkeyId, account_id, ...key })
    .execute();
  await db
    .insertInto('identity')
    .values({ brand_id, account_id, provider: ids.provider, subject: account_id, email })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const token_hash = Buffer.from(ids.deviceId, 'hex');
  const device = { session_id: sessionId, token: '{}', created_at: new Date() };
  await db
    .insertInto('push_token')
    .values({ brand_id, account_id, token_hash, ...device })
    .execute();
  await db.insertInto('block').values({ brand_id, from_id: profile_id, to_id: blocked }).execute();
  await showPhoto(db, { brand_id, from_id: profile_id, to_id: listener }, ids.id);
  await storage.put(chatPhotoKey(brand_id, ids.id), ONE_PIXEL, 'image/webp');
  return ids;
}

/** A member has sent a photo to another, who has it. */
async function showPhoto(
  db: Database,
  pair: { brand_id: string; from_id: string; to_id: string },
  id: string,
): Promise<void> {
  const { brand_id, from_id, to_id } = pair;
  const [low_id = '', high_id = ''] = [from_id, to_id].sort();
  const size = { width: 10, height: 10 };
  await db
    .insertInto('chat_photo')
    .values({ ...pair, ...size, id, status: 'approved', sent: true })
    .execute();
  const conversation_id = newId();
  await db.insertInto('conversation').values({ brand_id, id: conversation_id, low_id, high_id }).execute();
  const side = { brand_id, conversation_id, pays: false, last_number: 1 };
  await db
    .insertInto('inbox')
    .values([
      { ...side, owner_id: from_id, other_id: to_id },
      { ...side, owner_id: to_id, other_id: from_id },
    ])
    .execute();
  await db
    .insertInto('message')
    .values({ brand_id, conversation_id, id, number: 1, from_id, body: '', at: new Date(), photo_id: id })
    .execute();
}
