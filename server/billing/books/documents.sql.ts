import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

/** Payments with all that their documents tell of them, and where they go: nowhere once the account is erased. */
function selectPayments(tx: Tx) {
  return tx
    .selectFrom('purchase as p')
    .innerJoin('payment_attempt as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.purchase_id', '=', 'p.id'),
    )
    .leftJoin('subscription as s', (join) =>
      join.onRef('s.brand_id', '=', 'p.brand_id').onRef('s.id', '=', 'p.subscription_id'),
    )
    .leftJoin('payment_method as m', (join) =>
      join.onRef('m.brand_id', '=', 'a.brand_id').onRef('m.id', '=', 'a.payment_method_id'),
    )
    .leftJoin('account as o', (join) =>
      join.onRef('o.brand_id', '=', 'p.brand_id').onRef('o.id', '=', 'p.account_id'),
    )
    .leftJoinLateral(receiptOfPurchase, (join) => join.onTrue())
    .innerJoinLateral(bookedCharge, (join) => join.onTrue())
    .select([
      'p.account_id',
      'p.language',
      'p.country',
      'p.vat_country',
      'p.product_id as productId',
      'p.version',
      'p.vat_basis_points as vatBasisPoints',
      'p.credits',
      'p.credit_cents',
      'p.kind as purchase_kind',
      'o.email',
    ])
    .select(['a.method', 'a.captured_cents', 'a.network', 'a.last_four', 'm.kind as kept_kind'])
    .select(['m.network as kept_network', 'm.last_four as kept_last_four'])
    .select(['s.period_start', 's.period_end', 's.next_charge_at'])
    .select(['p.brand_id', 'p.id as purchase_id', 'a.id as attempt_id', 'b.unwanted'])
    .select(['receipt.year as receipt_year', 'receipt.number as receipt_number'])
    .select(['receipt.created_at as receipt_at', 'b.vat_cents']);
}

/** By its key for each, however few documents the database believes there to be: else it goes through all of a brand. */
const receiptOfPurchase = sql<{ year: number; number: number; created_at: Date }>`(
  select d.year, d.number, d.created_at from document d
  where d.brand_id = p.brand_id and d.purchase_id = p.id and d.kind = 'receipt' and d.transaction_id is null
  limit 1)`.as<'receipt'>(sql`receipt`);

/**
 * Documents say what the books say, so that both name the same tax to the cent. Late or doubled money bought nothing, and
 * goes back.
 */
const bookedCharge = sql<{ vat_cents: number; unwanted: boolean }>`(
  select coalesce(-sum(e.amount_cents) filter (where e.account = 'vat'), 0)::integer as vat_cents,
    coalesce(bool_or(e.account = 'customer_liability'), false) as unwanted
  from money_entry e where e.brand_id = a.brand_id and e.attempt_id = a.id and e.kind = 'charge')`.as<'b'>(
  sql`b`,
);
const bookedRefundVat = sql<number>`coalesce((
  select sum(e.amount_cents)::integer from money_entry e
  where e.brand_id = a.brand_id and e.attempt_id = a.id and e.refund_id = r.id and e.kind = 'refund'
    and e.account = 'refunded_vat'), 0)`;

const bookedAsUnwanted = sql<boolean>`exists (
  select from money_entry e
  where e.brand_id = a.brand_id and e.attempt_id = a.id and e.kind = 'charge' and e.account = 'customer_liability')`;

/** It has its receipt, or needs none. */
const receiptIsDecided = sql<boolean>`not exists (
  select from receipt_due d
  where d.brand_id = a.brand_id and d.captured_at = a.captured_at and d.attempt_id = a.id)`;

export type PaymentRow = Awaited<ReturnType<typeof listPaymentsWithoutReceipt>>[number];

interface Due {
  brandIds: readonly string[];
  /** Those that have failed in this run. */
  except: readonly string[];
  limit: number;
}

/**
 * Some payments that have no receipt yet, the oldest first. Their rows stay locked until the end of the transaction; those
 * that another transaction holds come the next time, so that nothing ever waits here or because of this.
 */
export function listPaymentsWithoutReceipt(tx: Tx, { brandIds, except, limit }: Due) {
  return selectPayments(tx)
    .innerJoin('receipt_due as d', (join) =>
      join.onRef('d.brand_id', '=', 'a.brand_id').onRef('d.attempt_id', '=', 'a.id'),
    )
    .where('d.brand_id', 'in', brandIds)
    .where(sql<boolean>`d.attempt_id <> all (${except}::uuid[])`)
    .where((where) => where.or([where('p.state', '=', 'fulfilled'), where('b.unwanted', '=', true)]))
    .orderBy('d.captured_at')
    .orderBy('d.attempt_id')
    .limit(limit)
    .modifyEnd(sql`for update of d skip locked for key share of p skip locked`)
    .execute();
}

/** The same for refunds without a credit note. One whose payment still waits for its receipt comes after that. */
export function listRefundsWithoutNote(tx: Tx, { brandIds, except, limit }: Due) {
  return selectPayments(tx)
    .innerJoin('refund as r', (join) =>
      join.onRef('r.brand_id', '=', 'a.brand_id').onRef('r.attempt_id', '=', 'a.id'),
    )
    .select(['r.id as refund_id', 'r.amount_cents', bookedRefundVat.as('refund_vat_cents')])
    .where('r.brand_id', 'in', brandIds)
    .where('r.state', '=', 'done')
    .where('r.credit_note_at', 'is', null)
    .where(receiptIsDecided)
    .where(sql<boolean>`r.id <> all (${except}::uuid[])`)
    .orderBy('r.done_at')
    .orderBy('r.id')
    .limit(limit)
    .modifyEnd(sql`for no key update of r skip locked for key share of p skip locked`)
    .execute();
}

/**
 * What was booked on a sale after its receipt without our doing, and has no document: a bank took the price back or returned it,
 * or a refund did not arrive. One that came back before it had a credit note needs neither.
 */
const reversing = sql<boolean>`e.kind in ('chargeback', 'refund_returned') and e.account in ('chargebacks', 'refunds')
  and not exists (select from document d where d.brand_id = e.brand_id and d.transaction_id = e.transaction_id)
  and (e.refund_id is null or exists (select from document d
    where d.brand_id = e.brand_id and d.refund_id = e.refund_id and d.kind = 'credit_note'))`;

/** Those that took money from us, or those that returned it. No other transaction issues them while the series is locked. */
export function listReversals(
  tx: Tx,
  { brandIds, except, limit }: Due,
  direction: 'taken_back' | 'returned',
) {
  const booked = sql<number>`(select abs(sum(l.amount_cents))::integer from money_entry l
    where l.brand_id = e.brand_id and l.transaction_id = e.transaction_id and l.account <> 'processor')`;
  const bookedTax = sql<number>`coalesce((select abs(sum(l.amount_cents))::integer from money_entry l
    where l.brand_id = e.brand_id and l.transaction_id = e.transaction_id
      and l.account in ('charged_back_vat', 'refunded_vat')), 0)`;
  return selectPayments(tx)
    .innerJoin('money_entry as e', (join) =>
      join.onRef('e.brand_id', '=', 'a.brand_id').onRef('e.attempt_id', '=', 'a.id'),
    )
    .select(['e.transaction_id', booked.as('reversed_cents'), bookedTax.as('reversed_vat_cents')])
    .where('e.brand_id', 'in', brandIds)
    .where(reversing)
    .where('e.amount_cents', direction === 'taken_back' ? '>' : '<', 0)
    .where(receiptIsDecided)
    .where(sql<boolean>`e.transaction_id <> all (${except}::uuid[])`)
    .orderBy('e.at')
    .orderBy('e.transaction_id')
    .limit(limit)
    .execute();
}

export const documentCauses = ['payment', 'refund', 'taken_back', 'returned'] as const;
export type DocumentCause = (typeof documentCauses)[number];

/** The brands of which something has no document yet, and what. */
export async function listBrandsDue(db: DbOrTx): Promise<{ brandId: string; cause: DocumentCause }[]> {
  const { rows } = await sql<{ brandId: string; cause: DocumentCause }>`
    select distinct brand_id as "brandId", 'payment' as cause from receipt_due
    union all
    select distinct brand_id, 'refund' from refund where state = 'done' and credit_note_at is null
    union all
    select distinct e.brand_id, case when e.amount_cents > 0 then 'taken_back' else 'returned' end
    from money_entry e where ${reversing}`.execute(db);
  return rows;
}

/**
 * How many payments were taken before that and have no receipt, late and doubled ones apart: those never get one. Above
 * zero five minutes after a payment, an operator has to look.
 */
export async function countMissingReceipts(db: DbOrTx, olderThan: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from receipt_due d
    join payment_attempt a on a.brand_id = d.brand_id and a.id = d.attempt_id
    where d.captured_at < ${olderThan}::timestamptz and not ${bookedAsUnwanted}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type DocumentKind = 'receipt' | 'credit_note';

export interface Series {
  kind: DocumentKind;
  year: number;
  lastNumber: number;
  /** The date of the last one. */
  lastAt: Date | null;
}

/**
 * Locks the numbers of a trader until the transaction ends, so that one whose document never comes to be is given to the
 * next one, and says how far each series has come. In two statements: the second sees what was written before the lock.
 */
export async function lockSeries(tx: Tx, trader: string): Promise<Series[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('documents of ' || ${trader}::text, 0))`.execute(
    tx,
  );
  const { rows } = await sql<Series>`
    select kind, year, last_number as "lastNumber", last_at as "lastAt" from document_counter
    where trader = ${trader}::text`.execute(tx);
  return rows;
}

export interface NewDocument {
  brandId: string;
  id: string;
  accountId: string;
  purchaseId: string;
  refundId: string | null;
  transactionId: string | null;
  kind: DocumentKind;
  year: number;
  number: number;
  language: PaymentRow['language'];
  facts: string;
  at: Date;
}

interface Batch {
  trader: string;
  at: Date;
  documents: readonly NewDocument[];
  /** Payments and refunds that need none any more, those of the documents among them. */
  attemptIds: readonly string[];
  refundIds: readonly string[];
}

/** Keeps the documents of a trader under their numbers, which the holder of the lock on the series has counted on. */
export async function insertDocuments(
  tx: Tx,
  { trader, at, documents, attemptIds, refundIds }: Batch,
): Promise<void> {
  const pick = <K extends keyof NewDocument>(column: K) => documents.map((document) => document[column]);
  await sql`
    with numbered as (
      select * from unnest(${pick('brandId')}::uuid[], ${pick('id')}::uuid[], ${pick('accountId')}::uuid[],
        ${pick('purchaseId')}::uuid[], ${pick('refundId')}::uuid[], ${pick('transactionId')}::uuid[],
        ${pick('kind')}::text[], ${pick('year')}::smallint[],
        ${pick('number')}::integer[], ${pick('language')}::text[], ${pick('facts')}::jsonb[], ${pick('at')}::timestamptz[])
        as n (brand_id, id, account_id, purchase_id, refund_id, transaction_id, kind, year, number, language, facts, at)
    ), counted as (
      insert into document_counter (trader, kind, year, last_number, last_at)
      select ${trader}::text, kind, year, max(number), max(at) from numbered group by kind, year
      on conflict (trader, kind, year) do update set last_number = excluded.last_number, last_at = excluded.last_at
    ), receipted as (
      delete from receipt_due d using payment_attempt a
      where a.id = any (${attemptIds}::uuid[])
        and d.brand_id = a.brand_id and d.captured_at = a.captured_at and d.attempt_id = a.id
    ), noted as (
      update refund set credit_note_at = ${at}::timestamptz where id = any (${refundIds}::uuid[])
    )
    insert into document (brand_id, id, account_id, purchase_id, refund_id, transaction_id, trader, kind, year, number,
      language, facts, created_at)
    select brand_id, id, account_id, purchase_id, refund_id, transaction_id, ${trader}::text, kind, year, number, language, facts, at
    from numbered`.execute(tx);
}
