import { sql } from 'kysely';
import type { StaffContext } from '#server/app.ts';
import type { Database } from '#server/platform/database/database.ts';
import { expect, test as base } from '#testing/harness.ts';
import { whileAtWork } from '#testing/platform/work.ts';
import { makeEditedBrand } from '#testing/staff/edited-brand.ts';
import { atWork } from '#testing/staff/staff.ts';
import { readPart, saveDraft } from './drafts.ts';
import { publishProposal } from './publications.ts';
import { scheduleQueue } from './run-schedules.ts';
import { cancelSchedule, listSchedules, schedulePublication } from './schedules.ts';

const HOUR = 3_600_000;

/** Each test has a brand of its own. */
const test = base.extend('brand', ({ world }) => makeEditedBrand(world));

async function draftFreeMessages(context: StaffContext, brand: string, freeMessages: number) {
  const { liveContent, live, draft } = await readPart(context, { brand, part: 'flow:7' });
  const { revision } = await saveDraft(context, {
    brand,
    part: 'flow:7',
    content: { ...liveContent, freeMessages },
    revision: draft?.revision ?? 0,
    basedOn: live?.version ?? null,
  });
  return [{ part: 'flow:7', revision }];
}

const schedule = async (context: StaffContext, brand: string, freeMessages: number, lasts: number | null) =>
  schedulePublication(context, {
    brand,
    parts: await draftFreeMessages(context, brand, freeMessages),
    from: Date.now() + HOUR,
    until: lasts === null ? null : Date.now() + HOUR + lasts,
    note: 'Friday evening',
  });

const stateOf = async (context: StaffContext, brand: string, id: string) =>
  (await listSchedules(context, { brand })).schedules.find((each) => each.id === id)?.state;

/** Its time has come, by the clock of the database. */
const makeDue = (db: Database, id: string) =>
  db
    .updateTable('brand_schedule')
    .set({ work_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('work_at', 'is not', null)
    .execute();

const freeMessages = async (context: StaffContext, brand: string) =>
  (await readPart(context, { brand, part: 'flow:7' })).liveContent?.['freeMessages'];

const mailsTo = (db: Database, { staffId }: StaffContext) =>
  db.selectFrom('mail').select(['recipient', 'template']).where('about_id', '=', staffId).execute();

test('it begins at its time and is taken back at its end, on one of two nodes', async ({
  app,
  brand,
  db,
  databaseUrl,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const usual = await freeMessages(ada, brand);
  const { id } = await schedule(ada, brand, 20, 3 * HOUR);
  expect(await stateOf(ada, brand, id)).toBe('waiting');
  expect((await readPart(ada, { brand, part: 'flow:7' })).draft).toBeNull();
  const node = { app, databaseUrl, queues: [scheduleQueue] };
  await whileAtWork(node, async () => {
    await whileAtWork(node, async () => {
      expect(await freeMessages(ada, brand)).toBe(usual);
      await makeDue(db, id);
      await expect.poll(() => stateOf(ada, brand, id), { timeout: 20_000 }).toBe('running');
      expect(await freeMessages(ada, brand)).toBe(20);
      const { work_at, ends_at } = await db
        .selectFrom('brand_schedule')
        .select(['work_at', 'ends_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(Math.abs(Number(work_at) - Number(ends_at))).toBeLessThan(5_000);
      await makeDue(db, id);
      await expect.poll(() => stateOf(ada, brand, id), { timeout: 20_000 }).toBe('done');
    });
  });
  expect(await freeMessages(ada, brand)).toBe(usual);
  const { live } = await readPart(ada, { brand, part: 'flow:7' });
  expect(live).toMatchObject({ version: 3, publishedBy: null });
});

test('what was changed meanwhile stays at the end, and its author gets a mail', async ({
  app,
  brand,
  db,
  databaseUrl,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const { id } = await schedule(ada, brand, 20, HOUR);
  await whileAtWork({ app, databaseUrl, queues: [scheduleQueue] }, async () => {
    await makeDue(db, id);
    await expect.poll(() => stateOf(ada, brand, id), { timeout: 20_000 }).toBe('running');
    const proposal = { of: 'drafts' as const, parts: await draftFreeMessages(ada, brand, 4) };
    await publishProposal(ada, { brand, proposal, note: '' });
    await makeDue(db, id);
    await expect.poll(() => stateOf(ada, brand, id), { timeout: 20_000 }).toBe('kept');
  });
  expect(await freeMessages(ada, brand)).toBe(4);
  expect(await mailsTo(db, ada)).toEqual([
    { recipient: expect.stringContaining('@'), template: 'schedule_kept' },
  ]);
});

test('what another version has overtaken does not begin', async ({ app, brand, db, databaseUrl, world }) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const { id } = await schedule(ada, brand, 20, null);
  const proposal = { of: 'drafts' as const, parts: await draftFreeMessages(ada, brand, 5) };
  await publishProposal(ada, { brand, proposal, note: '' });
  await whileAtWork({ app, databaseUrl, queues: [scheduleQueue] }, async () => {
    await makeDue(db, id);
    await expect.poll(() => stateOf(ada, brand, id), { timeout: 20_000 }).toBe('refused');
  });
  expect(await freeMessages(ada, brand)).toBe(5);
  expect((await listSchedules(ada, { brand })).schedules[0]).toMatchObject({ refusal: 'draft.outdated' });
  expect(await mailsTo(db, ada)).toMatchObject([{ template: 'schedule_refused' }]);
});

test('a worker that dies in the middle of it has published nothing, and the next one does it once', async ({
  app,
  brand,
  db,
  databaseUrl,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const { id } = await schedule(ada, brand, 20, null);
  // Another worker has taken it over since: whatever the late one does is not written.
  const late = {
    ...scheduleQueue,
    async handle(...[platform, row, run]: Parameters<NonNullable<typeof scheduleQueue.handle>>) {
      await db
        .updateTable('brand_schedule')
        .set({ work_lease: sql<string>`gen_random_uuid()` })
        .where('id', '=', id)
        .execute();
      return scheduleQueue.handle?.(platform, row, run);
    },
  };
  await makeDue(db, id);
  await whileAtWork({ app, databaseUrl, queues: [late] }, async () => {
    await expect
      .poll(
        async () =>
          (await db.selectFrom('brand_schedule').select('work_tries').where('id', '=', id).executeTakeFirst())
            ?.work_tries,
        { timeout: 20_000 },
      )
      .toBe(1);
  });
  expect(await stateOf(ada, brand, id)).toBe('waiting');
  expect(await freeMessages(ada, brand)).not.toBe(20);
  await db
    .updateTable('brand_schedule')
    .set({ work_lease: null, work_at: sql<Date>`now()` })
    .execute();
  await whileAtWork({ app, databaseUrl, queues: [scheduleQueue] }, async () => {
    await expect.poll(() => stateOf(ada, brand, id), { timeout: 20_000 }).toBe('done');
  });
  const { live } = await readPart(ada, { brand, part: 'flow:7' });
  expect(live?.version).toBe(2);
});

test('one that is cancelled becomes a draft again; of one that runs only the end is cancelled', async ({
  app,
  brand,
  db,
  databaseUrl,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const { id } = await schedule(ada, brand, 20, HOUR);
  await cancelSchedule(ada, { brand, id });
  expect(await readPart(ada, { brand, part: 'flow:7' })).toMatchObject({
    draft: { revision: 1 },
    draftContent: { freeMessages: 20 },
  });
  await expect(cancelSchedule(ada, { brand, id })).rejects.toMatchObject({ code: 'schedule.over' });
  const second = await schedule(ada, brand, 21, HOUR);
  await whileAtWork({ app, databaseUrl, queues: [scheduleQueue] }, async () => {
    await makeDue(db, second.id);
    await expect.poll(() => stateOf(ada, brand, second.id), { timeout: 20_000 }).toBe('running');
  });
  await cancelSchedule(ada, { brand, id: second.id });
  expect(await freeMessages(ada, brand)).toBe(21);
  expect(await stateOf(ada, brand, second.id)).toBe('cancelled');
});

test('what breaks the law today is not even scheduled', async ({ brand, world }) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const { liveContent } = await readPart(ada, { brand, part: 'plan:vip-month' });
  const { revision } = await saveDraft(ada, {
    brand,
    part: 'plan:vip-month',
    content: { ...liveContent, badge: { en: 'Free!' } },
    revision: 0,
    basedOn: 1,
  });
  const parts = [{ part: 'plan:vip-month', revision }];
  const from = Date.now() + HOUR;
  await expect(schedulePublication(ada, { brand, parts, from, until: null, note: '' })).rejects.toMatchObject(
    { code: 'brand.unlawful' },
  );
  expect((await readPart(ada, { brand, part: 'plan:vip-month' })).live).toMatchObject({ version: 1 });
});
