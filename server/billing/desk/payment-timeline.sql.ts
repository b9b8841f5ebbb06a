/** Everything that was written down about one payment, from all tables, as entries of the same shape. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { MOST_PAYMENT_ENTRIES } from '#contract/staff/payments.ts';
import type { PaymentEntry, paymentEntryKinds } from '#contract/staff/payments.ts';

export interface EntryRow extends Omit<PaymentEntry, 'at'> {
  at: Date;
}

/** Which of several events of the same moment comes first. */
const inOrder = sql`array['ordered', 'agreed', 'notice', 'attempt', 'sent', 'held', 'asked', 'webhook', 'state',
  'fulfilled', 'receipt', 'refund', 'refund_held', 'refund_state', 'credit_note', 'dispute', 'job', 'act', 'mail']`;

export function entriesOfPayment(brandId: string, purchaseId: string): RawBuilder<EntryRow> {
  return sql<EntryRow>`
    with p as (
      select * from purchase where brand_id = ${brandId}::uuid and id = ${purchaseId}::uuid
    ), a as materialized (
      select * from payment_attempt where brand_id = ${brandId}::uuid and purchase_id = ${purchaseId}::uuid
    ), r as materialized (
      select r.* from a join refund r on r.brand_id = a.brand_id and r.attempt_id = a.id
    ), d as materialized (
      select * from document where brand_id = ${brandId}::uuid and purchase_id = ${purchaseId}::uuid
    ), e as materialized (
      select e.*, a.provider from payment_event e left join a on a.id = e.attempt_id
      where e.brand_id = ${brandId}::uuid and e.purchase_id = ${purchaseId}::uuid
    ), w as (
      ${webhooks}
    )
    select * from (${sql.join(sources, sql` union all `)}) as entry
    order by at, array_position(${inOrder}, kind), id limit ${sql.lit(MOST_PAYMENT_ENTRIES)}`;
}

/** By our id of the charge, which most repeat, else by the provider's own; each has an index. */
const webhooks = sql`
  select v.* from a join provider_event v on v.event->>'attemptId' = a.id::text
  union
  select v.* from a join provider_event v
    on v.provider = a.provider and v.event->>'attemptId' is null and v.event->>'reference' = a.reference`;

interface Columns {
  kind: (typeof paymentEntryKinds)[number];
  id: string;
  at: string;
  provider?: string;
  what?: string;
  state?: string;
  amount?: string;
  by?: string;
  text?: string;
}

/** Entries of one kind: by which columns each is described, and which rows they are. */
function entriesOf(columns: Columns, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const { kind, id, at, provider, what, state, amount, by, text } = columns;
  return sql`(select ${sql.raw(`left('${kind} ' || ${id}, 300) as id, ${at} as at, '${kind}' as kind,
    (${provider ?? 'null'})::text as provider, left(${what ?? 'null'}, 100) as what, left(${state ?? 'null'}, 40) as state,
    (${amount ?? 'null'})::int as "amountCents", left(${by ?? 'null'}, 100) as by, left(${text ?? 'null'}, 500) as text`)}
    from ${rows} limit ${sql.lit(MOST_PAYMENT_ENTRIES)})`;
}

/** A mail is dated by the beginning of what sends it; with a document in it, it comes after that. */
const mailedAt = `coalesce((select max(d.created_at) from d where d.created_at between m.created_at
  and m.created_at + interval '10 seconds'), m.created_at)`;

const sources = [
  entriesOf(
    {
      kind: 'ordered',
      id: 'p.id',
      at: 'p.created_at',
      what: 'p.kind',
      amount: 'p.amount_cents',
      text: 'p.product_id',
    },
    sql`p`,
  ),
  entriesOf(
    { kind: 'agreed', id: 'c.purchase_id', at: 'c.created_at', amount: 'c.amount_cents', text: 'c.button' },
    sql`p join purchase_consent c on c.brand_id = p.brand_id and c.purchase_id = p.id`,
  ),
  entriesOf(
    { kind: 'notice', id: 'n.kind', at: 'n.sent_at', what: 'n.kind', amount: 'n.amount_cents' },
    sql`p join renewal_notice n on n.brand_id = p.brand_id and n.subscription_id = p.subscription_id
      and n.period = p.period where p.kind = 'renewal'`,
  ),
  entriesOf(
    {
      kind: 'attempt',
      id: 'a.id',
      at: 'a.created_at',
      provider: 'a.provider',
      what: 'a.method',
      amount: 'a.amount_cents',
      by: 'a.initiated_by',
      text: `nullif(concat_ws(' ', a.network, a.last_four), '')`,
    },
    sql`a`,
  ),
  entriesOf(
    { kind: 'sent', id: 'a.id', at: 'a.sent_at', provider: 'a.provider' },
    // What the gate held back was put down as sent, since it was about to be.
    sql`a where a.sent_at is not null
      and not exists (select from e where e.attempt_id = a.id and e.details ? 'held')`,
  ),
  entriesOf(
    {
      kind: 'sent',
      id: `a.id || ' again'`,
      at: 'a.resent_at',
      provider: 'a.provider',
      what: `'again'`,
    },
    sql`a where a.resent_at is not null`,
  ),
  entriesOf(
    {
      kind: 'state',
      id: 'e.id',
      at: 'e.at',
      provider: 'e.provider',
      what: `e.details->>'from'`,
      state: `e.details->>'to'`,
      amount: `e.details->>'cents'`,
      by: `e.details->>'source'`,
      text: `e.details->>'outcome'`,
    },
    sql`e where e.kind = 'state'`,
  ),
  // What was taken before states were written down.
  entriesOf(
    {
      kind: 'state',
      id: 'a.id',
      at: 'a.captured_at',
      provider: 'a.provider',
      state: `'captured'`,
      amount: 'a.captured_cents',
      text: `'success'`,
    },
    sql`a where a.captured_at is not null and not exists (select from e where e.attempt_id = a.id and e.kind = 'state'
      and e.details->>'to' = 'captured')`,
  ),
  entriesOf(
    {
      kind: 'asked',
      id: 'e.id',
      at: 'e.at',
      provider: 'e.provider',
      state: `e.details->>'answer'`,
      by: `e.details->>'source'`,
    },
    sql`e where e.kind = 'asked'`,
  ),
  entriesOf(
    {
      kind: 'held',
      id: 'e.id',
      at: 'e.at',
      // Where no attempt was begun, the event itself says at whose gate.
      provider: `coalesce(e.details->>'provider', e.provider)`,
      what: `coalesce(e.details->>'reason', e.details->>'held')`,
    },
    sql`e where (e.kind = 'held' and not e.details ? 'refundId') or e.details ? 'held'`,
  ),
  entriesOf(
    {
      kind: 'webhook',
      id: 'w.dedupe_key',
      at: 'w.received_at',
      provider: 'w.provider',
      what: `w.event->>'kind'`,
      state: `coalesce(w.event#>>'{verdict,state}', w.event->>'change', case w.event->>'succeeded' when 'true' then 'done'
        when 'false' then 'failed' end)`,
      amount: `coalesce(w.event->>'amountCents', w.event#>>'{verdict,amountCents}')`,
      by: 'w.state',
      text: `w.event#>>'{verdict,outcome}'`,
    },
    sql`w`,
  ),
  entriesOf(
    { kind: 'fulfilled', id: 'p.id', at: 'p.fulfilled_at', what: 'p.kind' },
    sql`p where p.fulfilled_at is not null`,
  ),
  ...(['receipt', 'credit_note'] as const).map((kind) =>
    entriesOf(
      {
        kind,
        id: 'd.id',
        at: 'd.created_at',
        amount: `d.facts->>'totalCents'`,
        text: `d.year || ' ' || d.number`,
      },
      sql`d where d.kind = ${sql.lit(kind)}`,
    ),
  ),
  entriesOf(
    {
      kind: 'refund',
      id: 'r.id',
      at: 'r.created_at',
      provider: 'r.provider',
      what: 'r.reason',
      state: `case when r.state in ('created', 'sent', 'unknown') then r.state end`,
      amount: 'r.amount_cents',
    },
    sql`r`,
  ),
  entriesOf(
    {
      kind: 'refund_held',
      id: 'e.id',
      at: 'e.at',
      provider: `e.details->>'provider'`,
      what: `e.details->>'reason'`,
    },
    sql`e where e.kind = 'held' and e.details ? 'refundId'`,
  ),
  entriesOf(
    {
      kind: 'refund_state',
      id: 'e.id',
      at: 'e.at',
      provider: 'e.provider',
      state: `e.details->>'to'`,
      amount: `e.details->>'cents'`,
      by: `e.details->>'source'`,
    },
    sql`e where e.kind = 'refund'`,
  ),
  // What came of it before that was written down.
  entriesOf(
    {
      kind: 'refund_state',
      id: 'r.id',
      at: 'r.done_at',
      provider: 'r.provider',
      state: 'r.state',
      amount: 'r.amount_cents',
    },
    sql`r where r.done_at is not null and not exists (select from e where e.kind = 'refund'
      and e.details->>'refundId' = r.id::text and e.details->>'to' = r.state)`,
  ),
  entriesOf(
    {
      kind: 'dispute',
      id: 'x.id',
      at: 'x.changed_at',
      provider: 'a.provider',
      state: 'x.state',
      amount: 'x.amount_cents',
      text: 'x.reference',
    },
    sql`a join dispute x on x.brand_id = a.brand_id and x.attempt_id = a.id`,
  ),
  entriesOf(
    {
      kind: 'mail',
      id: 'm.id',
      at: mailedAt,
      what: 'm.template',
      state: 'm.status',
      text: 'm.subject',
    },
    sql`p join mail m on m.brand_id = p.brand_id and m.about_id = p.id`,
  ),
  entriesOf(
    {
      kind: 'job',
      id: 'r.id::text',
      at: 'coalesce(r.work_failed_at, r.created_at)',
      what: `'refunds'`,
      state: `case when r.work_lease is not null then 'running' when r.work_failed_at is not null then 'dead'
        else 'waiting' end`,
      text: 'r.work_error',
    },
    sql`r where r.work_at is not null or r.work_failed_at is not null`,
  ),
  entriesOf(
    {
      kind: 'act',
      id: 'u.id',
      at: 'u.at',
      what: 'u.action',
      by: `case u.actor_kind when 'staff' then coalesce(s.name, 'staff') else u.actor_kind end`,
      text: `u.details->>'reason'`,
    },
    sql`(select id::text as subject from p union all select id::text from a union all select id::text from r) as about
      join audit u on u.subject = about.subject
      left join staff s on s.id = u.actor_id and u.actor_kind = 'staff'
      where u.action not like 'dispute.%'`,
  ),
];
