import { siteOrigin } from '../../platform/http/origins.ts';
import type { App } from '../../app.ts';
import { charge } from './charge.ts';
import { readOrderById, readPayer } from './order-queries.ts';
import { shopperOf } from './pay.ts';
import { findPaymentMethodOfSubscription, findPaymentMethodOnFile } from './payment-methods.ts';
import { isBlocked } from './payment-blocks.ts';
import { readPaymentStatus } from './read-standing.ts';
import type { PaymentStatus } from './record-outcome.ts';

/**
 * Charges a purchase by what is on file, and a renewal of ours by nothing but what its plan renews by: commits an attempt, asks the provider, settles. Where an attempt of it is
 * under way already, that one's status is the answer. `none` where there is nothing to charge it by.
 */
export async function chargeOnFile(
  app: App,
  {
    brandId,
    purchaseId,
    initiatedBy,
  }: { brandId: string; purchaseId: string; initiatedBy: 'member' | 'merchant' },
): Promise<PaymentStatus | 'none'> {
  const purchase = await readOrderById(app.db, brandId, purchaseId);
  const brand = app.brands.byId(brandId);
  if (!purchase || !brand) throw new Error('no such purchase');
  const { accountId, subscriptionId } = purchase;
  const paymentMethod =
    initiatedBy === 'member'
      ? await findPaymentMethodOnFile(app.db, brandId, accountId)
      : subscriptionId && (await findPaymentMethodOfSubscription(app.db, brandId, subscriptionId));
  const payer = await readPayer(app.db, brandId, accountId);
  if (!paymentMethod || !payer || !app.providers.get(paymentMethod.provider)) return 'none';
  const { email } = payer;
  const { token, network, lastFour, fingerprint } = paymentMethod;
  if (await isBlocked(app, purchase, { email, fingerprint })) return 'none';
  const status = await charge(app, {
    purchase,
    providers: [paymentMethod.provider],
    paymentMethod: { type: initiatedBy === 'merchant' ? 'renewal' : 'on_file', token },
    method: 'on_file',
    initiatedBy,
    card: { network, lastFour, fingerprint },
    paymentMethodId: paymentMethod.id,
    store: null,
    authenticate: false,
    shopper: { ...shopperOf(purchase, email), ip: '' },
    origin: siteOrigin(app, brand),
    consent: null,
  });
  return status ?? (await readPaymentStatus(app.db, brandId, purchaseId)) ?? 'none';
}
