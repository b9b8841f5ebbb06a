import { sql } from 'kysely';
import type { Language } from '../../../contract/kernel/constants.ts';
import type { DbOrTx } from '../../platform/database/database.ts';
import { answerJob } from './answer-job.ts';
import type { StopReason } from './words.ts';

export interface Conversation {
  brandId: string;
  conversationId: string;
}

interface SaidRow {
  id: string;
  number: number;
  fromId: string;
  text: string;
  hasPhoto: boolean;
  /** In milliseconds since 1970. */
  at: number;
}

interface SceneRow {
  profile_id: string;
  screen_name: string;
  birth_year: number | null;
  about: string;
  description: string;
  face: { id: string; widths: number[] } | null;
  member_id: string;
  account_id: string;
  language: Language;
  closed: boolean;
  stop_reason: StopReason | null;
  helped_at: Date | null;
  said: SaidRow[];
}

/** A conversation of an AI companion with a member, and the last that was said there in the order of time. */
export async function readScene(
  db: DbOrTx,
  { brandId, conversationId }: Conversation,
  limit: number,
): Promise<SceneRow | undefined> {
  const { rows } = await sql<SceneRow>`
    select p.id as profile_id, p.screen_name, p.birth_year, p.about, p.description,
      (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(p.brand_id, p.id) f) as face,
      m.id as member_id, a.id as account_id, a.language,
      p.status = 'rejected' or a.status <> 'active' or 
        exists (select from blocks_between(c.brand_id, p.id, m.id)) as closed,
      s.reason as stop_reason, s.helped_at,
      coalesce((select json_agg(json_build_object('id', x.id, 'number', x.number, 'fromId', x.from_id, 'text', x.body,
          'hasPhoto', x.photo_id is not null, 'at', floor(extract(epoch from x.at) * 1000)) order by x.number)
        from (select * from message g where g.brand_id = c.brand_id and g.conversation_id = c.id
          order by g.number desc limit ${limit}::int) as x), '[]') as said
    from conversation c
    join profile p on p.brand_id = c.brand_id and p.id in (c.low_id, c.high_id) and p.kind = 'ai'
    join profile m on m.brand_id = c.brand_id and m.id in (c.low_id, c.high_id) and m.id <> p.id
    join account a on a.brand_id = m.brand_id and a.id = m.account_id
    left join companion_stop s on s.brand_id = c.brand_id and s.conversation_id = c.id
    where c.brand_id = ${brandId}::uuid and c.id = ${conversationId}::uuid`.execute(db);
  return rows[0];
}

/** The number of the last message that somebody wrote there. */
export async function readLastNumberOf(
  db: DbOrTx,
  { brandId, conversationId }: Conversation,
  profileId: string,
): Promise<number> {
  const row = await db
    .selectFrom('message')
    .select('number')
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', conversationId)
    .where('from_id', '=', profileId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** Nobody has to be answered there any more, unless more has been written than is known. */
export async function stopWaiting(
  db: DbOrTx,
  { brandId, conversationId }: Conversation,
  lastNumber: number,
): Promise<void> {
  await sql`delete from waiting_reply w where w.brand_id = ${brandId}::uuid
    and w.conversation_id = ${conversationId}::uuid and w.kind = 'ai' and exists (
      select from inbox i where i.brand_id = w.brand_id and i.conversation_id = w.conversation_id
        and i.owner_id = w.profile_id and i.last_number <= ${lastNumber}::int)`.execute(db);
}

/** Answers whether that is new. Somebody in danger comes before somebody too young. */
export async function saveStop(
  db: DbOrTx,
  { brandId, conversationId }: Conversation,
  reason: StopReason,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into companion_stop as s (brand_id, conversation_id, reason, at)
    values (${brandId}::uuid, ${conversationId}::uuid, ${reason}::text, ${at}::timestamptz)
    on conflict (brand_id, conversation_id) do update set reason = excluded.reason
    where s.reason = 'minor' and excluded.reason = 'self_harm'
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function noteHelped(
  db: DbOrTx,
  { brandId, conversationId }: Conversation,
  at: Date,
): Promise<void> {
  await db
    .updateTable('companion_stop')
    .set({ helped_at: at })
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', conversationId)
    .execute();
}

/** From now on the member writes and reads there for nothing. Answers whether he had to pay so far. */
export async function stopCharging(
  db: DbOrTx,
  { brandId, memberId, profileId }: { brandId: string; memberId: string; profileId: string },
): Promise<boolean> {
  const row = await db
    .updateTable('inbox')
    .set({ pays: false })
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', memberId)
    .where('other_id', '=', profileId)
    .where('pays', '=', true)
    .returning('owner_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another job than this one is about to look at the conversation, or does so already. */
export async function hasOtherJob(
  db: DbOrTx,
  { conversationId }: Conversation,
  jobId: string | undefined,
): Promise<boolean> {
  const { rows } = await sql`select 1 from graphile_worker.jobs j
    where j.key = ${`${answerJob.id}:${conversationId}`}::text and j.id is distinct from ${jobId ?? null}::bigint
      and (j.attempts < j.max_attempts or j.locked_at is not null)`.execute(db);
  return rows.length > 0;
}

/** Members who have waited for a companion since before a moment, and whom no job is about to answer. */
export async function findForgotten(db: DbOrTx, before: Date, limit: number): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    select w.brand_id as "brandId", w.conversation_id as "conversationId"
    from waiting_reply w
    where w.kind = 'ai' and w.since < ${before}::timestamptz and not exists (
      select from graphile_worker.jobs j where j.key = ${`${answerJob.id}:`}::text || w.conversation_id
        and (j.attempts < j.max_attempts or j.locked_at is not null))
    order by w.since
    limit ${limit}::int`.execute(db);
  return rows;
}
