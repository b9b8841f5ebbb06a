import { DAY } from '../core/clock.ts';
import type { Database } from '../core/database.ts';
import { newId } from '../core/ids.ts';
import type { Member } from './world.ts';

/** Something of each sort that belongs to a member, by the name that paths have for it. */
export async function belongings(
  db: Database,
  { brandId: brand_id, accountId: account_id, sessionId }: Member,
  listener: string,
) {
  const profile = await db
    .selectFrom('profile')
    .select('id')
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow();
  const ids = {
    photoId: newId(),
    exportId: newId(),
    passkeyId: newId(),
    sessionId,
    profileId: profile.id,
    // A message, and the photo that it shows.
    id: newId(),
    orderId: newId(),
  };
  const size = { width: 10, height: 10, widths: [10] };
  await db
    .insertInto('photo')
    .values({ brand_id, id: ids.photoId, profile_id: profile.id, position: 0, status: 'approved', ...size })
    .execute();
  await db
    .insertInto('data_export')
    .values({
      brand_id,
      id: ids.exportId,
      account_id,
      status: 'ready',
      expires_at: new Date(Date.now() + DAY),
    })
    .execute();
  await db
    .insertInto('passkey')
    .values({
      brand_id,
      id: ids.passkeyId,
      account_id,
      public_key: Buffer.alloc(9),
      counter: 0,
      name: 'A key',
    })
    .execute();
  await db
    .insertInto('purchase')
    .values({
      brand_id,
      id: ids.orderId,
      account_id,
      kind: 'card',
      flow_id: '7',
      language: 'it',
      country: 'it',
      amount_cents: 0,
    })
    .execute();
  await showPhoto(db, { brand_id, from_id: profile.id, to_id: listener }, ids.id);
  return ids;
}

/** Somebody has sent a photo to somebody else, who has it. */
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
