import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

export const documentCauses = ['payment', 'refund', 'taken_back', 'returned'] as const;
export type DocumentCause = (typeof documentCauses)[number];

/** What has no document yet, as its queue holds it. */
export type PendingDocument = Pick<Selectable<DB['pending_document']>, 'brand_id' | 'id' | 'cause'>;

/** Payments with all that their documents tell of them, and where they go: nowhere once the account is erased. */
function selectPayments(tx: Tx, pending: readonly PendingDocument[]) {
  return tx
    .selectFrom('pending_document as d')
    .innerJoin('payment_attempt as a', (join) =>
      join.onRef('a.brand_id', '=', 'd.brand_id').onRef('a.id', '=', 'd.attempt_id'),
    )
    .innerJoin('purchase as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.id', '=', 'a.purchase_id'),
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
    .select(['p.brand_id', 'p.id as purchase_id', 'd.id as pending_id', 'b.unwanted'])
    .select(['receipt.year as receipt_year', 'receipt.number as receipt_number'])
    .select(['receipt.created_at as receipt_at', 'b.vat_cents'])
    .where('d.brand_id', 'in', [...new Set(pending.map(({ brand_id: brandId }) => brandId))])
    .where(sql<boolean>`d.id = any (${pending.map(({ id }) => id)}::uuid[])`);
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

/** Its payment has its receipt, or needs none. */
const receiptIsDecided = sql<boolean>`not exists (
  select from pending_document o where o.brand_id = a.brand_id and o.id = a.id)`;

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/**
 * Those of the payments that have been decided, the oldest first. An order that another transaction holds comes the next
 * time, so that nothing ever waits for it while the series is locked.
 */
export function listPayments(tx: Tx, pending: readonly PendingDocument[]) {
  return selectPayments(tx, pending)
    .where((where) => where.or([where('p.state', '=', 'fulfilled'), where('b.unwanted', '=', true)]))
    .orderBy('a.captured_at')
    .orderBy('a.id')
    .modifyEnd(sql`for key share of p skip locked`)
    .execute();
}

/** The same of refunds. One whose payment still waits for its receipt comes after that. */
export function listRefunds(tx: Tx, pending: readonly PendingDocument[]) {
  return selectPayments(tx, pending)
    .innerJoin('refund as r', (join) =>
      join.onRef('r.brand_id', '=', 'd.brand_id').onRef('r.id', '=', 'd.id'),
    )
    .select(['r.state', 'r.amount_cents', bookedRefundVat.as('refund_vat_cents')])
    .where(receiptIsDecided)
    .orderBy('r.done_at')
    .orderBy('r.id')
    .modifyEnd(sql`for key share of p, r skip locked`)
    .execute();
}

/** What its transaction has booked, without our doing: a bank took the price back or returned it, or a refund did not arrive. */
const bookedReversal = sql<{ at: Date; cents: number; vat_cents: number; refund_id: string | null }>`(
  select min(e.at) as at, abs(sum(e.amount_cents) filter (where e.account <> 'processor'))::integer as cents,
    coalesce(abs(sum(e.amount_cents) filter (where e.account in ('charged_back_vat', 'refunded_vat'))), 0)::integer as vat_cents,
    (array_agg(e.refund_id))[1] as refund_id
  from money_entry e where e.brand_id = d.brand_id and e.transaction_id = d.id)`.as<'e'>(sql`e`);

/** A refund that came back before it had a credit note needs neither. Until that is decided, what it is about waits. */
const isOfNote = sql<boolean>`e.refund_id is null or exists (
  select from document n where n.brand_id = d.brand_id and n.refund_id = e.refund_id and n.kind = 'credit_note')`;
const noteIsDecided = sql<boolean>`not exists (
  select from pending_document o where o.brand_id = d.brand_id and o.id = e.refund_id)`;

/** The same of what moved without us. */
export function listReversals(tx: Tx, pending: readonly PendingDocument[]) {
  return selectPayments(tx, pending)
    .innerJoinLateral(bookedReversal, (join) => join.onTrue())
    .select(['e.cents as reversed_cents', 'e.vat_cents as reversed_vat_cents', isOfNote.as('isOfNote')])
    .where(receiptIsDecided)
    .where(noteIsDecided)
    .orderBy('e.at')
    .orderBy('d.id')
    .modifyEnd(sql`for key share of p skip locked`)
    .execute();
}

/**
 * How many payments were taken before that and have no receipt, late and doubled ones apart: those never get one. Above
 * zero five minutes after a payment, an operator has to look.
 */
export async function countMissingReceipts(db: DbOrTx, olderThan: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pending_document d
    join payment_attempt a on a.brand_id = d.brand_id and a.id = d.attempt_id
    where d.cause = 'payment' and a.captured_at < ${olderThan}::timestamptz and not ${bookedAsUnwanted}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export type DocumentKind = 'receipt' | 'credit_note';

export interface Series {
  trader: string;
  kind: DocumentKind;
  year: number;
  lastNumber: number;
  /** The date of the last one. */
  lastAt: Date | null;
}

/**
 * Locks the numbers of traders until the transaction ends, so that one whose document never comes to be is given to the
 * next one, and says how far each series has come. In two statements: the second sees what was written before the lock. Always
 * in the same order, so that no two nodes wait for each other.
 */
export async function lockSeries(tx: Tx, traders: readonly string[]): Promise<Series[]> {
  const names = traders.toSorted();
  await sql`select pg_advisory_xact_lock(hashtextextended('documents of ' || name, 0))
    from unnest(${names}::text[]) as name`.execute(tx);
  const { rows } = await sql<Series>`
    select trader, kind, year, last_number as "lastNumber", last_at as "lastAt" from document_counter
    where trader = any (${names}::text[])`.execute(tx);
  return rows;
}

export interface NewDocument {
  brandId: string;
  id: string;
  accountId: string;
  purchaseId: string;
  refundId: string | null;
  transactionId: string | null;
  trader: string;
  kind: DocumentKind;
  year: number;
  number: number;
  language: PaymentRow['language'];
  facts: string;
  at: Date;
}

interface Batch {
  documents: readonly NewDocument[];
  /** What has its document by that, or needs none, and by which lease it is held. */
  settled: readonly PendingDocument[];
  lease: string;
}

/**
 * Keeps documents under their numbers, which the holder of the locks on the series has counted on. Answers how many of what was
 * pending it has settled: fewer, where another worker holds it by now.
 */
export async function insertDocuments(tx: Tx, { documents, settled, lease }: Batch): Promise<number> {
  const pick = <K extends keyof NewDocument>(column: K) => documents.map((document) => document[column]);
  const { rows } = await sql<{ count: number }>`
    with numbered as (
      select * from unnest(${pick('brandId')}::uuid[], ${pick('id')}::uuid[], ${pick('accountId')}::uuid[],
        ${pick('purchaseId')}::uuid[], ${pick('refundId')}::uuid[], ${pick('transactionId')}::uuid[],
        ${pick('trader')}::text[], ${pick('kind')}::text[], ${pick('year')}::smallint[],
        ${pick('number')}::integer[], ${pick('language')}::text[], ${pick('facts')}::jsonb[], ${pick('at')}::timestamptz[])
        as n (brand_id, id, account_id, purchase_id, refund_id, transaction_id, trader, kind, year, number, language, facts, at)
    ), counted as (
      insert into document_counter (trader, kind, year, last_number, last_at)
      select trader, kind, year, max(number), max(at) from numbered group by trader, kind, year
      on conflict (trader, kind, year) do update set last_number = excluded.last_number, last_at = excluded.last_at
    ), inserted as (
      insert into document (brand_id, id, account_id, purchase_id, refund_id, transaction_id, trader, kind, year, number,
        language, facts, created_at)
      select brand_id, id, account_id, purchase_id, refund_id, transaction_id, trader, kind, year, number, language, facts, at
      from numbered
    ), settled as (
      delete from pending_document d
      using unnest(${settled.map(({ brand_id: brandId }) => brandId)}::uuid[], ${settled.map(({ id }) => id)}::uuid[])
        as s (brand_id, id)
      where d.brand_id = s.brand_id and d.id = s.id and d.work_lease = ${lease}::uuid
      returning d.id
    )
    select count(*)::int as count from settled`.execute(tx);
  return rows[0]?.count ?? 0;
}
