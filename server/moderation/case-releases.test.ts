import { MODERATION_CLAIM_SECONDS } from '#contract/kernel/constants.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import type { StaffLive } from '#server/platform/realtime/staff-live.ts';
import { expect, test } from '#testing/harness.ts';
import { addPhoto } from '#testing/moderation/verdicts.ts';
import { dueTimes } from '#testing/platform/jobs.ts';
import { runJob } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import { releaseDueCasesJob } from './case-releases.ts';
import { moderation } from './module.ts';
import { claimCase, listCases, nextCase } from './queue.ts';

test('when a moderator’s time is over, lists know at once, and one job tells open consoles', async ({
  app,
  db,
  world,
}) => {
  await db.deleteFrom('moderation_case').execute();
  const events: [change: string, id: string | null, staffId: string | null][] = [];
  const staffLive: StaffLive = {
    ...app.staffLive,
    emit: (_, { change, id, staffId }) => void events.push([change, id, staffId]),
  };
  const ada = withServices(await atWork(world, { role: 'moderator', name: 'Ada' }), { staffLive });
  const dora = await atWork(world, { role: 'moderator', name: 'Dora' });
  const { id: first } = await addPhoto(await world.member());
  const { id: second } = await addPhoto(await world.member());
  const holders = async () =>
    new Map((await listCases(dora, {})).cases.map(({ id, claim }) => [id, claim?.name ?? null]));
  const { staffId } = ada;
  /** The time of the moderator's job has come: it is taken from where it waits, and run. */
  const runEnd = async () => {
    await db.deleteFrom('job').where('key', '=', `${releaseDueCasesJob.id}:${staffId}`).execute();
    await runJob({ ...app, staffLive }, moderation.jobs, releaseDueCasesJob.id, { staffId });
  };
  const dueIn = async () => {
    const times = await dueTimes(db, releaseDueCasesJob.id);
    return times.map((time) => time.getTime() - app.clock.now().getTime());
  };

  await claimCase(ada, { brand: ada.brand.key, kind: 'photo', id: first });
  app.clock.advance(MINUTE);
  await claimCase(ada, { brand: ada.brand.key, kind: 'photo', id: second });
  expect(await dueIn()).toEqual([MODERATION_CLAIM_SECONDS * SECOND - MINUTE]);
  app.clock.advance(MODERATION_CLAIM_SECONDS * SECOND - MINUTE);
  expect(await holders()).toEqual(
    new Map([
      [first, null],
      [second, 'Ada'],
    ]),
  );
  events.splice(0);
  await runEnd();
  expect([events.splice(0), await dueIn()]).toEqual([[['released', `photo:${first}`, null]], [MINUTE]]);
  expect((await nextCase(dora, {})).taken?.case.id).toBe(first);

  // Another moderator has the first one by now, and keeps it.
  app.clock.advance(MINUTE);
  await runEnd();
  expect(events).toEqual([['released', `photo:${second}`, null]]);
  expect(await holders()).toEqual(
    new Map([
      [first, 'Dora'],
      [second, null],
    ]),
  );
});
