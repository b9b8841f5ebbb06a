/** How much waits, since when, and how long verdicts took. Nothing is counted to the end. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { moderationKinds } from '#contract/moderation/cases.ts';
import type { ModerationKind } from '#contract/moderation/cases.ts';
import { MOST_COUNTED } from '#contract/moderation/moderation.ts';
import type { moderationFigures as figuresEndpoint } from '#contract/moderation/moderation.ts';
import type { StaffContext } from '#server/app.ts';
import { brandIdsFor } from '#server/brands/staff-context.ts';
import { DAY } from '#server/platform/clock.ts';

/** The median is that of so many verdicts of each kind and brand, the latest of the day. */
const MOST_TIMED = 1_000;

interface FiguresRow {
  kind: ModerationKind;
  waiting: number;
  oldest: Date | null;
  median_wait: number | null;
}

export async function readFigures(
  context: StaffContext,
  { brand }: InputOf<typeof figuresEndpoint>,
): Promise<ReplyOf<typeof figuresEndpoint>> {
  const { replica, clock } = context.app;
  const brandIds = brandIdsFor(context, brand);
  const since = new Date(clock.now().getTime() - DAY);
  const { rows } = await sql<FiguresRow>`
    select k.kind, counted.waiting, oldest.since as oldest, timed.median_wait
    from unnest(${moderationKinds}::text[]) with ordinality as k (kind, place)
    cross join lateral (select count(*) as waiting from (
      select from unnest(${brandIds}::uuid[]) as b (id) cross join lateral (
        select from moderation_case c
        where c.brand_id = b.id and c.kind = k.kind and c.ready and c.verdict_id is null
        limit ${MOST_COUNTED + 1}::int) as each
      limit ${MOST_COUNTED + 1}::int) as bounded) as counted
    cross join lateral (select min(first.since) as since from unnest(${brandIds}::uuid[]) as b (id)
      cross join lateral (select c.since from moderation_case c
        where c.brand_id = b.id and c.kind = k.kind and c.ready and c.verdict_id is null
        order by c.since limit 1) as first) as oldest
    cross join lateral (select (percentile_cont(0.5) within group
        (order by extract(epoch from latest.given_at - latest.since)) * 1000)::bigint as median_wait
      from unnest(${brandIds}::uuid[]) as b (id) cross join lateral (
        select v.given_at, v.since from moderation_verdict v
        where v.brand_id = b.id and v.kind = k.kind and v.state = 'done' and v.given_at > ${since}::timestamptz
        order by v.given_at desc limit ${MOST_TIMED}::int) as latest
      where latest.since is not null) as timed
    order by k.place`.execute(replica);
  return {
    kinds: rows.map(({ kind, waiting, oldest, median_wait }) => ({
      kind,
      waiting,
      oldest: oldest?.getTime() ?? null,
      medianWait: median_wait,
    })),
  };
}
