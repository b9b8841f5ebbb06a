/** How much is measured, and for how long. The same for all that are compared. */
const setting = (name: string, value: number) => Number(process.env[name] ?? value);

export const ROUNDS = setting('BENCH_ROUNDS', 3);
export const SECONDS = setting('BENCH_SECONDS', 8);
export const WARM_UP_SECONDS = setting('BENCH_WARM_UP', 4);
/** How many buy at the same time. */
export const BUYERS = setting('BENCH_BUYERS', 16);
/** All who may buy, so that none does twice in a row. */
export const MEMBERS = Math.max(300, 2 * BUYERS);
/** How long a provider takes to answer. */
export const LATENCY_MS = setting('BENCH_LATENCY', 0);
/** A pack of credits that may be bought as often as one likes. */
export const PRODUCT = 'credits-300';

/** All that there are. So many of them are due; the full number takes its time. */
export const SUBSCRIPTIONS = 100_000;
export const RENEWALS = Math.min(setting('BENCH_RENEWALS', 5_000), SUBSCRIPTIONS);
export const PLAN = 'vip-month';

export const HOST = 'it.localhost';
