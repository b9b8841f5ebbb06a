import { z } from 'zod';
import { period } from '../brand/flow.ts';
import { CURRENCY } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cents, credits, epochMilliseconds, token, trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { code } from '../kernel/text.ts';
import { paymentOutcome } from './payment-outcome.ts';

/** Ordering a plan: what it costs, the order and its end. How it is paid stands in `charges.ts`. */
export const productId = code(64).min(1);
export const orderId = z.uuid();
export const owner = as('clickid', trackerId);
export const ownedBy = { owner: 'trackerId' } as const;
/** To buy is for those who are verified; to look after what was bought is for all members. */
export const buying = { ...ownedBy, needsRegion: true } as const;

/** What is paid for: a plan; a better one for what is left of the present one; an age check; another card; what a renewal still owes. */
export const purchaseKind = spelledWords({
  plan: 'piano',
  upgrade: 'passaggio',
  verification: 'verifica',
  card: 'carta',
  renewal: 'rinnovo',
});
export type PurchaseKind = z.output<typeof purchaseKind>;

/** What one wants to pay for, if it is not simply a plan. */
const purpose = {
  productId: as('rateplan', productId.optional()),
  /** A renewal that could not be charged. */
  renewalId: as('rinnovo', orderId.optional()),
  /** Another card for the plan one has; nothing is charged. */
  newCardOnly: as('solo_carta', z.boolean().optional()),
};

const quoteReply = spelled({
  kind: as('tipo', spelledWords({ now: 'subito', later: 'alla_scadenza' })),
  purchase: as('acquisto', purchaseKind),
  productId: as('rateplan', productId.nullable()),
  /** The plan's, in the caller's language; null where only a card is kept. */
  name: as('nomePiano', z.string().max(300).nullable()),
  /** Message credits that come with it. */
  credits: as('crediti', credits),
  /** What is charged now. */
  amountCents: as('amount', cents),
  /** What was taken off for the unused part of the present plan. */
  creditCents: as('credito', cents),
  currency: as('currency', z.literal(CURRENCY)),
  /** The tax that the price contains, at the rate of where the buyer lives. It does not change the price. */
  vatPercent: as('iva', z.number().min(0).max(50)),
  /** What every further period costs; null where nothing renews. */
  renewalCents: as('prezzo_rinnovo', cents.nullable()),
  period: as('period', period.nullable()),
  /** When it takes effect: now, or at the end of the period that is paid for. */
  startsAt: as('inizio', epochMilliseconds),
  renewsAt: as('prossimo_addebito', epochMilliseconds.nullable()),
});
export type Quote = z.output<typeof quoteReply>;

export const quoteErrors = [
  'order.plan_unknown',
  'order.first_purchase_only',
  'order.already_yours',
  'order.nothing_due',
  'order.no_plan',
  'age.unverified',
] as const;

export const quote = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/quote',
  whileWalking: true,
  access: 'member',
  ...buying,
  summary: 'What a plan would cost this member now and later. Changes nothing.',
  body: spelled({ trackerId: owner, ...purpose }),
  reply: quoteReply,
  errors: quoteErrors,
});

const newOrder = spelled({
  token: as('token', token),
  order: as(
    'order',
    spelled({
      id: as('id', orderId),
      amountCents: as('amount', cents),
      currency: as('currency', z.literal(CURRENCY)),
      expiresAt: as('expires', epochMilliseconds),
    }),
  ),
});

export const createToken = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/createToken',
  access: 'member',
  ...buying,
  summary: 'Makes an order and a token to pay it with, once and within fifteen minutes.',
  body: spelled({ trackerId: owner, ...purpose }),
  reply: newOrder,
  errors: [...quoteErrors, 'payment.blocked'],
});

const orderDone = spelled({
  result: as('result', z.enum(['OK', 'KO'])),
  orderId: as('orderId', orderId),
  outcome: as('message', paymentOutcome),
});

export const cancelOrder = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/payment/api/cancelOrder',
  access: 'member',
  ...ownedBy,
  summary:
    'Takes back an own order: one that is not paid ends, and what a bank may still take for it goes back by itself; one of the last fourteen days is refunded.',
  body: spelled({
    trackerId: owner,
    orderId: as('orderId', orderId),
    /** Only where no payment of it was tried: what a page sends that is left, which must never take back a payment. */
    untriedOnly: as('solo_mai_tentato', z.boolean().optional()),
  }),
  reply: orderDone,
  errors: ['order.not_found', 'order.withdrawal_over'],
});
