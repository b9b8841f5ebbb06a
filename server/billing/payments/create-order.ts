import { CURRENCY } from '../../../contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  createToken as tokenEndpoint,
  importOrder as importEndpoint,
} from '../../../contract/billing/orders.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { MemberContext } from '../../app.ts';
import { MINUTE, SECOND } from '../../platform/clock.ts';
import type { DbOrTx } from '../../platform/database/database.ts';
import { newId, newToken } from '../../platform/ids.ts';
import { hashToken } from '../../platform/security/sessions.ts';
import { quotePlan } from '../subscriptions/quote-plan.ts';
import type { FullQuote, QuoteRequest } from '../subscriptions/quote-plan.ts';
import { requireUsed } from './pay-rules.ts';
import { requireMayBuy } from './payment-blocks.ts';
import { countUntouchedOrders, giveToken, insertOrder, readPayer } from './order-queries.ts';

const GOOD_FOR = 15 * MINUTE;
/** More than anybody looks at, and few enough that nobody fills the books with orders. */
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
  const { token, ...order } = await orderWish(context, { productId, renewalId, newCardOnly });
  const { id, amountCents, expiresAt } = order;
  return { token, order: { id, amountCents, currency: CURRENCY, expiresAt: expiresAt.getTime() } };
}

export async function importOrder(
  context: MemberContext,
  { productId }: InputOf<typeof importEndpoint>,
): Promise<ReplyOf<typeof importEndpoint>> {
  const { id, token, amountCents } = await orderWish(context, { productId });
  return { result: 'OK', orderId: id, token, amountCents };
}

/**
 * Makes an order of a wish. A renewal that is owed has its order already, and gets a token. Who may buy what is asked
 * first, then whether the brand uses the provider that was named, so that a refusal leaves no order behind.
 */
export async function orderWish(
  context: MemberContext,
  wish: QuoteRequest,
  provider?: ProviderName,
): Promise<MadeOrder> {
  const quote = await quoteNow(context, wish);
  if (provider) requireUsed(context.brand, provider);
  return quote.renewalId === null
    ? makeOrder(context, context.db, quote)
    : openRenewal(context, quote.renewalId);
}

/** What a wish costs, where there is something to be paid now. */
export async function quoteNow(context: MemberContext, wish: QuoteRequest): Promise<FullQuote> {
  const quote = await quotePlan(context, wish);
  // A cheaper plan begins when the present one ends, and is not paid for before.
  if (quote.kind === 'later') fail('order.nothing_due');
  return quote;
}

export async function makeOrder(
  context: MemberContext,
  db: DbOrTx,
  quote: FullQuote,
  addedTo: string | null = null,
): Promise<MadeOrder> {
  const { brand, brandId, accountId, language, clock } = context;
  await requireMayBuy(context, { brandId, accountId, kind: quote.purchase });
  const { flowId } = (await readPayer(db, brandId, accountId)) ?? fail('session.dead');
  const { token, tokenHash, expiresAt, at } = newOrderToken(clock.now());
  const since = new Date(at.getTime() - GOOD_FOR);
  if ((await countUntouchedOrders(db, { brandId, accountId, since })) >= MOST_UNTOUCHED) {
    fail('request.too_many', { retryAfter: GOOD_FOR / SECOND });
  }
  const id = newId(at.getTime());
  await insertOrder(db, {
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
    subscriptionId: quote.subscriptionId,
    tokenHash,
    expiresAt,
    addedTo,
    at,
  });
  return { id, token, amountCents: quote.amountCents, expiresAt };
}

async function openRenewal({ db, brandId, accountId, clock }: MemberContext, id: string): Promise<MadeOrder> {
  const { token, tokenHash, expiresAt } = newOrderToken(clock.now());
  const amountCents =
    (await giveToken(db, { brandId, accountId, id, tokenHash, expiresAt })) ?? fail('order.nothing_due');
  return { id, token, amountCents, expiresAt };
}

function newOrderToken(at: Date) {
  const token = newToken();
  return { token, tokenHash: hashToken(token), expiresAt: new Date(at.getTime() + GOOD_FOR), at };
}
