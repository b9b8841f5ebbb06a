/** When hosts are expected to work. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import { HOSTS_SHOWN } from '../../../contract/staff/supervision.ts';
import type {
  Shift,
  cancelShift as cancelShiftEndpoint,
  listOwnShifts as listOwnShiftsEndpoint,
  listShifts as listShiftsEndpoint,
  planShift as planShiftEndpoint,
} from '../../../contract/staff/supervision.ts';
import type { StaffContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { HOUR } from '../../platform/clock.ts';
import { timeCursor } from '../../platform/cursor.ts';
import type { TimeCursor } from '../../platform/cursor.ts';
import { transact } from '../../platform/database/database.ts';
import type { DbOrTx } from '../../platform/database/database.ts';

const PAGE = 100;
const cursor = timeCursor('after');
const LONGEST_SHIFT = 16 * HOUR;

export async function listShifts(
  context: StaffContext,
  { after }: InputOf<typeof listShiftsEndpoint>,
): Promise<ReplyOf<typeof listShiftsEndpoint>> {
  const hosts = await readHosts(context.app.db, context.brandIds);
  return {
    ...(await readPage(
      context,
      hosts.map(({ id }) => id),
      after,
    )),
    hosts,
  };
}

export async function listOwnShifts(
  context: StaffContext,
  { after }: InputOf<typeof listOwnShiftsEndpoint>,
): Promise<ReplyOf<typeof listOwnShiftsEndpoint>> {
  return readPage(context, [context.staffId], after);
}

async function readPage({ app: { db, clock } }: StaffContext, staffIds: readonly string[], after?: string) {
  const rows = await readShifts(db, { staffIds, now: clock.now(), after: cursor.decode(after) });
  const shifts = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shifts.at(-1) : undefined;
  return { shifts, next: last ? cursor.encode({ at: new Date(last.endsAt), id: last.id }) : null };
}

interface ShiftsWanted {
  staffIds: readonly string[];
  now: Date;
  after: TimeCursor | undefined;
}

async function readShifts(db: DbOrTx, { staffIds, now, after }: ShiftsWanted): Promise<Shift[]> {
  const later = after ? sql`and (f.ends_at, f.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<{
    id: string;
    staff_id: string;
    name: string;
    starts_at: Date;
    ends_at: Date;
    note: string;
  }>`
    select f.id, f.staff_id, s.name, f.starts_at, f.ends_at, f.note
    from shift f join staff s on s.id = f.staff_id
    where f.staff_id = any(${staffIds}::uuid[]) and f.ends_at > ${now}::timestamptz ${later}
    order by f.ends_at, f.id
    limit ${PAGE + 1}::int`.execute(db);
  return rows.map(({ id, staff_id, name, starts_at, ends_at, note }) => ({
    id,
    staffId: staff_id,
    name,
    startsAt: starts_at.getTime(),
    endsAt: ends_at.getTime(),
    note,
  }));
}

/** Whoever answers for one of these brands, by name. */
export async function readHosts(db: DbOrTx, brandIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, s.name from staff s
    where s.status = 'active' and exists (select from staff_brand b
      where b.staff_id = s.id and b.role = 'host' and b.brand_id = any(${brandIds}::uuid[]))
    order by s.name, s.id
    limit ${HOSTS_SHOWN}::int`.execute(db);
  return rows;
}

export async function planShift(
  context: StaffContext,
  { id, staffId, startsAt, endsAt, note }: InputOf<typeof planShiftEndpoint>,
): Promise<ReplyOf<typeof planShiftEndpoint>> {
  const { db, clock } = context.app;
  if (endsAt <= startsAt || endsAt - startsAt > LONGEST_SHIFT) fail('shift.too_long');
  if (endsAt <= clock.now().getTime()) fail('shift.over');
  await transact(db, async (tx) => {
    // Locked, so that two who plan for the same person do not plan the same hours.
    const { rows } = await sql`
      select from staff s where s.id = ${staffId}::uuid and s.status = 'active' and exists (select from staff_brand b
          where b.staff_id = s.id and b.role = 'host' and b.brand_id = any(${context.brandIds}::uuid[]))
      for no key update`.execute(tx);
    if (rows.length === 0) fail('request.not_found');
    const known = await tx.selectFrom('shift').select('staff_id').where('id', '=', id).executeTakeFirst();
    if (known) return void (known.staff_id === staffId || fail('request.not_found'));
    const [starts, ends] = [new Date(startsAt), new Date(endsAt)];
    const other = await tx
      .selectFrom('shift')
      .select('id')
      .where('staff_id', '=', staffId)
      .where('ends_at', '>', starts)
      .where('starts_at', '<', ends)
      .executeTakeFirst();
    if (other) fail('shift.overlaps');
    await tx
      .insertInto('shift')
      .values({ id, staff_id: staffId, starts_at: starts, ends_at: ends, note })
      .execute();
    await recordShift(context, tx, 'shift.planned', staffId, { startsAt, endsAt });
  });
  tellBoards(context);
  return { ok: true };
}

export async function cancelShift(
  context: StaffContext,
  { id }: InputOf<typeof cancelShiftEndpoint>,
): Promise<ReplyOf<typeof cancelShiftEndpoint>> {
  await transact(context.app.db, async (tx) => {
    const { rows } = await sql<{ staff_id: string; starts_at: Date; ends_at: Date }>`
      delete from shift f where f.id = ${id}::uuid and exists (select from staff_brand b
        where b.staff_id = f.staff_id and b.role = 'host' and b.brand_id = any(${context.brandIds}::uuid[]))
      returning f.staff_id, f.starts_at, f.ends_at`.execute(tx);
    const gone = rows[0] ?? fail('request.not_found');
    const { starts_at, ends_at } = gone;
    await recordShift(context, tx, 'shift.cancelled', gone.staff_id, {
      startsAt: starts_at.getTime(),
      endsAt: ends_at.getTime(),
    });
  });
  tellBoards(context);
  return { ok: true };
}

function recordShift(
  { staffId, ip }: StaffContext,
  tx: DbOrTx,
  action: string,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action, subject, details, ip });
}

/** A shift belongs to a person, who may work for several brands. */
function tellBoards({ app, brandIds, staffId }: StaffContext): void {
  for (const brandId of brandIds)
    app.staffLive.emit('conversations.supervise', {
      brandId,
      topic: 'board',
      id: null,
      change: 'shifts',
      staffId,
    });
}
