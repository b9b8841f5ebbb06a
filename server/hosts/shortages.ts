/** Where members wait for long, and when no host is planned. */

import { sql } from 'kysely';
import type { StaffContext } from '#server/app.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { isUnclaimed } from './queue.ts';

/** So many conversations of a brand and a team are looked at: beyond that the number says nothing new. */
const MOST_LOOKED_AT = 1_000;

export interface Unanswered {
  brand_id: string;
  profiles: number;
  since: Date;
}

/** Profiles of ours to which a member wrote a day ago, and which no host has answered. */
export async function readUnanswered(
  { app: { db, clock } }: StaffContext,
  brandIds: readonly string[],
): Promise<Unanswered[]> {
  const before = new Date(clock.now().getTime() - DAY);
  const { rows } = await sql<Unanswered>`
    select b.id as brand_id, count(distinct w.profile_id)::int as profiles, min(w.since) as since
    from unnest(${brandIds}::uuid[]) as b (id) cross join lateral teams_of(b.id) as t (id)
    cross join (values (true), (false)) as l (is_first)
    cross join lateral (select w.profile_id, w.since from waiting_reply w
      where w.kind = 'staff' and w.answerable and ${isUnclaimed} and w.brand_id = b.id and w.team_id = t.id
        and w.is_first = l.is_first and w.since <= ${before}::timestamptz
      order by w.since limit ${MOST_LOOKED_AT}::int) as w
    group by b.id`.execute(db);
  return rows;
}

export interface Gap {
  brand_id: string;
  hours: number;
}

/** A brand without a shift in as long plans none. */
const PLANS_WITHIN = 7 * DAY;

/** The hours of the next day in which no host is planned, at brands that plan their hosts. */
export async function readGaps(
  { app: { db, clock } }: StaffContext,
  brandIds: readonly string[],
): Promise<Gap[]> {
  const now = clock.now();
  const { rows } = await sql<{ brand_id: string; starts_at: Date; ends_at: Date }>`
    select f.brand_id, f.starts_at, f.ends_at
    from shift f join staff s on s.id = f.staff_id
    where f.brand_id = any(${brandIds}::uuid[]) and s.status = 'active'
      and f.ends_at > ${new Date(now.getTime() - PLANS_WITHIN)}::timestamptz
    order by f.brand_id, f.starts_at`.execute(db);
  const byBrand = Map.groupBy(rows, ({ brand_id }) => brand_id);
  return [...byBrand].map(([brand_id, shifts]) => ({ brand_id, hours: uncoveredHours(shifts, now) }));
}

/** Of shifts in the order in which they begin: how many whole hours of the next day none of them covers. */
function uncoveredHours(shifts: readonly { starts_at: Date; ends_at: Date }[], now: Date): number {
  const end = now.getTime() + DAY;
  let covered = now.getTime();
  let missing = 0;
  for (const { starts_at, ends_at } of shifts) {
    missing += Math.max(0, Math.min(starts_at.getTime(), end) - covered);
    covered = Math.max(covered, ends_at.getTime());
  }
  return Math.floor((missing + Math.max(0, end - covered)) / HOUR);
}
