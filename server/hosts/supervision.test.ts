import { randomUUID } from 'node:crypto';
import type { StaffContext } from '#server/app.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, host, write } from '#testing/messaging/host-queue.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { World } from '#testing/world.ts';
import { readBoard } from './board.ts';
import { claimConversation } from './claims.ts';
import { listHostReplies, listOwnMarks, markReply, readAlong } from './quality.ts';
import { replyAsProfile } from './replying.ts';
import { cancelShift, listOwnShifts, listShifts, planShift } from './shifts.ts';

test.beforeEach(async ({ db }) => {
  await db.deleteFrom('waiting_reply').execute();
  await db.deleteFrom('host_reply').execute();
});

const manager = (world: World, brands?: readonly string[]) =>
  atWork(world, { role: 'brand_manager', name: 'Rita', ...(brands && { brands }) });

/** A member writes to Luna and is answered after this time. */
async function answerAfter(world: World, ines: StaffContext, waited: number, text = 'Bene, e tu?') {
  const marco = await world.member({ level: 2 });
  const luna = await world.profile();
  const where = await write(marco, luna);
  world.app.clock.advance(waited);
  await claimConversation(ines, where);
  const messageId = randomUUID();
  await replyAsProfile(ines, { ...where, messageId, text });
  return { ...where, messageId };
}

test('the board shows who waits, who answers, and how long members had waited', async ({ world }) => {
  const rita = await manager(world);
  const ines = await host(world);
  const idle = await host(world, 'Zoe');
  await answerAfter(world, ines, 10 * SECOND);
  await answerAfter(world, ines, 40 * SECOND);
  await answerAfter(world, ines, 100 * SECOND);
  const where = await write(await world.member({ level: 2 }), await world.profile());
  const since = world.app.clock.now().getTime();
  const { until } = await claimConversation(ines, where);
  const board = await readBoard(rita, {});
  expect(board).toMatchObject({ waiting: 1, answersLastHour: 3, medianWaitSeconds: 40 });
  expect(board.oldestSince).toBe(since);
  const atBoard = (staffId: string) => board.hosts.find(({ id }) => id === staffId);
  expect(atBoard(ines.staffId)).toMatchObject({
    name: 'Ines',
    online: false,
    onShiftUntil: null,
    claims: [
      { brand: 'lunaria', conversationId: where.id, member: expect.stringMatching(/^Test/) as string, until },
    ],
    answersLastHour: 3,
    answersLastDay: 3,
    medianWaitSeconds: 40,
    marks: { count: 0, average: null },
  });
  expect(atBoard(idle.staffId)).toMatchObject({ claims: [], answersLastDay: 0, medianWaitSeconds: null });
  // An hour later they are today's, and not this hour's.
  world.app.clock.advance(HOUR + MINUTE);
  const later = await readBoard(rita, {});
  expect(later).toMatchObject({ answersLastHour: 0, medianWaitSeconds: null });
  expect(later.hosts.find(({ id }) => id === ines.staffId)).toMatchObject({
    answersLastHour: 0,
    answersLastDay: 3,
    claims: [],
  });
});

test('a board of one brand has nothing of another', async ({ world }) => {
  const ines = await atWork(world, { role: 'host', name: 'Ines', brands: ['lunaria'] });
  await answerAfter(world, ines, SECOND);
  const elsewhere = await manager(world, ['verbena']);
  const board = await readBoard(elsewhere, {});
  expect(board).toMatchObject({ answersLastHour: 0 });
  expect(board.hosts.map(({ id }) => id)).not.toContain(ines.staffId);
  await expect(readBoard(elsewhere, { brand: 'lunaria' })).rejects.toEqual(failing('request.not_found'));
  await expect(listHostReplies(elsewhere, { staffId: ines.staffId })).rejects.toEqual(
    failing('request.not_found'),
  );
});

test('reading along shows who wrote what, and neither host nor member notices', async ({ world, db }) => {
  const rita = await manager(world);
  const ines = await host(world);
  const { messageId, ...where } = await answerAfter(world, ines, SECOND);
  const seen = await readAlong(rita, where);
  expect(seen).toMatchObject({
    claim: null,
    next: null,
    messages: [
      { from: 'member', text: 'Ciao, come stai?', host: null, mark: null },
      { from: 'profile', text: 'Bene, e tu?', host: { id: ines.staffId, name: 'Ines' }, mark: null },
    ],
  });
  expect(seen.messages[1]?.id).toBe(messageId);
  // What waits is as unread as before.
  const luna = await world.profile();
  const waiting = await write(await world.member({ level: 2 }), luna);
  await readAlong(rita, waiting);
  expect(
    await db.selectFrom('inbox').select('read_to').where('owner_id', '=', luna).executeTakeFirstOrThrow(),
  ).toEqual({ read_to: 0 });
});

test('a mark is read by the host it is about, and a second one takes its place', async ({ world, db }) => {
  const rita = await manager(world);
  const ines = await host(world);
  const { brand, messageId } = await answerAfter(world, ines, SECOND);
  await markReply(rita, { brand, messageId, stars: 2, note: 'Troppo corto' });
  await markReply(rita, { brand, messageId, stars: 4, note: 'Meglio di quanto pensassi' });
  const mark = { stars: 4, note: 'Meglio di quanto pensassi', by: 'Rita' };
  expect((await listOwnMarks(ines, {})).replies).toMatchObject([{ messageId, mark }]);
  expect((await listOwnMarks(await host(world, 'Zoe'), {})).replies).toEqual([]);
  expect(await listHostReplies(rita, { staffId: ines.staffId })).toMatchObject({
    name: 'Ines',
    replies: [{ messageId, waitedSeconds: 1, mark }],
    next: null,
  });
  const board = await readBoard(rita, {});
  expect(board.hosts.find(({ id }) => id === ines.staffId)?.marks).toEqual({ count: 1, average: 4 });
  const traces = await db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'reply.marked')
    .where('subject', '=', messageId)
    .orderBy('id')
    .execute();
  expect(traces.map(({ details }) => details)).toEqual([
    { host: ines.staffId, stars: 2 },
    { host: ines.staffId, stars: 4 },
  ]);
});

test('supervisors mark no answer that is their own, or of a brand they do not work for', async ({
  world,
}) => {
  const owner = await atWork(world);
  const { brand, messageId } = await answerAfter(world, owner, SECOND);
  const mark = { brand, messageId, stars: 5, note: '' };
  await expect(markReply(owner, mark)).rejects.toEqual(failing('request.not_found'));
  await expect(markReply(await manager(world, ['verbena']), mark)).rejects.toEqual(
    failing('request.not_found'),
  );
  await markReply(await manager(world, ['lunaria']), mark);
});

test('pages of a host’s answers follow one another', async ({ world, db }) => {
  const rita = await manager(world);
  const ines = await host(world);
  const brand_id = world.brand().id;
  const at = world.app.clock.now();
  await db
    .insertInto('host_reply')
    .values(
      Array.from({ length: 70 }, (_, index) => ({
        brand_id,
        message_id: randomUUID(),
        staff_id: ines.staffId,
        // Two at a time at the same moment.
        at: new Date(at.getTime() - Math.floor(index / 2) * SECOND),
        waited_seconds: index,
      })),
    )
    .execute();
  const first = await listHostReplies(rita, { staffId: ines.staffId });
  const second = await listHostReplies(rita, { staffId: ines.staffId, before: first.next ?? '' });
  expect([first.replies.length, second.replies.length, second.next]).toEqual([50, 20, null]);
  expect(new Set([...first.replies, ...second.replies].map(({ messageId }) => messageId)).size).toBe(70);
});

test('a shift is planned once, seen by the host, and not twice at the same time', async ({ world }) => {
  const rita = await manager(world);
  const ines = await host(world);
  const now = world.app.clock.now().getTime();
  const shift = {
    brand: 'lunaria',
    id: randomUUID(),
    staffId: ines.staffId,
    startsAt: now - HOUR,
    endsAt: now + 7 * HOUR,
    note: 'Mattina',
  };
  await planShift(rita, shift);
  await planShift(rita, shift);
  expect((await listOwnShifts(ines, {})).shifts).toEqual([{ ...shift, name: 'Ines' }]);
  const listed = await listShifts(rita, {});
  expect(listed.shifts).toContainEqual({ ...shift, name: 'Ines' });
  for (const brand of ['lunaria', 'verbena'])
    expect(listed.hosts).toContainEqual({ brand, id: ines.staffId, name: 'Ines' });
  const board = await readBoard(rita, {});
  expect(board.hosts.find(({ id }) => id === ines.staffId)?.onShiftUntil).toBe(shift.endsAt);
  const another = (changes: Partial<typeof shift>) => ({ ...shift, id: randomUUID(), ...changes });
  const evening = { startsAt: shift.endsAt, endsAt: shift.endsAt + HOUR };
  const outcomes = await Promise.allSettled([
    planShift(rita, another(evening)),
    // For another brand it is the same person.
    planShift(rita, another({ ...evening, brand: 'verbena' })),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused: [Partial<typeof shift>, string][] = [
    [{ startsAt: now, endsAt: now + HOUR }, 'shift.overlaps'],
    [{ startsAt: now, endsAt: now + 17 * HOUR }, 'shift.too_long'],
    [{ startsAt: now, endsAt: now }, 'shift.too_long'],
    [{ startsAt: now - 3 * HOUR, endsAt: now - HOUR }, 'shift.over'],
  ];
  for (const [changes, code] of refused)
    await expect(planShift(rita, another(changes))).rejects.toEqual(failing(code));
});

test('a shift belongs to its brand, also of a host who answers for several', async ({ world, db }) => {
  const [lunarias, verbenas] = [await manager(world, ['lunaria']), await manager(world, ['verbena'])];
  const ines = await host(world);
  const now = world.app.clock.now().getTime();
  const own = { id: randomUUID(), staffId: ines.staffId, startsAt: now, endsAt: now + HOUR, note: '' };
  const [morning, evening] = [
    { ...own, brand: 'lunaria' },
    { ...own, brand: 'verbena', id: randomUUID(), startsAt: own.endsAt, endsAt: own.endsAt + HOUR },
  ];
  await expect(planShift(verbenas, morning)).rejects.toEqual(failing('request.not_found'));
  await planShift(lunarias, morning);
  await planShift(verbenas, evening);
  const shiftsOf = async (context: StaffContext) =>
    (await listShifts(context, {})).shifts.filter(({ staffId }) => staffId === ines.staffId);
  expect(await shiftsOf(lunarias)).toEqual([{ ...morning, name: 'Ines' }]);
  expect(await shiftsOf(verbenas)).toEqual([{ ...evening, name: 'Ines' }]);
  expect((await listOwnShifts(ines, {})).shifts.map(({ brand }) => brand)).toEqual(['lunaria', 'verbena']);
  const shiftOnBoard = async (context: StaffContext, brand?: string) =>
    (await readBoard(context, brand === undefined ? {} : { brand })).hosts.find(
      ({ id }) => id === ines.staffId,
    )?.onShiftUntil;
  expect(await shiftOnBoard(lunarias)).toBe(morning.endsAt);
  expect(await shiftOnBoard(verbenas)).toBeNull();
  expect(await shiftOnBoard(await manager(world), 'verbena')).toBeNull();

  // Neither by the brand that it is planned for nor by the caller's own.
  for (const { brand } of [morning, evening])
    await expect(cancelShift(verbenas, { brand, id: morning.id })).rejects.toEqual(
      failing('request.not_found'),
    );
  await cancelShift(lunarias, morning);
  expect((await listOwnShifts(ines, {})).shifts.map(({ id }) => id)).toEqual([evening.id]);
  const traces = await db
    .selectFrom('audit')
    .select(['brand_id', 'action'])
    .where('subject', '=', ines.staffId)
    .orderBy('id')
    .execute();
  expect(traces).toEqual([
    { brand_id: world.brand('lunaria').id, action: 'shift.planned' },
    { brand_id: world.brand('verbena').id, action: 'shift.planned' },
    { brand_id: world.brand('lunaria').id, action: 'shift.cancelled' },
  ]);
});

test('only a host of the brand is given a shift there, and it ends when they are no host any more', async ({
  world,
  db,
}) => {
  const rita = await manager(world);
  const zoe = await atWork(world, { role: 'host', name: 'Zoe', brands: ['lunaria'] });
  const now = world.app.clock.now().getTime();
  const shift = { id: randomUUID(), staffId: zoe.staffId, startsAt: now, endsAt: now + HOUR, note: '' };
  await expect(planShift(rita, { ...shift, brand: 'verbena' })).rejects.toEqual(failing('request.not_found'));
  await planShift(rita, { ...shift, brand: 'lunaria' });
  const planned = async () => (await listShifts(rita, {})).shifts.map(({ id }) => id);
  expect(await planned()).toContain(shift.id);
  await db.updateTable('staff_brand').set({ role: 'support' }).where('staff_id', '=', zoe.staffId).execute();
  expect(await planned()).not.toContain(shift.id);
});
