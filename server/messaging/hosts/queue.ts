import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { CLAIM_SECONDS } from '../../../contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  WaitingConversation,
  listQueue as listQueueEndpoint,
  claimConversation as claimEndpoint,
  claimNext as nextEndpoint,
  releaseConversation as releaseConversationEndpoint,
} from '../../../contract/staff/chat.ts';
import type { StaffContext } from '../../app.ts';
import { atBrandOf, atBrand, brandIdsFor } from '../../brands/staff-context.ts';
import { SECOND } from '../../platform/clock.ts';
import { timeCursor } from '../../platform/cursor.ts';
import type { TimeCursor } from '../../platform/cursor.ts';
import { transact } from '../../platform/database/database.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';
import { describeParticipant, participantColumns } from '../../profiles/profile-summary.ts';
import type { ParticipantRow } from '../../profiles/profile-summary.ts';
import { coverPhones } from '../cover-phones.ts';
import { previewOf } from '../describe-message.ts';
import type { ClaimRow, ConversationKey } from './conversation.ts';

const PAGE = 50;
const cursor = timeCursor('after');

/** Who waits for an answer of the staff, in all brands or in one. */
export async function listQueue(
  context: StaffContext,
  { brand, after }: InputOf<typeof listQueueEndpoint>,
): Promise<ReplyOf<typeof listQueueEndpoint>> {
  const { db, clock } = context.app;
  const brandIds = brandIdsFor(context, brand);
  const place = { brandIds, after: cursor.decode(after), limit: PAGE + 1 };
  const rows = await readQueue(db, place, clock.now());
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    waiting: shown.map((row) => describeWaiting(context, row)),
    next: last ? cursor.encode({ at: last.since, id: last.id }) : null,
    total: await countQueue(db, brandIds),
  };
}

function describeWaiting(context: StaffContext, row: WaitingRow): WaitingConversation {
  const inside = atBrandOf(context, row.brand_id);
  const text = row.phone_covered ? coverPhones(row.body) : row.body;
  return {
    brand: inside.brand.key,
    id: row.id,
    profile: describeParticipant(inside, row.profile),
    member: describeParticipant(inside, row.member),
    waitingSince: row.since.getTime(),
    preview: previewOf(text),
    claim: describeClaim(row),
  };
}

/** Gives the host the conversation that has waited longest of those that nobody has. */
export async function claimNext(
  context: StaffContext,
  { brand }: InputOf<typeof nextEndpoint>,
): Promise<ReplyOf<typeof nextEndpoint>> {
  const brandIds = brandIdsFor(context, brand);
  const claim = newClaim(context);
  const row = await transact(context.app.db, async (tx) => {
    const taken = await claimLongestWaiting(tx, brandIds, claim);
    return taken && readWaiting(tx, taken, claim.now);
  });
  return { conversation: row ? describeWaiting(context, row) : null };
}

/** Gives the host this very conversation, or leaves it with him for longer. One in which nobody waits is not found. */
export async function claimConversation(
  context: StaffContext,
  { brand, id }: InputOf<typeof claimEndpoint>,
): Promise<ReplyOf<typeof claimEndpoint>> {
  const { db } = context.app;
  const { brandId } = atBrand(context, brand);
  const claim = newClaim(context);
  if (await claimWaiting(db, { brandId, id }, claim)) return { until: claim.until.getTime() };
  return fail((await isWaiting(db, { brandId, id })) ? 'queue.taken' : 'request.not_found');
}

/** What a host has from now on, unless he writes or gives it back. */
export function newClaim({ app: { clock }, staffId }: StaffContext) {
  const now = clock.now();
  return { staffId, now, until: new Date(now.getTime() + CLAIM_SECONDS * SECOND) };
}

export function describeClaim(row: ClaimRow): WaitingConversation['claim'] {
  const { claimed_by: staffId, claimed_name: name, claimed_until: until } = row;
  if (staffId === null || name === null || until === null) return null;
  return { staffId, name, until: until.getTime() };
}

/** Gives a conversation back. Where the host has none to give, nothing changes. */
export async function releaseConversation(
  context: StaffContext,
  { brand, id }: InputOf<typeof releaseConversationEndpoint>,
): Promise<ReplyOf<typeof releaseConversationEndpoint>> {
  const { db } = context.app;
  const { brandId, staffId } = atBrand(context, brand);
  await releaseClaim(db, { brandId, id }, staffId);
  return { ok: true };
}

interface WaitingRow extends ClaimRow {
  brand_id: string;
  id: string;
  since: Date;
  profile: ParticipantRow;
  member: ParticipantRow;
  body: string;
  phone_covered: boolean;
}

/** Who waits, for whom, and in which conversation. */
const waiting = sql`
  waiting_reply w
  join conversation c on c.brand_id = w.brand_id and c.id = w.conversation_id
  join profile p on p.brand_id = w.brand_id and p.id = w.profile_id
  join profile m on m.brand_id = c.brand_id
    and m.id = case when c.low_id = w.profile_id then c.high_id else c.low_id end
  join account a on a.brand_id = m.brand_id and a.id = m.account_id`;

/** Whom nobody can answer is left out until that changes. */
const answerable = sql`p.status <> 'rejected' and closed_reason(false,
  exists (select from blocks_between(w.brand_id, p.id, m.id)), m.status, a.status, true) is null`;

const inBrands = (brandIds: readonly string[]) => sql`w.brand_id = any(${brandIds}::uuid[])`;

interface Place {
  brandIds: readonly string[];
  after: TimeCursor | undefined;
  limit: number;
}

/** The longest waiting first. */
async function readQueue(db: DbOrTx, { brandIds, after, limit }: Place, now: Date): Promise<WaitingRow[]> {
  const beyond =
    after === undefined
      ? sql``
      : sql`and (w.since, w.conversation_id) > (${after.at}::timestamptz, ${after.id}::uuid)`;
  return selectWaiting(db, sql`and ${inBrands(brandIds)} ${beyond}`, limit, now);
}

/** One of them, whoever has it. */
async function readWaiting(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  now: Date,
): Promise<WaitingRow | undefined> {
  const [row] = await selectWaiting(
    db,
    sql`and w.brand_id = ${brandId}::uuid and w.conversation_id = ${id}::uuid`,
    1,
    now,
  );
  return row;
}

async function selectWaiting(
  db: DbOrTx,
  which: RawBuilder<unknown>,
  limit: number,
  now: Date,
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select w.brand_id, w.conversation_id as id, w.since, ${participantColumns('p')} as profile, ${participantColumns('m')} as member,
      coalesce(last.body, '') as body, coalesce(last.phone_covered, false) as phone_covered,
      s.id as claimed_by, case when s.id is not null then w.claimed_until end as claimed_until,
      s.name as claimed_name
    from ${waiting}
    left join lateral (select x.body, x.phone_covered from message x
      where x.brand_id = c.brand_id and x.conversation_id = c.id order by x.number desc limit 1) as last on true
    left join staff s on s.id = w.claimed_by and w.claimed_until > ${now}::timestamptz
    where w.kind = 'staff' and ${answerable} ${which}
    order by w.since, w.conversation_id
    limit ${limit}::int`.execute(db);
  return rows;
}

async function countQueue(db: DbOrTx, brandIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${waiting}
    where w.kind = 'staff' and ${answerable} and ${inBrands(brandIds)}`.execute(db);
  return rows[0]?.total ?? 0;
}

interface Claim {
  staffId: string;
  now: Date;
  until: Date;
}

/** Takes the one that has waited longest of those that nobody has. Two who ask at once get two. */
async function claimLongestWaiting(
  tx: Tx,
  brandIds: readonly string[],
  { staffId, now, until }: Claim,
): Promise<ConversationKey | undefined> {
  const { rows } = await sql<ConversationKey>`
    update waiting_reply taken set claimed_by = ${staffId}::uuid, claimed_until = ${until}::timestamptz
    from (
      select w.brand_id, w.conversation_id from ${waiting}
      where w.kind = 'staff' and (w.claimed_by is null or w.claimed_until <= ${now}::timestamptz)
        and ${answerable} and ${inBrands(brandIds)}
      order by w.since, w.conversation_id
      limit 1
      for update of w skip locked
    ) as next
    where taken.brand_id = next.brand_id and taken.conversation_id = next.conversation_id
    returning taken.brand_id as "brandId", taken.conversation_id as id`.execute(tx);
  return rows[0];
}

/** Answers whether it is his now: it was nobody's, his already, or somebody's whose time is over. */
async function claimWaiting(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  { staffId, now, until }: Claim,
): Promise<boolean> {
  const row = await db
    .updateTable('waiting_reply')
    .set({ claimed_by: staffId, claimed_until: until })
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', id)
    .where('kind', '=', 'staff')
    .where(({ or, eb }) =>
      or([eb('claimed_by', 'is', null), eb('claimed_by', '=', staffId), eb('claimed_until', '<=', now)]),
    )
    .returning('conversation_id')
    .executeTakeFirst();
  return row !== undefined;
}

async function isWaiting(db: DbOrTx, { brandId, id }: ConversationKey): Promise<boolean> {
  const row = await db
    .selectFrom('waiting_reply')
    .select('conversation_id')
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', id)
    .where('kind', '=', 'staff')
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers whether he had it. From here on nobody else can take it before `until`. */
export async function renewClaim(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  { staffId, now, until }: Claim,
): Promise<boolean> {
  const row = await db
    .updateTable('waiting_reply')
    .set({ claimed_until: until })
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', id)
    .where('kind', '=', 'staff')
    .where('claimed_by', '=', staffId)
    .where('claimed_until', '>', now)
    .returning('conversation_id')
    .executeTakeFirst();
  return row !== undefined;
}

async function releaseClaim(db: DbOrTx, { brandId, id }: ConversationKey, staffId: string): Promise<void> {
  await db
    .updateTable('waiting_reply')
    .set({ claimed_by: null, claimed_until: null })
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', id)
    .where('claimed_by', '=', staffId)
    .execute();
}

/** Gives back everything that somebody has taken, as when the person leaves. */
export async function releaseClaimsOf(tx: Tx, staffId: string): Promise<void> {
  await tx
    .updateTable('waiting_reply')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', '=', staffId)
    .execute();
}
