import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { languages } from '#contract/kernel/languages.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import type { ChargeRequest, Verdict, PaymentMethod, Shopper, KnownAttempt } from '../provider.ts';
import { call, readAs, paymentAnswer } from './client.ts';
import type { AdyenSettings, Reply } from './client.ts';
import { readVerdict } from './verdicts.ts';

export async function charge(settings: AdyenSettings, request: ChargeRequest): Promise<Verdict> {
  const { attemptId, amountCents, paymentMethod, shopper } = request;
  const always = buildPayment(settings, { ...request, customerId: shopper.customerId });
  const body = paymentMethod.type === 'renewal' ? always : { ...always, ...aboutShopper(request) };
  return judge(await sendPayment(settings, attemptId, body), amountCents);
}

function sendPayment(
  settings: AdyenSettings,
  attemptId: string,
  body: Record<string, unknown>,
): Promise<Reply> {
  return call(settings, { path: '/payments', body, key: attemptId });
}

/** Adyen's codes for a card that it would not even try. The others are faults of ours or of theirs. */
const cardFaults: Readonly<Record<string, PaymentOutcome>> = {
  '101': 'invalid_number',
  '103': 'invalid_cvc',
  '129': 'expired_card',
};

function judge(reply: Reply, askedCents: number): Verdict {
  switch (reply.kind) {
    case 'unknown':
      return { state: 'unknown' };
    case 'busy':
      return { state: 'error' };
    case 'refused': {
      const outcome = cardFaults[reply.code ?? ''];
      if (!outcome) return { state: 'error' };
      return { state: 'declined', reference: null, outcome, dropToken: false };
    }
    case 'done': {
      const answer = readAs(paymentAnswer, reply.json);
      return answer ? readVerdict(answer, askedCents) : { state: 'unknown' };
    }
  }
}

const LONGEST_STATEMENT = 22;

/** The accept header of page loads, which a script cannot read. */
const acceptHeader = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

type Payment = Pick<
  ChargeRequest,
  'attemptId' | 'amountCents' | 'merchantAccount' | 'paymentMethod' | 'store' | 'origin' | 'descriptor'
> &
  Pick<Shopper, 'customerId'>;

/** What the body of POST /payments always says. A renewal says nothing more, so that it can be repeated to the letter. */
function buildPayment(settings: AdyenSettings, payment: Payment): Record<string, unknown> {
  return {
    amount: { value: payment.amountCents, currency: CURRENCY },
    merchantAccount: payment.merchantAccount ?? settings.merchantAccount,
    reference: payment.attemptId,
    returnUrl: `${payment.origin}/adyen/paymentCheck`,
    paymentMethod: methodOf(payment.paymentMethod),
    shopperReference: payment.customerId,
    shopperStatement: payment.descriptor.slice(0, LONGEST_STATEMENT),
    ...recurring(payment),
  };
}

/** What it says besides where the member is at the page. */
function aboutShopper({ shopper, origin, authenticate }: ChargeRequest): Record<string, unknown> {
  return {
    channel: 'Web',
    origin,
    ...(shopper.ip && { shopperIP: shopper.ip }),
    shopperEmail: shopper.email,
    shopperLocale: languages[shopper.language].locale,
    countryCode: shopper.country.toUpperCase(),
    ...(shopper.browser && { browserInfo: browserInfo(shopper.browser) }),
    authenticationData: {
      ...(authenticate && { attemptAuthentication: 'always' }),
      threeDSRequestData: { nativeThreeDS: 'disabled' },
    },
  };
}

function methodOf(paymentMethod: PaymentMethod): Record<string, unknown> {
  switch (paymentMethod.type) {
    case 'card': {
      const { number, month, year, securityCode, firstName, lastName } = paymentMethod.card;
      return {
        type: 'scheme',
        number,
        expiryMonth: String(month).padStart(2, '0'),
        expiryYear: String(year),
        cvc: securityCode,
        holderName: `${firstName} ${lastName}`.trim(),
      };
    }
    case 'on_file':
    case 'renewal':
      return { type: 'scheme', storedPaymentMethodId: paymentMethod.token };
    case 'googlepay':
      return { type: 'googlepay', googlePayToken: paymentMethod.token };
    case 'applepay':
      return { type: 'applepay', applePayToken: wrapAppleToken(paymentMethod.token) };
    case 'paypal':
      throw new Error('PayPal is not paid through Adyen here');
  }
}

/** Adyen wants the JSON that Apple hands over in base64. */
function wrapAppleToken(token: string): string {
  return token.startsWith('{') ? Buffer.from(token).toString('base64') : token;
}

/**
 * Adyen docs, “Create and use tokens”: one-off payments are CardOnFile, first Ecommerce, later ContAuth; subscriptions are
 * Subscription, first Ecommerce, later ContAuth. A member's click is a one-off payment even where it begins a plan: they
 * are at the browser, and may be asked by their bank. Wallets follow the same table.
 */
function recurring({ paymentMethod, store }: Payment): Record<string, unknown> {
  if (paymentMethod.type === 'renewal') {
    return { recurringProcessingModel: 'Subscription', shopperInteraction: 'ContAuth' };
  }
  if (paymentMethod.type === 'on_file') {
    return { recurringProcessingModel: 'CardOnFile', shopperInteraction: 'ContAuth' };
  }
  if (!store) return { shopperInteraction: 'Ecommerce' };
  return {
    recurringProcessingModel: store === 'renewals' ? 'Subscription' : 'CardOnFile',
    shopperInteraction: 'Ecommerce',
    storePaymentMethod: true,
  };
}

/** The bank requires every field, so what the page did not send gets the most common value. */
function browserInfo(browser: NonNullable<Shopper['browser']>): Record<string, unknown> {
  return {
    acceptHeader,
    colorDepth: Math.round(browser.colourDepth ?? 24),
    javaEnabled: browser.javaEnabled ?? false,
    javaScriptEnabled: browser.scriptEnabled ?? true,
    language: browser.language ?? 'en-GB',
    screenHeight: Math.round(browser.screenHeight ?? 800),
    screenWidth: Math.round(browser.screenWidth ?? 1280),
    timeZoneOffset: Math.round(browser.timeZone ?? 0),
    userAgent: browser.userAgent ?? 'Mozilla/5.0',
  };
}

const RETRY_SECONDS = 5;

/** The bank's page sent the member back with a result that only Adyen can read. */
export async function finish(
  settings: AdyenSettings,
  redirectResult: string,
): Promise<{ attemptId: string; verdict: Verdict } | undefined> {
  const reply = await call(settings, {
    path: '/payments/details',
    body: { details: { redirectResult } },
    // The same result from two tabs, or sent again, is one request.
    key: createHash('sha256').update(redirectResult).digest('hex'),
  });
  if (reply.kind === 'refused') return undefined;
  const answer = reply.kind === 'done' ? readAs(paymentAnswer, reply.json) : undefined;
  // Only the answer says which charge it is about. The page may try again, and the webhook comes in any case.
  if (!answer) return fail('server.unavailable', { retryAfter: RETRY_SECONDS });
  const attemptId = z.uuid().safeParse(answer.merchantReference).data;
  return attemptId === undefined ? undefined : { attemptId, verdict: readVerdict(answer) };
}

/** Longer than that a renewal is not sent again: by then it may be another day's. */
const REPEATED_FOR = DAY;
/** When the last of the daily polls comes. */
const PATIENCE = 5 * DAY - HOUR;

/**
 * Adyen has no call for the status of a charge. It is decided by its webhook, by the report or by being sent again; what
 * none of them names is cancelled in the end.
 */
export async function pollStatus(
  settings: AdyenSettings,
  attempt: KnownAttempt,
): Promise<Verdict | { state: 'absent' }> {
  // A charge with a reference was answered once: Adyen has it, and its webhook will come.
  const isOver = attempt.reference === null && ageOf(settings, attempt) >= PATIENCE;
  return isOver ? cancelCharge(settings, attempt) : { state: 'unknown' };
}

/** A renewal is sent once more with its idempotency key, which charges it once at most. */
export async function resend(
  settings: AdyenSettings,
  attempt: KnownAttempt,
  mayCharge: () => Promise<boolean>,
): Promise<Verdict | undefined> {
  const renewal = asRenewal(attempt);
  if (!renewal || ageOf(settings, attempt) >= REPEATED_FOR || !(await mayCharge())) return undefined;
  return repeat(settings, renewal);
}

function ageOf({ clock }: AdyenSettings, { createdAt }: KnownAttempt): number {
  return clock.now().getTime() - createdAt.getTime();
}

/** Only renewals: a member's click is not charged after they have left, and we no longer have what their browser sent. */
function asRenewal(attempt: KnownAttempt): Payment | undefined {
  const { token, request, initiatedBy } = attempt;
  if (initiatedBy !== 'merchant' || token === null || !request) return undefined;
  const { attemptId, amountCents, merchantAccount } = attempt;
  const paymentMethod = { type: 'renewal', token } as const;
  return { ...request, attemptId, amountCents, merchantAccount, paymentMethod, store: null };
}

/** Only a proper answer counts: that this one was turned down says nothing about the one before. */
async function repeat(settings: AdyenSettings, renewal: Payment): Promise<Verdict> {
  const reply = await sendPayment(settings, renewal.attemptId, buildPayment(settings, renewal));
  const answer = reply.kind === 'done' ? readAs(paymentAnswer, reply.json) : undefined;
  return answer ? readVerdict(answer, renewal.amountCents) : { state: 'unknown' };
}

async function cancelCharge(
  settings: AdyenSettings,
  { attemptId, merchantAccount }: KnownAttempt,
): Promise<Verdict | { state: 'absent' }> {
  const reply = await call(settings, {
    path: '/cancels',
    body: {
      merchantAccount: merchantAccount ?? settings.merchantAccount,
      paymentReference: attemptId,
      reference: `cancel-${attemptId}`,
    },
    key: `cancel-${attemptId}`,
  });
  // Refused means that there is nothing to cancel.
  return { state: reply.kind === 'done' || reply.kind === 'refused' ? 'absent' : 'unknown' };
}
