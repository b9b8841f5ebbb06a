import { sql } from 'kysely';
import type { ChatEvent } from '#contract/chat/live.ts';
import { chat } from '#contract/chat/live.ts';
import { creditsLeft, sendMessage } from '#contract/chat/sending.ts';
import { newId } from '#server/platform/ids.ts';
import { waitForBlockedSession } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { goLive } from '#testing/messaging/live-reading.ts';
import type { Browser } from '#testing/messaging/live-reading.ts';
import { creditsOf, grant, saidBetween } from '#testing/messaging/sending.ts';
import { storeMessage } from '#testing/messaging/write-messages.ts';
import type { Member, World } from '#testing/world.ts';
import { deleteMessage } from './deleting.ts';
import { createMessageWriter } from './message-writer.ts';
import type { Outgoing } from './outgoing.ts';
import { sendAsProfile } from './sending.ts';

/** Two who have talked, and can pay for more. */
async function makeCouple(world: World): Promise<{ marco: Member; anna: Member }> {
  const marco = await world.member();
  const anna = await world.member({ gender: 'female', level: 2 });
  await grant(marco, 'message', 10);
  await storeMessage(marco.app, outgoing(marco, anna.profileId, 'Ciao'));
  return { marco, anna };
}

function outgoing({ app, brandId, profileId }: Member, toId: string, text: string): Outgoing {
  const at = app.clock.now();
  const rest = {
    readyMade: false,
    photoId: null,
    replyTo: null,
    free: false,
    writtenBy: null,
    inPage: false,
  };
  return { ...rest, brandId, fromId: profileId, toId, id: newId(), text, at };
}

const messagesIn = ({ received }: Browser) =>
  received.filter(({ name }) => name === chat.name).map(({ payload }) => payload as ChatEvent);

test('a node that died before any notification: what its sender sends again reaches the receiver as it was stored', async ({
  app,
  db,
  world,
}) => {
  const { open } = await goLive(app);
  const { marco, anna } = await makeCouple(world);
  const [phone, laptop, annasPage] = [await open(marco), await open(marco), await open(anna)];
  const lost = { ...outgoing(marco, anna.profileId, 'Il mio numero è 347 1234567'), readyMade: true };
  await storeMessage(app, lost);
  expect(await annasPage.settle()).toEqual([]);

  const again = { id: lost.id, profileId: anna.profileId, text: 'Altre parole' };
  expect(await phone.say(sendMessage, again)).toMatchObject({ ok: true, number: 2, messageCredits: 8 });
  await expect.poll(() => [messagesIn(annasPage).length, messagesIn(laptop).length]).toEqual([1, 1]);
  const stored = { id: lost.id, number: 2, readyMade: true, at: lost.at.getTime() };
  expect(messagesIn(annasPage)).toMatchObject([{ ...stored, type: 'theirs', unread: 2 }]);
  expect(messagesIn(annasPage)[0]?.text).toMatch(/^Il mio numero è [^\d]+$/);
  expect(messagesIn(laptop)).toMatchObject([{ ...stored, type: 'own', text: lost.text }]);
  expect(laptop.received).toContainEqual({
    name: creditsLeft.name,
    payload: { messageCredits: 8, iceBreakerCredits: 0 },
  });
  // It is stored once, paid for once, and queued once for a receiver who is away.
  expect(await saidBetween(db, marco.profileId, anna.profileId)).toHaveLength(2);
  expect(await creditsOf(marco)).toMatchObject({ message: 8 });
  const queued = await db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', anna.accountId)
    .execute();
  expect(queued).toHaveLength(1);
});

test('a message that the sender deleted, or from a member the receiver blocked, is not announced again', async ({
  app,
  db,
  world,
}) => {
  const { open } = await goLive(app);
  const { marco, anna } = await makeCouple(world);
  const lost = outgoing(marco, anna.profileId, 'Ci sei?');
  await storeMessage(app, lost);
  const [marcosPage, annasPage] = [await open(marco), await open(anna)];
  const again = { id: lost.id, profileId: anna.profileId, text: lost.text };
  await deleteMessage(anna, { profileId: marco.profileId, id: lost.id });
  expect(await marcosPage.say(sendMessage, again)).toMatchObject({ ok: true, number: 2 });
  expect(await annasPage.settle()).toEqual([]);

  const other = outgoing(marco, anna.profileId, 'Ehi');
  await storeMessage(app, other);
  await db
    .insertInto('block')
    .values({ brand_id: anna.brandId, from_id: anna.profileId, to_id: marco.profileId })
    .execute();
  expect(await marcosPage.say(sendMessage, { ...again, id: other.id })).toMatchObject({
    ok: true,
    number: 3,
  });
  expect(await annasPage.settle()).toEqual([]);
});

test('what the database stores after the writer has given up reaches the receiver without being sent again', async ({
  app,
  db,
  world,
}) => {
  const messages = createMessageWriter({ ...app, limits: app.config.limits, timeout: 500 });
  const { open, realtime } = await goLive({ ...app, messages });
  const { marco, anna } = await makeCouple(world);
  const luna = await world.profile();
  await storeMessage(app, outgoing(marco, luna, 'Ciao Luna'));
  const [marcosPage, annasPage] = [await open(marco), await open(anna)];

  /** A database that answers only after the writer has given up. */
  async function stuck(send: () => Promise<unknown>): Promise<void> {
    const holding = await db.startTransaction().execute();
    try {
      await sql`select from inbox where owner_id = ${marco.profileId}::uuid or other_id = ${marco.profileId}::uuid
        for update`.execute(holding);
      const sent = send();
      await waitForBlockedSession(db);
      await sent;
      expect([...(await marcosPage.settle()), ...(await annasPage.settle())]).toEqual([]);
    } finally {
      await holding.commit().execute();
    }
  }

  const message = { id: newId(), profileId: anna.profileId, text: 'Mi senti?' };
  await stuck(async () =>
    expect(await marcosPage.say(sendMessage, message)).toMatchObject({
      ok: false,
      error: { code: 'server.unavailable' },
    }),
  );
  await expect
    .poll(() => messagesIn(annasPage))
    .toMatchObject([{ id: message.id, text: 'Mi senti?', number: 2 }]);
  expect(await marcosPage.say(sendMessage, message)).toMatchObject({
    ok: true,
    number: 2,
    messageCredits: 7,
  });

  await Promise.all([marcosPage.settle(), annasPage.settle()]);
  const answer = { fromId: luna, toId: marco.profileId, id: newId(), text: 'Sì', writtenBy: 'scripted' };
  await stuck(() =>
    expect(sendAsProfile({ ...app, messages, realtime }, marco.brand, answer)).rejects.toMatchObject({
      code: 'server.unavailable',
    }),
  );
  await expect.poll(() => messagesIn(marcosPage)).toMatchObject([{ id: answer.id, text: '', number: 2 }]);
});
