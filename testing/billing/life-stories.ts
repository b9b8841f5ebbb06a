import type { Limits } from '../../server/platform/security/rate-limits.ts';
import type { Member } from '../world.ts';

/** Nobody buys as often as this. */
export const unlimited: Limits = {
  hit: () => Promise.resolve(),
  check: () => Promise.resolve(1),
  forgive: () => Promise.resolve(),
  reset: () => Promise.resolve(false),
  tryHit: () => Promise.resolve(true),
  hitLocally() {},
  count: () => Promise.resolve(0),
  waited: () => Promise.resolve(0),
  stop: () => Promise.resolve(),
};

/** Each run has a processor of its own, which must not be asked for the plans of earlier ones. */
export async function retireOthers({ db, clock }: Member): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ state: 'canceled', ended_at: clock.now(), next_charge_at: null })
    .where('state', 'in', ['active', 'past_due'])
    .execute();
  await db
    .updateTable('refund')
    .set({ state: 'failed', poll_at: null })
    .where('state', '<>', 'done')
    .execute();
  await db
    .updateTable('payment_attempt')
    .set({ state: 'error', poll_at: null })
    .where('state', 'in', ['created', 'requires_action', 'processing', 'unknown', 'authorised'])
    .execute();
}

/** Hands out what was prepared, again and again. */
export function inTurn<T>(prepared: readonly T[], otherwise: T): () => T {
  let next = 0;
  return () => prepared[next++ % Math.max(1, prepared.length)] ?? otherwise;
}
