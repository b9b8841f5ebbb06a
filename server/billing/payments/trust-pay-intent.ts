import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { trustPayIntent as endpoint } from '../../../contract/billing/orders.ts';
import type { MemberContext } from '../../app.ts';
import { requireConsent } from './consent.ts';
import { commitAttempt } from './charge.ts';
import { orderWish } from './create-order.ts';
import { readOrderById, readPayer, readPlanOf } from './order-queries.ts';
import { countTry } from './pay.ts';
import { providersFor } from './pay-rules.ts';
import { isBlocked, requireMayBuy } from './payment-blocks.ts';
import { recordOutcome } from './record-outcome.ts';

/** Opens a wallet payment at TrustPay's, for brands that it takes the cards of. */
export async function trustPayIntent(
  context: MemberContext,
  input: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brand, brandId, accountId, ip, providers } = context;
  await countTry(context);
  if (input.productId === undefined) fail('order.plan_unknown');
  const { id } = await orderWish(context, { productId: input.productId }, 'trustpay');
  const purchase = await readOrderById(db, brandId, id);
  const payer = await readPayer(db, brandId, accountId);
  if (!purchase || !payer) fail('session.dead');
  await requireMayBuy(context, purchase);
  // A payment by a wallet at TrustPay's cannot be repeated, so there is nothing to keep.
  const shown = { ...input, keepForLater: false };
  const consent = requireConsent(context, purchase, await readPlanOf(db, purchase), shown);
  const trustPay = providers.get('trustpay');
  const isOffered = providersFor(context, brand, purchase.flowId, 'card').includes('trustpay');
  const blocked = await isBlocked(context, purchase, { email: payer.email, address: ip });
  if (!trustPay?.openIntent || !isOffered || blocked) fail('payment.unavailable');
  const method = /apple/i.test(input.source ?? '') ? 'applepay' : 'googlepay';
  const attempt = {
    purchase,
    consent,
    method,
    initiatedBy: 'member',
    paymentMethodId: null,
    card: null,
    store: null,
  } as const;
  const attemptId = (await commitAttempt(context, attempt, 'trustpay', true)) ?? fail('payment.unavailable');
  const intent = await trustPay.openIntent({ attemptId, amountCents: purchase.amountCents });
  // The wallet decides the rest at TrustPay's, which tells us by itself.
  const verdict = intent
    ? ({ state: 'processing', reference: intent.instanceId } as const)
    : ({ state: 'error' } as const);
  await recordOutcome(context, { brandId, attemptId, verdict });
  if (!intent) fail('payment.unavailable');
  return { instanceId: intent.instanceId, secrets: intent.secrets, order: purchase.id };
}
