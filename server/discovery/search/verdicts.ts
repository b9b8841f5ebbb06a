/**
 * Whom a member has decided on, and who likes them: read once, kept in memory, and brought up to date with each deck by what
 * has come since. So a deck needs no look-up of the people it leaves out, whether they are ten or twenty thousand.
 */

import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { MINUTE } from '#server/platform/clock.ts';
import type { Batch, Batches } from '#server/platform/database/batches.ts';
import { positionsOf } from './columns.ts';
import type { PeopleList } from './views.ts';

/** A transaction that began earlier may commit later. */
const OVERLAP_MINUTES = 2;
/** Decisions that were taken back are met again after so long. */
const KEPT = 10 * MINUTE;
const MOST_IDS = 1_000_000;
/** The newest: no one looks at more of them before they come again. */
const LIKERS_KEPT = 500;

interface KnownOfMember {
  decided: Set<string>;
  likers: Set<string>;
  /** As the database writes it. */
  readUpTo: string;
  /** Where all these stand in the lists that were looked at. */
  marks: WeakMap<PeopleList, Marks>;
}

/** Where some people stand in a list. */
export interface Marks {
  /** A 1 at each position of a person who was decided on. */
  decided: Uint8Array;
  likers: Set<number>;
}

interface Since {
  brandId: string;
  profileId: string;
  since: string | null;
}

type Member = Pick<Since, 'brandId' | 'profileId'>;

interface News {
  decided: string[];
  likers: string[];
  read_at: string;
  taken_back: string | null;
}

const newsBatch: Batch<Since, News> = {
  async run(db, asked) {
    const { rows } = await sql<News>`
      select
        array(select r.to_id::text from reaction r where r.brand_id = asked.brand_id and r.from_id = asked.profile_id
          and r.kind = any('{like,dislike}') and r.at >= asked.since) as decided,
        array(select r.from_id::text from reaction r where r.brand_id = asked.brand_id and r.to_id = asked.profile_id
          and r.kind = 'like' and r.at >= asked.since order by r.at desc limit ${sql.lit(LIKERS_KEPT)}) as likers,
        (now() - make_interval(mins => ${sql.lit(OVERLAP_MINUTES)}))::text as read_at,
        (select s.other_id from last_swipe s where s.brand_id = asked.brand_id and s.profile_id = asked.profile_id
          and s.undone and (select true from reaction r where r.brand_id = s.brand_id and r.from_id = s.profile_id
            and r.to_id = s.other_id and r.kind in ('like', 'dislike') limit 1) is null) as taken_back
      from unnest((select ${asked.map(({ brandId }) => brandId)}::uuid[]),
        (select ${asked.map(({ profileId }) => profileId)}::uuid[]),
        (select ${asked.map(({ since }) => since ?? '-infinity')}::timestamptz[]))
        with ordinality as asked (brand_id, profile_id, since, place)
      order by asked.place`.execute(db);
    return rows;
  },
};

export interface Verdicts {
  /** Whom the last decision was about, if it was taken back and not made again. */
  takenBack: string | null;
  marksIn(list: PeopleList): Marks;
}

export type KnownVerdicts = LRUCache<string, KnownOfMember>;
export const createVerdicts = (): KnownVerdicts => new LRUCache({ maxSize: MOST_IDS, ttl: KEPT });

/** One statement, whether a member swipes for the first time or the ten thousandth. */
export async function readVerdicts(
  {
    batches,
    searchLists: { verdicts: known },
  }: { batches: Batches; searchLists: { verdicts: KnownVerdicts } },
  { brandId, profileId }: Member,
): Promise<Verdicts> {
  const key = keyOf({ brandId, profileId });
  const before = known.get(key);
  const news = await batches.add(newsBatch, { brandId, profileId, since: before?.readUpTo ?? null });
  const own = before ?? { decided: new Set(), likers: new Set(), readUpTo: '', marks: new WeakMap() };
  const add = (decided: readonly string[], likers: readonly string[]) => {
    const isNew = [
      ...decided.filter((id) => !own.decided.has(id)),
      ...likers.filter((id) => !own.likers.has(id)),
    ];
    if (isNew.length === 0) return;
    for (const id of decided) own.decided.add(id);
    for (const id of likers) own.likers.add(id);
    own.marks = new WeakMap();
  };
  add(news.decided, news.likers);
  if (news.taken_back !== null && own.decided.delete(news.taken_back)) own.marks = new WeakMap();
  own.readUpTo = news.read_at;
  if (!before) known.set(key, own, { size: 1 + own.decided.size + own.likers.size });
  return { takenBack: news.taken_back, marksIn: (list) => marksOf(list, own) };
}

/** Who likes a member and stands in this list, as far as it is in memory. */
export function knownLikers(known: KnownVerdicts, who: Member, list: PeopleList): ReadonlySet<number> {
  const own = known.get(keyOf(who));
  return own ? marksOf(list, own).likers : new Set();
}

/** What was decided was taken back, so it is read again. */
export function forgetVerdicts(known: KnownVerdicts, who: Member): void {
  known.delete(keyOf(who));
}

const keyOf = ({ brandId, profileId }: Member) => `${brandId} ${profileId}`;

function marksOf(list: PeopleList, own: KnownOfMember): Marks {
  const marks = own.marks.get(list) ?? mark(list, own);
  own.marks.set(list, marks);
  return marks;
}

function mark(list: PeopleList, { decided, likers }: KnownOfMember): Marks {
  const positions = new Uint8Array(list.count);
  for (const position of positionsOf(list, [...decided])) positions[position] = 1;
  return { decided: positions, likers: new Set(positionsOf(list, [...likers])) };
}
