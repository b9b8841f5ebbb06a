import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { CLAIM_SECONDS, HANDOVER_SECONDS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { brandRoles, hasRight } from '#contract/kernel/staff-rights.ts';
import type {
  claimConversation as claimEndpoint,
  listHosts as listHostsEndpoint,
  claimNext as nextEndpoint,
  releaseConversation as releaseEndpoint,
  transferConversation as transferEndpoint,
} from '#contract/staff/chat.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import type { ConversationKey } from '#server/messaging/console-live.ts';
import { announce } from '#server/messaging/console-live.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { SECOND } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { scheduleClaimEnd, tables } from './claim-ends.ts';
import type { Table } from './claim-ends.ts';
import {
  brandIdsIn,
  describeQueued,
  isAnsweredBy,
  isFree,
  isOver,
  isQuiet,
  isUnclaimed,
  readWaiting,
} from './queue.ts';

/** Gives the host the unclaimed conversation that has waited longest. */
export async function claimNext(
  context: StaffContext,
  filter: InputOf<typeof nextEndpoint>,
): Promise<ReplyOf<typeof nextEndpoint>> {
  const brandIds = brandIdsIn(context, filter);
  const claim = newClaim(context);
  const row = await transact(context.app.db, async (tx) => {
    const taken = await claimAnswerable(tx, brandIds, claim);
    if (taken) await scheduleClaimEnd(tx, claim);
    return taken && readWaiting(tx, taken, claim.now);
  });
  if (!row) return { conversation: null };
  const { brand_id: brandId, id } = row;
  announce(context.app, { brandId, id, change: 'claimed', staffId: context.staffId });
  return { conversation: describeQueued(context, row) };
}

/**
 * Gives the host this very conversation, or leaves it with them for longer. One in which no member waits and none has
 * gone quiet is not found.
 */
export async function claimConversation(
  context: StaffContext,
  { brand, id }: InputOf<typeof claimEndpoint>,
): Promise<ReplyOf<typeof claimEndpoint>> {
  const { db } = context.app;
  const { brandId } = atBrand(context, brand);
  const claim = newClaim(context);
  const key = { brandId, id };
  const { staffId } = claim;
  const mine = sql`(w.claimed_by = ${staffId}::uuid or ${isFree(claim.now)} and ${isAnsweredBy(staffId)})`;
  const isTaken = await transact(db, async (tx) => {
    const isSet = await setClaim(tx, key, claim, (table) => sql`${isOpen(table, claim.now)} and ${mine}`);
    if (isSet) await scheduleClaimEnd(tx, claim);
    return isSet;
  });
  if (isTaken) {
    announce(context.app, { ...key, change: 'claimed', staffId: claim.staffId });
    return { until: claim.until.getTime() };
  }
  return fail((await isInQueueOf(db, key, claim)) ? 'queue.taken' : 'request.not_found');
}

/** What a host has from now on, unless they write or release it. */
export function newClaim({ app: { clock }, staffId }: StaffContext): Claim {
  const now = clock.now();
  return { staffId, now, until: new Date(now.getTime() + CLAIM_SECONDS * SECOND) };
}

/** Gives a conversation back. Where the host has none to give, nothing changes. */
export async function releaseConversation(
  context: StaffContext,
  { brand, id }: InputOf<typeof releaseEndpoint>,
): Promise<ReplyOf<typeof releaseEndpoint>> {
  const { db } = context.app;
  const { brandId, staffId } = atBrand(context, brand);
  const noHost = sql`claimed_by = null, claimed_until = null`;
  if (await changeRow(db, { brandId, id }, noHost, () => isOf(staffId)))
    announce(context.app, { brandId, id, change: 'released', staffId });
  return { ok: true };
}

/** Leaves a conversation to another host, who finds it first among their own, with the note. */
export async function transferConversation(
  context: StaffContext,
  { brand, id, to, note }: InputOf<typeof transferEndpoint>,
): Promise<ReplyOf<typeof transferEndpoint>> {
  const { brandId, staffId, ip, app } = atBrand(context, brand);
  const now = app.clock.now();
  const until = new Date(now.getTime() + HANDOVER_SECONDS * SECOND);
  await transact(app.db, async (tx) => {
    const isHost = (await readAnsweringStaff(tx, brandId)).some(({ id: host }) => host === to);
    if (!isHost || (await readAble(tx, { brandId, id }, [to])).length === 0) fail('request.not_found');
    const change = sql`claimed_by = ${to}::uuid, claimed_until = ${until}::timestamptz,
      handed_by = ${staffId}::uuid, note = nullif(${note}, '')`;
    const held = () => sql`${isOf(staffId)} and w.claimed_until > ${now}::timestamptz`;
    if (!(await changeRow(tx, { brandId, id }, change, held))) fail('queue.not_taken');
    await scheduleClaimEnd(tx, { staffId: to, until });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: 'conversation.transferred',
      subject: id,
      details: { to },
      ip,
    });
  });
  announce(app, { brandId, id, change: 'transferred', staffId });
  return { ok: true };
}

/** Those of these hosts who may have the conversation: all of them where it stands in no queue. */
async function readAble(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  hosts: readonly string[],
): Promise<string[]> {
  const of = (table: Table) => sql`select w.brand_id, w.team_id from ${sql.table(table)} w
    where w.brand_id = ${brandId}::uuid and w.conversation_id = ${id}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select h.id from unnest(${hosts}::uuid[]) as h (id)
    where not exists (select from (${of('waiting_reply')} union all ${of('answered_conversation')}) as w
      where w.team_id not in (select teams_answered_by(w.brand_id, h.id)))`.execute(db);
  return rows.map((row) => row.id);
}

/** Who else answers for a brand, or for one conversation of it. */
export async function listHosts(
  context: StaffContext,
  { brand, conversation }: InputOf<typeof listHostsEndpoint>,
): Promise<ReplyOf<typeof listHostsEndpoint>> {
  const { brandId, staffId, app } = atBrand(context, brand);
  const hosts = await readAnsweringStaff(app.db, brandId);
  const ids = hosts.map(({ id }) => id).filter((id) => id !== staffId);
  const able = new Set(conversation ? await readAble(app.db, { brandId, id: conversation }, ids) : ids);
  const others = hosts.filter(({ id }) => able.has(id));
  return { hosts: others.map(({ id, name }) => ({ staffId: id, name })) };
}

const answeringRoles = brandRoles.filter((role) => hasRight(role, 'conversations.answer'));
const MOST_HOSTS = 500;

/** An owner works for every brand. */
export function readAnsweringStaff(db: DbOrTx, brandId: string) {
  return db
    .selectFrom('staff as s')
    .select(['s.id', 's.name'])
    .where('s.status', '=', 'active')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('s.is_owner', '=', true),
        exists(
          selectFrom('staff_brand as b')
            .select('b.staff_id')
            .whereRef('b.staff_id', '=', 's.id')
            .where('b.brand_id', '=', brandId)
            .where('b.role', 'in', answeringRoles),
        ),
      ]),
    )
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(MOST_HOSTS)
    .execute();
}

interface Claim {
  staffId: string;
  now: Date;
  until: Date;
}

/**
 * Takes the one that has waited longest. What was closed in the very moment in which the member wrote may still stand
 * there as if it could be answered: it leaves the queue here.
 */
async function claimAnswerable(
  tx: Tx,
  brandIds: readonly string[],
  claim: Claim,
): Promise<ConversationKey | undefined> {
  for (;;) {
    const taken = await claimLongestWaiting(tx, brandIds, claim);
    if (!taken || taken.answerable) return taken;
    await sql`update waiting_reply set answerable = false, claimed_by = null, claimed_until = null
      where brand_id = ${taken.brandId}::uuid and conversation_id = ${taken.id}::uuid`.execute(tx);
  }
}

/**
 * Takes the unclaimed conversation that has waited longest. The heads of the lists of all brands and teams say where to look first;
 * there the first row is taken that no other statement is just taking, so that two who ask at once get two. A claim
 * that is over may have been given to another host before that.
 */
async function claimLongestWaiting(
  tx: Tx,
  brandIds: readonly string[],
  { staffId, now, until }: Claim,
): Promise<(ConversationKey & { answerable: boolean }) | undefined> {
  const waiting = sql`select w.brand_id, w.team_id, w.is_first, w.since, w.conversation_id from waiting_reply w
    where w.kind = 'staff' and w.answerable`;
  const oldest = sql`order by w.since, w.conversation_id limit 1`;
  const oldestOf = (brand: RawBuilder<unknown>, team: RawBuilder<unknown>, isFirst: RawBuilder<unknown>) =>
    sql`${waiting} and ${isUnclaimed} and w.brand_id = ${brand} and w.team_id = ${team} and w.is_first = ${isFirst} ${oldest}`;
  const { rows } = await sql<ConversationKey & { answerable: boolean }>`
    with head as materialized (
      select oldest.* from unnest(${brandIds}::uuid[]) as b (id)
      cross join lateral teams_answered_by(b.id, ${staffId}::uuid) as t (id)
      cross join (values (true), (false)) as l (is_first)
      cross join lateral (${oldestOf(sql`b.id`, sql`t.id`, sql`l.is_first`)}) as oldest
    ), free as materialized (
      select free.* from (select * from head order by since, conversation_id) as h
      cross join lateral (${oldestOf(sql`h.brand_id`, sql`h.team_id`, sql`h.is_first`)} for update of w skip locked) as free
      limit 1
    ), over as materialized (
      ${waiting} and ${isOver(now)} and w.brand_id = any(${brandIds}::uuid[])
        and ${isAnsweredBy(staffId)} ${oldest} for update of w skip locked
    ), next as (
      select * from (select * from free union all select * from over) as either
      order by since, conversation_id limit 1
    )
    update waiting_reply taken set claimed_by = ${staffId}::uuid, claimed_until = ${until}::timestamptz
    from next where taken.brand_id = next.brand_id and taken.conversation_id = next.conversation_id
    returning taken.brand_id as "brandId", taken.conversation_id as id,
      (select is_answerable(c.brand_id, taken.profile_id,
          case c.low_id when taken.profile_id then c.high_id else c.low_id end, true)
        from conversation c where c.brand_id = taken.brand_id and c.id = taken.conversation_id) as answerable`.execute(
    tx,
  );
  return rows[0];
}

const isOf = (staffId: string) => sql`w.claimed_by = ${staffId}::uuid`;

/** The rows of a table that any host may take. */
function isOpen(table: Table, now: Date): RawBuilder<unknown> {
  return table === 'waiting_reply' ? sql`w.kind = 'staff'` : isQuiet(now);
}

/** Changes the row of a conversation, wherever it stands and if it is one of `which`. Answers whether it was. */
async function changeRow(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  change: RawBuilder<unknown>,
  which: (table: Table) => RawBuilder<unknown>,
): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`update ${sql.table(table)} w set ${change}
      where w.brand_id = ${brandId}::uuid and w.conversation_id = ${id}::uuid and ${which(table)}
      returning w.conversation_id`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

function setClaim(
  db: DbOrTx,
  key: ConversationKey,
  { staffId, until }: Claim,
  which: (table: Table) => RawBuilder<unknown>,
): Promise<boolean> {
  const change = sql`claimed_by = ${staffId}::uuid, claimed_until = ${until}::timestamptz`;
  return changeRow(db, key, change, which);
}

/** What another team answers is not in the queue of this host. */
async function isInQueueOf(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  { staffId, now }: Claim,
): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`select from ${sql.table(table)} w
      where w.brand_id = ${brandId}::uuid and w.conversation_id = ${id}::uuid and ${isOpen(table, now)}
        and ${isAnsweredBy(staffId)}`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Answers whether the host had it. From here on no other host can take it before `until`. */
export function renewClaim(db: DbOrTx, key: ConversationKey, claim: Claim): Promise<boolean> {
  return setClaim(
    db,
    key,
    claim,
    () => sql`${isOf(claim.staffId)} and w.claimed_until > ${claim.now}::timestamptz`,
  );
}

/** So long a reply may be on its way before another one may go out: a process that dies leaves its mark behind. */
const REPLYING = 30 * SECOND;

/**
 * Renews the claim for one reply, and keeps every other of the same host back until it has gone out or was refused. The same
 * one may come again. Answers whether it may go out now.
 */
export function beginReply(
  db: DbOrTx,
  key: ConversationKey,
  claim: Claim,
  messageId: string,
): Promise<boolean> {
  const { staffId, now, until } = claim;
  const replyingUntil = new Date(now.getTime() + REPLYING);
  const change = sql`claimed_by = ${staffId}::uuid, claimed_until = ${until}::timestamptz,
    replying = ${messageId}::uuid, replying_until = ${replyingUntil}::timestamptz`;
  const isNext = sql`(w.replying is null or w.replying = ${messageId}::uuid
    or w.replying_until <= ${now}::timestamptz)`;
  return changeRow(
    db,
    key,
    change,
    () => sql`${isOf(staffId)} and w.claimed_until > ${now}::timestamptz and ${isNext}`,
  );
}

/** The reply was refused, or has gone out: the next one may. */
export async function endReply(db: DbOrTx, key: ConversationKey, messageId: string): Promise<void> {
  const change = sql`replying = null, replying_until = null`;
  await changeRow(db, key, change, () => sql`w.replying = ${messageId}::uuid`);
}

/** The profile wrote though no member waited: the silence begins again, and the conversation has no host. */
export async function recordAnswered(db: DbOrTx, { brandId, id }: ConversationKey): Promise<void> {
  await sql`select record_answered(${brandId}::uuid, ${id}::uuid)`.execute(db);
}
