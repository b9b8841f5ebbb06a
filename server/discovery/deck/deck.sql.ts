/** The statements of the deck: how far a viewer has come, and who is next. */

import { sql } from 'kysely';
import type { Gender } from '#contract/kernel/fields.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** Who looks and whom they may see, as far as it does not depend on what they have decided. */
export interface Lens {
  brandId: string;
  viewerId: string;
  viewerGender: Gender;
  gender: Gender;
  /** Whether AI companions are shown. */
  ai: boolean;
  blocked: readonly string[];
}

/** Where a viewer looks. Empty where any will do; a town always has its region. */
export interface Place {
  region: string;
  city: string;
}

/** How far a viewer has come in the deck of a place. */
export interface Progress {
  startedAt: number;
  reached: number;
  wentRound: boolean;
  newcomers: NewcomerCursor;
}

export interface NewcomerCursor {
  /** As the database writes it, which is more exact than a date of ours. */
  until: string;
  id: string;
}

interface ProgressRow {
  started_at: number | null;
  reached: number | null;
  went_round: boolean | null;
  newcomers_until: string | null;
  newcomers_id: string | null;
  is_old: boolean | null;
  watermark: string;
  taken_back: string | null;
}

export interface DeckState {
  /** Whom the last decision was about, if it was taken back and not made again. */
  takenBack: string | null;
  /** All who came before this moment are visible by now. */
  watermark: string;
  /** For each place in its order. */
  decks: { progress: Progress | undefined; isOld: boolean }[];
}

/**
 * Where a viewer stands in these decks of one region. A person who is being shown just now is seen by others only once that
 * transaction has ended, so the last minutes lie after the watermark.
 */
export async function readDeckState(
  db: DbOrTx,
  { brandId, viewerId, gender }: Lens,
  places: readonly [Place, ...Place[]],
): Promise<DeckState> {
  const { rows } = await sql<ProgressRow>`
    select d.started_at, d.reached, d.went_round, d.newcomers_until::text as newcomers_until, d.newcomers_id,
      d.updated_at < now() - interval '1 day' as is_old, (now() - interval '5 minutes')::text as watermark,
      (select s.other_id from last_swipe s
        where s.brand_id = ${brandId}::uuid and s.profile_id = ${viewerId}::uuid and s.undone
          and (select true from reaction r where r.brand_id = s.brand_id and r.from_id = s.profile_id
            and r.to_id = s.other_id and r.kind in ('like', 'dislike') limit 1) is null) as taken_back
    from unnest(${places.map(({ city }) => city)}::text[]) with ordinality as wanted (city, place)
    left join deck d on d.brand_id = ${brandId}::uuid and d.profile_id = ${viewerId}::uuid
      and d.gender = ${gender}::text and d.region = ${places[0].region}::text and d.city = wanted.city
    order by wanted.place`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('a statement without a condition gave no row');
  return {
    takenBack: first.taken_back,
    watermark: first.watermark,
    decks: rows.map((row) => ({ progress: progressOf(row), isOld: row.is_old ?? false })),
  };
}

function progressOf(row: ProgressRow): Progress | undefined {
  const { started_at, reached, newcomers_until, newcomers_id } = row;
  if (started_at === null || reached === null || newcomers_until === null || newcomers_id === null)
    return undefined;
  return {
    startedAt: started_at,
    reached,
    wentRound: row.went_round ?? false,
    newcomers: { until: newcomers_until, id: newcomers_id },
  };
}

/**
 * Whether the viewer still has to decide on a person. Asked one by one on purpose: a join would let the planner gather all that the
 * viewer has ever decided.
 */
const isOpen = ({ brandId, viewerId, viewerGender, ai, blocked }: Lens) => sql`
  c.id <> ${viewerId}::uuid
  and (c.kind <> 'ai' or ${ai}::boolean)
  and (c.kind <> 'member' or (select a.seeks from account a
    where a.brand_id = ${brandId}::uuid and a.id = c.account_id) = ${viewerGender}::text)
  and c.id <> all (${blocked}::uuid[])
  and not (c.reserved and is_kept_from(${brandId}::uuid, ${viewerId}::uuid))
  and (select true from reaction r where r.brand_id = ${brandId}::uuid and r.from_id = ${viewerId}::uuid
    and r.to_id = c.id and r.kind in ('like', 'dislike') limit 1) is null`;

/**
 * How many are looked at in one statement: a few, and more where most of them are decided on. Where they begin stands in
 * a `select` of its own, so that the value does not tempt the planner to plan again each time.
 */
export type Reach = 'near' | 'far';
export const LOOKED_AT: Record<Reach, number> = { near: 40, far: 250 };

function within({ brandId, gender }: Lens, { region, city }: Place) {
  const inRegion = region ? sql`and p.region = ${region}::text` : sql``;
  const inCity = city ? sql`and p.city = ${city}::text` : sql``;
  return sql`p.brand_id = ${brandId}::uuid and p.gender = ${gender}::text and p.status = 'visible' ${inRegion} ${inCity}`;
}

export interface RingRow {
  id: string;
  key: number;
  open: boolean;
}

/** Those on an arc of the ring, in its order. */
export async function readArc(
  db: DbOrTx,
  lens: Lens,
  place: Place,
  { after, upTo, reach }: { after: number; upTo: number; reach: Reach },
): Promise<RingRow[]> {
  const { rows } = await sql<RingRow>`
    select c.id, c.deck_key as key, (${isOpen(lens)}) as open
    from (
      select p.id, p.kind, p.account_id, p.reserved, p.deck_key from profile p
      where ${within(lens, place)}
        and p.deck_key > (select ${after}::bigint) and p.deck_key <= (select ${upTo}::bigint)
      order by p.deck_key limit ${sql.lit(LOOKED_AT[reach])}
    ) as c
    order by c.deck_key`.execute(db);
  return rows;
}

export interface NewcomerRow {
  id: string;
  since: string;
  open: boolean;
  /** No person who came before can appear any more. */
  final: boolean;
}

/** Those who came after the cursor, the first first. Of a region all are looked at, also for one of its towns. */
export async function readNewcomers(
  db: DbOrTx,
  lens: Lens,
  { region, city }: Place,
  { after, watermark, reach }: { after: NewcomerCursor; watermark: string; reach: Reach },
): Promise<NewcomerRow[]> {
  const inCity = city ? sql`c.city = ${city}::text and` : sql``;
  const { rows } = await sql<NewcomerRow>`
    select c.id, c.visible_since::text as since, coalesce(${inCity} ${isOpen(lens)}, false) as open,
      c.visible_since <= ${watermark}::timestamptz as final
    from (
      select p.id, p.kind, p.account_id, p.reserved, p.city, p.visible_since from profile p
      where ${within(lens, { region, city: '' })}
        and (p.visible_since, p.id) > ((select ${after.until}::timestamptz), (select ${after.id}::uuid))
      order by p.visible_since, p.id limit ${sql.lit(LOOKED_AT[reach])}
    ) as c
    order by c.visible_since, c.id`.execute(db);
  return rows;
}

/** Two who fetch at once may each save where they came; either is true. */
export async function saveProgress(
  db: DbOrTx,
  { brandId, viewerId, gender }: Lens,
  { region, city }: Place,
  { startedAt, reached, wentRound, newcomers }: Progress,
): Promise<void> {
  await sql`
    insert into deck as known (brand_id, profile_id, gender, region, city, started_at, reached, went_round,
      newcomers_until, newcomers_id)
    values (${brandId}::uuid, ${viewerId}::uuid, ${gender}::text, ${region}::text, ${city}::text, ${startedAt}::bigint,
      ${reached}::bigint, ${wentRound}::boolean, ${newcomers.until}::timestamptz, ${newcomers.id}::uuid)
    on conflict (brand_id, profile_id, gender, region, city) do update set
      reached = excluded.reached, went_round = excluded.went_round,
      newcomers_until = excluded.newcomers_until, newcomers_id = excluded.newcomers_id,
      updated_at = case when (known.reached, known.went_round) = (excluded.reached, excluded.went_round)
        then known.updated_at else now() end`.execute(db);
}
