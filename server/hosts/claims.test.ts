import { randomUUID } from 'node:crypto';
import { HANDOVER_SECONDS, QUIET_FROM_DAYS, QUIET_TO_DAYS } from '#contract/kernel/constants.ts';
import type { StaffContext } from '#server/app.ts';
import { DAY, SECOND } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { claimTime, failing, host, oweAnswers, waitingRows, write } from '#testing/messaging/host-queue.ts';
import { atWork } from '#testing/staff/staff.ts';
import {
  claimConversation,
  claimNext,
  listHosts,
  releaseConversation,
  transferConversation,
} from './claims.ts';
import { readStaffConversation } from './conversation.ts';
import { countQueue, listQueue } from './queue.ts';
import { replyAsProfile } from './replying.ts';

// Every test finds the queue empty.
test.beforeEach(async ({ db }) => {
  await db.deleteFrom('waiting_reply').execute();
  await db.deleteFrom('answered_conversation').execute();
});

const idsIn = async (context: StaffContext, list: 'new' | 'waiting' | 'quiet' | 'mine') =>
  (await listQueue(context, { list })).conversations.map(({ id }) => id);
const reply = (context: StaffContext, where: { brand: string; id: string }) =>
  replyAsProfile(context, { ...where, messageId: randomUUID(), text: 'Eccomi' });

test('four hosts who ask for the next one a thousand times never get the same, the oldest first, till none is left', async ({
  app,
  world,
}) => {
  const HALF = 500;
  const from = new Date(app.clock.now().getTime() - DAY);
  for (const brand of [world.brand(), world.brand('verbena')])
    await oweAnswers(await world.member({ brand }), HALF, from);
  const hosts = [
    await host(world, 'Ines'),
    await host(world, 'Ugo'),
    await host(world),
    await host(world),
  ] as const;
  // One alone goes forward in both brands together. Beside others, what one of them is just looking at is passed over.
  const [ines] = hosts;
  const places: number[] = [];
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const { conversation } = await claimNext(ines, {});
    ids.push(conversation!.id);
    places.push(conversation!.since - from.getTime());
  }
  expect(places).toEqual(places.map((_, index) => Math.floor(index / 2)));
  await Promise.all(
    hosts.map(async (each) => {
      for (;;) {
        const { conversation } = await claimNext(each, {});
        if (!conversation) return;
        ids.push(conversation.id);
      }
    }),
  );
  expect(ids).toHaveLength(2 * HALF);
  expect(new Set(ids).size).toBe(2 * HALF);
});

test('first messages and later ones have lists of their own, and a claimed conversation is in no list of another host', async ({
  app,
  world,
}) => {
  const [marco, paolo] = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  const luna = await world.profile();
  const first = await write(marco, luna);
  await claimConversation(ines, first);
  await reply(ines, first);
  app.clock.advance(1_000);
  await write(marco, luna, 'Che bello');
  app.clock.advance(1_000);
  const second = await write(paolo, luna);
  expect([await idsIn(ugo, 'new'), await idsIn(ugo, 'waiting')]).toEqual([[second.id], [first.id]]);
  // The oldest of both comes next.
  expect((await claimNext(ines, {})).conversation).toMatchObject({ id: first.id, list: 'waiting' });
  expect(await idsIn(ugo, 'waiting')).toEqual([]);
  expect(await idsIn(ines, 'waiting')).toEqual([]);
  expect(await idsIn(ines, 'mine')).toEqual([first.id]);
  expect(await countQueue(ugo, {})).toEqual({ new: 1, waiting: 0, quiet: 0, mine: 0 });
  expect(await countQueue(ines, {})).toEqual({ new: 1, waiting: 0, quiet: 0, mine: 1 });
  expect((await readStaffConversation(ugo, first)).claim).toMatchObject({ name: 'Ines' });
  app.clock.advance(claimTime);
  expect([await idsIn(ugo, 'waiting'), await idsIn(ines, 'mine')]).toEqual([[first.id], []]);
});

test('a member who says nothing for days may be written to first, and comes back into the queue with their next message', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  const where = await write(marco, luna);
  await claimConversation(ines, where);
  await reply(ines, where);
  app.clock.advance(QUIET_FROM_DAYS * DAY - 1);
  expect(await idsIn(ines, 'quiet')).toEqual([]);
  expect((await readStaffConversation(ines, where)).list).toBeNull();
  await expect(claimConversation(ines, where)).rejects.toEqual(failing('request.not_found'));
  app.clock.advance(1);
  expect(await idsIn(ines, 'quiet')).toEqual([where.id]);
  expect((await readStaffConversation(ines, where)).list).toBe('quiet');
  expect(await countQueue(ines, {})).toMatchObject({ quiet: 1, mine: 0 });
  // The button hands out none of these.
  expect(await claimNext(ines, {})).toEqual({ conversation: null });
  await claimConversation(ines, where);
  await expect(claimConversation(ugo, where)).rejects.toEqual(failing('queue.taken'));
  expect([await idsIn(ugo, 'quiet'), await idsIn(ines, 'mine')]).toEqual([[], [where.id]]);

  // The member is quicker: the conversation waits, and is still the host's.
  await write(marco, luna, 'Eccomi di nuovo');
  expect(await waitingRows(db)).toMatchObject([{ claimed_by: ines.staffId, is_first: false }]);
  expect((await listQueue(ines, { list: 'mine' })).conversations).toMatchObject([{ list: 'waiting' }]);
  await reply(ines, where);

  // Writing first begins the silence again, and leaves the conversation without a host.
  app.clock.advance(QUIET_FROM_DAYS * DAY);
  await claimConversation(ugo, where);
  await reply(ugo, where);
  expect([await idsIn(ugo, 'quiet'), await idsIn(ugo, 'mine')]).toEqual([[], []]);
  app.clock.advance(QUIET_FROM_DAYS * DAY);
  expect(await idsIn(ugo, 'quiet')).toEqual([where.id]);
  app.clock.advance((QUIET_TO_DAYS - QUIET_FROM_DAYS) * DAY);
  expect(await idsIn(ugo, 'quiet')).toEqual([]);
});

test('a member who is erased takes an answered conversation with them', async ({ db, world }) => {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const ines = await host(world);
  const answered = await write(marco, luna);
  await claimConversation(ines, answered);
  await reply(ines, answered);
  await write(marco, await world.profile());
  await db.deleteFrom('conversation').where('brand_id', '=', marco.brandId).execute();
  expect(await db.selectFrom('answered_conversation').selectAll().execute()).toEqual([]);
  expect(await waitingRows(db)).toEqual([]);
});

test('a conversation is left to another host, who finds it first among their own, with the note', async ({
  app,
  db,
  world,
}) => {
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  const luna = await world.profile();
  const older = await write(await world.member({ level: 2 }), luna);
  app.clock.advance(1_000);
  const where = await write(await world.member({ level: 2 }), luna);
  const transfer = { ...where, to: ugo.staffId, note: 'Parla di musica: tu ne sai di più.' };
  await expect(transferConversation(ines, transfer)).rejects.toEqual(failing('queue.not_taken'));
  await claimConversation(ugo, older);
  await claimConversation(ines, where);
  await transferConversation(ines, transfer);
  expect(await idsIn(ines, 'mine')).toEqual([]);
  const { conversations } = await listQueue(ugo, { list: 'mine' });
  expect(conversations.map(({ id }) => id)).toEqual([where.id, older.id]);
  expect(conversations[0]).toMatchObject({
    claim: { name: 'Ugo' },
    handover: { by: 'Ines', note: transfer.note },
  });
  expect(await readStaffConversation(ugo, where)).toMatchObject({ handover: { by: 'Ines' } });
  await expect(reply(ines, where)).rejects.toEqual(failing('queue.not_taken'));
  const trace = await db.selectFrom('audit').selectAll().where('subject', '=', where.id).execute();
  expect(trace).toMatchObject([
    { action: 'conversation.transferred', actor_id: ines.staffId, details: { to: ugo.staffId } },
  ]);
  // The note is for hosts alone, and not part of the trace.
  expect(JSON.stringify(trace)).not.toContain('musica');

  // The host it was left to may not come: then it is open to all again, and the note stays with it.
  app.clock.advance(HANDOVER_SECONDS * SECOND);
  await releaseConversation(ugo, older);
  await claimConversation(ines, where);
  expect((await readStaffConversation(ines, where)).handover).toMatchObject({ note: transfer.note });
  await reply(ines, where);
  expect((await readStaffConversation(ines, where)).handover).toBeNull();
});

test('only who answers for the brand can be left a conversation', async ({ world }) => {
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  const abroad = await atWork(world, { role: 'host', name: 'Eva', brands: ['verbena'] });
  const moderator = await atWork(world, { role: 'moderator', name: 'Moira' });
  const where = await write(await world.member({ level: 2 }), await world.profile());
  await claimConversation(ines, where);
  const others = (await listHosts(ines, where)).hosts.map(({ staffId }) => staffId);
  expect(others).toContain(ugo.staffId);
  for (const { staffId } of [ines, abroad, moderator]) expect(others).not.toContain(staffId);
  for (const { staffId: to } of [abroad, moderator])
    await expect(transferConversation(ines, { ...where, to, note: '' })).rejects.toEqual(
      failing('request.not_found'),
    );
  // Who does not work for the brand finds nothing of it.
  for (const attempt of [
    readStaffConversation(abroad, where),
    claimConversation(abroad, where),
    transferConversation(abroad, { ...where, to: ugo.staffId, note: '' }),
    listHosts(abroad, where),
  ])
    await expect(attempt).rejects.toEqual(failing('request.not_found'));
  expect([await idsIn(abroad, 'new'), await claimNext(abroad, {})]).toEqual([[], { conversation: null }]);
});
