/** The last that was said between two profiles, whatever either of them has hidden, newest first. */
export { readLastSaid } from './reading-queries.ts';
export type { SaidRow } from './reading-queries.ts';
