import { sql } from 'kysely';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import type { AttemptState } from '../payments/attempts.ts';
import { lockAccount } from '../payments/lock-account.ts';
import { eventColumns, eventTable } from '../payments/payment-events.ts';
import type { PaymentEventRow } from '../payments/payment-events.ts';

/** Refunds that may yet be paid out. */
const openRefunds = ['created', 'sent', 'unknown'] as const;

/**
 * Loads a charge with its refunds, locked until the transaction ends. Account and purchase are locked first, as
 * everywhere, so that there are no deadlocks.
 */
export async function lockCharge(tx: Tx, brandId: string, attemptId: string) {
  const { purchase_id: purchaseId, account_id: accountId } = await tx
    .selectFrom('payment_attempt')
    .select(['purchase_id', 'account_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  await lockAccount(tx, { brandId, accountId });
  const purchase = await tx
    .selectFrom('purchase')
    .select(['id', 'account_id', 'kind', 'country', 'vat_basis_points as vatBasisPoints'])
    .select(['credits', 'state', 'subscription_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const attempt = await tx
    .selectFrom('payment_attempt')
    .select([
      'id',
      'provider',
      'reference',
      'state',
      'captured_cents',
      'refunded_cents',
      'charged_back_cents',
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', attemptId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const refunds = await tx
    .selectFrom('refund')
    .select(['id', 'state', 'amount_cents', 'reason', 'reference', 'credits_taken', 'credits_written_off'])
    .select(['work_tries as tries', 'done_at'])
    .where('brand_id', '=', brandId)
    .where('attempt_id', '=', attemptId)
    .orderBy('id')
    .execute();
  // A statement of its own, after the locks: a statement that waits for a lock sees what was there before.
  const { rows } = await sql<{ cents: number }>`
    select refundable_cents as cents from refundable_attempt
    where brand_id = ${brandId}::uuid and id = ${attemptId}::uuid`.execute(tx);
  return { brandId, purchase, attempt, refunds, refundableCents: rows[0]?.cents ?? 0 };
}
export type Charge = Awaited<ReturnType<typeof lockCharge>>;
export type RefundRow = Charge['refunds'][number];

export function isOpenRefund({ state }: Pick<RefundRow, 'state'>): boolean {
  return openRefunds.some((open) => open === state);
}

interface NewRefund {
  brandId: string;
  id: string;
  attemptId: string;
  purchaseId: string;
  accountId: string;
  provider: ProviderName;
  amountCents: number;
  reason: RefundRow['reason'];
  taken: number;
  writtenOff: number;
  at: Date;
}

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      brand_id: refund.brandId,
      id: refund.id,
      attempt_id: refund.attemptId,
      purchase_id: refund.purchaseId,
      account_id: refund.accountId,
      amount_cents: refund.amountCents,
      reason: refund.reason,
      credits_taken: refund.taken,
      credits_written_off: refund.writtenOff,
      provider: refund.provider,
      work_at: refund.at,
      created_at: refund.at,
    })
    .execute();
}

export function findRefund(db: DbOrTx, brandId: string, id: string) {
  return db
    .selectFrom('refund')
    .select(['id', 'attempt_id', 'purchase_id', 'amount_cents', 'state', 'reason', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Providers know no brands. */
export function findRefundAnywhere(db: DbOrTx, id: string) {
  return db
    .selectFrom('refund')
    .select(['brand_id', 'attempt_id'])
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst();
}

/** An attempt by our id, or by the provider's. */
export async function findAttemptAnywhere(
  db: DbOrTx,
  { attemptId, reference }: { attemptId: string | null; reference: string | null },
) {
  const select = db
    .selectFrom('payment_attempt')
    .select(['brand_id', 'id', 'reference', 'captured_at'])
    .limit(1);
  const byId = attemptId === null ? undefined : await select.where('id', '=', attemptId).executeTakeFirst();
  if (byId || reference === null) return byId;
  return select
    .where('provider', 'in', providerName.options)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

interface RefundChange {
  state: RefundRow['state'];
  reference?: string | null;
  /** When it is sent again or asked about. */
  dueAt: Date | null;
  /** Of those it has made with what is due then. */
  tries?: number;
  doneAt?: Date;
}

export async function changeRefund(
  tx: Tx,
  brandId: string,
  id: string,
  { state, reference, dueAt, tries, doneAt }: RefundChange,
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
      ...(doneAt === undefined ? {} : { done_at: doneAt }),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id);
  if (!event) return void (await change.execute());
  await sql`with changed as (${change.returning('id')})
    insert into payment_event (${eventColumns})
    select ${eventColumns} from ${eventTable([event])} as e where exists (select from changed)`.execute(tx);
}

/** Both sums at once: between them they never take more than was captured, and the database holds it. */
export async function changeAttemptSums(
  tx: Tx,
  brandId: string,
  id: string,
  change: { state: AttemptState; refundedCents: number; chargedBackCents: number },
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({
      state: change.state,
      refunded_cents: change.refundedCents,
      charged_back_cents: change.chargedBackCents,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
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
