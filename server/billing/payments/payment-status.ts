import type { PaymentOutcome } from '../../../contract/billing/payment-outcome.ts';
import type {
  ProviderStep,
  ChargeReply,
  readOrder as readOrderEndpoint,
} from '../../../contract/billing/charges.ts';
import type { AttemptState, AttemptRow } from './attempts.ts';
import type { Purchase } from './orders.sql.ts';
import type { DbOrTx } from '../../platform/database/database.ts';
import { readOrderById } from './orders.sql.ts';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { MemberContext } from '../../app.ts';

/** The state of a payment attempt, together with its purchase. */
export interface PaymentStatus {
  attemptId: string;
  state: AttemptState;
  outcome: PaymentOutcome | null;
  step: ProviderStep | null;
  provider: AttemptRow['provider'];
  purchase: Purchase;
}

/**
 * The status of a purchase by its attempts. Undefined where none was made. The purchase is read last, so that a paid
 * attempt is never shown with a purchase that is still unpaid.
 */
export async function readPaymentStatus(
  db: DbOrTx,
  brandId: string,
  purchaseId: string,
): Promise<PaymentStatus | undefined> {
  const attempt = await findDecisiveAttempt(db, brandId, purchaseId);
  const purchase = attempt && (await readOrderById(db, brandId, purchaseId));
  if (!purchase) return undefined;
  const { id: attemptId, state, outcome, step, provider } = attempt;
  return { attemptId, state, outcome, step, provider, purchase };
}

/** The attempt that decides the status of a purchase: the one that paid it, else the newest. */
async function findDecisiveAttempt(db: DbOrTx, brandId: string, purchaseId: string) {
  const row = await db
    .selectFrom('payment_attempt')
    .select(['id', 'state', 'outcome', 'step', 'provider'])
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .orderBy(({ eb }) => eb('captured_at', 'is not', null), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, step: row.step as ProviderStep | null };
}

/** The status of a payment, as its owner sees it. */
export function describeCharge({ state, outcome, step, provider, purchase }: PaymentStatus): ChargeReply {
  const reply = { step: null, provider, data: { customerId: purchase.accountId }, orderId: purchase.id };
  if (isGiven(purchase)) return { ...reply, status: 'ok', outcome: 'success' };
  // Called off: should it be paid all the same, the money goes back.
  if (purchase.state === 'expired') return { ...reply, status: 'ko', outcome: 'try_again' };
  switch (state) {
    case 'requires_action':
      // `ok` without a step would mean that it is paid.
      return { ...reply, status: step ? 'ok' : 'pending', outcome: 'pending', step };
    case 'created':
    case 'processing':
    case 'unknown':
    case 'authorised':
      return { ...reply, status: 'pending', outcome: 'pending' };
    case 'declined':
      return { ...reply, status: 'ko', outcome: outcome ?? 'generic' };
    case 'error':
      return { ...reply, status: 'ko', outcome: 'processing_error' };
    // Paid, and nothing given for it: it came too late and goes back.
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
    case 'charged_back':
      return { ...reply, status: 'ko', outcome: 'try_again' };
  }
}

/** The same for a purchase without an attempt: none was made yet, or none was allowed. */
export function describeUntried(purchase: Purchase, outcome: PaymentOutcome): ChargeReply {
  return {
    status: outcome === 'pending' ? 'pending' : 'ko',
    outcome,
    step: null,
    provider: null,
    data: { customerId: purchase.accountId },
    orderId: purchase.id,
  };
}

function isGiven({ state }: Purchase): boolean {
  return state === 'paid' || state === 'fulfilled';
}

/** What a page asks that lost the answer to a charge, or waits for a bank. */
export async function readOrder(
  { db, brandId, accountId }: MemberContext,
  { orderId }: InputOf<typeof readOrderEndpoint>,
): Promise<ChargeReply> {
  const status = await readPaymentStatus(db, brandId, orderId);
  const order = status?.purchase ?? (await readOrderById(db, brandId, orderId));
  // Somebody else's order and a missing one must look the same.
  if (order?.accountId !== accountId) fail('order.not_found');
  if (status) return describeCharge(status);
  const open = order.state === 'created' || order.state === 'awaiting_payment';
  return describeUntried(order, open ? 'pending' : 'try_again');
}
