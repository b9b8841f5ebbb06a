import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { SECOND } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import { inboxOf } from '#testing/messaging/sending.ts';
import type { Member } from '#testing/world.ts';
import { sendMessage } from './sending.ts';

const CLOSED = { code: 'chat.closed' };

const NOT_FOUND = { code: 'request.not_found' };

test('no message goes to the system sender, to an unknown id, to oneself, or without words', async ({
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.member({ gender: 'female' });
  const text = 'Ciao';
  for (const profileId of ['000000', '111111', 'admin'])
    await expect(sendMessage(marco, { profileId, text })).rejects.toMatchObject(CLOSED);
  for (const profileId of ['nessuno', randomUUID(), marco.profileId])
    await expect(sendMessage(marco, { profileId, text })).rejects.toMatchObject(NOT_FOUND);
  for (const empty of ['', ' \n\u202e\t '])
    await expect(sendMessage(marco, { profileId: anna.profileId, text: empty })).rejects.toMatchObject({
      code: 'chat.empty',
    });
});

test('a first message needs a visible receiver; later ones need one who still exists', async ({
  world,
  db,
}) => {
  const marco = await world.member({ level: 2 });
  const text = 'Ciao';
  for (const profileStatus of ['hidden', 'pending', 'rejected'] as const) {
    const { profileId } = await world.member({ gender: 'female', profileStatus });
    await expect(sendMessage(marco, { profileId, text })).rejects.toMatchObject(NOT_FOUND);
  }
  const anna = await world.member({ gender: 'female' });
  const to = { profileId: anna.profileId, text };
  await sendMessage(marco, to);
  const settle = (status: 'hidden' | 'pending' | 'rejected' | 'visible') =>
    db.updateTable('profile').set({ status }).where('id', '=', anna.profileId).execute();
  for (const status of ['hidden', 'pending'] as const) {
    await settle(status);
    await sendMessage(marco, to);
  }
  await settle('rejected');
  await expect(sendMessage(marco, to)).rejects.toMatchObject(CLOSED);
  await settle('visible');
  const closes_at = new Date(world.app.clock.now().getTime() + SECOND);
  for (const gone of [{ status: 'disabled' as const }, { status: 'closing' as const, closes_at }]) {
    await db.updateTable('account').set(gone).where('id', '=', anna.accountId).execute();
    await expect(sendMessage(marco, to)).rejects.toMatchObject(CLOSED);
  }
  await db
    .updateTable('account')
    .set({ status: 'active', closes_at: null })
    .where('id', '=', anna.accountId)
    .execute();
  expect(await sendMessage(marco, to)).toMatchObject({ number: 4 });
});

test('a block in either direction ends it for both', async ({ world, db }) => {
  const marco = await world.member({ level: 2 });
  for (const whoBlocks of ['he', 'she'] as const) {
    const anna = await world.member({ gender: 'female', level: 2 });
    await sendMessage(marco, { profileId: anna.profileId, text: 'Ciao' });
    const [from_id, to_id] =
      whoBlocks === 'he' ? [marco.profileId, anna.profileId] : [anna.profileId, marco.profileId];
    await db.insertInto('block').values({ brand_id: marco.brandId, from_id, to_id }).execute();
    await expect(sendMessage(marco, { profileId: anna.profileId, text: 'Ehi' })).rejects.toMatchObject(
      CLOSED,
    );
    await expect(sendMessage(anna, { profileId: marco.profileId, text: 'Ehi' })).rejects.toMatchObject(
      CLOSED,
    );
  }
});

test('a flow without messages and invitations lets no member write', async ({ world, db }) => {
  const anna = await world.member({ gender: 'female' });
  const brand = anna.brand;
  const set = (messages: boolean, invites: boolean) =>
    sql`update flow set settings = settings || ${JSON.stringify({ messages, invites })}::jsonb
      where brand_id = ${brand.id} and id = '11'`.execute(db);
  const marco = await world.member({ level: 2, flowId: '11' });
  const to = { profileId: anna.profileId, text: 'Ciao' };
  await set(false, false);
  await expect(sendMessage(marco, to)).rejects.toMatchObject(CLOSED);
  await set(false, true);
  await sendMessage(marco, to);
  await set(false, false);
  await expect(sendMessage(marco, to)).rejects.toMatchObject(CLOSED);
  await set(true, false);
  await sendMessage(marco, to);
});

test('a photo is sent by its owner, to whom it is for, once', async ({ world, db }) => {
  const [marco, anna, elsa] = [
    await world.member({ level: 2 }),
    await world.member({ gender: 'female', level: 2 }),
    await world.member({ gender: 'female', level: 2 }),
  ];
  const photoId = newId();
  const photo = { brand_id: marco.brandId, id: photoId, from_id: marco.profileId, to_id: anna.profileId };
  await db
    .insertInto('chat_photo')
    .values({ ...photo, width: 100, height: 80 })
    .execute();
  const UNKNOWN = { code: 'chat.photo_unknown' };
  const send = (from: Member, to: Member, options: { id?: string; photoId: string }) =>
    sendMessage(from, { profileId: to.profileId, text: '', ...options });
  await expect(send(marco, elsa, { photoId })).rejects.toMatchObject(UNKNOWN);
  await expect(send(anna, marco, { photoId })).rejects.toMatchObject(UNKNOWN);
  await expect(send(marco, anna, { photoId: newId() })).rejects.toMatchObject(UNKNOWN);
  const id = randomUUID();
  const answer = await send(marco, anna, { id, photoId });
  expect(await send(marco, anna, { id, photoId })).toEqual(answer);
  await expect(send(marco, anna, { photoId })).rejects.toMatchObject(UNKNOWN);
  expect(await inboxOf(db, anna.profileId, marco.profileId)).toMatchObject({ last_photo: true, preview: '' });
  const stored = await db.selectFrom('chat_photo').select('sent').where('id', '=', photoId).execute();
  expect(stored).toEqual([{ sent: true }]);
});
