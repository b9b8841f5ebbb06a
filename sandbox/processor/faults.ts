import { z } from 'zod';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Reply } from './http.ts';
import { scenarioNames } from './scenarios.ts';
import type { ScenarioName } from './scenarios.ts';

const LONGEST_WAIT = 10 * 60_000;
const ms = z.int().min(0).max(LONGEST_WAIT);
/** By the clock, which tests move by years. */
const clockMs = z
  .int()
  .min(0)
  .max(1_000 * DAY);

export const webhookFault = z.strictObject({
  delayMs: ms.optional(),
  /** How often each is sent altogether. */
  copies: z.int().min(1).max(20).optional(),
  /** Simultaneous events are reported in the wrong order. */
  reorder: z.boolean().optional(),
  /** Not sent at all, unless it is asked for by a replay. */
  drop: z.boolean().optional(),
  badSignature: z.boolean().optional(),
});
export type WebhookFault = z.output<typeof webhookFault>;

/** What goes wrong, and for whom. Without any of the first four it is the next charge, of any card. */
export const fault = z.strictObject({
  provider: providerName.optional(),
  /** What the merchant calls the charge or the refund. */
  reference: z.string().min(1).max(200).optional(),
  /** The last four digits of a card. */
  card: z.string().length(4).optional(),
  scenario: z.enum(scenarioNames as [ScenarioName, ...ScenarioName[]]).optional(),
  operation: z.enum(['charge', 'finish', 'ask', 'refund', 'cancel']).default('charge'),
  /** How often. */
  times: z.int().min(1).max(1_000_000).default(1),

  /** Nothing happens but this status. */
  http: z.int().min(400).max(599).optional(),
  /** No answer comes, and the connection ends: before anything was done, or after all of it. */
  timeout: z.enum(['before', 'after']).optional(),
  holdMs: ms.default(60_000),
  slowBodyMs: ms.optional(),
  /** Undecided at first, decided so much later. */
  pendingMs: clockMs.optional(),
  /** A decline that turns out to be none, so much later. */
  lateSuccessMs: clockMs.optional(),
  /** What was stored is reported by webhook alone. */
  hideToken: z.boolean().optional(),
  /** Maxpay asks for 3DS by the old form. */
  pareq: z.boolean().optional(),
  webhooks: webhookFault.optional(),
});
export type Fault = z.output<typeof fault>;
export type FaultRequest = z.input<typeof fault>;

interface Occasion {
  provider: ProviderName;
  operation: Fault['operation'];
  reference: string | undefined;
  instrument?: { lastFour: string; scenario: ScenarioName } | undefined;
}

const MOST_FAULTS = 10_000;

/** All that is to go wrong. */
export class Faults {
  #waiting: Fault[] = [];

  add(request: FaultRequest): void {
    if (this.#waiting.length >= MOST_FAULTS) this.#waiting.shift();
    this.#waiting.push(fault.parse(request));
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The first that fits; it is used up by that. */
  take(occasion: Occasion): Fault | undefined {
    if (this.#waiting.length === 0) return undefined;
    const place = this.#waiting.findIndex((waiting) => fits(waiting, occasion));
    const found = this.#waiting[place];
    if (!found) return undefined;
    found.times -= 1;
    if (found.times === 0) this.#waiting.splice(place, 1);
    return found;
  }
}

function fits(wanted: Fault, { provider, operation, reference, instrument }: Occasion): boolean {
  if (wanted.operation !== operation) return false;
  if (wanted.provider && wanted.provider !== provider) return false;
  if (wanted.reference && wanted.reference !== reference) return false;
  if (wanted.card && wanted.card !== instrument?.lastFour) return false;
  return !wanted.scenario || wanted.scenario === instrument?.scenario;
}

/** Does the work, or not, and spoils the answer. */
export function underFault(
  found: Fault | undefined,
  refuse: (status: number) => Reply,
  work: () => Reply,
): Reply {
  if (!found) return work();
  if (found.http !== undefined) return refuse(found.http);
  if (found.timeout === 'before') return { status: 0, headers: {}, body: '', cutAfterMs: found.holdMs };
  const reply = work();
  if (found.timeout === 'after') return { ...reply, cutAfterMs: found.holdMs };
  return found.slowBodyMs === undefined ? reply : { ...reply, slowMs: found.slowBodyMs };
}
