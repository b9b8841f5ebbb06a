/** Publications at a later moment: rows that wait. The queue publishes them, and takes back those that have an end. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  cancelSchedule as cancelEndpoint,
  listSchedules as listEndpoint,
  schedulePublication as scheduleEndpoint,
} from '#contract/staff/brand-schedule.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { deleteDrafts, readDrafts, writeDraft } from './drafts.ts';
import { findEditedBrand, readPeople, requirePartRights } from './edited-brand.ts';
import type { Content } from './parts.ts';
import { readProposal, requireNewest } from './publications.ts';
import { lockBrand, publishParts, readLiveParts } from './publish.ts';

export const SCHEDULE_QUEUE = 'brands.schedules';

/** A part as it is to be published, and the version that it was made from. */
export interface ScheduledPart {
  content: Content;
  basedOn: number | null;
}
export type ScheduledParts = Readonly<Record<string, ScheduledPart>>;

/** Thrown to undo what was only tried. */
class Tried extends Error {
  override readonly name = 'Tried';
}

/** What could not be published today is refused today, and not in a night in which no one looks. */
export async function schedulePublication(
  context: StaffContext,
  { brand, parts, from, until, note }: InputOf<typeof scheduleEndpoint>,
): Promise<ReplyOf<typeof scheduleEndpoint>> {
  const edited = await findEditedBrand(context, brand);
  const { app, staffId, ip } = context;
  const proposal = { of: 'drafts' as const, parts };
  await transact(app.db, async (tx) => {
    const contents = await readProposal(tx, edited, proposal, await readLiveParts(tx, edited.brandId));
    await publishParts(tx, { ...edited, contents, publishedBy: staffId, note });
    throw new Tried();
  }).catch((error: unknown) => {
    if (!(error instanceof Tried)) throw error;
  });
  const id = newId(app.clock.now().getTime());
  await transact(app.db, async (tx) => {
    await lockBrand(tx, edited.brandId);
    const live = await readLiveParts(tx, edited.brandId);
    const contents = await readProposal(tx, edited, proposal, live);
    requirePartRights(context, edited, contents.keys());
    await requireNewest(tx, edited, contents.keys(), live);
    const scheduled: ScheduledParts = Object.fromEntries(
      [...contents].map(([part, content]) => [part, { content, basedOn: live.get(part)?.version ?? null }]),
    );
    await tx
      .insertInto('brand_schedule')
      .values({
        brand_id: edited.brandId,
        id,
        parts: JSON.stringify(scheduled),
        starts_at: new Date(from),
        ends_at: until === null ? null : new Date(until),
        note,
        state: 'waiting',
        scheduled_by: staffId,
        work_at: new Date(from),
      })
      .execute();
    await deleteDrafts(tx, edited.brandId, [...contents.keys()]);
    await recordAudit(tx, {
      brandId: edited.brandId,
      actor: { kind: 'staff', id: staffId },
      action: 'brand.scheduled',
      subject: id,
      details: { parts: [...contents.keys()], from, until, note },
      ip,
    });
    wakeQueue(tx, SCHEDULE_QUEUE);
  });
  return { id };
}

const MOST_LISTED = 100;

export async function listSchedules(
  context: StaffContext,
  { brand }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  const { db } = context.app;
  const rows = await db
    .selectFrom('brand_schedule')
    .select([
      'id',
      'parts',
      'starts_at',
      'ends_at',
      'note',
      'state',
      'scheduled_by',
      'scheduled_at',
      'refusal',
    ])
    .where('brand_id', '=', brandId)
    .orderBy(sql`state in ('waiting', 'running')`, 'desc')
    .orderBy('starts_at', 'desc')
    .limit(MOST_LISTED)
    .execute();
  const person = await readPeople(
    db,
    rows.map(({ scheduled_by }) => scheduled_by),
  );
  return {
    schedules: rows.map((row) => ({
      id: row.id,
      parts: Object.keys(row.parts as object),
      from: row.starts_at.getTime(),
      until: row.ends_at?.getTime() ?? null,
      note: row.note,
      state: row.state,
      scheduledBy: person(row.scheduled_by),
      scheduledAt: row.scheduled_at.getTime(),
      refusal: row.refusal,
    })),
  };
}

export async function cancelSchedule(
  context: StaffContext,
  { brand, id }: InputOf<typeof cancelEndpoint>,
): Promise<ReplyOf<typeof cancelEndpoint>> {
  const edited = await findEditedBrand(context, brand);
  const { app, staffId, ip } = context;
  await transact(app.db, async (tx) => {
    await lockBrand(tx, edited.brandId);
    const row = await tx
      .selectFrom('brand_schedule')
      .select(['parts', 'state'])
      .where('brand_id', '=', edited.brandId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return fail('request.not_found');
    if (row.state !== 'waiting' && row.state !== 'running') return fail('schedule.over');
    const parts = row.parts as ScheduledParts;
    requirePartRights(context, edited, Object.keys(parts));
    if (row.state === 'waiting') await returnDrafts(tx, edited.brandId, parts, staffId);
    await tx
      .updateTable('brand_schedule')
      .set({ state: 'cancelled', work_at: null, work_lease: null })
      .where('brand_id', '=', edited.brandId)
      .where('id', '=', id)
      .execute();
    await recordAudit(tx, {
      brandId: edited.brandId,
      actor: { kind: 'staff', id: staffId },
      action: 'brand.schedule_cancelled',
      subject: id,
      details: { parts: Object.keys(parts), state: row.state },
      ip,
    });
  });
  return { ok: true };
}

/** What was written is not lost, unless another draft of the part has begun since. */
async function returnDrafts(tx: Tx, brandId: string, parts: ScheduledParts, savedBy: string): Promise<void> {
  const drafts = await readDrafts(tx, brandId);
  for (const [part, { content, basedOn }] of Object.entries(parts))
    if (!drafts.has(part)) await writeDraft(tx, { brandId, part, content, revision: 1, basedOn, savedBy });
}
