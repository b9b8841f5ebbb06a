/** When hosts are expected to work, and for which brand. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { HOSTS_SHOWN } from '#contract/staff/supervision.ts';
import type {
  Shift,
  cancelShift as cancelShiftEndpoint,
  listOwnShifts as listOwnShiftsEndpoint,
  listShifts as listShiftsEndpoint,
  planShift as planShiftEndpoint,
} from '#contract/staff/supervision.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, atBrandOf } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { HOUR } from '#server/platform/clock.ts';
import { timeCursor } from '#server/platform/cursor.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

const PAGE = 100;
const cursor = timeCursor('after');
const LONGEST_SHIFT = 16 * HOUR;

export async function listShifts(
  context: StaffContext,
  { after }: InputOf<typeof listShiftsEndpoint>,
): Promise<ReplyOf<typeof listShiftsEndpoint>> {
  const { rows: hosts } = await sql<{ brand_id: string; id: string; name: string }>`
    select b.brand_id, s.id, s.name from staff s join staff_brand b on b.staff_id = s.id
    where s.status = 'active' and b.role = 'host' and b.brand_id = any(${context.brandIds}::uuid[])
    order by s.name, s.id, b.brand_id
    limit ${HOSTS_SHOWN}::int`.execute(context.app.db);
  return {
    ...(await readPage(context, sql`true`, after)),
    hosts: hosts.map(({ brand_id, id, name }) => ({
      brand: atBrandOf(context, brand_id).brand.key,
      id,
      name,
    })),
  };
}

export async function listOwnShifts(
  context: StaffContext,
  { after }: InputOf<typeof listOwnShiftsEndpoint>,
): Promise<ReplyOf<typeof listOwnShiftsEndpoint>> {
  return readPage(context, sql`f.staff_id = ${context.staffId}::uuid`, after);
}

interface ShiftRow {
  brand_id: string;
  id: string;
  staff_id: string;
  name: string;
  starts_at: Date;
  ends_at: Date;
  note: string;
}

/** Reads shifts of the caller's brands whose people are still hosts there. */
async function readPage(context: StaffContext, wanted: RawBuilder<unknown>, afterText?: string) {
  const { db, clock } = context.app;
  const after = cursor.decode(afterText);
  const later = after ? sql`and (f.ends_at, f.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<ShiftRow>`
    select f.brand_id, f.id, f.staff_id, s.name, f.starts_at, f.ends_at, f.note
    from shift f join staff s on s.id = f.staff_id
      join staff_brand b on b.staff_id = f.staff_id and b.brand_id = f.brand_id
    where f.brand_id = any(${context.brandIds}::uuid[]) and f.ends_at > ${clock.now()}::timestamptz and ${wanted} ${later}
      and b.role = 'host' and s.status = 'active'
    order by f.ends_at, f.id
    limit ${PAGE + 1}::int`.execute(db);
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    shifts: shown.map((row) => describeShift(context, row)),
    next: last ? cursor.encode({ at: last.ends_at, id: last.id }) : null,
  };
}

function describeShift(context: StaffContext, row: ShiftRow): Shift {
  const { brand_id, id, staff_id, name, starts_at, ends_at, note } = row;
  return {
    brand: atBrandOf(context, brand_id).brand.key,
    id,
    staffId: staff_id,
    name,
    startsAt: starts_at.getTime(),
    endsAt: ends_at.getTime(),
    note,
  };
}

export async function planShift(
  outside: StaffContext,
  { brand, id, staffId, startsAt, endsAt, note }: InputOf<typeof planShiftEndpoint>,
): Promise<ReplyOf<typeof planShiftEndpoint>> {
  const context = atBrand(outside, brand);
  const { brandId } = context;
  const { db, clock } = context.app;
  if (endsAt <= startsAt || endsAt - startsAt > LONGEST_SHIFT) fail('shift.too_long');
  if (endsAt <= clock.now().getTime()) fail('shift.over');
  await transact(db, async (tx) => {
    // Locked, so that two who plan for the same person do not plan the same hours, for whichever brands.
    const { rows } = await sql`
      select from staff s where s.id = ${staffId}::uuid and s.status = 'active' and exists (select from staff_brand b
          where b.staff_id = s.id and b.role = 'host' and b.brand_id = ${brandId}::uuid)
      for no key update`.execute(tx);
    if (rows.length === 0) fail('request.not_found');
    const known = await tx
      .selectFrom('shift')
      .select(['brand_id', 'staff_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (known) {
      const isSame = known.brand_id === brandId && known.staff_id === staffId;
      return void (isSame || fail('request.not_found'));
    }
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
      .values({ brand_id: brandId, id, staff_id: staffId, starts_at: starts, ends_at: ends, note })
      .execute();
    await recordShift(context, tx, 'shift.planned', staffId, { startsAt, endsAt });
  });
  notifyBoards(context);
  return { ok: true };
}

export async function cancelShift(
  outside: StaffContext,
  { brand, id }: InputOf<typeof cancelShiftEndpoint>,
): Promise<ReplyOf<typeof cancelShiftEndpoint>> {
  const context = atBrand(outside, brand);
  await transact(context.app.db, async (tx) => {
    const gone = await tx
      .deleteFrom('shift')
      .where('id', '=', id)
      .where('brand_id', '=', context.brandId)
      .returning(['staff_id', 'starts_at', 'ends_at'])
      .executeTakeFirst();
    if (!gone) return fail('request.not_found');
    await recordShift(context, tx, 'shift.cancelled', gone.staff_id, {
      startsAt: gone.starts_at.getTime(),
      endsAt: gone.ends_at.getTime(),
    });
  });
  notifyBoards(context);
  return { ok: true };
}

function recordShift(
  { brandId, staffId, ip }: StaffContext,
  tx: DbOrTx,
  action: string,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, { brandId, actor: { kind: 'staff', id: staffId }, action, subject, details, ip });
}

function notifyBoards({ app, brandId, staffId }: StaffContext): void {
  const change = { topic: 'board', id: null, change: 'shifts' } as const;
  app.staffLive.emit('conversations.supervise', { brandId, staffId, ...change });
}
