import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { isCollision, transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { ChargeRequest, Provider, Verdict } from '../providers/provider.ts';
import { requireWithinLimits } from '../spending/limits.ts';
import { openStates } from './attempts.ts';
import { insertConsent } from './consent.ts';
import type { Consent } from './consent.ts';
import { firstAttempts } from './first-attempts.sql.ts';
import { attemptFields, attemptRow, insertAttempts } from './new-attempt.sql.ts';
import type { AttemptMethod, KnownCard, NewAttempt } from './new-attempt.sql.ts';
import { lockOrder, markAwaiting } from './orders.sql.ts';
import type { Purchase } from './orders.sql.ts';
import { requirePayable } from './orders.ts';
import { findRefusal } from './payment-blocks.ts';
import type { Refusal, Watched } from './payment-blocks.ts';
import { recordHeld } from './payment-events.ts';
import { chargePolls } from './poll-schedule.ts';
import { requireOnlyPayment } from './purchase-limits.ts';
import type { PaymentStatus } from './record-outcome.ts';
import { recordOutcome } from './record-outcome.ts';

/** A purchase about to be paid, and what is put down of it. */
interface Undertaking extends Pick<ChargeRequest, 'store'> {
  purchase: Purchase;
  method: AttemptMethod;
  initiatedBy: 'member' | 'merchant';
  card: KnownCard | null;
  paymentMethodId: string | null;
  /** What the member agreed to just now. Without it the order need not be fresh: it was agreed to earlier. */
  consent: Consent | null;
  /** The version of the payer's money by which this was decided; missing where it has to be decided under a lock. */
  seenVersion?: number | null;
  /** Missing where it was looked for on the lists before. */
  watched?: Watched;
}

export interface Payment
  extends Undertaking, Pick<ChargeRequest, 'paymentMethod' | 'authenticate' | 'shopper' | 'origin'> {
  /** In the order in which they are tried. */
  providers: readonly ProviderName[];
}

/**
 * Charges a purchase for a member who pays just now: by the first provider, and by the next one only where it is certain that
 * nothing was taken. Answers with why where we refuse it ourselves.
 */
export async function chargeNow(
  app: App,
  payment: Payment & { consent: Consent; watched: Watched },
): Promise<PaymentStatus | Refusal> {
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
    const { attemptId } = begun;
    const verdict = await send(app, provider, requestOf(brand, payment, attemptId));
    status = await recordOutcome(app, { brandId, attemptId, verdict });
    if (verdict.state !== 'error' || status.state !== 'error') return status;
  }
  return status;
}

/**
 * Puts down that a provider is going to be asked, before it is: whatever happens then, the attempt is known. By one
 * statement for all who pay at this moment where nothing is in the way; what is, is then found out and said. Answers with
 * nothing where the purchase is decided or an attempt is under way.
 */
export async function commitAttempt(
  app: App,
  undertaking: Undertaking,
  provider: ProviderName,
  isFirst: boolean,
): Promise<{ attemptId: string } | { refusal: Refusal } | undefined> {
  const { purchase, consent, seenVersion = null, watched } = undertaking;
  if (isFirst && watched) {
    if (consent && seenVersion !== null) {
      const attempt = newAttempt(undertaking, provider, app.clock.now());
      const first = { purchase, attempt, consent, seenVersion, watched };
      const isMade = await app.batches.add(firstAttempts, first).catch(orCollided);
      if (isMade) return { attemptId: attempt.id };
    }
    const refusal = await findRefusal(app.db, purchase, watched);
    if (refusal) return { refusal };
  }
  const attemptId = await commitUnderLock(app, undertaking, provider, isFirst);
  return attemptId === undefined ? undefined : { attemptId };
}

/** Nothing was written where two got in each other's way. */
function orCollided(error: unknown): false {
  if (isCollision(error)) return false;
  throw error;
}

function newAttempt(
  { method, initiatedBy, paymentMethodId, card, store }: Undertaking,
  provider: ProviderName,
  at: Date,
): NewAttempt {
  const by = { method, initiatedBy, paymentMethodId, keepsFor: store, card };
  return { id: newId(at.getTime()), provider, ...by, pollAt: chargePolls.unanswered(at), sentAt: at, at };
}

function commitUnderLock(
  app: App,
  undertaking: Undertaking,
  provider: ProviderName,
  isFirst: boolean,
): Promise<string | undefined> {
  const { purchase, consent, initiatedBy, card } = undertaking;
  const { brandId, id: purchaseId } = purchase;
  return transact(app.db, async (tx) => {
    const at = app.clock.now();
    const order = await lockOrder(tx, brandId, purchaseId);
    const busy = await hasOpenAttempt(tx, brandId, purchaseId);
    if (consent && isFirst) {
      requirePayable(order, at);
      if (busy) fail('order.used', { orderId: purchaseId });
      await requireOnlyPayment(app, tx, order, card);
      await insertConsent(tx, purchase, consent, at);
    }
    if (busy || (order.state !== 'created' && order.state !== 'awaiting_payment')) return undefined;
    // What renews was agreed to before, and is stopped by leaving the plan.
    if (initiatedBy === 'member') await requireWithinLimits(tx, order, at);
    await markAwaiting(tx, brandId, purchaseId, at);
    const attempt = newAttempt(undertaking, provider, at);
    await insertAttempt(tx, purchase, attempt);
    return attempt.id;
  });
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

async function insertAttempt(tx: Tx, purchase: Purchase, attempt: NewAttempt): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify([attemptRow(purchase, attempt)])}::jsonb) as g (${attemptFields})
    )${insertAttempts('given')}`.execute(tx);
}

async function hasOpenAttempt(tx: Tx, brandId: string, purchaseId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_attempt')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
