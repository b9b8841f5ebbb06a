/** What a brand tells the networks that sent it visitors, from server to server. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import { code, word } from '../kernel/text.ts';
import { addressTemplate } from './pixels.ts';

/** The event: all of it known to the server by itself. */
export const CONVERSION_FACTS = ['lead', 'sale', 'renewal', 'refund', 'chargeback'] as const;
export const conversionFact = z.enum(CONVERSION_FACTS);
export type ConversionFact = z.output<typeof conversionFact>;

/**
 * `payout` is what the network earns, `amount` what was paid, both in euros with two decimals. `id` is the same however
 * often a postback is sent again, `time` the moment of the fact in seconds.
 */
export const POSTBACK_PLACEHOLDERS = [
  'clickid',
  'event',
  'payout',
  'amount',
  'currency',
  'campid',
  'kcampaign',
  'src',
  'order',
  'id',
  'time',
] as const;

const address = addressTemplate(POSTBACK_PLACEHOLDERS);
const claim = z.string().min(1).max(200);
const payout = z.union([
  z.strictObject({ cents: z.int().min(0).max(1_000_000) }),
  z.strictObject({ percent: z.number().min(0).max(100) }),
]);

export const postbackTarget = z.strictObject({
  /** Part of the signing key, and of what an operator finds in the list of what was sent. */
  name: word(32, /^[a-z0-9][a-z0-9-]{0,31}$/),
  /** Whose visitors it gets reports of: those with one of these `src` or one of these `campid`. Both empty means none. */
  sources: z.array(claim).max(50).default([]),
  campaigns: z.array(claim).max(200).default([]),
  /** The address for each fact; one without an address is not reported. */
  events: z.partialRecord(conversionFact, address),
  /** What the network earns; without an entry nothing for a lead and the whole amount for money. */
  payouts: z.partialRecord(conversionFact, payout).default({}),
  /**
   * Why it may be reported. `consent`: only of those who allowed advertising. `legitimate_interest`: of all, where the
   * operator has weighed and written down why, and the privacy text says so.
   */
  basis: z.enum(['consent', 'legitimate_interest']).default('consent'),
});
export type PostbackTarget = z.output<typeof postbackTarget>;

export const postbackTargets = z
  .array(postbackTarget)
  .max(20)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
    error: 'two of them have the same name',
  });

/** `withheld`: there was no consent for it, or no account any more to report on. `failed`: given up. */
export const POSTBACK_STATES = ['waiting', 'sent', 'withheld', 'failed'] as const;
const postbackState = z.enum(POSTBACK_STATES);

export const listPostbacks = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/postbacks',
  access: 'staff',
  right: 'postbacks.read',
  summary: 'The postbacks that networks got, or are still to get, newest first.',
  query: z.object({
    brand: code(32).min(1).optional(),
    state: postbackState.optional(),
    before: z.uuid().optional(),
  }),
  reply: z.object({
    postbacks: z
      .array(
        z.object({
          id: z.uuid(),
          brand: z.string().max(32),
          target: z.string().max(32),
          fact: conversionFact,
          state: postbackState,
          attempts: z.int().min(0),
          /** What went wrong the last time, where it did. */
          problem: z.string().max(300).nullable(),
          at: epochMilliseconds,
          /** When it is tried next, or was done with. */
          nextAt: epochMilliseconds.nullable(),
          doneAt: epochMilliseconds.nullable(),
        }),
      )
      .max(50),
    next: z.uuid().nullable(),
  }),
  errors: [],
});
