/**
 * What became of a payment, as its owner gets to know it: by the answer to a charge, when they ask, and when they are back from
 * their bank.
 */

import type { ProviderStep, ChargeReply, readOrder as readOrderEndpoint } from '#contract/billing/charges.ts';
import type {
  CheckReply,
  checkTrustPayPayment as checkTrustPayPaymentEndpoint,
} from '#contract/billing/payment-checks.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readOrderById } from '../orders/orders.sql.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { requireUsed } from '../orders/payment-rules.ts';
import { findAttempt } from './attempts.ts';
import { recordOutcome } from './record-outcome.ts';
import type { PaymentStatus } from './record-outcome.ts';

/** What a page asks that lost the answer to a charge, or waits for a bank. */
export async function readOrder(
  { app: { db }, brandId, accountId }: MemberContext,
  { orderId }: InputOf<typeof readOrderEndpoint>,
): Promise<ChargeReply> {
  const status = await readPaymentStatus(db, brandId, orderId);
  const order = status?.purchase ?? (await readOrderById(db, brandId, orderId));
  // Another member's order and a missing one must look the same.
  if (order?.accountId !== accountId) fail('order.not_found');
  if (status) return describeCharge(status);
  const open = order.state === 'created' || order.state === 'awaiting_payment';
  return describeUntried(order, open ? 'pending' : 'try_again');
}

type Input = InputOf<typeof checkTrustPayPaymentEndpoint>;

/** What became of a payment whose provider has sent the member back. A payment of another member counts as none. */
export function checkReturn(provider: ProviderName) {
  return async (context: MemberContext, { reference }: Input): Promise<CheckReply> => {
    const status = await finishPayment(context, provider, reference);
    if (!status) {
      // Only now: a payment that was begun before the brand changed its providers must still be shown.
      requireUsed(context.brand, provider);
      return {};
    }
    const { outcome, orderId } = describeCharge(status);
    return { result: outcome === 'success', outcome, orderId };
  };
}

/** The member is back from the provider's page with something for the provider to read. Undefined where it is not theirs. */
export async function finishPayment(
  context: MemberContext,
  name: ProviderName,
  returned: string,
): Promise<PaymentStatus | undefined> {
  const { db, providers } = context.app;
  const { brand, brandId, accountId } = context;
  const provider = providers.get(name);
  if (!provider) return undefined;
  const isOwn = (owner: { brandId: string; accountId: string }) =>
    owner.brandId === brandId && owner.accountId === accountId;
  const known = await findAttempt(db, { provider: name, reference: returned });
  if (known && !isOwn(known)) return undefined;
  const { merchantAccount } = brand.settings.payment;
  const finished = await provider.finish(returned, known && { ...known, merchantAccount });
  const attempt = finished && (await findAttempt(db, { provider: name, attemptId: finished.attemptId }));
  if (!attempt) return undefined;
  // Whatever was sent along, what the provider says of a payment counts.
  const status = await recordOutcome(context.app, {
    brandId: attempt.brandId,
    attemptId: attempt.attemptId,
    verdict: finished.verdict,
    source: 'return',
  });
  return isOwn(attempt) ? status : undefined;
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
