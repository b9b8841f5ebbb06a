/** The statements of cases: what waits, in its order, and who has it. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import { moderationKinds } from '#contract/moderation/cases.ts';
import type { ModerationKind, RiskSignal } from '#contract/moderation/cases.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { isForAnother } from './appeals.sql.ts';
import type { CaseId } from './live.ts';

/** The last case of a page: its risk, since when it waits, and its id. */
export interface Place {
  risk: number;
  since: Date;
  id: string;
}
export interface Claim {
  staffId: string;
  now: Date;
  until: Date;
}

export interface ClaimState {
  claimed_by: string | null;
  claimed_until: Date | null;
}

export interface CaseRow extends ClaimState {
  brand_id: string;
  kind: ModerationKind;
  id: string;
  profile_id: string;
  account_id: string | null;
  version: Date;
  since: Date;
  risk: number;
  signals: RiskSignal[];
  screen_name: string;
  profile_kind: ProfileKind;
  birth_year: number | null;
  region: string | null;
  city: string | null;
  claimed_name: string | null;
}

interface Filter {
  brandIds: readonly string[];
  kind?: ModerationKind | undefined;
}

/** Of one brand after the other, each by its own index, and then the first of all. */
const waiting = ({ brandIds, kind }: Filter, further: RawBuilder<unknown>, limit: number) => sql`
  unnest(${brandIds}::uuid[]) as wanted (id) cross join lateral (
    select w.* from moderation_case w
    where w.brand_id = wanted.id and w.ready and w.verdict_id is null
      ${kind === undefined ? sql`` : sql`and w.kind = ${kind}`} ${further}
    order by -w.risk, w.since, w.id limit ${limit}::int) as c`;

export async function readCases(
  db: DbOrTx,
  { after, limit, ...filter }: Filter & { after: Place | undefined; limit: number },
  now: Date,
): Promise<CaseRow[]> {
  const beyond =
    after === undefined
      ? sql``
      : sql`and (-w.risk, w.since, w.id) > (${-after.risk}::int, ${after.since}::timestamptz, ${after.id}::uuid)`;
  const order = sql`order by -c.risk, c.since, c.id limit ${limit}::int`;
  return (await selectCases(waiting(filter, beyond, limit), order, now).execute(db)).rows;
}

const selectCases = (from: RawBuilder<unknown>, rest: RawBuilder<unknown>, now: Date) => sql<CaseRow>`
  select c.brand_id, c.kind, c.id, c.profile_id, c.version, c.since, c.risk, c.signals, p.account_id, p.screen_name,
    p.kind as profile_kind, p.birth_year, p.region, p.city, s.id as claimed_by, s.name as claimed_name,
    case when s.id is not null then c.claimed_until end as claimed_until
  from ${from}
  join profile p on p.brand_id = c.brand_id and p.id = c.profile_id
  left join staff s on s.id = c.claimed_by and c.claimed_until > ${now}::timestamptz
  ${rest}`;

/** Among so many one is free, unless as many ask at the very same moment. */
const CANDIDATES = 20;

/** What this moderator has, and what is free or may not be kept from them. */
const isOpenTo = (staffId: string, now: Date) => sql`
  (w.claimed_by is null or w.claimed_by = ${staffId}::uuid or w.claimed_until <= ${now}::timestamptz)
  and not (w.kind = 'appeal' and exists (select from appeal a where a.brand_id = w.brand_id and a.id = w.id
    and ${isForAnother('a', staffId)}))`;

/** How much this moderator could take, and since when the newest of it waits; none is counted beyond the limit. */
export async function countOpenTo(
  db: DbOrTx,
  { brandIds, staffId }: { brandIds: readonly string[]; staffId: string },
  limit: number,
  now: Date,
): Promise<{ count: number; newest: Date | null }> {
  const open = waiting({ brandIds }, sql`and ${isOpenTo(staffId, now)}`, limit);
  const { rows } = await sql<{ count: number; newest: Date | null }>`
    select count(*)::int as count, max(bounded.since) as newest
    from (select c.since from ${open} limit ${limit}::int) as bounded`.execute(db);
  return rows[0] ?? { count: 0, newest: null };
}

/** The same brand by brand, with the one that has waited longest: each kind is read from the old end of its own index. */
export async function readOldestOpenTo(
  db: DbOrTx,
  { brandIds, staffId }: { brandIds: readonly string[]; staffId: string },
  limit: number,
  now: Date,
): Promise<{ brand_id: string; count: number; since: Date }[]> {
  const { rows } = await sql<{ brand_id: string; count: number; since: Date }>`
    select b.id as brand_id, least(count(*), ${limit}::int)::int as count, min(open.since) as since
    from unnest(${brandIds}::uuid[]) as b (id) cross join unnest(${moderationKinds}::text[]) as k (kind)
    cross join lateral (select w.since from moderation_case w
      where w.brand_id = b.id and w.kind = k.kind and w.ready and w.verdict_id is null and ${isOpenTo(staffId, now)}
      order by w.since limit ${limit}::int) as open
    group by b.id`.execute(db);
  return rows;
}

/** What can be handed to this person: what is free, but for appeals that another person must look at. */
export async function readCandidates(
  tx: Tx,
  { without, ...filter }: Filter & { without: readonly string[] },
  { staffId, now }: Claim,
): Promise<CaseId[]> {
  const free = sql`and ${isOpenTo(staffId, now)} and w.id <> all(${without}::uuid[])`;
  const { rows } = await sql<{ brand_id: string; kind: ModerationKind; id: string }>`
    select c.brand_id, c.kind, c.id from ${waiting(filter, free, CANDIDATES)}
    order by -c.risk, c.since, c.id limit ${CANDIDATES}::int`.execute(tx);
  return rows.map(({ brand_id: brandId, kind, id }) => ({ brandId, kind, id }));
}

/** Takes the first of these that no other moderator takes at this moment. */
export async function claimFirst(
  tx: Tx,
  candidates: readonly CaseId[],
  { staffId, now, until }: Claim,
): Promise<CaseId | undefined> {
  const column = (name: keyof CaseId) => candidates.map((each) => each[name]);
  const { rows } = await sql<{ brand_id: string; kind: ModerationKind; id: string }>`
    update moderation_case set claimed_by = ${staffId}::uuid, claimed_until = ${until}::timestamptz
    where (brand_id, kind, id) = (
      select c.brand_id, c.kind, c.id
      from unnest(${column('brandId')}::uuid[], ${column('kind')}::text[], ${column('id')}::uuid[]) with ordinality
        as wanted (brand_id, kind, id, place)
      join moderation_case c using (brand_id, kind, id)
      where c.ready and c.verdict_id is null and (c.claimed_by is null or c.claimed_by = ${staffId}::uuid
        or c.claimed_until <= ${now}::timestamptz)
      order by wanted.place limit 1 for update of c skip locked)
    returning brand_id, kind, id`.execute(tx);
  const [row] = rows;
  return row && { brandId: row.brand_id, kind: row.kind, id: row.id };
}

/** This very case, whichever moderator has it. */
export async function readCase(
  db: DbOrTx,
  { brandId, kind, id }: CaseId,
  now: Date,
): Promise<CaseRow | undefined> {
  const { rows } = await selectCases(
    sql`moderation_case c`,
    sql`where c.brand_id = ${brandId}::uuid and c.kind = ${kind} and c.id = ${id}::uuid`,
    now,
  ).execute(db);
  return rows[0];
}

export function lockCase(tx: Tx, { brandId, kind, id }: CaseId) {
  return tx
    .selectFrom('moderation_case')
    .select(['profile_id', 'version', 'since', 'ready', 'claimed_by', 'claimed_until', 'verdict_id'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveClaim(
  tx: Tx,
  { brandId, kind, id }: CaseId,
  { staffId, until }: Claim,
): Promise<void> {
  await tx
    .updateTable('moderation_case')
    .set({ claimed_by: staffId, claimed_until: until })
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

/** Whom to tell of a verdict, and in which language. */
export function readRecipient(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select(['a.email', 'a.language', 'a.status', 'a.accepted_at', 'p.id as profile_id'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

/** The account behind a profile, as far as moderation may go on with it by itself. */
export async function isReadyToBeSeen(db: DbOrTx, brandId: string, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    select p.id from profile p join account a on a.brand_id = p.brand_id and a.id = p.account_id
      and a.accepted_at is not null and a.status = 'active'
    where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid`.execute(db);
  return rows.length === 1;
}
