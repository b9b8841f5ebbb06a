/** How much is measured, and for how long. The same for all that are compared. */
const setting = (name: string, value: number) => Number(process.env[name] ?? value);

export const ROUNDS = setting('BENCH_ROUNDS', 3);
/** Of these so many talk, two and two; the others are there and say nothing. */
export const CONNECTED = 1_000;
export const ACTIVE = 500;
/** Signed in and silent, where memory is measured. */
export const IDLE = setting('BENCH_IDLE', 5_000);
export const WARM_UP_SECONDS = setting('BENCH_WARM_UP', 4);
export const SATURATED_SECONDS = setting('BENCH_SECONDS', 8);
export const STEADY_SECONDS = setting('BENCH_SECONDS', 8);
export const HOST = 'it.localhost';

/** What every member writes: as long as such messages are. */
export const TEXT =
  'Ciao! Domani sera sarei libera, ti va un aperitivo sul lungomare verso le sette e mezza?';
