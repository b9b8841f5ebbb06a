import { randomUUID } from 'node:crypto';
import { QUIET_FROM_DAYS } from '#contract/kernel/constants.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, host, waitingRows, write } from '#testing/messaging/host-queue.ts';
import type { World } from '#testing/world.ts';
import { claimConversation } from './claims.ts';
import { countQueue } from './queue.ts';
import { replyAsProfile } from './replying.ts';
import { cancelScheduled, scheduleReply, sendScheduled } from './scheduled-replies.ts';
import { listScheduled, readWritingAids } from './writing-aids.ts';

// Every test finds the queue empty.
test.beforeEach(async ({ db }) => {
  await db.deleteFrom('waiting_reply').execute();
});

/** A host has written something for in an hour. */
async function scheduled(world: World, text = 'Buongiorno! Com’è andata la serata?') {
  const { app } = world;
  const member = await world.member({ level: 2 });
  const profileId = await world.profile();
  const where = await write(member, profileId);
  const ines = await host(world);
  await claimConversation(ines, where);
  const [waiting] = await waitingRows(app.db);
  const replyId = randomUUID();
  const input = { ...where, replyId, text, sendAt: app.clock.now().getTime() + HOUR };
  const reply = await scheduleReply(ines, input);
  const run = () => sendScheduled(app, { brandId: member.brandId, id: replyId });
  const saidByProfile = () =>
    app.db
      .selectFrom('message')
      .select(['id', 'body', 'written_by'])
      .where('from_id', '=', profileId)
      .execute();
  return { member, profileId, where, ines, replyId, input, reply, waiting, run, saidByProfile };
}

test('a reply for later leaves the queue, is sent once at its time, and is written down', async ({
  app,
  db,
  world,
}) => {
  const { where, ines, replyId, input, reply, run, saidByProfile } = await scheduled(world);
  expect(reply).toMatchObject({ id: replyId, status: 'waiting', mine: true, because: null });
  expect(await waitingRows(db)).toEqual([]);
  // The same again is the same reply.
  expect(await scheduleReply(ines, input)).toEqual(reply);
  expect((await listScheduled(ines)).replies).toMatchObject([
    { id: replyId, brand: where.brand, conversationId: where.id },
  ]);
  app.clock.advance(HOUR);
  await run();
  await run();
  expect(await saidByProfile()).toEqual([
    { id: replyId, body: input.text, written_by: `staff:${ines.staffId}` },
  ]);
  expect((await listScheduled(ines)).replies).toEqual([]);
  const entries = await db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject', '=', where.id)
    .orderBy('id')
    .execute();
  expect(entries).toEqual(
    ['reply.scheduled', 'conversation.answered'].map((action) => ({ action, actor_id: ines.staffId })),
  );
});

test('where the member has written meanwhile it is not sent: they wait again and the host keeps the words', async ({
  app,
  db,
  world,
}) => {
  const { member, profileId, where, ines, replyId, input, run, saidByProfile } = await scheduled(world);
  app.clock.advance(MINUTE);
  await sendMessage(member, { profileId, text: 'Ah, dimenticavo…' });
  expect(await waitingRows(db)).toHaveLength(1);
  await run();
  expect(await saidByProfile()).toEqual([]);
  const back = { id: replyId, text: input.text, status: 'returned', because: 'member_wrote' };
  expect((await listScheduled(ines)).replies).toMatchObject([back]);
  expect((await readWritingAids(ines, where)).scheduled).toMatchObject([back]);
  expect((await countQueue(ines, {})).new).toBe(1);
  // Once the member was answered, it is put away.
  await claimConversation(ines, where);
  await replyAsProfile(ines, { ...where, messageId: randomUUID(), text: 'Dimmi pure!' });
  expect((await listScheduled(ines)).replies).toEqual([]);
});

test('one that is cancelled is never sent, and the member waits as long as before', async ({ db, world }) => {
  const { where, ines, replyId, waiting, run, saidByProfile } = await scheduled(world);
  const which = { ...where, replyId };
  await cancelScheduled(ines, which);
  await cancelScheduled(ines, which);
  expect(await waitingRows(db)).toMatchObject([{ since: waiting?.since, claimed_by: null }]);
  await run();
  expect(await saidByProfile()).toEqual([]);
  await expect(cancelScheduled(ines, { ...which, replyId: randomUUID() })).rejects.toEqual(
    failing('request.not_found'),
  );
});

test('at its time it passes the check again, and is kept where the member cannot be written to', async ({
  db,
  world,
}) => {
  const first = await scheduled(world);
  await db
    .updateTable('scheduled_reply')
    .set({ body: 'Sono una persona privata' })
    .where('id', '=', first.replyId)
    .execute();
  await first.run();
  expect((await listScheduled(first.ines)).replies).toMatchObject([{ because: 'check' }]);
  expect(await waitingRows(db)).toHaveLength(1);

  const second = await scheduled(world);
  await db
    .updateTable('account')
    .set({ status: 'disabled' })
    .where('id', '=', second.member.accountId)
    .execute();
  await second.run();
  expect((await listScheduled(second.ines)).replies).toMatchObject([{ because: 'closed' }]);
  expect(await second.saidByProfile()).toEqual([]);
});

test('what a host wrote who has left is not sent', async ({ db, world }) => {
  const { ines, run, saidByProfile } = await scheduled(world);
  await db.updateTable('staff').set({ status: 'left' }).where('id', '=', ines.staffId).execute();
  await run();
  expect(await saidByProfile()).toEqual([]);
  expect(await waitingRows(db)).toHaveLength(1);
});

test('a time is within two days, and the words are checked when they are written', async ({ app, world }) => {
  const where = await write(await world.member({ level: 2 }), await world.profile());
  const ines = await host(world);
  const now = app.clock.now().getTime();
  const reply = { ...where, replyId: randomUUID(), text: 'Buongiorno', sendAt: now + HOUR };
  await expect(scheduleReply(ines, reply)).rejects.toEqual(failing('queue.not_taken'));
  await claimConversation(ines, where);
  for (const sendAt of [now, now + 49 * HOUR])
    await expect(scheduleReply(ines, { ...reply, sendAt })).rejects.toEqual(failing('schedule.time'));
  await expect(scheduleReply(ines, { ...reply, text: 'Vediamoci domani' })).rejects.toEqual(
    failing('reply.unconfirmed'),
  );
  await scheduleReply(ines, { ...reply, text: 'Vediamoci domani', confirmed: ['meeting'] });
});

test('a host who writes first may do so later as well', async ({ app, db, world }) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  const ines = await host(world);
  await claimConversation(ines, where);
  await replyAsProfile(ines, { ...where, messageId: randomUUID(), text: 'Ciao, come va?' });
  app.clock.advance(QUIET_FROM_DAYS * DAY);
  await claimConversation(ines, where);
  const replyId = randomUUID();
  const sendAt = app.clock.now().getTime() + HOUR;
  await scheduleReply(ines, { ...where, replyId, text: 'Buongiorno!', sendAt });
  await sendScheduled(app, { brandId: marco.brandId, id: replyId });
  const said = await db
    .selectFrom('message')
    .select('body')
    .where('from_id', '=', luna)
    .orderBy('number')
    .execute();
  expect(said.map(({ body }) => body)).toEqual(['Ciao, come va?', 'Buongiorno!']);
  expect(await waitingRows(db)).toEqual([]);
});
