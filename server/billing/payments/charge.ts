import type { ProviderName } from '#contract/billing/providers.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { isCollision, isUniqueViolation, transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { Checkout } from '../orders/checkout.sql.ts';
import type { Consent } from '../orders/consent.ts';
import { lockAccountOfPurchase } from '../orders/lock-account.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { findRefusal } from '../orders/payment-blocks.ts';
import type { Refusal, Watched } from '../orders/payment-blocks.ts';
import type { ChargeRequest, Provider, Verdict } from '../providers/provider.ts';
import { describeReached } from '../terms/spending-limits.ts';
import { beginAttempts, begunAttempts } from './begin-attempts.sql.ts';
import type { Hindrance, WantedAttempt } from './begin-attempts.sql.ts';
import type { ChargeFacts } from './charge-facts.sql.ts';
import { factsOf } from './facts-at-begin.ts';
import type { AttemptMethod, KnownCard, NewAttempt } from './new-attempt.sql.ts';
import { recordHeld } from './payment-events.ts';
import { chargePolls } from './poll-schedule.ts';
import { recordOutcome } from './record-outcome.ts';
import type { PaymentStatus } from './record-outcome.ts';

/** A purchase about to be paid, and what is put down of it. */
interface Payable extends Pick<ChargeRequest, 'store'> {
  purchase: Purchase;
  method: AttemptMethod;
  initiatedBy: 'member' | 'merchant';
  card: KnownCard | null;
  paymentMethodId: string | null;
  /** What the member agreed to just now. */
  consent: Consent;
  /** By which its price was read; missing where that was read for nothing else. */
  checkout?: Checkout;
  watched: Watched;
}

export interface Payment
  extends Payable, Pick<ChargeRequest, 'paymentMethod' | 'authenticate' | 'shopper' | 'origin'> {
  /** In the order in which they are tried. */
  providers: readonly ProviderName[];
}

/**
 * Charges a purchase for a member who pays just now: by the first provider, and by the next one only where it is certain that
 * nothing was taken. Answers with why where we refuse it ourselves.
 */
export async function chargeNow(app: App, payment: Payment): Promise<PaymentStatus | Refusal> {
  const { purchase, watched } = payment;
  return (
    (await charge(app, payment)) ??
    (await findRefusal(app.db, purchase, watched)) ??
    fail('payment.unavailable')
  );
}

async function charge(app: App, payment: Payment): Promise<PaymentStatus | Refusal | undefined> {
  const { brandId } = payment.purchase;
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error('a purchase of a brand that is not known here yet');
  let status: PaymentStatus | undefined;
  for (const name of payment.providers) {
    const provider = app.providers.get(name);
    // Behind a closed gate nothing is begun: the next provider takes it, or the order stays as it is.
    if (!provider) continue;
    const reason = app.providers.gate(name)?.closedBy('charge', brandId);
    if (reason) {
      await recordHeld(app, [{ brandId, purchaseId: payment.purchase.id, provider: name, reason }]);
      continue;
    }
    const begun = await commitAttempt(app, payment, name, status === undefined);
    if (!begun) return status;
    if ('refusal' in begun) return begun.refusal;
    const { attemptId, facts } = begun;
    const verdict = await send(app, provider, requestOf(brand, payment, attemptId));
    status = await recordOutcome(app, { brandId, attemptId, verdict, facts });
    if (verdict.state !== 'error' || status.state !== 'error') return status;
  }
  return status;
}

/** So often it is tried beside others who do something about the same money; then it is done while none of them can. */
const MOST_TRIES = 3;

/**
 * Puts down that a provider is going to be asked, before it is: whatever happens then, the attempt is known. By one
 * statement for all who pay at this moment, which says what is in the way where none may begin. Answers with nothing where
 * the purchase is decided or an attempt is under way.
 */
export async function commitAttempt(
  app: App,
  payable: Payable,
  provider: ProviderName,
  isFirst: boolean,
): Promise<{ attemptId: string; facts: ChargeFacts | undefined } | { refusal: Refusal } | undefined> {
  const { purchase, consent, watched, checkout } = payable;
  const seenVersion = checkout?.moneyVersion ?? null;
  const attempt = newAttempt(payable, provider, app.clock.now());
  const byTraces = !app.providers.sandbox;
  const wanted: WantedAttempt = { purchase, attempt, consent, isFirst, seenVersion, watched, byTraces };
  let begun = await app.batches.add(begunAttempts, wanted).catch(orOvertaken);
  const facts = begun === 'begun' && checkout ? factsOf(checkout, purchase, attempt) : undefined;
  const again = { ...wanted, seenVersion: null };
  for (let tries = 1; begun === 'overtaken' && tries < MOST_TRIES; tries += 1)
    begun = await app.batches.add(begunAttempts, again).catch(orOvertaken);
  if (begun === 'overtaken')
    begun = await transact(app.db, async (tx) => {
      await lockAccountOfPurchase(tx, purchase.brandId, purchase.id);
      const [result = 'overtaken'] = await beginAttempts(tx, [again]);
      return result;
    });
  if (begun === 'begun') return { attemptId: attempt.id, facts };
  return begun === 'overtaken' ? undefined : explain(purchase, begun, app.clock.now());
}

/** Nothing was written where two got in each other's way. */
function orOvertaken(error: unknown): 'overtaken' {
  if (isCollision(error) || isUniqueViolation(error)) return 'overtaken';
  throw error;
}

function explain(
  { id: orderId, amountCents }: Purchase,
  hindrance: Hindrance,
  now: Date,
): { refusal: Refusal } | undefined {
  switch (hindrance.why) {
    case 'account_blocked':
    case 'address_blocked':
    case 'already_declined':
      return { refusal: hindrance.why };
    case 'over':
      return undefined;
    case 'order.used':
      return fail(hindrance.why, { orderId });
    case 'order.expired':
    case 'order.first_purchase_only':
      return fail(hindrance.why);
    case 'payment.undecided': {
      const next = hindrance.pollAt === null ? now : new Date(hindrance.pollAt);
      const nextCheckAt = Math.max(next.getTime(), now.getTime());
      return fail(hindrance.why, { orderId: hindrance.orderId, nextCheckAt });
    }
    case 'spending.paused':
      return fail(hindrance.why, { until: new Date(hindrance.until).getTime() });
    case 'spending.limit_reached':
      return fail(hindrance.why, describeReached(hindrance, amountCents));
  }
}

function newAttempt(
  { method, initiatedBy, paymentMethodId, card, store }: Payable,
  provider: ProviderName,
  at: Date,
): NewAttempt {
  const by = { method, initiatedBy, paymentMethodId, keepsFor: store, card };
  return { id: newId(at.getTime()), provider, ...by, pollAt: chargePolls.unanswered(at), sentAt: at, at };
}

export function requestOf(
  { settings }: Brand,
  payment: Pick<Payment, 'purchase' | 'paymentMethod' | 'store' | 'authenticate' | 'shopper' | 'origin'>,
  attemptId: string,
): ChargeRequest {
  const { purchase, paymentMethod, store, authenticate, shopper, origin } = payment;
  const { descriptor, merchantAccount } = settings.payment;
  return {
    attemptId,
    amountCents: purchase.amountCents,
    paymentMethod,
    store,
    authenticate,
    shopper,
    origin,
    descriptor,
    merchantName: settings.title,
    merchantAccount,
  };
}

export async function send({ log }: App, provider: Provider, request: ChargeRequest): Promise<Verdict> {
  try {
    return await provider.charge(request);
  } catch (error) {
    // It may have been sent before it broke. What broke is named without its words, which might hold a card.
    const why = error instanceof Error ? error.name : typeof error;
    const { attemptId } = request;
    log.error({ attemptId, provider: provider.name, why }, 'a provider could not be spoken to');
    return { state: 'unknown' };
  }
}
