/** What a member sees and does about their own money: plans, receipts, leaving, withdrawing. */

import { z } from 'zod';
import { paymentMethodKind, period } from '../brand/flow.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cents, credits, epochMilliseconds, trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { code, writing } from '../kernel/text.ts';
import { purchaseKind } from './orders.ts';

/** The money a member sees: their plan, what they paid, and how to get out of it. */

const orderId = z.uuid();
const owner = as('clickid', trackerId);
// A member who does not agree to new terms must still be able to leave, to withdraw and to see what they paid.
const ownedBy = { owner: 'trackerId' } as const;
const inPath = spelled({ trackerId: as('trackerId', trackerId) });

const cardOnFile = spelled({
  id: as('tokenId', z.uuid()),
  kind: as('tipo', paymentMethodKind),
  network: as('circuito', z.string().max(20).nullable()),
  lastFour: as('ultime_cifre', z.string().max(4).nullable()),
  expiryMonth: as('mese', z.int().nullable()),
  expiryYear: as('anno', z.int().nullable()),
});
export type CardOnFile = z.output<typeof cardOnFile>;

const ownSubscription = spelled({
  productId: as('rateplan', z.string().max(64)),
  name: as('nomePiano', z.string().max(300)),
  priceCents: as('prezzo', cents),
  period: as('period', period),
  status: as('stato', spelledWords({ active: 'attivo', past_due: 'insoluto' })),
  /** Until when it is paid. */
  paidUntil: as('pagato_fino', epochMilliseconds),
  /** Null where it ends with the period. */
  nextChargeAt: as('prossimo_addebito', epochMilliseconds.nullable()),
  nextChargeCents: as('prossimo_importo', cents.nullable()),
  /** The plan that follows this one, where another was chosen. */
  nextName: as('prossimo_piano', z.string().max(300).nullable()),
  /** A renewal that could not be charged and can be paid by hand. */
  owedId: as('da_pagare', orderId.nullable()),
  /** What is refunded for the unused days if they leave now. */
  unusedCents: as('non_goduto', cents),
  /** Credits of this period that they can return when they leave now, and what they get for them. */
  returnableCredits: as('crediti_restituibili', credits),
  returnableCreditsCents: as('valore_crediti', cents),
  /** By what it renews; null where nothing is kept for it. */
  card: as('carta', cardOnFile.nullable()),
});
export type OwnSubscription = z.output<typeof ownSubscription>;

const payment = spelled({
  orderId: as('orderId', orderId),
  kind: as('tipo', purchaseKind),
  /** The plan, where one was paid for. */
  productId: as('rateplan', z.string().max(64).nullable()),
  name: as('nomePiano', z.string().max(300).nullable()),
  amountCents: as('amount', cents),
  refundedCents: as('rimborsato', cents),
  credits: as('crediti', credits),
  status: as(
    'stato',
    spelledWords({
      paid: 'pagato',
      pending: 'in_corso',
      failed: 'non_riuscito',
      /** Nothing was paid, and the payment is over. */
      cancelled: 'annullato',
      refunding: 'rimborso_in_corso',
      refunded: 'rimborsato',
      charged_back: 'contestato',
    }),
  ),
  at: as('time', epochMilliseconds),
  /** Until when it can be withdrawn from by a click; null where that is over or there is nothing to take back. */
  withdrawableUntil: as('recesso_fino', epochMilliseconds.nullable()),
  /** Receipts, newest last: the charge, then what was given back. */
  documents: as(
    'documenti',
    z
      .array(
        spelled({
          id: as('id', z.uuid()),
          number: as('numero', z.string().max(40)),
          kind: as('tipo', spelledWords({ receipt: 'ricevuta', credit_note: 'nota_di_credito' })),
        }),
      )
      .max(20),
  ),
});
export type OwnPayment = z.output<typeof payment>;

export const readBilling = endpoint({
  host: 'payment',
  method: 'GET',
  path: '/billing/:trackerId',
  access: 'member',
  ...ownedBy,
  beforeConsent: true,
  summary: 'The own plan, the cards on file and the newest payments.',
  params: inPath,
  query: spelled({ before: as('before', code(100).optional()) }),
  reply: spelled({
    subscription: as('abbonamento', ownSubscription.nullable()),
    /** What a click charges: the plan's own, else the one kept for packs. */
    card: as('carta', cardOnFile.nullable()),
    /** The one that was kept for packs. It may be the plan's own as well. */
    packCard: as('carta_pacchetti', cardOnFile.nullable()),
    payments: as('pagamenti', z.array(payment).max(20)),
    next: as('next', z.string().max(100).nullable()),
    ageVerifiedAt: as('eta_verificata', epochMilliseconds.nullable()),
  }),
  errors: [],
});

export const readDocument = endpoint({
  host: 'payment',
  method: 'GET',
  path: '/billing/:trackerId/documents/:id',
  access: 'member',
  ...ownedBy,
  beforeConsent: true,
  summary: 'A receipt as PDF.',
  params: spelled({ trackerId: as('trackerId', trackerId), id: as('id', z.uuid()) }),
  file: { contentType: 'application/pdf' },
  reply: z.instanceof(Blob),
  errors: ['order.not_found'],
});

export const leavePlan = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/unsubUser',
  access: 'member',
  ...ownedBy,
  beforeConsent: true,
  summary: 'Leaves the plan, now or when the paid period ends. Renewals stop at once either way.',
  body: spelled({
    trackerId: owner,
    when: as('when', z.enum(['now', 'period_end']).optional()),
    /** Gives the unused credits of the period back as well, and gets their part of the price. Only with `now`. */
    returnCredits: as('restituisci_crediti', z.boolean().optional()),
  }),
  reply: spelled({
    status: as('status', z.enum(['ok', 'ko'])),
    message: as('message', spelledWords({ left: 'disiscrizione_ok', not_possible: 'disiscrizione_ko' })),
    /** What is given back: for the unused days, and for the credits that were returned. */
    refundCents: as('rimborso', cents),
    returnedCredits: as('crediti_restituiti', credits),
    endsAt: as('fine', epochMilliseconds.nullable()),
  }),
  errors: [],
});

/** What is chosen when a plan is left. Credits are only returned by members who leave at once. */
export const leaveForm = z
  .object({ when: z.enum(['now', 'period_end']), returnCredits: z.boolean() })
  .transform(({ when, returnCredits }) => ({ when, returnCredits: when === 'now' && returnCredits }));

export const stayInPlan = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/resume',
  access: 'member',
  ...ownedBy,
  summary: 'Takes back having left at the end of the period, or having chosen another plan for then.',
  body: spelled({ trackerId: owner }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['order.nothing_due', 'password.needed', 'password.none'],
});

export const changePlan = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/changePlan',
  access: 'member',
  ...ownedBy,
  needsRegion: true,
  summary: 'Chooses a plan for when the paid period ends. Nothing is charged before.',
  body: spelled({
    trackerId: owner,
    productId: as('rateplan', code(64).min(1)),
    terms: as('condizioni', writing(6_000).optional()),
  }),
  reply: spelled({ startsAt: as('inizio', epochMilliseconds) }),
  errors: [
    'order.plan_unknown',
    'order.first_purchase_only',
    'order.already_yours',
    'order.nothing_due',
    'order.terms_changed',
    'age.unverified',
    'password.needed',
    'password.none',
  ],
});

export const previewWithdrawal = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/withdraw/preview',
  access: 'member',
  ...ownedBy,
  beforeConsent: true,
  summary: 'What would come back for a purchase of the last fourteen days, and why. Changes nothing.',
  body: spelled({ trackerId: owner, orderId: as('orderId', orderId) }),
  reply: spelled({
    refundCents: as('rimborso', cents),
    /** Everything, as once a year; else less the days and credits that were used. */
    full: as('tutto', z.boolean()),
    /** Credits that go. */
    credits: as('crediti', credits),
  }),
  errors: ['order.not_found', 'order.nothing_due', 'order.withdrawal_over'],
});
export type WithdrawalPreview = z.output<typeof previewWithdrawal.reply>;

/** Which purchase is withdrawn from, and what support should know where the time is over. */
export const withdrawForm = z.object({ orderId, words: writing(2_000) });

export const withdraw = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/withdraw',
  access: 'member',
  ...ownedBy,
  beforeConsent: true,
  summary:
    'Withdraws from a purchase of the last fourteen days: all of it is given back once a year, less what was used after that, and a mail says so. Later it is a ticket, which support answers.',
  body: spelled({
    trackerId: owner,
    orderId: as('orderId', orderId),
    /** The second of the two steps. */
    confirmed: as('conferma', z.literal(true)),
    /** What support should know, where the time is over. */
    words: as('messaggio', writing(2_000).optional()),
  }),
  reply: spelled({
    status: as('status', spelledWords({ refunding: 'rimborso', asked: 'richiesta' })),
    refundCents: as('rimborso', cents),
    at: as('time', epochMilliseconds),
    /** The conversation with support in which it is answered. */
    ticketId: as('ticketId', z.uuid().optional()),
  }),
  errors: ['order.not_found', 'order.nothing_due', 'ticket.full'],
});

export const removeCard = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/orders/removeCard',
  access: 'member',
  ...ownedBy,
  beforeConsent: true,
  summary: 'Forgets one card on file, or all of them. A plan that would renew by it ends with its period.',
  body: spelled({ trackerId: owner, cardId: as('tokenId', z.uuid().optional()) }),
  reply: z.object({ result: z.literal('OK') }),
  errors: [],
});
