import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';
import type { PlanTerms } from '../subscriptions/plan-terms.ts';

const planTerms = sql<PlanTerms & { brand_id: string }>`plan_terms`;

/** A payment with all that its documents tell of it, and where they go: nowhere once the account is erased. */
export async function readPayment(
  tx: Tx,
  { brandId, purchaseId, attemptId }: { brandId: string; purchaseId: string; attemptId: string },
) {
  const select = tx
    .selectFrom('purchase as p')
    .innerJoin('payment_attempt as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.purchase_id', '=', 'p.id'),
    )
    .leftJoin(planTerms.as('plan'), (join) =>
      join
        .onRef('plan.brand_id', '=', 'p.brand_id')
        .onRef('plan.product_id', '=', 'p.product_id')
        .onRef('plan.version', '=', 'p.version'),
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
    .select([
      'p.account_id',
      'p.language',
      'p.country',
      'p.credits',
      'p.credit_cents',
      'p.kind as purchase_kind',
      'o.email',
    ])
    .select(['a.method', 'a.captured_cents', 'a.network', 'a.last_four', 'm.kind as kept_kind'])
    .select(['m.network as kept_network', 'm.last_four as kept_last_four'])
    .select(['plan.name', 'plan.every', 'plan.renewal_cents'])
    .select(['s.period_start', 's.period_end', 's.next_charge_at'])
    .where('p.brand_id', '=', brandId)
    .where('p.id', '=', purchaseId)
    .where('a.id', '=', attemptId);
  const [payment] = await select.execute();
  if (!payment) throw new Error('no such payment');
  return payment;
}
export type PaymentRow = Awaited<ReturnType<typeof readPayment>>;

export function readRefund(tx: Tx, brandId: string, refundId: string) {
  return tx
    .selectFrom('refund')
    .select(['attempt_id', 'purchase_id', 'amount_cents', 'reason'])
    .where('brand_id', '=', brandId)
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
}

const numberColumns = ['kind', 'year', 'number', 'created_at'] as const;

export function findReceipt(db: DbOrTx, brandId: string, purchaseId: string) {
  return db
    .selectFrom('document')
    .select(numberColumns)
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .where('kind', '=', 'receipt')
    .executeTakeFirst();
}

export function findCreditNote(db: DbOrTx, brandId: string, refundId: string) {
  return db
    .selectFrom('document')
    .select(numberColumns)
    .where('brand_id', '=', brandId)
    .where('refund_id', '=', refundId)
    .where('kind', '=', 'credit_note')
    .executeTakeFirst();
}

interface NewDocument {
  brandId: string;
  trader: string;
  kind: 'receipt' | 'credit_note';
  year: number;
  id: string;
  accountId: string;
  purchaseId: string;
  refundId: string | null;
  language: PaymentRow['language'];
  facts: string;
  at: Date;
}

/**
 * Keeps a document under the next number of its series, and says which that is. The counter stays locked until the
 * transaction ends, so that a number whose document never comes to be is given to the next one.
 */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<number> {
  const { brandId, trader, id, accountId, purchaseId, refundId, kind, year, language, facts, at } = document;
  const { rows } = await sql<{ number: number }>`
    with counted as (
      insert into document_counter as counter (trader, kind, year, last_number)
      values (${trader}::text, ${kind}::text, ${year}::smallint, 1)
      on conflict (trader, kind, year) do update set last_number = counter.last_number + 1
      returning last_number
    )
    insert into document (brand_id, id, account_id, purchase_id, refund_id, trader, kind, year, number,
      language, facts, created_at)
    select ${brandId}::uuid, ${id}::uuid, ${accountId}::uuid, ${purchaseId}::uuid, ${refundId}::uuid, ${trader}::text,
      ${kind}::text,
      ${year}::smallint, last_number, ${language}::text, ${facts}::jsonb, ${at}::timestamptz
    from counted
    returning number`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('no number for a document');
  return row.number;
}
