import { sql } from 'kysely';
import { z } from 'zod';
import { jobKind } from '../platform/jobs/jobs.ts';
import type { ChatPhoto } from '../../contract/chat/messages.ts';
import type { ProfileKind } from '../../contract/kernel/fields.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { coverPhones, holdsPhone } from './cover-phones.ts';
import type { Outgoing, Stored } from './message-writer.ts';
import { previewOf } from './describe-message.ts';

/**
 * An AI companion owes an answer. Added with the message that waits for it, under the conversation's id as its key: so
 * messages that come before the answer has begun are answered together.
 */
export const answerJob = jobKind(
  'companion.answer',
  z.object({ brandId: z.uuid(), conversationId: z.uuid() }),
  {
    maxAttempts: 6,
  },
);

/**
 * What became of one message. `none`: there is no conversation yet. `refused`: moderation has refused who writes. `foreign`: somebody else has used its id. `again`:
 * somebody else wrote there at this very moment, and what was read of the conversation is out of date.
 */
export type Outcome =
  | { outcome: 'stored' | 'known'; stored: Stored }
  | { outcome: 'short'; needed: number; balance: number }
  | { outcome: 'none' | 'refused' | 'closed' | 'foreign' | 'photo' | 'again' };

interface Row {
  n: number;
  /** `paid` says what is left, where others have charged or bought at this very moment. It comes after the message. */
  outcome: Outcome['outcome'] | 'paid';
  conversation_id: string;
  number: number;
  known_at: Date | null;
  phone_covered: boolean;
  photo: ChatPhoto | null;
  from_account: string | null;
  own_unread: number;
  /** Null where there is no balance yet. */
  message_credits: number | null;
  icebreaker_credits: number | null;
  cost: number;
  to_account: string | null;
  to_kind: ProfileKind;
  /** Null for profiles of ours, who read everything. */
  blurs: boolean | null;
  unread: number;
}

interface Wishes {
  /** Words that go with a like, which has paid for them. They can only be the first. */
  invitation?: boolean;
}

/**
 * Writes many messages in one statement: of a sender and of a conversation at most one. Each is stored, charged and
 * counted, or nothing of it is.
 *
 * All is judged by what the statement saw when it began. Taking the next number proves that nobody has written there
 * since; whoever has not got it is tried again. A balance that has shrunk since fails its check, and all with it.
 * Conversations and balances are taken in the order of their ids, so that nodes never wait for each other in a circle.
 */
export async function writeMessages(
  db: DbOrTx,
  messages: readonly Outgoing[],
  { invitation = false }: Wishes = {},
): Promise<Outcome[]> {
  const list = (read: (message: Outgoing) => string | number | boolean | null) => arrayOf(messages.map(read));
  const coveredTexts = messages.map(({ text }) => (holdsPhone(text) ? previewOf(coverPhones(text)) : null));
  const covered = textsOf(coveredTexts);
  const previews = textsOf(messages.map(({ text }) => previewOf(text)));
  /** What a message leaves in the row of either side. Of two who talk one pays: it is settled by the first message. */
  const written = (name: 'f' | 'g') => {
    const of = (column: string) => sql.ref(`${name}.${column}`);
    const isOwn = sql`x.owner_id = ${of('from_id')}`;
    return sql`pays = case when ${isOwn} then ${of('pays')} when ${of('is_first')} then not ${of('pays')} else x.pays end,
        last_at = ${of('at')}, last_mine = ${isOwn}, last_photo = ${of('photo_id')} is not null,
        unread = case when ${isOwn} then x.unread else x.unread + 1 end,
        preview = case when ${of('phone_covered')} and not ${isOwn}
          then (${covered}::text[])[${of('n')}] else (${previews}::text[])[${of('n')}] end`;
  };
  const { rows } = await sql<Row>`
    with found as materialized (
      select i.n::integer, i.brand_id, i.from_id, i.to_id, i.id, i.photo_id, i.entry_id, i.ready_made,
        to_timestamp(i.at / 1000) as at, mine.conversation_id, mine.last_number,
        mine.last_number = 0 as is_first, mine.unread as own_unread,
        f.account_id as from_account, t.account_id as to_account, t.kind as to_kind, price.pays,
        price.message_cost, price.icebreaker_cost, b.message_credits, b.icebreaker_credits,
        i.has_phone and price.pays and fa.level = 0 as phone_covered,
        ta.replies_blurred as to_blurred,
        known.number as known_number, known.at as known_at, known.phone_covered as known_covered,
        case
          when mine.conversation_id is null then 'none'
          when known.from_id = i.from_id then 'known'
          when known.from_id is not null then 'foreign'
          when f.status = 'rejected' then 'refused'
          when t.status = 'rejected' or ta.status <> 'active' or fa.status <> 'active' or not w.takes_messages
            or exists (select from blocks_between(i.brand_id, i.from_id, i.to_id)) then 'closed'
          when mine.last_number = 0 and t.status <> 'visible' then 'none'
          when ${invitation}::boolean and mine.last_number > 0 then 'closed'
          when i.photo_id is not null and o.sent is distinct from false then 'photo'
          when price.message_cost > coalesce(b.message_credits, 0) then 'short'
          else 'stored'
        end as verdict
      -- As results, so that the plan does not hang on how many there are and is made once.
      from unnest((select ${list(({ brandId }) => brandId)}::uuid[]), (select ${list(({ fromId }) => fromId)}::uuid[]),
        (select ${list(({ toId }) => toId)}::uuid[]), (select ${list(({ id }) => id)}::uuid[]),
        (select ${list(({ photoId }) => photoId)}::uuid[]), (select ${list(() => newId())}::uuid[]),
        (select ${list(({ readyMade }) => readyMade)}::boolean[]), (select ${arrayOf(coveredTexts.map((text) => text !== null))}::boolean[]),
        (select ${list(({ at }) => at.getTime())}::float8[])) with ordinality
        as i (brand_id, from_id, to_id, id, photo_id, entry_id, ready_made, has_phone, at, n)
      -- Each is looked up by its own key, whatever else the planner might think of.
      left join lateral (select x.conversation_id, x.pays, x.last_number, x.unread from inbox x
        where x.brand_id = i.brand_id and x.owner_id = i.from_id and x.other_id = i.to_id limit 1) as mine on true
      left join lateral (select x.account_id, x.status from profile x
        where x.brand_id = i.brand_id and x.id = i.from_id limit 1) as f on true
      left join lateral (select x.account_id, x.kind, x.status from profile x
        where x.brand_id = i.brand_id and x.id = i.to_id limit 1) as t on true
      left join lateral (select x.status, x.level, x.flow_id from account x
        where x.brand_id = i.brand_id and x.id = f.account_id limit 1) as fa on true
      left join lateral (select x.status, x.replies_blurred from account x
        where x.brand_id = i.brand_id and x.id = t.account_id limit 1) as ta on true
      left join lateral (select x.message_value, x.takes_messages from flow x
        where x.brand_id = i.brand_id and x.id = fa.flow_id limit 1) as w on true
      left join lateral (select x.message_credits, x.icebreaker_credits from balance x
        where x.brand_id = i.brand_id and x.account_id = f.account_id limit 1) as b on true
      left join lateral (select x.from_id, x.number, x.at, x.phone_covered from message x
        where x.brand_id = i.brand_id and x.conversation_id = mine.conversation_id and x.id = i.id limit 1)
        as known on true
      left join lateral (select x.sent from chat_photo x where x.brand_id = i.brand_id and x.id = i.photo_id
        and x.from_id = i.from_id and x.to_id = i.to_id limit 1) as o on true
      cross join lateral (select
        -- Who writes first begins, even where the other one was here before and has not written.
        f.account_id is not null and (mine.pays or mine.last_number = 0) as pays) as side
      cross join lateral (select side.pays,
        side.pays and fa.level = 0 and mine.last_number = 0 and b.icebreaker_credits > 0 and not ${invitation}::boolean
          as icebreaker) as first
      cross join lateral (select first.pays, first.icebreaker::integer as icebreaker_cost,
        case when not first.pays or first.icebreaker or fa.level = 2 or ${invitation}::boolean then 0
          when fa.level = 0 then 1 else w.message_value end as message_cost) as price
    ), going as (
      -- The side with the smaller id keeps the count.
      update inbox x set ${written('f')}, last_number = x.last_number + 1
      from (select *, least(from_id, to_id) as low_id, greatest(from_id, to_id) as high_id
        from found where verdict = 'stored' order by conversation_id) as f
      where x.brand_id = f.brand_id and x.owner_id = f.low_id and x.other_id = f.high_id
        and x.last_number = f.last_number
      returning f.n, f.brand_id, f.conversation_id, f.id, f.is_first, x.last_number as number, f.from_id, f.to_id,
        f.low_id, f.high_id, f.at, f.photo_id, f.entry_id, f.ready_made, f.phone_covered, f.from_account, f.to_account,
        f.to_kind, f.to_blurred, f.pays, f.message_cost, f.icebreaker_cost, f.message_credits, f.icebreaker_credits,
        f.own_unread, x.unread as low_unread, x.pays as low_pays
    ), kept as (
      insert into message (brand_id, conversation_id, id, number, from_id, body, at, photo_id, ready_made, invitation,
        phone_covered, written_by)
      select brand_id, conversation_id, id, number, from_id, (${textsOf(messages.map(({ text }) => text))}::text[])[n], at, photo_id,
        ready_made, ${invitation}::boolean, phone_covered, (${textsOf(messages.map(({ writtenBy }) => writtenBy))}::text[])[n]
      from going
    ), entry as (
      -- The id is the sender's own choice, so it is worth something only together with the conversation.
      insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
      select brand_id, entry_id, from_account, case when icebreaker_cost > 0 then 'icebreaker' else 'message' end,
        -(icebreaker_cost + message_cost), 'message', conversation_id || ' ' || id
      from going where icebreaker_cost + message_cost > 0
    ), paid as (
      update balance b set message_credits = b.message_credits - g.message_cost,
        icebreaker_credits = b.icebreaker_credits - g.icebreaker_cost
      from (select n, brand_id, from_account, message_cost, icebreaker_cost, message_credits, icebreaker_credits
        from going where icebreaker_cost + message_cost > 0 order by from_account) as g
      where b.brand_id = g.brand_id and b.account_id = g.from_account
      returning g.n, b.message_credits, b.icebreaker_credits,
        (b.message_credits, b.icebreaker_credits)
          <> (g.message_credits - g.message_cost, g.icebreaker_credits - g.icebreaker_cost) as is_news
    ), counted as (
      update inbox x set ${written('g')}, last_number = g.number
      from going g where x.brand_id = g.brand_id and x.owner_id = g.high_id and x.other_id = g.low_id
      returning g.n, g.brand_id, g.conversation_id, g.number, g.phone_covered, g.photo_id, g.from_account, g.own_unread,
        g.message_credits - g.message_cost as message_credits,
        g.icebreaker_credits - g.icebreaker_cost as icebreaker_credits,
        g.icebreaker_cost + g.message_cost as cost, g.to_account, g.to_kind,
        case when x.owner_id = g.to_id then x.pays else g.low_pays end and g.to_blurred as blurs,
        case when x.owner_id = g.to_id then x.unread else g.low_unread end as unread
    ), shown as (
      update chat_photo o set sent = true
      from going g where g.photo_id is not null and o.brand_id = g.brand_id and o.id = g.photo_id
    ), waits as (
      insert into waiting_reply (brand_id, conversation_id, profile_id, kind, since)
      select brand_id, conversation_id, to_id, to_kind, at from going where to_kind <> 'member'
      on conflict (brand_id, conversation_id) do nothing
    ), answered as (
      delete from waiting_reply x using going g
      where g.from_account is null and x.brand_id = g.brand_id and x.conversation_id = g.conversation_id
    ), asked as materialized (
      select j.id from going g cross join lateral graphile_worker.add_job(identifier => ${sql.lit(answerJob.id)},
        payload => json_build_object('brandId', g.brand_id, 'conversationId', g.conversation_id),
        max_attempts => ${sql.lit(answerJob.maxAttempts)},
        job_key => ${sql.lit(`${answerJob.id}:`)} || g.conversation_id) as j
      where g.to_kind = 'ai'
    )
    select r.n, 'stored' as outcome, r.conversation_id, r.number, null::timestamptz as known_at, r.phone_covered,
      case when r.photo_id is not null then (select json_build_object('id', o.id, 'status', o.status,
        'width', o.width, 'height', o.height, 'thumbhash', o.thumbhash)
        from chat_photo o where o.brand_id = r.brand_id and o.id = r.photo_id) end as photo,
      r.from_account, r.own_unread, r.message_credits, r.icebreaker_credits, r.cost,
      r.to_account, r.to_kind, r.blurs, r.unread
    from counted r
    union all
    select n, 'paid', null, null, null, null, null, null, null, message_credits, icebreaker_credits, null, null, null,
      null, null
    from paid where is_news
    union all
    select n, verdict, conversation_id, known_number, known_at, known_covered, null, from_account, own_unread,
      message_credits, icebreaker_credits, message_cost, to_account, to_kind, null, 0
    from found where verdict <> 'stored'
    union all
    -- A part that nobody asks for is not carried out.
    select 0, 'again', null, null, null, null, null, null, null, null, null, null, null, null, null, null
    from asked where id is null`.execute(db);
  return readOutcomes(rows, messages);
}

/** An array of ids, numbers or truths as PostgreSQL reads it. */
function arrayOf(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join()}}`;
}

function textsOf(texts: readonly (string | null)[]): string {
  const quoted = texts.map((text) => (text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`));
  return `{${quoted.join()}}`;
}

function readOutcomes(rows: readonly Row[], messages: readonly Outgoing[]): Outcome[] {
  const outcomes = messages.map((): Outcome => ({ outcome: 'again' }));
  for (const row of rows) {
    const message = messages[row.n - 1];
    const outcome = outcomes[row.n - 1];
    if (!message || !outcome) continue;
    if (row.outcome !== 'paid') outcomes[row.n - 1] = outcomeOf(row, row.outcome, message);
    else if ('stored' in outcome) Object.assign(outcome.stored.from, creditsIn(row));
  }
  return outcomes;
}

function creditsIn(row: Row) {
  return { messageCredits: row.message_credits ?? 0, iceBreakerCredits: row.icebreaker_credits ?? 0 };
}

function outcomeOf(row: Row, outcome: Outcome['outcome'], { at }: Outgoing): Outcome {
  if (outcome === 'short') return { outcome, needed: row.cost, balance: row.message_credits ?? 0 };
  if (outcome !== 'stored' && outcome !== 'known') return { outcome };
  const stored: Stored = {
    conversationId: row.conversation_id,
    number: row.number,
    at: row.known_at ?? at,
    isNew: outcome === 'stored',
    phoneCovered: row.phone_covered,
    photo: row.photo,
    from: {
      accountId: row.from_account,
      charged: outcome === 'stored' && row.cost > 0,
      ...creditsIn(row),
      unread: row.own_unread,
    },
    to: { accountId: row.to_account, kind: row.to_kind, blurs: row.blurs ?? false, unread: row.unread },
  };
  return { outcome, stored };
}
