import { sql } from 'kysely';
import type { Language } from '#contract/kernel/constants.ts';
import type { Concern } from '#contract/staff/reply-warnings.ts';
import type { App } from '#server/app.ts';
import { answerAsCompanionJob } from '#server/messaging/write-messages.sql.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { sayingsOf } from './sayings.ts';

/** So many of the last messages are searched for unanswered ones and may be sent to the model. */
const LOOKED_AT = 50;

export type CompanionConversation = NonNullable<Awaited<ReturnType<typeof readConversation>>>;

/** The id of the answer to a message: answered twice it is the same message, which is stored once. */
export function answerId(conversationId: string, number: number): string {
  return derivedId(`companion ${conversationId} ${number}`);
}

/** Who talks there, what was said, and what of it was not answered yet. */
export async function readConversation({ db }: Pick<App, 'db'>, conversation: Conversation) {
  const row = await readConversationRow(db, conversation, LOOKED_AT);
  if (!row) return undefined;
  const { profile_id: profileId, member_id: memberId } = row;
  const said = row.said.map((each) => ({ ...each, own: each.fromId === profileId }));
  const theirs = said.filter(({ own }) => !own);
  // A message that came while its forerunner was being answered stands before that answer, and still waits.
  const answers = new Map(
    theirs.map(({ number }) => [answerId(conversation.conversationId, number), number]),
  );
  const answeredTo = said
    .filter(({ own }) => own)
    .reduce((most, { id, number }) => Math.max(most, answers.get(id) ?? number), 0);
  return {
    ...conversation,
    profileId,
    memberId,
    accountId: row.account_id,
    language: row.language,
    persona: {
      screenName: row.screen_name,
      about: row.about,
      description: row.description,
      says: sayingsOf(row),
      character: row.character,
      limits: row.limits,
    },
    modelName: row.model,
    /** The profile is not shown for now: what waits is answered later. */
    paused: row.paused,
    birthYear: row.birth_year,
    photo: row.photo,
    closed: row.closed,
    stop: row.stop_reason && { reason: row.stop_reason, helpedAt: row.helped_at },
    said,
    lastNumber: said.at(-1)?.number ?? 0,
    waiting: theirs.filter(({ number }) => number > answeredTo),
  };
}

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

interface ConversationRow {
  profile_id: string;
  screen_name: string;
  birth_year: number | null;
  about: string;
  description: string;
  details: unknown;
  delicate_details: unknown;
  prompts: unknown;
  character: string;
  limits: string;
  model: string | null;
  paused: boolean;
  photo: { id: string; widths: number[] } | null;
  member_id: string;
  account_id: string;
  language: Language;
  closed: boolean;
  stop_reason: Concern | null;
  helped_at: Date | null;
  said: SaidRow[];
}

/** A conversation of an AI companion with a member, and the last that was said there in the order of time. */
async function readConversationRow(
  db: DbOrTx,
  { brandId, conversationId }: Conversation,
  limit: number,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select p.id as profile_id, p.screen_name, p.birth_year, coalesce(own.about, p.about) as about,
      coalesce(own.description, p.description) as description, p.details, p.delicate_details,
      coalesce(own.prompts, p.prompts) as prompts, h.character, h.limits, h.model, p.status = 'hidden' as paused,
      (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(p.brand_id, p.id) f) as photo,
      m.id as member_id, a.id as account_id, a.language,
      not is_answerable(c.brand_id, p.id, m.id, had_last_word(c.brand_id, m.id, p.id)) as closed,
      s.reason as stop_reason, s.helped_at,
      coalesce((select json_agg(json_build_object('id', x.id, 'number', x.number, 'fromId', x.from_id, 'text', x.body,
          'hasPhoto', x.photo_id is not null, 'at', floor(extract(epoch from x.at) * 1000)) order by x.number)
        from (select * from message g where g.brand_id = c.brand_id and g.conversation_id = c.id
            and (g.body <> '' or g.photo_id is not null)
          order by g.number desc limit ${limit}::int) as x), '[]') as said
    from conversation c
    join profile p on p.brand_id = c.brand_id and p.id in (c.low_id, c.high_id) and p.kind = 'ai'
    join profile m on m.brand_id = c.brand_id and m.id in (c.low_id, c.high_id) and m.id <> p.id
    join account a on a.brand_id = m.brand_id and a.id = m.account_id
    join house_profile h on h.brand_id = p.brand_id and h.profile_id = p.id
    left join house_profile_text own on own.brand_id = p.brand_id and own.profile_id = p.id and own.language = a.language
    left join companion_stop s on s.brand_id = c.brand_id and s.conversation_id = c.id
    where c.brand_id = ${brandId}::uuid and c.id = ${conversationId}::uuid`.execute(db);
  return rows[0];
}

/** The number of the last message there. */
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

/** No answer is owed there any more, unless more has been written than is known. */
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

/** Whether another job than this one is about to look at the conversation, or does so already. */
export async function hasOtherJob(
  db: DbOrTx,
  { conversationId }: Conversation,
  jobId: number | undefined,
): Promise<boolean> {
  const { rows } = await sql`select 1 from job j
    where j.key = ${`${answerAsCompanionJob.id}:${conversationId}`}::text and j.id is distinct from ${jobId ?? null}::bigint
      and j.work_failed_at is null`.execute(db);
  return rows.length > 0;
}

/** Members who have waited for a companion since before a moment, and whom no job is about to answer. */
export async function findUnanswered(db: DbOrTx, before: Date, limit: number): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    select w.brand_id as "brandId", w.conversation_id as "conversationId"
    from waiting_reply w
    join profile p on p.brand_id = w.brand_id and p.id = w.profile_id and p.status <> 'hidden'
    where w.kind = 'ai' and w.since < ${before}::timestamptz and not exists (
      select from job j where j.key = ${`${answerAsCompanionJob.id}:`}::text || w.conversation_id and j.work_failed_at is null)
    order by w.since
    limit ${limit}::int`.execute(db);
  return rows;
}
