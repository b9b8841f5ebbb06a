import { z } from 'zod';
import { COUNTRIES } from '../../../contract/kernel/constants.ts';
import { cents } from '../../../contract/kernel/fields.ts';
import { period } from '../../../contract/brand/flow.ts';

const moment = z.iso.datetime();

/** All that stands on a receipt or a credit note. It is kept as it was that day, whatever changes later. */
export const documentFacts = z.object({
  trader: z.object({ name: z.string(), address: z.string(), vat: z.string() }),
  /** What a bank statement says. */
  descriptor: z.string(),
  country: z.enum(COUNTRIES),
  /** The plan, in the document's language. */
  plan: z.string(),
  totalCents: cents,
  vatPercent: z.int(),
  vatCents: cents,
  credits: z.int(),
  /** What was taken off for an earlier plan. */
  creditCents: cents,
  paidFor: z.object({ from: moment, to: moment }).nullable(),
  renewal: z.object({ period, cents, at: moment.nullable() }).nullable(),
  at: moment,
  customerId: z.string(),
  orderId: z.string(),
  paymentMethod: z.object({
    method: z.enum(['card', 'paypal', 'googlepay', 'applepay']),
    network: z.string().nullable(),
    lastFour: z.string().nullable(),
  }),
  /** The receipt that a credit note takes back, wholly or in part. */
  refersTo: z.object({ number: z.string(), at: moment }).nullable(),
});
export type DocumentFacts = z.output<typeof documentFacts>;

interface Numbered {
  kind: 'receipt' | 'credit_note';
  year: number;
  number: number;
}

const letters = { receipt: 'R', credit_note: 'C' } as const;

/** The number as people read it: the same in every language. */
export function documentNumber({ kind, year, number }: Numbered): string {
  return `${letters[kind]}-${year}-${String(number).padStart(6, '0')}`;
}
