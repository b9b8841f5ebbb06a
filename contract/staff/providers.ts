import { z } from 'zod';
import { providerName } from '../billing/payment-checks.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import { code, writing } from '../kernel/text.ts';

/** Payment providers, how they are doing, and what of them is turned off. */

/** What an operator turns off: nothing, new charges alone, or every call. The last one for all brands only. */
export const providerStop = z.enum(['nothing', 'charges', 'everything']);
export type ProviderStop = z.output<typeof providerStop>;
export const brandStop = providerStop.exclude(['everything']);

/**
 * `closed`: it fails, and it is not asked for a while. `trying`: one call is let through to see whether it is well again.
 */
export const gateState = z.enum(['open', 'trying', 'closed', 'charges_off', 'off']);
export type GateState = z.output<typeof gateState>;

const switched = z.object({
  stops: providerStop,
  reason: z.string().max(300),
  /** Null where it was the command line. */
  by: z.string().max(200).nullable(),
  at: epochMilliseconds,
});

const providerStatus = z.object({
  provider: providerName,
  state: gateState,
  inFlight: z.int().min(0),
  waiting: z.int().min(0),
  refused: z.int().min(0),
  /** Who has last turned it off or on for all brands. Null where it never was. */
  switched: switched.nullable(),
  /** The same for single brands of the caller’s, where it was switched. */
  atBrands: z.array(switched.extend({ brand: z.string().max(32), stops: brandStop })).max(500),
});
export type ProviderStatus = z.output<typeof providerStatus>;

export const listProviders = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/providers',
  access: 'staff',
  right: 'payments.read',
  summary: 'The payment providers: how each is doing at the node that answers, and what of it is turned off.',
  reply: z.object({ providers: z.array(providerStatus).max(20) }),
  errors: [],
});

export const switchProvider = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/providers/:provider/switch',
  access: 'staff',
  right: 'payments.switch',
  summary:
    'Turns a payment provider off or on again at every node within seconds: new charges of one brand, or, as an owner, those of all brands or every call.',
  params: z.object({ provider: providerName }),
  body: z
    .object({
      /** Null for all brands. */
      brand: code(32).min(1).nullable(),
      stops: providerStop,
      reason: writing(300).min(1),
    })
    .refine(({ brand, stops }) => brand === null || brandStop.safeParse(stops).success, { path: ['stops'] }),
  reply: z.object({ ok: z.literal(true) }),
  errors: [],
});
