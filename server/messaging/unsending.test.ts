import { messageChanged } from '#contract/chat/message-actions.ts';
import { UNSEND_WITHIN_MS, UNSENT_REFUNDS_A_DAY } from '#contract/kernel/constants.ts';
import { expect, test } from '#testing/harness.ts';
import { upload } from '#testing/messaging/chat-photos.ts';
import { startCompanionChat, waitsFor } from '#testing/messaging/companion.ts';
import { failing, listening } from '#testing/messaging/host-queue.ts';
import { grant } from '#testing/messaging/sending.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { listConversations } from './conversation-list.ts';
import { findPending, noneKnown } from './pending.ts';
import { readMessages } from './reading.ts';
import { recordReceipt } from './receipts.ts';
import { sendMessage } from './sending.ts';
import { unsendMessage } from './unsending.ts';

const late = failing('chat.unsend_late');
const couple = async (world: World): Promise<[Member, Member]> => {
  const marco = await world.member();
  await grant(marco, 'message', 20);
  return [marco, await world.member({ gender: 'female' })];
};
const write = async (from: Member, { profileId }: Pick<Member, 'profileId'>, text: string) =>
  (await sendMessage(from, { profileId, text })).id;
const unsend = (from: Member, { profileId }: Pick<Member, 'profileId'>, id: string) =>
  unsendMessage(from, { profileId, id });
const textsOf = async (reader: Member, { profileId }: Member) =>
  (await readMessages(reader, { profileId })).messages.map(({ text }) => text);
const rowOf = async (reader: Member) => {
  const { rows, unread } = await listConversations(reader, {});
  return [rows[0]?.text, unread];
};
const creditsOf = async ({ app: { db }, accountId }: Member) =>
  (
    await db
      .selectFrom('balance')
      .select('message_credits')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).message_credits;

test('what is unsent is gone for both, and its credit is back, once', async ({ world }) => {
  const [marco, anna] = await couple(world);
  await write(marco, anna, 'Ciao');
  const { events, context } = listening(marco as never);
  const live = withServices(marco, { realtime: context.app.realtime });
  const id = await write(marco, anna, 'Che dico mai, 347 1234567');
  expect(await creditsOf(marco)).toBe(18);
  expect(await unsend(live, anna, id)).toEqual({ result: 'OK', refunded: 1 });
  const again = await Promise.all([unsend(marco, anna, id), unsend(marco, anna, id)]);
  expect(again.map(({ refunded }) => refunded)).toEqual([0, 0]);
  expect(await creditsOf(marco)).toBe(19);
  for (const [reader, other] of [
    [marco, anna],
    [anna, marco],
  ] as const)
    expect(await textsOf(reader, other)).toEqual(['Ciao']);
  expect(await rowOf(anna)).toEqual(['Ciao', 1]);
  expect(await rowOf(marco)).toEqual(['Ciao', 0]);
  expect(events.filter(({ event }) => event === messageChanged.name)).toEqual(
    [[marco, anna] as const, [anna, marco] as const].map(([to, { profileId }]) => ({
      to: [to.accountId],
      event: 'modifica',
      payload: { profileId, id, number: 2, unsent: true },
    })),
  );
  // The same id is not said again, and numbers go on.
  await sendMessage(marco, { profileId: anna.profileId, id, text: 'Che dico mai' });
  expect(await sendMessage(marco, { profileId: anna.profileId, text: 'Come va?' })).toMatchObject({
    number: 3,
  });
  expect(await textsOf(anna, marco)).toEqual(['Ciao', 'Come va?']);
});

test('nothing is left of a conversation whose only message is unsent', async ({ world }) => {
  const [marco, anna] = await couple(world);
  const id = await write(marco, anna, 'Ciao');
  await unsend(marco, anna, id);
  for (const reader of [marco, anna]) expect((await listConversations(reader, {})).rows).toEqual([]);
  expect(await findPending(anna, noneKnown())).toMatchObject({ type: 'first' });
  await write(marco, anna, 'Ciao davvero');
  expect(await rowOf(anna)).toEqual(['Ciao davvero', 1]);
});

test('neither what was read nor what was said five minutes ago can be unsent, nor another one’s words', async ({
  app,
  world,
}) => {
  const [marco, anna] = await couple(world);
  const [first, second] = [await write(marco, anna, 'uno'), await write(marco, anna, 'due')];
  await recordReceipt(anna, { profileId: marco.profileId, deliveredTo: 2, readTo: 1 });
  await expect(unsend(marco, anna, first)).rejects.toEqual(late);
  await expect(unsend(anna, marco, second)).rejects.toEqual(failing('request.not_found'));
  await expect(unsend(await world.member(), anna, second)).rejects.toEqual(failing('request.not_found'));
  app.clock.advance(UNSEND_WITHIN_MS + 1);
  await expect(unsend(marco, anna, second)).rejects.toEqual(late);
  expect(await textsOf(anna, marco)).toEqual(['uno', 'due']);
  expect(await creditsOf(marco)).toBe(18);
});

test('the other one may have seen the words on a list: only a few credits come back within a day', async ({
  world,
}) => {
  const [marco, anna] = await couple(world);
  const back: number[] = [];
  for (let count = 0; count < UNSENT_REFUNDS_A_DAY + 1; count += 1) {
    const { refunded } = await unsend(marco, anna, await write(marco, anna, `detto ${count}`));
    back.push(refunded);
  }
  expect(back).toEqual([...Array.from({ length: UNSENT_REFUNDS_A_DAY }, () => 1), 0]);
  expect(await creditsOf(marco)).toBe(19);
});

test('the photo goes with its message, and no moderator looks at it', async ({ db, world }) => {
  const [marco, anna] = await couple(world);
  const photoId = await upload(marco, anna.profileId);
  const { id } = await sendMessage(marco, { profileId: anna.profileId, text: '', photoId });
  await unsend(marco, anna, id);
  const photos = await db
    .selectFrom('chat_photo')
    .select('id')
    .where('from_id', '=', marco.profileId)
    .execute();
  expect(photos.map((photo) => photo.id)).not.toContain(photoId);
  const cases = await db.selectFrom('moderation_case').select('id').where('id', '=', photoId).execute();
  expect(cases).toEqual([]);
});

test('a profile of ours owes no answer to what was unsent, and owes it to what is left', async ({
  app,
  world,
}) => {
  const { member, profileId, write: say, run, answers } = await startCompanionChat(world);
  const { id } = await say('ciao');
  const { id: second } = await say('mi piace il mare');
  await unsendMessage(member, { profileId, id });
  expect(await waitsFor(app, profileId)).toBe(true);
  await unsendMessage(member, { profileId, id: second });
  expect(await waitsFor(app, profileId)).toBe(false);
  await run(app);
  expect(await answers()).toEqual([]);
});
