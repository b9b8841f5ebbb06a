import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Outcome } from '#server/platform/work/queue.ts';
import { GateClosed } from './gate.ts';

/**
 * What a queue of a table with a column `provider` asks one provider for. Each provider has a queue of its own, so that one that
 * hangs keeps no other back. While its gate is closed, what waits for it stays as it is.
 */
export const atProvider = (provider: ProviderName) => ({
  where: sql`w.provider = ${provider}`,
  room: ({ providers }: App) => providers.gate(provider)?.free('poll') ?? Number.POSITIVE_INFINITY,
  byAppClock: true,
});

/** In which refunds wait to be sent to their provider, and then for its answer. */
export const refundQueueOf = (provider: ProviderName) => `refunds.${provider}`;

/** What the gate held back was not begun, and costs no try. */
export function untriedBehindGate<Given extends unknown[], Result>(
  handle: (...given: Given) => Promise<Result>,
) {
  return (...given: Given): Promise<Result | Outcome> =>
    handle(...given).catch((error: unknown) => {
      if (error instanceof GateClosed) return { untriedFor: MINUTE, reason: error.message };
      throw error;
    });
}
