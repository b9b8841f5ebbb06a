import { HANDOVER_SECONDS } from '#contract/kernel/constants.ts';
import type { StaffContext } from '#server/app.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { claimTime, host, recordChanges, write } from '#testing/messaging/host-queue.ts';
import { dueTimes } from '#testing/platform/jobs.ts';
import { runJob } from '#testing/platform/run-jobs.ts';
import { withServices } from '#testing/world.ts';
import { endClaimsJob } from './claim-ends.ts';
import { claimNext, releaseConversation, transferConversation } from './claims.ts';
import { hosts } from './module.ts';
import { countQueue, listQueue } from './queue.ts';
import { typeAsProfile } from './replying.ts';

test('when a host’s time is over, lists know at once, and one job a host tells open consoles', async ({
  app,
  db,
  world,
}) => {
  await db.deleteFrom('waiting_reply').execute();
  const { events, staffLive } = recordChanges(app.staffLive);
  const [ines, ugo] = [withServices(await host(world, 'Ines'), { staffLive }), await host(world, 'Ugo')];
  /** The time of the host's job has come: it is taken from where it waits, and run. */
  const runEnd = async () => {
    await db.deleteFrom('job').where('key', '=', `${endClaimsJob.id}:${ines.staffId}`).execute();
    await runJob({ ...app, staffLive }, hosts.jobs, endClaimsJob.id, { staffId: ines.staffId });
  };
  const later = (time: number) => new Date(app.clock.now().getTime() + time);
  const newOf = async (context: StaffContext) =>
    (await listQueue(context, { list: 'new' })).conversations.map(({ id }) => id);
  const luna = await world.profile();
  const first = await write(await world.member({ level: 2 }), luna);
  app.clock.advance(1_000);
  const second = await write(await world.member({ level: 2 }), luna);

  await claimNext(ines, {});
  const firstEnd = later(claimTime);
  app.clock.advance(MINUTE);
  await claimNext(ines, {});
  const secondEnd = later(claimTime);
  expect(await dueTimes(db, endClaimsJob.id)).toEqual([firstEnd]);
  expect([await newOf(ugo), await countQueue(ugo, {})]).toMatchObject([[], { new: 0 }]);

  // Before the job has run, no list shows the claim that is over any more.
  app.clock.advance(claimTime - MINUTE);
  expect(await newOf(ugo)).toEqual([first.id]);
  expect([await countQueue(ugo, {}), await countQueue(ines, {})]).toMatchObject([
    { new: 1, mine: 0 },
    { new: 1, mine: 1 },
  ]);
  events.splice(0);
  await runEnd();
  expect(events.splice(0)).toEqual([['released', first.id, null]]);
  expect(await dueTimes(db, endClaimsJob.id)).toEqual([secondEnd]);

  // The host is still writing in the other one: it stays theirs, and is looked at again later.
  app.clock.advance(MINUTE - 1);
  await typeAsProfile(ines, second);
  const renewedEnd = later(claimTime);
  app.clock.advance(1);
  await runEnd();
  expect([events, await dueTimes(db, endClaimsJob.id)]).toEqual([[], [renewedEnd]]);

  // What was released is over, and consoles get one event of it.
  await releaseConversation(ines, second);
  events.splice(0);
  app.clock.advance(claimTime);
  await runEnd();
  expect([events, await dueTimes(db, endClaimsJob.id)]).toEqual([[], []]);

  // What was left to a host who does not come reaches the consoles as well.
  await claimNext(ines, {});
  await transferConversation(ines, { ...first, to: ugo.staffId, note: '' });
  expect(await dueTimes(db, endClaimsJob.id)).toEqual([later(claimTime), later(HANDOVER_SECONDS * SECOND)]);
});
