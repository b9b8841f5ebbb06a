import { sql } from 'kysely';
import type { PurchaseKind } from '#contract/billing/orders.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Country } from '#contract/countries/list.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { isUuid } from '#server/platform/ids.ts';
import type { BookedLine } from '../books/bookkeeping.ts';
import { lockAccountOfAttempt } from '../orders/lock-account.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import type { AttemptState } from '../payments/attempts.ts';
import type { StartedRefund } from '../payments/change.ts';
import { eventColumns, eventTable } from '../payments/payment-events.ts';
import type { PaymentEventRow } from '../payments/payment-events.ts';

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
  /** What banks have taken of it and kept. */
  lost: { count: number; cents: number };
  refundableCents: number;
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
  const { rows } = await sql<Omit<Charge, 'brandId'>>`
    select jsonb_build_object('id', p.id, 'account_id', p.account_id, 'kind', p.kind, 'country', p.country,
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
      (select jsonb_build_object('count', count(*), 'cents', coalesce(sum(d.amount_cents), 0)) from dispute d
        where d.brand_id = a.brand_id and d.attempt_id = a.id and d.state in ('lost', 'lost_again')) as lost,
      a.refundable_cents as "refundableCents"
    from refundable_attempt a
    join purchase p on p.brand_id = a.brand_id and p.id = a.purchase_id
    where a.brand_id = ${brandId}::uuid and a.id = ${attemptId}::uuid`.execute(tx);
  if (!rows[0]) throw new Error('no such payment');
  return { brandId, ...rows[0] };
}

export function isOpenRefund({ state }: Pick<RefundRow, 'state'>): boolean {
  return openRefunds.some((open) => open === state);
}

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

interface RefundChange {
  state: 'created' | 'sent' | 'unknown';
  reference?: string | null;
  /** When it is sent again or asked about. */
  dueAt: Date | null;
  /** Of those it has made with what is due then. */
  tries?: number;
}

export async function changeRefund(
  tx: Tx,
  brandId: string,
  id: string,
  { state, reference, dueAt, tries }: RefundChange,
  /** What its timeline is to say of that. */
  event?: PaymentEventRow,
): Promise<void> {
  const change = tx
    .updateTable('refund')
    .set({
      state,
      work_at: dueAt,
      work_lease: null,
      work_error: null,
      ...(reference && { reference }),
      ...(tries === undefined ? {} : { work_tries: tries }),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id);
  if (!event) return void (await change.execute());
  await sql`with changed as (${change.returning('id')})
    insert into payment_event (${eventColumns})
    select ${eventColumns} from ${eventTable([event])} as e where exists (select from changed)`.execute(tx);
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

/** Every charge of a purchase that money was taken by, oldest first. */
export function listCharges(db: DbOrTx, brandId: string, purchaseId: string) {
  return db
    .selectFrom('payment_attempt')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .where('captured_cents', '>', 0)
    .orderBy('captured_at')
    .orderBy('id')
    .limit(20)
    .execute();
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
