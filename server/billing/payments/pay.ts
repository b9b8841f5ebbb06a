import type { ChargeDetails, ChargeReply } from '../../../contract/billing/charges.ts';
import type { PaymentOutcome } from '../../../contract/billing/payment-outcome.ts';
import { hardDeclines } from '../../../contract/billing/payment-outcome.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { MemberContext } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import type { DbOrTx } from '../../platform/database/database.ts';
import type { PaymentMethod, Shopper } from '../providers/provider.ts';
import { readTerms } from '../subscriptions/plan-terms.ts';
import { readBuyer } from '../subscriptions/subscription.sql.ts';
import { chargeNow } from './charge.ts';
import type { Payment } from './charge.ts';
import { requireConsent } from './consent.ts';
import type { Consent } from './consent.ts';
import type { Purchase } from './orders.sql.ts';
import { isBlocked, requireMayBuy } from './payment-blocks.ts';
import { describeCharge, describeUntried } from './payment-status.ts';
import type { PaymentStatus } from './payment-status.ts';

/** By what a member pays, and through whom. */
export type Chosen = Pick<Payment, 'paymentMethod' | 'method' | 'providers' | 'card' | 'paymentMethodId'>;

const REFUSED_FOR = DAY;

/** A try to pay counts, whatever comes of it: cards are not to be tried out here. */
export async function countTry({ app: { limits }, accountId, ip }: MemberContext): Promise<void> {
  await limits.hit('chargeAccount', accountId);
  await limits.hit('chargeAddress', ip);
}

/** A member pays an order. What we refuse ourselves leaves the order as it was. */
export async function pay(
  context: MemberContext,
  purchase: Purchase,
  chosen: Chosen,
  details: ChargeDetails,
): Promise<PaymentStatus | PaymentOutcome> {
  const { db } = context.app;
  const { brandId, accountId, ip, origin } = context;
  const { fingerprint } = chosen.card ?? {};
  await requireMayBuy(context.app, purchase);
  const plan = await readTerms(db, purchase);
  // What is on file is on file.
  const keepForLater = details.keepForLater === true && chosen.paymentMethod.type !== 'on_file';
  const consent = requireConsent(context, purchase, plan, { ...details, keepForLater });
  const { email } = (await readBuyer(db, brandId, accountId)) ?? fail('session.dead');
  if (await isBlocked(context.app, purchase, { email, address: ip, fingerprint })) return 'address_blocked';
  const since = new Date(context.app.clock.now().getTime() - REFUSED_FOR);
  if (fingerprint && (await wasRefused(db, { brandId, accountId, fingerprint, since }))) {
    return 'already_declined';
  }
  return chargeNow(context.app, {
    purchase,
    ...chosen,
    ...careOf(purchase, consent, chosen.paymentMethod),
    initiatedBy: 'member',
    shopper: { ...shopperOf(purchase, email), ip, browser: browserOf(context, details) },
    origin,
    consent,
  });
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
function careOf(
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
    // Said by nobody it must be missing, so that a provider gets what it takes for granted.
    userAgent: details.userAgent || userAgent || undefined,
    javaEnabled,
    scriptEnabled,
    colourDepth,
  };
}

/** Whether a bank has refused this card of the member for good since then. */
async function wasRefused(
  db: DbOrTx,
  card: { brandId: string; accountId: string; fingerprint: Buffer; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('brand_id', '=', card.brandId)
    .where('account_id', '=', card.accountId)
    .where('fingerprint', '=', card.fingerprint)
    .where('created_at', '>', card.since)
    .where('state', '=', 'declined')
    .where('outcome', 'in', hardDeclines)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
