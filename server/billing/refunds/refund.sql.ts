import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PurchaseKind } from '#contract/billing/orders.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Country } from '#contract/countries/list.ts';
import { heldMessageCredits } from '#server/credits/ledger.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { isUuid } from '#server/platform/ids.ts';
import type { BookedLine } from '../books/bookkeeping.ts';
import { lockAccountOfAttempt } from '../orders/lock-account.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import type { AttemptState } from '../payments/attempts.ts';
import type { DisputeChange, StartedRefund } from '../payments/change.ts';

/** Refunds that may yet be paid out. */
const openRefunds = ['created', 'sent', 'unknown'] as const;

/** A payment with all that was refunded and disputed of it, as one who holds its account's money has read it. */
export interface Charge {
  brandId: string;
  purchase: {
    id: string;
    account_id: string;
    kind: PurchaseKind;
    country: Country;
    vatBasisPoints: number | null;
    credits: number;
    state: Purchase['state'];
    subscription_id: string | null;
  };
  attempt: {
    id: string;
    provider: ProviderName;
    reference: string | null;
    state: AttemptState;
    captured_cents: number;
    refunded_cents: number;
    charged_back_cents: number;
  };
  refunds: RefundRow[];
  booked: BookedLine[];
  /** What banks did with it, the oldest first. */
  disputes: DisputeRow[];
  refundableCents: number;
}

export interface DisputeRow extends Omit<DisputeChange, 'attemptId'> {
  /** Message credits that were taken back when it was lost the first time. */
  taken: number;
}

export interface RefundRow {
  id: string;
  state: 'created' | 'sent' | 'unknown' | 'done' | 'failed';
  amount_cents: number;
  reason: StartedRefund['reason'];
  reference: string | null;
  credits_taken: number;
  credits_written_off: number;
  tries: number;
}

/** A statement of its own, after the lock: a statement that waits for a lock sees what was there before. */
export async function lockCharge(tx: Tx, brandId: string, attemptId: string): Promise<Charge> {
  await lockAccountOfAttempt(tx, brandId, attemptId);
  const [charge] = await readCharges(tx, brandId, sql`a.id = ${attemptId}::uuid`);
  if (!charge) throw new Error('no such payment');
  return charge;
}

/** Those of purchases that money was taken by, the oldest first. */
export function readChargesOf(
  db: DbOrTx,
  brandId: string,
  purchaseIds: readonly string[],
): Promise<Charge[]> {
  return readCharges(db, brandId, sql`a.purchase_id = any (${purchaseIds}::uuid[]) and a.captured_cents > 0`);
}

async function readCharges(db: DbOrTx, brandId: string, which: RawBuilder<unknown>): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select a.brand_id as "brandId", jsonb_build_object('id', p.id, 'account_id', p.account_id, 'kind', p.kind, 'country', p.country,
        'vatBasisPoints', p.vat_basis_points, 'credits', p.credits, 'state', p.state, 'subscription_id', p.subscription_id)
        as purchase,
      jsonb_build_object('id', a.id, 'provider', a.provider, 'reference', a.reference, 'state', a.state,
        'captured_cents', a.captured_cents, 'refunded_cents', a.refunded_cents,
        'charged_back_cents', a.charged_back_cents) as attempt,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'state', r.state, 'amount_cents', r.amount_cents,
          'reason', r.reason, 'reference', r.reference, 'credits_taken', r.credits_taken,
          'credits_written_off', r.credits_written_off, 'tries', r.work_tries) order by r.id)
        from refund r where r.brand_id = a.brand_id and r.attempt_id = a.id), '[]') as refunds,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', e.kind, 'refundId', e.refund_id, 'account', e.account,
          'cents', e.amount_cents) order by e.transaction_id, e.line)
        from money_entry e where e.brand_id = a.brand_id and e.attempt_id = a.id), '[]') as booked,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'reference', d.reference, 'state', d.state,
          'amountCents', d.amount_cents, 'taken', coalesce((
            select -l.amount from ledger_entry l
            where l.brand_id = d.brand_id and l.account_id = a.account_id and l.credit = 'message'
              and l.idempotency_key = 'dispute ' || d.id), 0)) order by d.created_at, d.id)
        from dispute d where d.brand_id = a.brand_id and d.attempt_id = a.id), '[]') as disputes,
      a.refundable_cents as "refundableCents"
    from refundable_attempt a
    join purchase p on p.brand_id = a.brand_id and p.id = a.purchase_id
    where a.brand_id = ${brandId}::uuid and ${which}
    order by a.captured_at, a.id`.execute(db);
  return rows;
}

/** How many message credits the payer still has. No other transaction takes of them until this one ends. */
export async function holdCredits(tx: Tx, { brandId, purchase }: Charge): Promise<number> {
  const held = heldMessageCredits(sql`${brandId}::uuid`, sql`${purchase.account_id}::uuid`);
  const { rows } = await sql<{ held: number }>`select ${held} as held`.execute(tx);
  return rows[0]?.held ?? 0;
}

export function isOpenRefund({ state }: Pick<RefundRow, 'state'>): boolean {
  return openRefunds.some((open) => open === state);
}

/** A refund `r` that a provider refused and that was not made again. */
export const isFailedRefund = sql`r.state = 'failed' and not exists (select from refund o
  where o.brand_id = r.brand_id and o.attempt_id = r.attempt_id and o.id > r.id and o.state <> 'failed')`;

export function findRefund(db: DbOrTx, brandId: string, id: string) {
  return db
    .selectFrom('refund')
    .select(['id', 'attempt_id', 'purchase_id', 'amount_cents', 'state', 'reason', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** By our id of it, else by the provider's name for it: providers know no brands. */
export async function findRefundAnywhere(
  db: DbOrTx,
  { id, reference = null }: { id: string | null; reference?: string | null },
) {
  const select = db
    .selectFrom('refund')
    .select(['brand_id', 'id', 'attempt_id', 'state', 'amount_cents'])
    .limit(1);
  return (
    (id !== null && isUuid(id) ? await select.where('id', '=', id).executeTakeFirst() : undefined) ??
    (reference === null ? undefined : await select.where('reference', '=', reference).executeTakeFirst())
  );
}

/** From now on it may have been sent. False where it is another's to send, or need not be sent any more. */
export async function markSending(
  tx: Tx,
  { brandId, id, lease }: { brandId: string; id: string; lease: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('refund')
    .set({ state: 'unknown' })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'created')
    .where('work_lease', '=', lease)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The charges of a purchase that money was taken by, with the card, where there was one. */
export function listPurchaseCharges(db: DbOrTx, brandId: string, purchaseId: string) {
  return db
    .selectFrom('purchase as p')
    .leftJoin('payment_attempt as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.purchase_id', '=', 'p.id'),
    )
    .select(['a.id', 'a.captured_cents', 'a.fingerprint', 'a.network', 'a.last_four'])
    .where('p.brand_id', '=', brandId)
    .where('p.id', '=', purchaseId)
    .orderBy('a.created_at')
    .limit(50)
    .execute();
}
