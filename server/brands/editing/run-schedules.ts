/** What the queue does with a scheduled publication: it begins, and it ends. Each is one transaction with its row. */

import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { Failure } from '#contract/kernel/errors.ts';
import type { ScheduleState } from '#contract/staff/brand-schedule.ts';
import type { App } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, RowRun } from '#server/platform/work/queue.ts';
import { emptyContent } from './parts.ts';
import type { Content } from './parts.ts';
import { lockBrand, publishParts, readLiveParts } from './publish.ts';
import type { LivePart } from './publish.ts';
import { SCHEDULE_QUEUE } from './schedules.ts';
import type { ScheduledParts } from './schedules.ts';

const columns = [
  'brand_id',
  'id',
  'parts',
  'ends_at',
  'note',
  'state',
  'scheduled_by',
  'published',
  'before',
] as const;
type Schedule = Pick<Selectable<DB['brand_schedule']>, (typeof columns)[number]>;

export const scheduleQueue = queue({
  name: SCHEDULE_QUEUE,
  table: 'brand_schedule',
  key: ['brand_id', 'id'],
  columns,
  concurrency: 1,
  whenDone: 'keep',
  kindOf: ({ state }) => state,
  handle: (app, row, run) => (row.state === 'running' ? end : begin)(app as App, row, run),
});

/** Versions by their parts; null for a part that was not there. */
type Versions = Readonly<Record<string, number | null>>;

/** What the queue read may be old: another person may have cancelled it meanwhile. */
async function lockSchedule(tx: Tx, { brand_id, id, state }: Schedule): Promise<boolean> {
  await lockBrand(tx, brand_id);
  const row = await tx
    .selectFrom('brand_schedule')
    .select('state')
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.state === state;
}

async function begin(app: App, row: Schedule, run: RowRun): Promise<Outcome> {
  return orRefused(app, row, 'schedule_refused', async () => {
    await transact(app.db, async (tx) => {
      if (!(await lockSchedule(tx, row))) return;
      const live = await readLiveParts(tx, row.brand_id);
      const scheduled = row.parts as ScheduledParts;
      for (const [part, { basedOn }] of Object.entries(scheduled))
        if (versionOf(live, part) !== basedOn)
          throw new Failure('draft.outdated', { part, version: basedOn, by: null, at: null });
      const contents = new Map(Object.entries(scheduled).map(([part, { content }]) => [part, content]));
      const published = await publish(tx, row, contents, 'brand.schedule_began');
      const before = Object.fromEntries(Object.keys(published).map((part) => [part, versionOf(live, part)]));
      const known = { published: JSON.stringify(published), before: JSON.stringify(before) };
      if (row.ends_at === null) await run.settle(tx, { done: { ...known, state: 'done' } });
      else
        await run.settle(tx, {
          dueIn: await timeUntil(tx, row.ends_at),
          changes: { ...known, state: 'running' },
        });
    });
    return 'settled';
  });
}

async function end(app: App, row: Schedule, run: RowRun): Promise<Outcome> {
  return orRefused(app, row, 'schedule_kept', async () => {
    await transact(app.db, async (tx) => {
      if (!(await lockSchedule(tx, row))) return;
      const live = await readLiveParts(tx, row.brand_id);
      const published = (row.published ?? {}) as Versions;
      const isChanged = Object.entries(published).some(
        ([part, version]) => versionOf(live, part) !== version,
      );
      // What another person has written since is worth more than what was planned before.
      if (isChanged) {
        await notifyAuthor(app, tx, row, 'schedule_kept');
        return run.settle(tx, { done: { state: 'kept' } });
      }
      const earlier = await readContents(tx, row.brand_id, (row.before ?? {}) as Versions);
      await publish(tx, row, earlier, 'brand.schedule_ended');
      return run.settle(tx, { done: { state: 'done' } });
    });
    return 'settled';
  });
}

/** What cannot be published is left, and its author gets a mail. */
async function orRefused(
  app: App,
  row: Schedule,
  template: 'schedule_refused' | 'schedule_kept',
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await notifyAuthor(app, app.db, row, template);
    const state: ScheduleState = template === 'schedule_refused' ? 'refused' : 'kept';
    return { done: { state, refusal: error.code } };
  }
}

function versionOf(live: ReadonlyMap<string, LivePart>, part: string): number | null {
  return live.get(part)?.version ?? null;
}

/** Publishes as a part of the row's own transaction, and answers with the versions that came of it. */
async function publish(
  tx: Tx,
  { brand_id: brandId, id, note }: Schedule,
  contents: ReadonlyMap<string, Content>,
  action: string,
): Promise<Versions> {
  const { key } = await tx
    .selectFrom('brand')
    .select('key')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow();
  const { publication, parts } = await publishParts(tx, { brandId, key, contents, publishedBy: null, note });
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'system' },
    action,
    subject: id,
    details: { publication, parts },
  });
  return Object.fromEntries(parts.map(({ part, version }) => [part, version]));
}

/** By the clock of the database, as all that is due. */
async function timeUntil(tx: Tx, at: Date): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select greatest(0, extract(epoch from ${at}::timestamptz - clock_timestamp()) * 1000)::float8 as left`.execute(
    tx,
  );
  return Math.ceil(rows[0]?.left ?? 0);
}

/** A part that was new stays: members may be in a flow by now. Where ours can be said again, it is. */
async function readContents(tx: Tx, brandId: string, versions: Versions): Promise<Map<string, Content>> {
  const contents = new Map<string, Content>();
  for (const [part, version] of Object.entries(versions)) {
    const ours = emptyContent(part);
    if (version === null && ours) contents.set(part, ours);
    if (version === null) continue;
    const { content } = await tx
      .selectFrom('brand_version')
      .select('content')
      .where('brand_id', '=', brandId)
      .where('part', '=', part)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    contents.set(part, content as Content);
  }
  return contents;
}

async function notifyAuthor(
  app: App,
  db: DbOrTx,
  { brand_id, scheduled_by, note }: Schedule,
  template: 'schedule_refused' | 'schedule_kept',
): Promise<void> {
  const brand = app.brands.byId(brand_id);
  const person = await db
    .selectFrom('staff')
    .select(['id', 'email', 'language'])
    .where('id', '=', scheduled_by)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!brand || !person) return;
  await queueMail(db, {
    brand,
    aboutId: person.id,
    to: person.email,
    language: person.language ?? 'en',
    template,
    data: { link: `${siteOrigin(app, brand)}/console/brands`, note },
  });
}
