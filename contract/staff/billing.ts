import { z } from 'zod';
import { providerName } from '../billing/payment-checks.ts';
import { countryCode } from '../countries/vat-rates.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cents, epochMilliseconds } from '../kernel/fields.ts';
import { address, code, writing } from '../kernel/text.ts';

/** What operators do with money. */
const page = { before: code(100).optional() };
const brandKey = code(32).min(1);
const done = z.object({ ok: z.literal(true) });

const ofMember = z.object({ brand: brandKey, accountId: z.uuid() });

const block = z.object({
  id: z.uuid(),
  kind: z.enum(['email', 'address', 'card', 'account']),
  /** Enough to recognise it by, never the whole. */
  label: z.string().max(100),
  /** A rule stops new sales alone, the staff also renewals and debts. */
  stops: z.enum(['sales', 'charges']),
  /** The name of the rule, or what the staff wrote. */
  reason: z.string().max(300),
  createdAt: epochMilliseconds,
});
export type PaymentBlock = z.output<typeof block>;

export const listPaymentBlocks = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/members/:brand/:accountId/payment-blocks',
  access: 'staff',
  right: 'payments.timeline',
  summary:
    'What keeps a member from paying: blocks of the account, its e-mail address, cards and networks, newest first.',
  params: ofMember,
  reply: z.object({ blocks: z.array(block).max(50) }),
  errors: [],
});

export const blockPayer = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/payment-blocks',
  access: 'staff',
  right: 'payments.block',
  summary: 'Keeps an e-mail address, a network address or the card of a payment from paying.',
  body: z.object({
    brand: brandKey,
    what: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('email'), email: address(254).min(3) }),
      z.object({ kind: z.literal('address'), address: z.union([z.ipv4(), z.ipv6()]) }),
      z.object({ kind: z.literal('card'), orderId: z.uuid() }),
    ]),
    reason: writing(300).min(1),
  }),
  reply: z.object({ id: z.uuid() }),
  errors: ['order.not_found', 'order.nothing_due'],
});

export const liftPaymentBlock = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/members/:brand/:accountId/payment-blocks/:id/lift',
  access: 'staff',
  right: 'payments.block',
  summary: 'Lifts a block that keeps a member from paying. It is audited.',
  params: ofMember.extend({ id: z.uuid() }),
  body: z.object({ reason: writing(300).min(1) }),
  reply: done,
  errors: ['member.changed'],
});

/** What finance says to something that does not agree, and may stay so. `by` is missing where a later report settled it. */
const closed = z
  .object({
    at: epochMilliseconds,
    by: z.string().max(100).nullable(),
    reason: z.string().max(500).nullable(),
  })
  .nullable();

const difference = z.object({
  id: z.uuid(),
  subject: z.enum(['charge', 'refund', 'chargeback']),
  kind: z.enum(['missing_here', 'missing_there', 'amount']),
  reference: z.string().max(200),
  attemptId: z.uuid().nullable(),
  oursCents: z.int().nullable(),
  theirsCents: z.int().nullable(),
  closed,
});

export const listReconciliations = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/reconciliations',
  access: 'staff',
  right: 'payments.read',
  summary:
    'How our books and the processors’ agree, a day and a processor at a time, newest first: of merchant accounts that no brand uses but the caller’s.',
  query: z.object(page),
  reply: z.object({
    days: z
      .array(
        z.object({
          provider: providerName,
          /** Empty for the one that brands without one of their own share. */
          merchantAccount: z.string().max(80),
          day: z.iso.date(),
          /** Open: its report was not there, or not all providers could be asked. */
          state: z.enum(['open', 'differs', 'agrees', 'closed']),
          compared: z.int(),
          unanswered: z.int(),
          tries: z.int(),
          nextTryAt: epochMilliseconds.nullable(),
          differences: z.array(difference).max(100),
          at: epochMilliseconds,
          closed,
        }),
      )
      .max(50),
    next: z.string().max(200).nullable(),
  }),
  errors: [],
});

const why = { reason: writing(500).min(3) };

export const closeDifference = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/reconciliations/differences/:id/close',
  access: 'staff',
  right: 'books.close',
  summary: 'Says why a difference may stay. It is audited.',
  params: z.object({ id: z.uuid() }),
  body: z.object(why),
  reply: done,
  errors: ['books.not_found'],
});

export const closeDay = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/reconciliations/close',
  access: 'staff',
  right: 'books.close',
  summary:
    'Says why a day may stay without its report. It is audited, and the report is not asked for again.',
  body: z.object({
    provider: providerName,
    merchantAccount: writing(80),
    day: z.iso.date(),
    ...why,
  }),
  reply: done,
  errors: ['books.not_found'],
});

const bookAccount = z.enum([
  'processor',
  'sales',
  'vat',
  'refunds',
  'refunded_vat',
  'chargebacks',
  'charged_back_vat',
  'customer_liability',
  'fees',
  'bank',
]);

export const readBooks = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/books',
  access: 'staff',
  right: 'payments.read',
  summary:
    'The sum of every account of the books of the caller’s brands: what each provider owes, sales, taxes, fees, what is owed to members.',
  reply: z.object({
    taxes: z
      .array(
        z.object({
          /** By the brand's calendar, as `2026-Q2`. */
          quarter: z.string().regex(/^\d{4}-Q[1-4]$/),
          country: countryCode,
          percent: z.number().min(0).max(50),
          netCents: z.int(),
          vatCents: z.int(),
        }),
      )
      .max(200)
      .describe('What was sold less what went back, by quarter and by whose tax it is; newest first.'),
    accounts: z
      .array(z.object({ account: bookAccount, provider: providerName.nullable(), cents: z.int() }))
      .max(100),
    payouts: z
      .array(
        z.object({
          id: z.uuid(),
          provider: providerName,
          merchantAccount: z.string().max(80),
          reference: z.string().max(200),
          paidOn: z.iso.date(),
          amountCents: z.int(),
        }),
      )
      .max(100)
      .describe('Payouts that no line of the bank shows yet, oldest first.'),
  }),
  errors: [],
});

/** A statement of a year is smaller than this. */
export const LARGEST_STATEMENT = 4 * 1024 * 1024;

export const importBankStatement = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/bank-statements',
  access: 'staff',
  right: 'books.close',
  everywhere: true,
  summary:
    'Reads a bank statement (CAMT.053 or CSV) and finds the payouts in it. Lines that are known are left out.',
  upload: {
    name: 'statement',
    wire: 'statement',
    maxBytes: LARGEST_STATEMENT,
    tooLarge: 'books.statement_too_large',
  },
  reply: z.object({ lines: z.int(), added: z.int(), matched: z.int() }),
  errors: ['books.statement_unreadable', 'books.statement_too_large'],
});

export const listBankLines = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/bank-lines',
  access: 'staff',
  right: 'payments.read',
  everywhere: true,
  summary: 'Lines of bank statements, newest first; by default those that belong to no payout.',
  query: z.object({ before: code(100).optional(), which: z.enum(['unmatched', 'all']).default('unmatched') }),
  reply: z.object({
    lines: z
      .array(
        z.object({
          id: z.uuid(),
          statement: z.string().max(100),
          bookedOn: z.iso.date(),
          amountCents: z.int(),
          text: z.string().max(300),
          payout: z.object({ provider: providerName, reference: z.string().max(200) }).nullable(),
          closed,
        }),
      )
      .max(50),
    next: z.string().max(100).nullable(),
  }),
  errors: [],
});

export const closeBankLine = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/bank-lines/:id/close',
  access: 'staff',
  right: 'books.close',
  everywhere: true,
  summary: 'Says what a line of the bank is that belongs to no payout. It is audited.',
  params: z.object({ id: z.uuid() }),
  body: z.object(why),
  reply: done,
  errors: ['books.not_found'],
});

export const readMemberSpending = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/members/:brand/:accountId/spending',
  access: 'staff',
  right: 'members.contact',
  summary:
    'What a member has spent, and the limits and the pause that they set themselves. Only the member changes them.',
  params: ofMember,
  reply: z.object({
    windows: z
      .array(
        z.object({
          period: z.enum(['day', 'week', 'month']),
          spentCents: cents,
          limitCents: cents.nullable(),
          /** A higher limit, or none, that holds from then on. */
          next: z.object({ limitCents: cents.nullable(), from: epochMilliseconds }).nullable(),
        }),
      )
      .max(3),
    totalCents: cents,
    undecidedCents: cents,
    pausedUntil: epochMilliseconds.nullable(),
  }),
  errors: [],
});
