/**
 * The statements of the deck: how far a viewer has come, and who is next. Each of them answers all who ask meanwhile, as
 * asking the database costs as much as most of the answers do.
 */

import { sql } from 'kysely';
import type { Gender } from '#contract/kernel/fields.ts';
import type { Batch, Batches } from '#server/platform/database/batches.ts';
import type { Database, DbOrTx } from '#server/platform/database/database.ts';

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

interface AskedState {
  lens: Lens;
  places: readonly [Place, ...Place[]];
}

/** Where a viewer stands in these decks of one region. */
export function readDeckState(
  batches: Batches,
  lens: Lens,
  places: readonly [Place, ...Place[]],
): Promise<DeckState> {
  return batches.add(deckStates, { lens, places });
}

/**
 * A person who is being shown just now is seen by others only once that transaction has ended, so the last minutes lie
 * after the watermark.
 */
const deckStates: Batch<AskedState, DeckState> = {
  async run(db, asked) {
    const wanted = asked.flatMap(({ lens, places }, item) =>
      places.map(({ region, city }, index) => ({ ...lens, region, city, item, isFirst: index === 0 })),
    );
    const { rows } = await sql<ProgressRow & { item: number }>`
      select wanted.item, d.started_at, d.reached, d.went_round, d.newcomers_until::text as newcomers_until,
        d.newcomers_id, d.updated_at < now() - interval '1 day' as is_old,
        (now() - interval '5 minutes')::text as watermark,
        case when wanted.is_first then (select s.other_id from last_swipe s
          where s.brand_id = wanted.brand_id and s.profile_id = wanted.viewer_id and s.undone
            and (select true from reaction r where r.brand_id = s.brand_id and r.from_id = s.profile_id
              and r.to_id = s.other_id and r.kind in ('like', 'dislike') limit 1) is null) end as taken_back
      from unnest((select ${wanted.map(({ item }) => item)}::integer[]),
        (select ${wanted.map(({ isFirst }) => isFirst)}::boolean[]),
        (select ${wanted.map(({ brandId }) => brandId)}::uuid[]),
        (select ${wanted.map(({ viewerId }) => viewerId)}::uuid[]),
        (select ${wanted.map(({ gender }) => gender)}::text[]),
        (select ${wanted.map(({ region }) => region)}::text[]),
        (select ${wanted.map(({ city }) => city)}::text[]))
        with ordinality as wanted (item, is_first, brand_id, viewer_id, gender, region, city, place)
      left join deck d on d.brand_id = wanted.brand_id and d.profile_id = wanted.viewer_id
        and d.gender = wanted.gender and d.region = wanted.region and d.city = wanted.city
      order by wanted.place`.execute(db);
    const byItem = Map.groupBy(rows, ({ item }) => item);
    return asked.map((_, item) => stateOf(byItem.get(item) ?? []));
  },
};

function stateOf(rows: readonly ProgressRow[]): DeckState {
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
const isOpen = sql`
  c.id <> asked.viewer_id
  and (c.kind <> 'ai' or asked.ai)
  and (c.kind <> 'member' or (select a.seeks from account a
    where a.brand_id = asked.brand_id and a.id = c.account_id) = asked.viewer_gender)
  and c.id <> all (asked.blocked::uuid[])
  and not (c.reserved and is_kept_from(asked.brand_id, asked.viewer_id))
  and (select true from reaction r where r.brand_id = asked.brand_id and r.from_id = asked.viewer_id
    and r.to_id = c.id and r.kind in ('like', 'dislike') limit 1) is null`;

/** How many are looked at in one statement: a few, and more where most of them are decided on. */
export type Reach = 'near' | 'far';
export const LOOKED_AT: Record<Reach, number> = { near: 40, far: 250 };

/** The parts of a question by which the statement differs. */
interface Shape {
  inRegion: boolean;
  inCity: boolean;
  reach: Reach;
}

interface Question {
  lens: Lens;
  place: Place;
}

/** A batch for each shape, as each has an index of its own. */
function batchOfShape<Q extends Question, R>(
  run: (db: Database, asked: readonly Q[], shape: Shape) => Promise<R[]>,
) {
  const made = new Map<string, Batch<Q, R>>();
  return (shape: Shape): Batch<Q, R> => {
    const key = Object.values(shape).join(' ');
    const known = made.get(key) ?? { run: (db, asked) => run(db, asked, shape) };
    made.set(key, known);
    return known;
  };
}

const within = ({ inRegion, inCity }: Pick<Shape, 'inRegion' | 'inCity'>) =>
  sql`p.brand_id = asked.brand_id and p.gender = asked.gender and p.status = 'visible'
    ${inRegion ? sql`and p.region = asked.region` : sql``} ${inCity ? sql`and p.city = asked.city` : sql``}`;

/**
 * Those who ask, as columns. The values stand in a `select` of their own each, so that they do not tempt the planner to plan
 * again each time.
 */
const askedBy = (asked: readonly Question[]) => sql`
  (select ${asked.map(({ lens }) => lens.brandId)}::uuid[]),
  (select ${asked.map(({ lens }) => lens.viewerId)}::uuid[]),
  (select ${asked.map(({ lens }) => lens.viewerGender)}::text[]),
  (select ${asked.map(({ lens }) => lens.gender)}::text[]),
  (select ${asked.map(({ lens }) => lens.ai)}::boolean[]),
  (select ${asked.map(({ lens }) => `{${lens.blocked.join(',')}}`)}::text[]),
  (select ${asked.map(({ place }) => place.region)}::text[]),
  (select ${asked.map(({ place }) => place.city)}::text[])`;
const askedColumns = sql.raw('brand_id, viewer_id, viewer_gender, gender, ai, blocked, region, city');

export interface RingRow {
  id: string;
  key: number;
  open: boolean;
}

interface Arc {
  after: number;
  upTo: number;
}

/** Those on an arc of the ring, in its order. */
export function readArc(
  batches: Batches,
  lens: Lens,
  place: Place,
  { reach, ...arc }: Arc & { reach: Reach },
): Promise<RingRow[]> {
  const shape = { inRegion: place.region !== '', inCity: place.city !== '', reach };
  return batches.add(arcs(shape), { lens, place, ...arc });
}

const arcs = batchOfShape(async (db, asked: readonly (Question & Arc)[], shape) => {
  const { rows } = await sql<{ ring: RingRow[] }>`
    select (
      select coalesce(json_agg(json_build_object('id', c.id, 'key', c.deck_key, 'open', ${isOpen})
        order by c.deck_key), '[]')
      from (
        select p.id, p.kind, p.account_id, p.reserved, p.deck_key from profile p
        where ${within(shape)} and p.deck_key > asked.after and p.deck_key <= asked.up_to
        order by p.deck_key limit ${sql.lit(LOOKED_AT[shape.reach])}
      ) as c) as ring
    from unnest(${askedBy(asked)},
      (select ${asked.map(({ after }) => after)}::bigint[]), (select ${asked.map(({ upTo }) => upTo)}::bigint[]))
      with ordinality as asked (${askedColumns}, after, up_to, place)
    order by asked.place`.execute(db);
  return rows.map(({ ring }) => ring);
});

export interface NewcomerRow {
  id: string;
  since: string;
  open: boolean;
  /** No person who came before can appear any more. */
  final: boolean;
}

interface Part {
  after: NewcomerCursor;
  watermark: string;
}

/** Those who came after the cursor, the first first. Of a region all are looked at, also for one of its towns. */
export function readNewcomers(
  batches: Batches,
  lens: Lens,
  place: Place,
  { reach, ...part }: Part & { reach: Reach },
): Promise<NewcomerRow[]> {
  const shape = { inRegion: place.region !== '', inCity: place.city !== '', reach };
  return batches.add(newcomersAfter(shape), { lens, place, ...part });
}

const newcomersAfter = batchOfShape(async (db, asked: readonly (Question & Part)[], shape) => {
  const { rows } = await sql<{ came: NewcomerRow[] }>`
    select (
      select coalesce(json_agg(json_build_object('id', c.id, 'since', c.visible_since::text,
        'open', coalesce(${shape.inCity ? sql`c.city = asked.city and` : sql``} ${isOpen}, false),
        'final', c.visible_since <= asked.watermark) order by c.visible_since, c.id), '[]')
      from (
        select p.id, p.kind, p.account_id, p.reserved, p.city, p.visible_since from profile p
        where ${within({ ...shape, inCity: false })}
          and (p.visible_since, p.id) > (asked.after, asked.after_id)
        order by p.visible_since, p.id limit ${sql.lit(LOOKED_AT[shape.reach])}
      ) as c) as came
    from unnest(${askedBy(asked)},
      (select ${asked.map(({ after }) => after.until)}::timestamptz[]),
      (select ${asked.map(({ after }) => after.id)}::uuid[]),
      (select ${asked.map(({ watermark }) => watermark)}::timestamptz[]))
      with ordinality as asked (${askedColumns}, after, after_id, watermark, place)
    order by asked.place`.execute(db);
  return rows.map(({ came }) => came);
});

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
