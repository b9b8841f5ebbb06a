import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { readHouseWeek as endpoint } from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

const DAYS = 7;

/** The last seven times twenty-four hours of a profile that hosts or a companion answer for. */
export async function readHouseWeek(
  context: StaffContext,
  { brand, id }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { app, brandId } = atBrand(context, brand);
  const since = new Date(app.clock.now().getTime() - DAYS * DAY);
  const week = (await readWeek(app.db, { brandId, id, since })) ?? fail('request.not_found');
  return {
    conversations: week.conversations,
    answers: week.days.reduce((sum, { answers }) => sum + answers, 0),
    medianWaitSeconds: week.median,
    complaints: week.complaints,
    marks: { count: week.marks, average: week.average },
    days: week.days.map(({ number, answers }) => ({ at: since.getTime() + number * DAY, answers })),
  };
}

interface WeekRow {
  conversations: number;
  complaints: number;
  median: number | null;
  marks: number;
  average: number | null;
  days: { number: number; answers: number }[];
}

interface Week {
  brandId: string;
  id: string;
  since: Date;
}

/** What was written is looked up in the conversations that were written in lately; waits and marks are of hosts alone. */
async function readWeek(db: DbOrTx, { brandId, id, since }: Week): Promise<WeekRow | undefined> {
  const { rows } = await sql<WeekRow>`
    with lately as materialized (
      select i.conversation_id from inbox i where i.brand_id = ${brandId}::uuid and i.owner_id = ${id}::uuid
        and i.last_minute >= floor(extract(epoch from ${since}::timestamptz) / 60)::integer and i.last_at > ${since}::timestamptz),
    written as materialized (
      select m.conversation_id, m.from_id, m.at from lately l
      join message m on m.brand_id = ${brandId}::uuid and m.conversation_id = l.conversation_id
        and m.at > ${since}::timestamptz),
    by_day as (
      select floor(extract(epoch from w.at - ${since}::timestamptz) / 86400)::int as number, count(*)::int as answers
      from written w where w.from_id = ${id}::uuid group by 1),
    replied as (
      select percentile_cont(0.5) within group (order by r.waited_seconds) as median, count(q.stars)::int as marks,
        avg(q.stars)::float8 as average
      from lately l
      join host_reply r on r.brand_id = ${brandId}::uuid and r.conversation_id = l.conversation_id
        and r.at > ${since}::timestamptz
      left join quality_mark q on q.brand_id = r.brand_id and q.message_id = r.message_id)
    select (select count(distinct conversation_id)::int from written) as conversations,
      (select count(*)::int from report r where r.brand_id = ${brandId}::uuid and r.about_id = ${id}::uuid
        and r.created_at > ${since}::timestamptz) as complaints,
      replied.median, replied.marks, replied.average,
      (select json_agg(json_build_object('number', d.number, 'answers', coalesce(b.answers, 0)) order by d.number)
        from generate_series(0, ${DAYS - 1}::int) as d (number) left join by_day b on b.number = d.number) as days
    from house_profile h cross join replied
    where h.brand_id = ${brandId}::uuid and h.profile_id = ${id}::uuid`.execute(db);
  return rows[0];
}
