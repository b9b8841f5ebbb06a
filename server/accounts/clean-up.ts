import type { App } from '../app.ts';
import { DAY } from '../platform/clock.ts';

/** As long as somebody who signs up twice from one device is recognised. */
const DEVICES_KEPT = 30 * DAY;
/** As long as a repeated withdrawal is recognised by where the account came from. */
const ORIGINS_KEPT = 365 * DAY;
const traces = ['device_hash', 'network_hash', 'user_agent', 'ip', 'claimed_ip'] as const;

/** Forgets from which device and network somebody signed up. Which campaign brought him is kept. */
export async function forgetTraces({ db, clock }: App): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  await db
    .updateTable('arrival')
    .set(Object.fromEntries(traces.map((column) => [column, null])))
    .where('created_at', '<', ago(DEVICES_KEPT))
    .where((has) => has.or(traces.map((column) => has(column, 'is not', null))))
    .execute();
  await db
    .updateTable('arrival')
    .set({ origin_hash: null })
    .where('created_at', '<', ago(ORIGINS_KEPT))
    .where('origin_hash', 'is not', null)
    .execute();
}
