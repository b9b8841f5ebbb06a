import { claimConversation } from '#server/hosts/claims.ts';
import { readStaffConversation } from '#server/hosts/conversation.ts';
import { readUnreadSenders } from '#server/notifications/facts.sql.ts';
import { expect, test } from '#testing/harness.ts';
import { host, write as writeTo } from '#testing/messaging/host-queue.ts';
import { grant } from '#testing/messaging/sending.ts';
import type { Member } from '#testing/world.ts';
import { readOwnMessages } from './account-handlers.ts';
import { listConversations } from './conversation-list.ts';
import { deleteMessage, restoreMessage } from './deleting.ts';
import { findPending, noneKnown } from './pending.ts';
import { readMessages } from './reading.ts';
import { sendMessage } from './sending.ts';

const said = 'Chiamami al 333 1234567';
const covered = 'Chiamami al ••• •••••••';

/** The words of a message in every place in which its receiver meets them. */
async function placesOf(reader: Member, writer: string) {
  const { app, brandId, accountId } = reader;
  // As though no device of theirs had it yet.
  await app.db
    .updateTable('inbox')
    .set({ delivered_to: 0 })
    .where('owner_id', '=', reader.profileId)
    .execute();
  const pending = (await findPending(reader, noneKnown())).text;
  const [unread] = await readUnreadSenders(app.db, [reader]);
  return {
    conversation: (await readMessages(reader, { profileId: writer })).messages.at(-1)?.text,
    list: (await listConversations(reader, {})).rows[0]?.text,
    pending,
    notification: unread?.senders[0]?.words,
    export: (await readOwnMessages(app.db, brandId, accountId))[0]?.text,
  };
}

const everywhere = (text: string) => ({
  conversation: text,
  list: text,
  pending: text,
  notification: text,
  export: text,
});

async function buys({ app: { db }, accountId }: Member) {
  await db.updateTable('account').set({ level: 1 }).where('id', '=', accountId).execute();
}

test('a number is covered until its writer buys, and then those of before can be read too', async ({
  world,
}) => {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', 1);
  const sent = await sendMessage(marco, { profileId: anna.profileId, text: said });
  expect(sent.phoneCovered).toBe(true);
  expect(await placesOf(anna, marco.profileId)).toEqual(everywhere(covered));
  // The list finds its words again where a message was taken away and brought back.
  const { id } = sent;
  await deleteMessage(anna, { profileId: marco.profileId, id });
  await restoreMessage(anna, { profileId: marco.profileId, id });
  expect((await listConversations(anna, {})).rows[0]?.text).toBe(covered);

  await buys(marco);
  expect(await placesOf(anna, marco.profileId)).toEqual(everywhere(said));
  const own = await readMessages(marco, { profileId: anna.profileId });
  expect(own.messages.at(-1)).toMatchObject({ text: said, phoneCovered: false });
});

test('the writer has to have bought, whether they began the conversation or not', async ({ world }) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.member({ gender: 'female' });
  await sendMessage(marco, { profileId: anna.profileId, text: said });
  await sendMessage(anna, { profileId: marco.profileId, text: said });
  const texts = async (reader: Member, writer: Member) =>
    (await readMessages(reader, { profileId: writer.profileId })).messages
      .filter(({ type }) => type === 'theirs')
      .map(({ text }) => text);
  expect(await texts(anna, marco)).toEqual([said]);
  expect(await texts(marco, anna)).toEqual([covered]);
  await buys(anna);
  expect(await texts(marco, anna)).toEqual([said]);
});

test('hosts read numbers as the profile would', async ({ world }) => {
  const marco = await world.member();
  await grant(marco, 'message', 1);
  const where = await writeTo(marco, await world.profile(), said);
  const ines = await host(world);
  await claimConversation(ines, where);
  const read = async () => (await readStaffConversation(ines, where)).messages.map(({ text }) => text);
  expect(await read()).toEqual([covered]);
  await buys(marco);
  expect(await read()).toEqual([said]);
});
