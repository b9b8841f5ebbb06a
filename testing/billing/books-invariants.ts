import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/**
 * What an accountant would check, over the whole database and whatever was done to it. Answers with every rule that is
 * broken and where. Documents may be issued after the payment: `documents: false` leaves them out until they are.
 */
export async function findBrokenInvariants(
  db: Database,
  { documents = true }: { documents?: boolean } = {},
): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(documents ? { ...rules, ...documentRules } : rules)) {
    const { rows } = await sql<{ at: string }>`${query} limit 5`.execute(db);
    broken.push(...rows.map(({ at }) => `${rule}: ${at}`));
  }
  return broken;
}

/** Each selects what breaks it. */
const rules = {
  'the entries of a transaction sum to zero': sql`
    select transaction_id::text as at from money_entry group by transaction_id having sum(amount_cents) <> 0
    union all
    select transaction_id::text from settlement_entry group by transaction_id having sum(amount_cents) <> 0`,
  'all entries sum to zero': sql`
    select sum::text as at from (select coalesce((select sum(amount_cents) from money_entry), 0)
      + coalesce((select sum(amount_cents) from settlement_entry), 0) as sum) total where sum <> 0`,
  'the processor holds of a payment what was taken and did not go back': sql`
    select a.id::text as at from payment_attempt a
    left join money_entry e on e.brand_id = a.brand_id and e.attempt_id = a.id and e.account = 'processor'
    group by a.brand_id, a.id, a.captured_cents, a.refunded_cents, a.charged_back_cents
    having coalesce(sum(e.amount_cents), 0) <> a.captured_cents - a.refunded_cents - a.charged_back_cents`,
  'no more tax is reversed than was charged': sql`
    select attempt_id::text as at from money_entry where account in ('vat', 'refunded_vat', 'charged_back_vat')
    group by brand_id, attempt_id
    having sum(amount_cents) > 0 or sum(amount_cents) filter (where account <> 'vat') < 0`,
  'what has gone back as a whole has taken its tax along': sql`
    select a.id::text as at from payment_attempt a join money_entry e on e.brand_id = a.brand_id and e.attempt_id = a.id
    where a.captured_cents > 0 and a.captured_cents = a.refunded_cents + a.charged_back_cents
    group by a.brand_id, a.id, e.account in ('vat', 'refunded_vat', 'charged_back_vat')
    having sum(e.amount_cents) <> 0 and e.account in ('vat', 'refunded_vat', 'charged_back_vat')`,
  'what bought nothing is owed until it is back, and is neither sale nor tax': sql`
    select a.id::text as at from payment_attempt a
    join money_entry e on e.brand_id = a.brand_id and e.attempt_id = a.id
    where exists (select from money_entry o where o.brand_id = a.brand_id and o.attempt_id = a.id
      and o.account = 'customer_liability')
    group by a.brand_id, a.id, a.captured_cents, a.refunded_cents, a.charged_back_cents
    having sum(e.amount_cents) filter (where e.account = 'customer_liability')
        <> a.refunded_cents + a.charged_back_cents - a.captured_cents
      or count(*) filter (where e.account not in ('customer_liability', 'processor')) > 0`,
  'only a purchase that was fulfilled is a sale, and by one payment': sql`
    select p.id::text as at from purchase p
    join payment_attempt a on a.brand_id = p.brand_id and a.purchase_id = p.id
    join money_entry e on e.brand_id = a.brand_id and e.attempt_id = a.id and e.account = 'sales'
    group by p.brand_id, p.id, p.state having count(distinct a.id) > 1 or p.state <> 'fulfilled'`,
  'a sale has its receipt, or waits for it': sql`
    select a.id::text as at from payment_attempt a
    join money_entry e on e.brand_id = a.brand_id and e.attempt_id = a.id and e.kind = 'charge' and e.account = 'sales'
    where not exists (select from pending_document d where d.brand_id = a.brand_id and d.id = a.id)
      and not exists (select from document d
        where d.brand_id = a.brand_id and d.purchase_id = a.purchase_id and d.kind = 'receipt')`,
  'a balance is what its ledger says': sql`
    select b.account_id::text as at from balance b
    left join ledger_entry l on l.brand_id = b.brand_id and l.account_id = b.account_id
    group by b.brand_id, b.account_id, b.message_credits, b.icebreaker_credits, b.like_credits
    having b.message_credits <> coalesce(sum(l.amount) filter (where l.credit = 'message'), 0)
      or b.icebreaker_credits <> coalesce(sum(l.amount) filter (where l.credit = 'icebreaker'), 0)
      or b.like_credits <> coalesce(sum(l.amount) filter (where l.credit = 'like'), 0)`,
};

const documentRules = {
  'the numbers of a series have no gap': sql`
    select concat_ws(' ', trader, kind, year) as at from document group by trader, kind, year
    having min(number) <> 1 or max(number) <> count(*)`,
  'the numbers of a series are in the order of time': sql`
    select concat_ws(' ', trader, kind, year, number) as at from (
      select trader, kind, year, number, created_at < lag(created_at) over (partition by trader, kind, year order by number) as early
      from document) numbered where early`,
  'every sale has a receipt, and nothing else has one': sql`
    select p.id::text as at from purchase p
    where exists (select from payment_attempt a join money_entry e on e.brand_id = a.brand_id and e.attempt_id = a.id
        and e.account = 'sales' where a.brand_id = p.brand_id and a.purchase_id = p.id)
      <> exists (select from document d where d.brand_id = p.brand_id and d.purchase_id = p.id and d.kind = 'receipt')`,
  'every refund of a sale has a credit note': sql`
    select r.id::text as at from refund r
    where r.state = 'done'
      and exists (select from money_entry e where e.brand_id = r.brand_id and e.refund_id = r.id and e.account = 'refunds')
      and not exists (select from document d where d.brand_id = r.brand_id and d.refund_id = r.id)`,
  'a document names the tax of its entries in the books': sql`
    select d.id::text as at from document d
    where (d.facts->>'vatCents')::integer <> case d.kind
      when 'receipt' then (select coalesce(-sum(e.amount_cents), 0) from payment_attempt a
        join money_entry e on e.brand_id = a.brand_id and e.attempt_id = a.id and e.kind = 'charge' and e.account = 'vat'
        where a.brand_id = d.brand_id and a.purchase_id = d.purchase_id)
      else (select coalesce(sum(e.amount_cents), 0) from money_entry e
        where e.brand_id = d.brand_id and e.refund_id = d.refund_id and e.kind = 'refund' and e.account = 'refunded_vat')
      end and d.transaction_id is null
    union all
    select d.id::text from document d
    where d.transaction_id is not null and (d.facts->>'vatCents')::integer <> (
      select coalesce(abs(sum(e.amount_cents)), 0) from money_entry e
      where e.brand_id = d.brand_id and e.transaction_id = d.transaction_id
        and e.account in ('charged_back_vat', 'refunded_vat'))`,
  'the documents of a purchase name the tax and the price that the books hold of it': sql`
    select p.id::text as at from purchase p
    left join lateral (
      select coalesce(sum((d.facts->>'vatCents')::integer * case d.kind when 'receipt' then 1 else -1 end), 0) as vat,
        coalesce(sum((d.facts->>'totalCents')::integer * case d.kind when 'receipt' then 1 else -1 end), 0) as total
      from document d where d.brand_id = p.brand_id and d.purchase_id = p.id) said on true
    left join lateral (
      select coalesce(-sum(e.amount_cents) filter (where e.account in ('vat', 'refunded_vat', 'charged_back_vat')), 0) as vat,
        coalesce(-sum(e.amount_cents) filter (where e.account not in ('processor', 'customer_liability')), 0) as total
      from payment_attempt a join money_entry e on e.brand_id = a.brand_id and e.attempt_id = a.id
      where a.brand_id = p.brand_id and a.purchase_id = p.id) booked on true
    where said.vat <> booked.vat or said.total <> booked.total`,
};
