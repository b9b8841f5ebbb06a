import { z } from 'zod';
import type {
  ChargeReply,
  PaidIntent,
  chargeByGooglePay as chargeByGooglePayEndpoint,
  validateMerchant as validateMerchantEndpoint,
  trustPayIntent as trustPayIntentEndpoint,
} from '#contract/billing/charges.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail, Failure } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { decode } from '#server/platform/http/failures.ts';
import { requireConsent } from '../orders/consent.ts';
import { readOrderById } from '../orders/orders.sql.ts';
import { findOrder, requestOrder } from '../orders/orders.ts';
import { findRefusal, watchedOf } from '../orders/payment-blocks.ts';
import { providersFor, acceptingProviders } from '../orders/payment-rules.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import { readTerms } from '../terms/plan-terms.ts';
import { findAttempt } from './attempts.ts';
import { commitAttempt } from './charge.ts';
import { countTry, describePayment, pay } from './pay.ts';
import { recordHeld } from './payment-events.ts';
import { describeCharge } from './payment-status.ts';
import { recordOutcome } from './record-outcome.ts';

type Input = InputOf<typeof chargeByGooglePayEndpoint>;

const tokenText = z.string().min(1).max(20_000);
/** The part of Google's `PaymentData` that the gateway opens. */
const googleResponse = z.object({
  paymentMethodData: z.object({ tokenizationData: z.object({ token: tokenText }) }),
});
/** Apple's `ApplePayPayment`. */
const appleResponse = z.object({
  token: z.object({ paymentData: z.union([tokenText, z.record(z.string().max(100), z.unknown())]) }),
});

type Wallet = 'googlepay' | 'applepay';

const readToken: Readonly<Record<Wallet, (response: unknown) => string>> = {
  googlepay: (response) => decode(googleResponse, response).paymentMethodData.tokenizationData.token,
  applepay(response) {
    const { paymentData } = decode(appleResponse, response).token;
    return typeof paymentData === 'string' ? paymentData : JSON.stringify(paymentData);
  },
};

export function chargeByGooglePay(context: MemberContext, input: Input): Promise<ChargeReply> {
  return payByWallet(context, input, 'googlepay');
}

export function chargeByApplePay(context: MemberContext, input: Input): Promise<ChargeReply> {
  return payByWallet(context, input, 'applepay');
}

async function payByWallet(
  context: MemberContext,
  { request, wallet }: Input,
  type: Wallet,
): Promise<ChargeReply> {
  const { trackerId, ...details } = request;
  if (trackerId !== context.trackerId) fail('session.not_yours');
  await countTry(context);
  const order = await findOrder(context, wallet.token);
  const providers = providersFor(context.app, context.brand, order.flowId, type);
  if (providers.length === 0) fail('request.not_found');
  const result = await pay(
    context,
    order,
    {
      paymentMethod: { type, token: readToken[type](wallet.response) },
      method: type,
      providers,
      card: null,
      paymentMethodId: null,
    },
    details,
  );
  return describePayment(order, result);
}

/** Opens a session with Apple. The page names the address; `validateAppleMerchant` checks that it is Apple’s. */
export async function validateMerchant(
  { app, brand, brandId, accountId, origin }: MemberContext,
  { validationURL }: InputOf<typeof validateMerchantEndpoint>,
): Promise<ReplyOf<typeof validateMerchantEndpoint>> {
  const { db, providers, log } = app;
  const { wallet } = brand.settings;
  const buyer = (await readBuyer(db, brandId, accountId)) ?? fail('session.dead');
  const isOffered = acceptingProviders(app, brand, buyer.flow_id, 'applepay').length > 0;
  if (!wallet || !isOffered) fail('request.not_found');
  const session = await providers
    .validateAppleMerchant({
      validationUrl: validationURL,
      merchantId: wallet.merchantId,
      merchantName: wallet.merchantName,
      domain: new URL(origin).hostname,
    })
    .catch((error: unknown) => {
      if (error instanceof Failure) throw error;
      log.warn({ err: error }, 'Apple opened no session');
      return undefined;
    });
  return session ?? fail('payment.unavailable');
}

/** Opens a payment of a pack by a wallet at TrustPay's. What a wallet has paid there cannot be charged again, so it pays no plan. */
export async function trustPayIntent(
  context: MemberContext,
  input: InputOf<typeof trustPayIntentEndpoint>,
): Promise<ReplyOf<typeof trustPayIntentEndpoint>> {
  const { db, providers } = context.app;
  const { brandId, accountId, ip } = context;
  await countTry(context);
  if (input.productId === undefined) fail('order.plan_unknown');
  const method: Wallet = /apple/i.test(input.source ?? '') ? 'applepay' : 'googlepay';
  const offeredBy = { provider: 'trustpay', method } as const;
  const { id } = await requestOrder(context, { productId: input.productId }, offeredBy);
  const purchase = await readOrderById(db, brandId, id);
  const payer = await readBuyer(db, brandId, accountId);
  if (!purchase || !payer) fail('session.dead');
  const { email } = payer;
  const watched = watchedOf(context.app, purchase, { email, address: ip, fingerprint: null });
  const refusal = await findRefusal(db, purchase, watched);
  if (refusal === 'account_blocked') fail('payment.blocked');
  const terms = await readTerms(context.app, db, purchase);
  // There is nothing to keep.
  const consent = requireConsent(context, purchase, terms, { ...input, keepForLater: false });
  const trustPay = providers.get('trustpay');
  if (!trustPay?.openIntent || refusal) fail('payment.unavailable');
  const reason = providers.gate('trustpay')?.closedBy('charge', brandId);
  if (reason) {
    await recordHeld(context.app, [{ brandId, purchaseId: id, provider: 'trustpay', reason }]);
    fail('payment.unavailable');
  }
  const attempt = {
    purchase,
    consent,
    method,
    initiatedBy: 'member',
    paymentMethodId: null,
    card: null,
    store: null,
    watched,
  } as const;
  const begun = await commitAttempt(context.app, attempt, 'trustpay', true);
  if (!begun || 'refusal' in begun) fail('payment.unavailable');
  const { attemptId } = begun;
  const intent = await trustPay.openIntent({ attemptId, amountCents: purchase.amountCents });
  const verdict = intent
    ? ({ state: 'processing', reference: intent.instanceId } as const)
    : ({ state: 'error' } as const);
  await recordOutcome(context.app, { brandId, attemptId, verdict });
  if (!intent) fail('payment.unavailable');
  return { instanceId: intent.instanceId, secrets: intent.secrets, order: purchase.id };
}

/** Pays an intent of the caller's by what a wallet has handed over. Sent twice, it is paid once: an intent is good for one payment. */
export async function payIntent(
  context: MemberContext,
  { instanceId, secret, response }: PaidIntent,
): Promise<ChargeReply> {
  const { db, providers } = context.app;
  const { brandId, accountId } = context;
  await countTry(context);
  const attempt = await findAttempt(db, { provider: 'trustpay', reference: instanceId });
  if (attempt?.brandId !== brandId || attempt.accountId !== accountId) return fail('order.not_found');
  const { attemptId, reference, method } = attempt;
  const isIntent = reference !== null && (method === 'googlepay' || method === 'applepay');
  if (!isIntent) return fail('order.not_found');
  const token = readToken[method](response);
  const verdict = await providers
    .get('trustpay')
    ?.payIntent?.({ attempt: { ...attempt, reference }, secret, token });
  if (!verdict) return fail('payment.unavailable');
  return describeCharge(await recordOutcome(context.app, { brandId, attemptId, verdict }));
}
