/** Payments as support and finance find, read and refund them. */

import { z } from 'zod';
import { providerName } from '../billing/payment-checks.ts';
import { countryCode, vatEvidence } from '../countries/vat-rates.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cents, epochMilliseconds } from '../kernel/fields.ts';
import { code, line, writing } from '../kernel/text.ts';

const staff = { host: 'staff', access: 'staff' } as const;
const brandKey = code(32).min(1);

const payment = z.object({
  brand: z.string().max(32),
  orderId: z.uuid(),
  accountId: z.uuid(),
  /** Null where the account is gone. */
  screenName: z.string().max(60).nullable(),
  kind: z.enum(['plan', 'upgrade', 'verification', 'card', 'renewal']),
  productId: z.string().max(64).nullable(),
  amountCents: cents,
  capturedCents: cents,
  refundedCents: cents,
  chargedBackCents: cents,
  /** Of the charge where there was one, else of the order. */
  state: z.string().max(30),
  outcome: z.string().max(60).nullable(),
  provider: providerName.nullable(),
  lastFour: z.string().max(4).nullable(),
  createdAt: epochMilliseconds,
});
export type StaffPayment = z.output<typeof payment>;

export const listPayments = endpoint({
  ...staff,
  method: 'GET',
  path: '/payments',
  right: ['payments.read', 'payments.timeline'],
  summary: 'Payments of a brand, newest first; of one account where it is named, which support has to do.',
  query: z.object({ before: code(100).optional(), brand: brandKey, accountId: z.uuid().optional() }),
  reply: z.object({ payments: z.array(payment).max(50), next: z.string().max(100).nullable() }),
  errors: [],
});

export const findPayments = endpoint({
  ...staff,
  method: 'GET',
  path: '/payments/find',
  right: 'payments.timeline',
  summary:
    'Payments by an id of ours or of the provider’s, the number of a receipt, the member’s e-mail address, or the last four digits of a card with or without the amount; newest first.',
  query: z.object({ text: line(200).min(1) }),
  reply: z.object({ payments: z.array(payment).max(20) }),
  errors: [],
});

export const paymentEntryKinds = [
  'ordered',
  'agreed',
  'notice',
  'attempt',
  'sent',
  'state',
  'asked',
  'held',
  'webhook',
  'fulfilled',
  'receipt',
  'credit_note',
  'refund',
  'refund_held',
  'refund_state',
  'dispute',
  'mail',
  'job',
  'act',
] as const;

/** Why a charge or a refund was not sent: an operator has turned its provider off, it fails, or too much is under way there. */
export const heldReasons = ['turned_off', 'failing', 'busy'] as const;
export type HeldReason = (typeof heldReasons)[number];

const paymentEntry = z.object({
  id: z.string().max(300),
  at: epochMilliseconds,
  kind: z.enum(paymentEntryKinds),
  provider: providerName.nullable(),
  /** What was bought, paid by or reported; the reason of a refund, the template of a mail, the name of an act or a job. */
  what: z.string().max(100).nullable(),
  /** The state that it came to. */
  state: z.string().max(40).nullable(),
  amountCents: z.int().nullable(),
  /** How we learned it, or whose act it was. */
  by: z.string().max(100).nullable(),
  /** A number of a document, the digits of a card, an outcome, a reason. */
  text: z.string().max(500).nullable(),
});
export type PaymentEntry = z.output<typeof paymentEntry>;

export const MOST_PAYMENT_ENTRIES = 500;

const paymentTax = z.object({
  country: countryCode,
  percent: z.number().min(0).max(50),
  /** What spoke for where the buyer lives when they ordered. */
  evidence: vatEvidence,
  /** Of what they then paid with, where the provider named it. It is kept as evidence and does not change the tax. */
  paidFrom: countryCode.nullable(),
  /** Some of it speaks for another country. */
  isContradictory: z.boolean(),
});
export type PaymentTax = z.output<typeof paymentTax>;

export const readPaymentTimeline = endpoint({
  ...staff,
  method: 'GET',
  path: '/payments/:brand/:orderId/timeline',
  right: 'payments.timeline',
  summary: 'One payment: every state, call, webhook, job, document, refund, dispute and mail, oldest first.',
  params: z.object({ brand: brandKey, orderId: z.uuid() }),
  reply: z.object({
    payment,
    /** Null where it was not asked where the buyer lives. */
    tax: paymentTax.nullable(),
    entries: z.array(paymentEntry).max(MOST_PAYMENT_ENTRIES),
  }),
  errors: [],
});

export const LONGEST_REFUND_REASON = 300;

export const refundPayment = endpoint({
  ...staff,
  method: 'POST',
  path: '/payments/:orderId/refund',
  right: 'payments.refund',
  summary: 'Gives money back: all that is left of a payment, or so many cents.',
  params: z.object({ orderId: z.uuid() }),
  body: z.object({
    brand: brandKey,
    amountCents: cents.min(1).optional(),
    reason: writing(LONGEST_REFUND_REASON).min(1),
    /** The caller’s own, so that asking twice gives back once. */
    id: z.uuid(),
  }),
  reply: z.object({ refundId: z.uuid(), amountCents: cents }),
  errors: ['order.not_found', 'order.nothing_due'],
});

export const attemptAges = ['minute', 'quarter', 'day', 'older'] as const;
const count = z.int().min(0);

export const readMoneyFigures = endpoint({
  ...staff,
  method: 'GET',
  path: '/payments/figures',
  right: 'payments.read',
  everywhere: true,
  summary: 'How payments stand in numbers, as the gauges say: what is due, open, parked, failed or missing.',
  reply: z.object({
    dueRenewals: count,
    oldestRenewalSeconds: count,
    /** By how long ago they were begun: within a minute, a quarter of an hour, a day, or longer. */
    openAttempts: z
      .array(z.object({ provider: providerName, age: z.enum(attemptAges), count }))
      .max(providerName.options.length * attemptAges.length),
    /** Webhooks that have waited for five minutes for what they are about. */
    parkedEvents: count,
    failedRefunds: count,
    /** Five minutes after the money was taken. */
    missingReceipts: count,
    differences: count,
    tokensToRemove: count,
    /** Of the node that answers. */
    gates: z
      .array(
        z.object({
          provider: providerName,
          state: z.enum(['open', 'trying', 'closed', 'charges_off', 'off']),
          waiting: count,
          refused: count,
        }),
      )
      .max(providerName.options.length),
  }),
  errors: [],
});
