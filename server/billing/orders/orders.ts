import type { createToken as tokenEndpoint } from '#contract/billing/orders.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail, Failure } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId, newToken } from '#server/platform/ids.ts';
import { hashToken } from '#server/platform/security/sessions.ts';
import { readCheckout } from './checkout.sql.ts';
import type { Checkout } from './checkout.sql.ts';
import { giveToken, insertOrder, newOrders } from './orders.sql.ts';
import type { NewOrder, Order } from './orders.sql.ts';
import { saleBlock } from './payment-blocks.ts';
import { requireOffered } from './payment-rules.ts';
import type { OfferedBy } from './payment-rules.ts';
import { quoteFor, quotePlan } from './quote-plan.ts';
import type { FullQuote, QuoteRequest } from './quote-plan.ts';

const GOOD_FOR = 15 * MINUTE;
/** More than a member looks at, and few enough that they cannot fill the books with orders. */
const MOST_UNTOUCHED = 50;

interface MadeOrder {
  id: string;
  token: string;
  amountCents: number;
  expiresAt: Date;
}

export async function createToken(
  context: MemberContext,
  { productId, renewalId, newCardOnly }: InputOf<typeof tokenEndpoint>,
): Promise<ReplyOf<typeof tokenEndpoint>> {
  const { token, ...order } = await requestOrder(context, { productId, renewalId, newCardOnly });
  const { id, amountCents, expiresAt } = order;
  return { token, order: { id, amountCents, currency: CURRENCY, expiresAt: expiresAt.getTime() } };
}

/**
 * Makes an order of what was asked for. A renewal that is owed has its order already, and gets a token. Who may buy what is asked
 * first, then whether it can be paid as was asked for, so that a refusal leaves no order behind.
 */
export async function requestOrder(
  context: MemberContext,
  request: QuoteRequest,
  offeredBy?: OfferedBy,
): Promise<MadeOrder> {
  const checkout = (await readCheckout(context.app, context)) ?? fail('session.dead');
  const quote = requireDue(await quoteFor(context, request, checkout));
  if (offeredBy) requireOffered(context.app, context.brand, checkout.buyer.flow_id, offeredBy, quote);
  return quote.renewalId === null
    ? makeOrder(context, quote, { flowId: checkout.buyer.flow_id })
    : openRenewal(context, quote.renewalId);
}

/** What it costs, where there is something to be paid now. */
export async function quoteNow(context: MemberContext, request: QuoteRequest): Promise<FullQuote> {
  return requireDue(await quotePlan(context, request));
}

function requireDue(quote: FullQuote): FullQuote {
  // A cheaper plan begins when the present one ends, and is not paid for before.
  if (quote.kind === 'later') fail('order.nothing_due');
  return quote;
}

export async function makeOrder(
  context: MemberContext,
  quote: FullQuote,
  { flowId, addedTo = null, tx }: { flowId: string; addedTo?: string | null; tx?: Tx },
): Promise<MadeOrder> {
  const { clock } = context.app;
  const { brand, brandId, accountId, language } = context;
  const { token, tokenHash, expiresAt, at } = newOrderToken(clock.now());
  const id = newId(at.getTime());
  const order: NewOrder = {
    brandId,
    id,
    accountId,
    kind: quote.purchase,
    productId: quote.version === null ? null : quote.productId,
    version: quote.version,
    flowId,
    language,
    country: brand.settings.country,
    amountCents: quote.amountCents,
    creditCents: quote.creditCents,
    credits: quote.credits,
    firstOffer: quote.firstOffer,
    subscriptionId: quote.subscriptionId,
    period: null,
    tokenHash,
    expiresAt,
    addedTo,
    tax: quote.tax,
    at,
    block: saleBlock(context.app, { brandId, accountId, kind: quote.purchase }),
    untouched: { since: new Date(at.getTime() - GOOD_FOR), most: MOST_UNTOUCHED },
  };
  const refusedBy = tx ? await insertOrder(tx, order) : await context.app.batches.add(newOrders, order);
  if (refusedBy === 'block') fail('payment.blocked');
  if (refusedBy === 'untouched') fail('request.too_many', { retryAfter: GOOD_FOR / SECOND });
  return { id, token, amountCents: quote.amountCents, expiresAt };
}

async function openRenewal(
  { app: { db, clock }, brandId, accountId }: MemberContext,
  id: string,
): Promise<MadeOrder> {
  const { token, tokenHash, expiresAt } = newOrderToken(clock.now());
  const amountCents =
    (await giveToken(db, { brandId, accountId, id, tokenHash, expiresAt })) ?? fail('order.nothing_due');
  return { id, token, amountCents, expiresAt };
}

export function newOrderToken(at: Date) {
  const token = newToken();
  return { token, tokenHash: hashToken(token), expiresAt: new Date(at.getTime() + GOOD_FOR), at };
}

/** An order with what was read with it. */
export interface PayableOrder extends Order {
  checkout: Checkout;
}

/** The order that a token pays, where it is the caller's and may still be paid. */
export async function findOrder(context: MemberContext, token: string): Promise<PayableOrder> {
  const { app, brandId, accountId } = context;
  const checkout =
    (await readCheckout(app, { brandId, accountId, tokenHash: hashToken(token) })) ?? fail('session.dead');
  const { order = fail('order.expired') } = checkout;
  if (order.accountId !== accountId) fail('session.not_yours');
  requirePayable(order, app.clock.now());
  await requireSame(context, order, checkout);
  return { ...order, checkout };
}

export function requirePayable({ id, state, tokenUsedAt, expiresAt }: Order, now: Date): void {
  if (tokenUsedAt || state === 'paid' || state === 'fulfilled') fail('order.used', { orderId: id });
  if (state === 'failed' || state === 'expired' || (expiresAt && expiresAt <= now)) fail('order.expired');
}

/** What was bought at another page in the meantime may have made the order senseless. Its price stands. */
async function requireSame(context: MemberContext, order: Order, checkout: Checkout): Promise<void> {
  const changed = (error: unknown): never => {
    const isOther = error instanceof Failure && error.code !== 'age.unverified';
    throw isOther ? new Failure('order.terms_changed', undefined) : error;
  };
  const quote = await quoteFor(context, quoteRequestOf(order), checkout).then(requireDue).catch(changed);
  if (quote.purchase !== order.kind || quote.subscriptionId !== order.subscriptionId)
    fail('order.terms_changed');
}

function quoteRequestOf({ kind, id, productId }: Order): QuoteRequest {
  if (kind === 'renewal') return { renewalId: id };
  return productId === null ? { newCardOnly: true } : { productId };
}
