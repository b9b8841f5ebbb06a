/** How much others want of a person, and how they answer: counted from conversations that others have begun with them. */

import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lowestIdAt } from '#server/platform/ids.ts';
import { cronJob } from '#server/platform/jobs/jobs.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';

const COUNTED_DAYS = 30;
const WEEK_DAYS = 7;
/** So many a week are answered by anyone who wants to: fewer are no crowd. */
const FEW_A_WEEK = 5;
/** Of fewer nothing is said. */
const ENOUGH_TO_SAY = 5;
/** Units of demand, and the most that fits into a byte of a list. */
export const DEMAND_UNIT = 8;
const MOST_DEMAND = 255;

export const standingJobs: JobHandler[] = [
  cronJob('discovery', countStandings, { match: '17 * * * *', maxAttempts: 1, backfillMinutes: 60 }),
];

export async function countStandings({
  db,
  brands,
  clock,
}: Pick<App, 'db' | 'brands' | 'clock'>): Promise<void> {
  for (const { id } of brands.all()) await countStandingsOf(db, id, clock.now());
}

async function countStandingsOf(db: Database, brandId: string, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  await sql`
    with begun as materialized (
      select i.owner_id as profile_id, first.at, (select m.at from message m
          where m.brand_id = c.brand_id and m.conversation_id = c.id and m.from_id = i.owner_id
          order by m.number limit 1) as answered_at
      from conversation c
      join message first on first.brand_id = c.brand_id and first.conversation_id = c.id and first.number = 1
      join inbox i on i.brand_id = c.brand_id and i.conversation_id = c.id and i.owner_id <> first.from_id
      where c.brand_id = ${brandId}::uuid and c.id >= ${lowestIdAt(ago(COUNTED_DAYS))}::uuid
    ), counted as (
      select profile_id,
        count(*) filter (where at >= ${ago(WEEK_DAYS)}::timestamptz) as received,
        count(*) filter (where answered_at >= ${ago(WEEK_DAYS)}::timestamptz) as answered,
        count(*) filter (where at < ${ago(1)}::timestamptz) as asked,
        count(*) filter (where at < ${ago(1)}::timestamptz and answered_at <= at + interval '1 day') as quick
      from begun group by profile_id
    ), figures as (
      select profile_id, least(${MOST_DEMAND}::integer,
          round(${DEMAND_UNIT}::numeric * received / greatest(${FEW_A_WEEK}::numeric, answered)))::smallint as demand,
        case when asked >= ${ENOUGH_TO_SAY}::integer then (100 * quick / asked)::smallint end as answers
      from counted
    ), ended as (
      delete from standing old where old.brand_id = ${brandId}::uuid
        and not exists (select from figures where figures.profile_id = old.profile_id)
    )
    insert into standing as known (brand_id, profile_id, demand, answers)
    select ${brandId}::uuid, profile_id, demand, answers from figures
    where demand > 0 or answers is not null
    on conflict (brand_id, profile_id) do update set demand = excluded.demand, answers = excluded.answers
    where (known.demand, known.answers) is distinct from (excluded.demand, excluded.answers)`.execute(db);
}
