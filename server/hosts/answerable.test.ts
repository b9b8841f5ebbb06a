import { randomUUID } from 'node:crypto';
import { QUIET_FROM_DAYS } from '#contract/kernel/constants.ts';
import type { StaffContext } from '#server/app.ts';
import { DAY, SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { blockPerson, unblockPerson } from '#server/profiles/blocks.ts';
import { expect, test } from '#testing/harness.ts';
import { host, waitingRows, write } from '#testing/messaging/host-queue.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member } from '#testing/world.ts';
import { readBoard } from './board.ts';
import { claimNext, releaseConversation } from './claims.ts';
import { countQueue, listQueue } from './queue.ts';
import { replyAsProfile } from './replying.ts';

test.beforeEach(async ({ db }) => {
  await db.deleteFrom('waiting_reply').execute();
  await db.deleteFrom('answered_conversation').execute();
});

/** What closes a conversation, and what opens it again. */
function closings(db: Database, marco: Member, luna: string) {
  const account = (status: 'active' | 'disabled') => () =>
    db.updateTable('account').set({ status }).where('id', '=', marco.accountId).execute();
  const profile = (id: string, status: 'visible' | 'rejected') => () =>
    db.updateTable('profile').set({ status }).where('id', '=', id).execute();
  return [
    [
      'a block',
      () => blockPerson(marco, { profileId: luna }),
      () => unblockPerson(marco, { profileId: luna }),
    ],
    ['a disabled account', account('disabled'), account('active')],
    ['a refused member', profile(marco.profileId, 'rejected'), profile(marco.profileId, 'visible')],
    ['a refused profile', profile(luna, 'rejected'), profile(luna, 'visible')],
  ] as const;
}

const idsIn = async (context: StaffContext, list: 'new' | 'quiet') =>
  (await listQueue(context, { list })).conversations.map(({ id }) => id);

test('a conversation that cannot be answered leaves the queue with its place, and comes back to it', async ({
  app,
  db,
  world,
}) => {
  const [marco, luna] = [await world.member({ level: 2 }), await world.profile()];
  const [ines, owner] = [await host(world), await atWork(world)];
  const where = await write(marco, luna);
  app.clock.advance(SECOND);
  const other = await write(await world.member({ level: 2 }), await world.profile());
  for (const [what, close, open] of closings(db, marco, luna)) {
    await close();
    expect(await waitingRows(db), what).toMatchObject([{ answerable: false }, { answerable: true }]);
    expect(await idsIn(ines, 'new'), what).toEqual([other.id]);
    expect(await countQueue(ines, {}), what).toMatchObject({ new: 1 });
    expect((await readBoard(owner, {})).waiting, what).toBe(1);
    expect((await claimNext(ines, {})).conversation?.id, what).toBe(other.id);
    await releaseConversation(ines, other);
    await open();
    expect(await idsIn(ines, 'new'), what).toEqual([where.id, other.id]);
    expect((await claimNext(ines, {})).conversation?.id, what).toBe(where.id);
    await releaseConversation(ines, where);
  }
});

test('nor is a member offered as gone quiet who cannot be written to', async ({ app, db, world }) => {
  const [marco, luna] = [await world.member({ level: 2 }), await world.profile()];
  const ines = await host(world);
  const where = await write(marco, luna);
  await claimNext(ines, {});
  await replyAsProfile(ines, { ...where, messageId: randomUUID(), text: 'Eccomi' });
  app.clock.advance(QUIET_FROM_DAYS * DAY);
  for (const [what, close, open] of closings(db, marco, luna)) {
    await close();
    expect([await idsIn(ines, 'quiet'), (await countQueue(ines, {})).quiet], what).toEqual([[], 0]);
    await open();
    expect(await idsIn(ines, 'quiet'), what).toEqual([where.id]);
  }
});

test('two reasons at once: it comes back when the last is gone', async ({ db, world }) => {
  const [marco, luna] = [await world.member({ level: 2 }), await world.profile()];
  const ines = await host(world);
  const where = await write(marco, luna);
  const [[, block, unblock], [, disable, enable]] = closings(db, marco, luna);
  await block();
  await disable();
  await unblock();
  expect(await idsIn(ines, 'new')).toEqual([]);
  await enable();
  expect(await idsIn(ines, 'new')).toEqual([where.id]);
});

test('what was closed while the member wrote is never handed over, and is out of the way from then on', async ({
  app,
  db,
  world,
}) => {
  const [marco, luna] = [await world.member({ level: 2 }), await world.profile()];
  const ines = await host(world);
  await write(marco, luna);
  app.clock.advance(SECOND);
  const other = await write(await world.member({ level: 2 }), luna);
  await blockPerson(marco, { profileId: luna });
  // As where neither of two transactions has seen what the other one was about to store.
  await db.updateTable('waiting_reply').set({ answerable: true }).execute();
  expect((await claimNext(ines, {})).conversation?.id).toBe(other.id);
  expect(await waitingRows(db)).toMatchObject([
    { answerable: false, claimed_by: null },
    { answerable: true, claimed_by: ines.staffId },
  ]);
});
