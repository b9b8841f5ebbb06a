import { sql } from 'kysely';
import { z } from 'zod';
import type { ChatPhoto, MessageWarning } from '#contract/chat/messages.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import { chargeBalances, insertMessageCharges } from '#server/credits/ledger.ts';
import { queueForMessages } from '#server/notifications/queue.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { jobKind, queueOfPool } from '#server/platform/jobs/jobs.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { coverPhones, holdsPhone } from '#server/safety/cover-phones.ts';
import { warningOf } from '#server/safety/offers.ts';
import { previewOf } from './describe-message.ts';
import type { Outcome, Outgoing, Stored } from './outgoing.ts';

/**
 * An AI companion owes an answer. Added with the message that waits for it, under the conversation's id as its key: so
 * messages that come before the answer has begun are answered together.
 */
export const answerAsCompanionJob = jobKind(
  'companion.answerAsCompanion',
  z.object({ brandId: z.uuid(), conversationId: z.uuid() }),
  { maxAttempts: 6, pool: 'outside' },
);

interface Options {
  /** Words that go with a like, which has paid for them. They can only be the first. */
  invitation?: boolean;
  /** Words of ours that a member sends at no cost, and that are withheld from no one. */
  gift?: boolean;
}

/**
 * Writes many messages in one statement: of a sender and of a conversation at most one. Each is stored, charged and
 * counted, or nothing of it is.
 * Every message is judged by what the statement saw when it began. Taking the next number proves that no other message
 * was written there since; a message that does not get it is tried again. A balance that has shrunk since fails its
 * check, and the whole statement with it. Conversations and balances are locked in the order of their ids, so that
 * nodes never wait for each other in a circle.
 */
export async function writeMessages(
  db: DbOrTx,
  messages: readonly Outgoing[],
  { invitation = false, gift = false }: Options = {},
): Promise<Outcome[]> {
  const coveredPreviews = messages.map(({ text }) =>
    holdsPhone(text) ? previewOf(coverPhones(text)) : null,
  );
  const previews: Previews = {
    plain: textArray(messages.map(({ text }) => previewOf(text))),
    covered: textArray(coveredPreviews),
  };
  const hasPhone = coveredPreviews.map((preview) => preview !== null);
  const warnings = messages.map(({ text }, index) => warningOf(text, hasPhone[index] ?? false));
  const { rows } = await sql<Row>`
    with judged as materialized (${judge(messages, hasPhone, { invitation, gift })}),
    numbered as (${takeNumber(previews)}),
    stored as (${storeMessage(messages, warnings, invitation)}),
    ledger as (${insertMessageCharges('numbered')}),
    charged as (${chargeBalances('numbered')}),
    counted as (${updateOtherInbox(previews)}),
    photo_sent as (${markPhotoSent}),
    waiting as (${startWaiting}),
    answered as (${endWaiting}),
    announced as (${queueForMessages('numbered')}),
    companion_job as materialized (${enqueueAnswer})${selectOutcomes}`.execute(db);
  if (rows.some(({ outcome, to_kind }) => outcome === 'stored' && to_kind === 'ai'))
    wakeQueue(db, queueOfPool(answerAsCompanionJob.pool));
  return readOutcomes(rows, messages, warnings);
}

/**
 * Looks up all that decides about a message, each by its own key, and says what is going to happen to it. The price and
 * whether the conversation is closed are asked of the functions of those rules.
 */
function judge(
  messages: readonly Outgoing[],
  hasPhone: readonly boolean[],
  { invitation, gift }: Required<Options>,
) {
  const column = (read: (message: Outgoing) => string | number | boolean | null) =>
    arrayOf(messages.map(read));
  return sql`
    select i.n::integer, i.brand_id, i.from_id, i.to_id, i.id, i.photo_id, i.entry_id, i.ready_made, i.in_page,
      greatest(clock.at, last.at) as at, clock.at as sent_at, mine.conversation_id, mine.last_number,
      mine.last_number = 0 as is_first, mine.unread as own_unread,
      f.account_id as from_account, t.account_id as to_account, t.kind as to_kind, price.pays,
      price.message_cost, price.icebreaker_cost, b.message_credits, b.icebreaker_credits,
      i.has_phone, i.has_phone and covers_phones(fa.level) as phone_covered, charge.free,
      ta.replies_blurred as to_blurred,
      known.number as known_number, known.at as known_at, known.has_phone and covers_phones(fa.level) as known_covered, known.free as known_free,
      case
        when mine.conversation_id is null then 'none'
        when known.from_id = i.from_id then 'known'
        when known.from_id is not null then 'foreign'
        when f.status = 'rejected' then 'refused'
        when fa.muted_until > clock.at then 'muted'
        when fa.paused_at is not null then 'paused'
        when fa.status <> 'active' or closed_reason(false, exists (select from blocks_between(i.brand_id, i.from_id,
          i.to_id)), t.status, ta.status, w.takes_messages, ta.paused_at is not null,
          case when ta.chooses_senders then write_refusal(i.brand_id, i.from_id, i.to_id,
            mine.last_number > 0 and not mine.last_mine) end) is not null then 'closed'
        when mine.last_number = 0 and t.status <> 'visible' then 'none'
        when ${invitation}::boolean and mine.last_number > 0 then 'closed'
        when i.photo_id is not null and o.sent is distinct from false then 'photo'
        when not can_afford_message(price.cost, price.credit, b.message_credits, b.icebreaker_credits) then 'short'
        else 'stored'
      end as verdict
    -- As results, so that the plan does not hang on how many there are and is made once.
    from unnest((select ${column(({ brandId }) => brandId)}::uuid[]), (select ${column(({ fromId }) => fromId)}::uuid[]),
      (select ${column(({ toId }) => toId)}::uuid[]), (select ${column(({ id }) => id)}::uuid[]),
      (select ${column(({ photoId }) => photoId)}::uuid[]), (select ${column(() => newId())}::uuid[]),
      (select ${column(({ readyMade }) => readyMade)}::boolean[]), (select ${arrayOf(hasPhone)}::boolean[]),
      (select ${column(({ free }) => free)}::boolean[]), (select ${column(({ inPage }) => inPage)}::boolean[]),
      (select ${column(({ at }) => at.getTime())}::float8[])) with ordinality
      as i (brand_id, from_id, to_id, id, photo_id, entry_id, ready_made, has_phone, free, in_page, at, n)
    -- The limits keep the planner from joining whole tables.
    left join lateral (select x.conversation_id, x.pays, x.last_number, x.last_mine, x.last_at, x.unread from inbox x
      where x.brand_id = i.brand_id and x.owner_id = i.from_id and x.other_id = i.to_id limit 1) as mine on true
    cross join lateral (select to_timestamp(i.at / 1000) as at) as clock
    -- A clock that was set back, or is behind another node's, must not put a message before what it follows.
    cross join lateral (select case when mine.last_number > 0 then mine.last_at end as at) as last
    left join lateral (select x.account_id, x.status from profile x
      where x.brand_id = i.brand_id and x.id = i.from_id limit 1) as f on true
    left join lateral (select x.account_id, x.kind, x.status from profile x
      where x.brand_id = i.brand_id and x.id = i.to_id limit 1) as t on true
    left join lateral (select x.status, x.level, x.flow_id, x.muted_until, x.paused_at from account x
      where x.brand_id = i.brand_id and x.id = f.account_id limit 1) as fa on true
    left join lateral (select x.status, x.replies_blurred, x.chooses_senders, x.paused_at from account x
      where x.brand_id = i.brand_id and x.id = t.account_id limit 1) as ta on true
    left join lateral (select x.message_value, x.takes_messages from flow x
      where x.brand_id = i.brand_id and x.id = fa.flow_id limit 1) as w on true
    left join lateral (select x.message_credits, x.icebreaker_credits from balance x
      where x.brand_id = i.brand_id and x.account_id = f.account_id limit 1) as b on true
    left join lateral (select x.from_id, x.number, x.at, x.has_phone, x.free from message x
      where x.brand_id = i.brand_id and x.conversation_id = mine.conversation_id and x.id = i.id limit 1)
      as known on true
    left join lateral (select x.sent from chat_photo x where x.brand_id = i.brand_id and x.id = i.photo_id
      and x.from_id = i.from_id and x.to_id = i.to_id limit 1) as o on true
    cross join lateral (select
      pays_for_conversation(f.account_id is not null, mine.pays, mine.last_number) as pays) as payer
    -- Members who ask each other pay for it as for anything else: they are asked for no honest answer of ours.
    cross join lateral (select i.free and (${gift}::boolean or f.account_id is null or t.kind <> 'member') as free) as gift
    cross join lateral (select gift.free,
      case when ${invitation}::boolean or gift.free then 0
        else message_price(payer.pays, fa.level, w.message_value) end as cost,
      message_credit(payer.pays, fa.level, mine.last_number, b.icebreaker_credits) as credit) as charge
    cross join lateral (select payer.pays, charge.cost, charge.credit,
      case charge.credit when 'message' then charge.cost else 0 end as message_cost,
      case charge.credit when 'icebreaker' then charge.cost else 0 end as icebreaker_cost) as price`;
}

interface Previews {
  plain: string;
  /** With telephone numbers covered, where there are any. */
  covered: string;
}

/**
 * What a message leaves in a participant's inbox row. Of two who talk one pays, which is decided by the first message.
 * `name` is the row that the message comes from.
 */
function inboxChange(name: string, { plain, covered }: Previews) {
  const of = (column: string) => sql.ref(`${name}.${column}`);
  const isOwn = sql`x.owner_id = ${of('from_id')}`;
  return sql`pays = case when ${isOwn} then ${of('pays')} when ${of('is_first')} then not ${of('pays')} else x.pays end,
    last_at = ${of('at')}, last_mine = ${isOwn}, last_photo = ${of('photo_id')} is not null,
    last_free = ${of('free')}, declined = x.declined and not ${isOwn},
    unread = case when ${isOwn} then x.unread else x.unread + 1 end,
    preview = (${plain}::text[])[${of('n')}],
    covered_preview = case when not ${isOwn} then (${covered}::text[])[${of('n')}] end`;
}

/**
 * The participant with the smaller id keeps the count. A row whose count has changed meanwhile is not among those that
 * follow.
 */
const takeNumber = (previews: Previews) => sql`
  update inbox x set ${inboxChange('j', previews)}, last_number = x.last_number + 1
  from (select *, least(from_id, to_id) as low_id, greatest(from_id, to_id) as high_id
    from judged where verdict = 'stored' order by conversation_id) as j
  where x.brand_id = j.brand_id and x.owner_id = j.low_id and x.other_id = j.high_id
    and x.last_number = j.last_number
  returning j.n, j.brand_id, j.conversation_id, j.id, j.is_first, x.last_number as number, j.from_id, j.to_id,
    j.low_id, j.high_id, j.at, j.sent_at, j.photo_id, j.entry_id, j.ready_made, j.in_page, j.has_phone, j.phone_covered, j.free, j.from_account, j.to_account,
    j.to_kind, j.to_blurred, j.pays, j.message_cost, j.icebreaker_cost, j.message_credits, j.icebreaker_credits,
    j.own_unread, x.unread as low_unread, x.pays as low_pays`;

const storeMessage = (
  messages: readonly Outgoing[],
  warnings: readonly (MessageWarning | null)[],
  invitation: boolean,
) => {
  const replies = arrayOf(messages.map(({ replyTo }) => replyTo));
  return sql`
  insert into message (brand_id, conversation_id, id, number, from_id, body, at, photo_id, ready_made, invitation,
    has_phone, free, written_by, warning, reply_to)
  select brand_id, conversation_id, id, number, from_id, (${textArray(messages.map(({ text }) => text))}::text[])[n],
    at, photo_id, ready_made, ${invitation}::boolean, has_phone, free,
    (${textArray(messages.map(({ writtenBy }) => writtenBy))}::text[])[n], (${arrayOf(warnings)}::text[])[n],
    -- There is a message under each number before its own.
    case when (${replies}::integer[])[n] < number then (${replies}::integer[])[n] end
  from numbered`;
};

/** The row of the participant with the larger id, and with it all that both are notified of. */
const updateOtherInbox = (previews: Previews) => sql`
  update inbox x set ${inboxChange('g', previews)}, last_number = g.number
  from numbered g where x.brand_id = g.brand_id and x.owner_id = g.high_id and x.other_id = g.low_id
  returning g.n, g.brand_id, g.conversation_id, g.number, g.at, g.sent_at, g.phone_covered, g.free, g.photo_id, g.from_account, g.own_unread,
    g.message_credits - g.message_cost as message_credits,
    g.icebreaker_credits - g.icebreaker_cost as icebreaker_credits,
    g.icebreaker_cost + g.message_cost as cost, g.to_account, g.to_kind,
    words_withheld(case when x.owner_id = g.to_id then x.pays else g.low_pays end, g.to_blurred) as blurs,
    case when x.owner_id = g.to_id then x.unread else g.low_unread end as unread`;

const markPhotoSent = sql`
  update chat_photo o set sent = true
  from numbered g where g.photo_id is not null and o.brand_id = g.brand_id and o.id = g.photo_id`;

/** A member waits for an answer of a profile of ours, until the profile writes. */
const startWaiting = sql`
  insert into waiting_reply (brand_id, conversation_id, profile_id, kind, since)
  select brand_id, conversation_id, to_id, to_kind, sent_at from numbered where to_kind <> 'member'
  on conflict (brand_id, conversation_id) do nothing`;
const endWaiting = sql`
  delete from waiting_reply x using numbered g
  where g.from_account is null and x.brand_id = g.brand_id and x.conversation_id = g.conversation_id`;

const enqueueAnswer = sql`
  select add_job(${sql.lit(answerAsCompanionJob.id)}, jsonb_build_object('brandId', brand_id, 'conversationId', conversation_id),
    ${sql.lit(answerAsCompanionJob.pool)}, of_key => ${sql.lit(`${answerAsCompanionJob.id}:`)} || conversation_id,
    at_most_tries => ${sql.lit(answerAsCompanionJob.maxAttempts)}) as due
  from numbered where to_kind = 'ai'`;

const selectOutcomes = sql`
  select r.n, 'stored' as outcome, r.conversation_id, r.number, nullif(r.at, r.sent_at) as stored_at, r.phone_covered, r.free,
    case when r.photo_id is not null then (select json_build_object('id', o.id, 'status', o.status,
      'width', o.width, 'height', o.height, 'thumbhash', o.thumbhash)
      from chat_photo o where o.brand_id = r.brand_id and o.id = r.photo_id) end as photo,
    r.from_account, r.own_unread, r.message_credits, r.icebreaker_credits, r.cost,
    r.to_account, r.to_kind, r.blurs, r.unread
  from counted r
  union all
  select n, 'balance', null, null, null, null, null, null, null, null, message_credits, icebreaker_credits, null, null, null,
    null, null
  from charged where is_news
  union all
  select n, verdict, conversation_id, known_number, known_at, known_covered, known_free, null, from_account, own_unread,
    message_credits, icebreaker_credits, message_cost, to_account, to_kind, null, 0
  from judged where verdict <> 'stored'
  union all
  -- No row, but a part that only selects runs where its result is read.
  select 0, 'again', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from companion_job where due is null`;

interface Row {
  n: number;
  /** `balance` says what is left, where others have charged or bought at the same moment. It follows the message's row. */
  outcome: Outcome['outcome'] | 'balance';
  conversation_id: string;
  number: number;
  /** When it was said, where that is not the time that came with it. */
  stored_at: Date | null;
  phone_covered: boolean;
  free: boolean;
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

function readOutcomes(
  rows: readonly Row[],
  messages: readonly Outgoing[],
  warnings: readonly (MessageWarning | null)[],
): Outcome[] {
  const outcomes = messages.map((): Outcome => ({ outcome: 'again' }));
  for (const row of rows) {
    const message = messages[row.n - 1];
    const outcome = outcomes[row.n - 1];
    if (!message || !outcome) continue;
    if (row.outcome !== 'balance')
      outcomes[row.n - 1] = outcomeOf(row, row.outcome, {
        at: message.at,
        warning: warnings[row.n - 1] ?? null,
      });
    else if ('stored' in outcome) Object.assign(outcome.stored.from, creditsIn(row));
  }
  return outcomes;
}

function outcomeOf(
  row: Row,
  outcome: Outcome['outcome'],
  { at, warning }: Pick<Stored, 'at' | 'warning'>,
): Outcome {
  if (outcome === 'short') return { outcome, needed: row.cost, balance: row.message_credits ?? 0 };
  if (outcome !== 'stored' && outcome !== 'known') return { outcome };
  const stored: Stored = {
    conversationId: row.conversation_id,
    number: row.number,
    at: row.stored_at ?? at,
    isNew: outcome === 'stored',
    phoneCovered: row.phone_covered,
    free: row.free,
    warning,
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

function creditsIn(row: Row) {
  return { messageCredits: row.message_credits ?? 0, iceBreakerCredits: row.icebreaker_credits ?? 0 };
}

/** An array of ids, numbers or truths as PostgreSQL reads it. */
function arrayOf(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join()}}`;
}

function textArray(texts: readonly (string | null)[]): string {
  const quoted = texts.map((text) => (text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`));
  return `{${quoted.join()}}`;
}
