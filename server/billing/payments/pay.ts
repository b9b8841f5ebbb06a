import type { ChargeDetails, ChargeReply } from '#contract/billing/charges.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { readCheckout } from '../orders/checkout.sql.ts';
import type { Checkout } from '../orders/checkout.sql.ts';
import { requireConsent } from '../orders/consent.ts';
import type { Consent } from '../orders/consent.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { findRefusal, watchedOf } from '../orders/payment-blocks.ts';
import type { PaymentMethod, Shopper } from '../providers/provider.ts';
import { readTerms } from '../terms/plan-terms.ts';
import { chargeNow } from './charge.ts';
import type { Payment } from './charge.ts';
import { describeCharge, describeUntried } from './payment-status.ts';
import type { PaymentStatus } from './record-outcome.ts';

/** By what a member pays, and through whom. */
export type Chosen = Pick<Payment, 'paymentMethod' | 'method' | 'providers' | 'card' | 'paymentMethodId'>;

/** A try to pay counts, whatever comes of it: cards are not to be tried out here. */
export async function countTry({ app: { limits }, accountId, ip }: MemberContext): Promise<void> {
  await Promise.all([limits.hit('chargeAccount', accountId), limits.hit('chargeAddress', ip)]);
}

/** A member pays an order. What we refuse ourselves leaves the order as it was. */
export async function pay(
  context: MemberContext,
  { checkout: read, ...purchase }: Purchase & { checkout?: Checkout },
  chosen: Chosen,
  details: ChargeDetails,
): Promise<PaymentStatus | PaymentOutcome> {
  const { db } = context.app;
  const { ip, origin } = context;
  const plan = await readTerms(context.app, db, purchase);
  const checkout = read ?? (await readCheckout(context.app, context)) ?? fail('session.dead');
  const { email } = checkout.buyer;
  const fingerprint = chosen.card?.fingerprint ?? null;
  const watched = watchedOf(context.app, purchase, { email, address: ip, fingerprint });
  // What is on file is on file.
  const keepForLater = details.keepForLater === true && chosen.paymentMethod.type !== 'on_file';
  let consent: Consent;
  try {
    consent = requireConsent(context, purchase, plan, { ...details, keepForLater });
  } catch (error) {
    // A member who may buy nothing gets this refusal first.
    if ((await findRefusal(db, purchase, watched)) === 'account_blocked') fail('payment.blocked');
    throw error;
  }
  const result = await chargeNow(context.app, {
    purchase,
    ...chosen,
    ...precautionsOf(purchase, consent, chosen.paymentMethod),
    initiatedBy: 'member',
    shopper: { ...shopperOf(purchase, email), ip, browser: browserOf(context, details) },
    origin,
    consent,
    checkout,
    watched,
  });
  if (result === 'account_blocked') fail('payment.blocked');
  return result;
}

export function describePayment(purchase: Purchase, result: PaymentStatus | PaymentOutcome): ChargeReply {
  return typeof result === 'string' ? describeUntried(purchase, result) : describeCharge(result);
}

export function shopperOf(
  { accountId, country, language }: Purchase,
  email: string,
): Omit<Shopper, 'ip' | 'browser'> {
  return { customerId: accountId, email, country, language };
}

/**
 * Nothing is kept but what was agreed to. A card that is typed, whatever is kept and whatever will be charged again, the
 * bank asks its holder about first.
 */
function precautionsOf(
  { kind }: Purchase,
  { keepsFor }: Consent,
  { type }: PaymentMethod,
): Pick<Payment, 'store' | 'authenticate'> {
  const isOnFile = type === 'on_file';
  return {
    store: isOnFile ? null : keepsFor,
    authenticate: keepsFor !== null || kind === 'verification' || type === 'card',
  };
}

function browserOf({ userAgent }: MemberContext, details: ChargeDetails): NonNullable<Shopper['browser']> {
  const { language, screenHeight, screenWidth, timeZone, javaEnabled, scriptEnabled, colourDepth } = details;
  return {
    language,
    screenHeight,
    screenWidth,
    timeZone,
    // Unknown, it must be missing, so that a provider gets what it takes for granted.
    userAgent: details.userAgent || userAgent || undefined,
    javaEnabled,
    scriptEnabled,
    colourDepth,
  };
}
