import { availableParallelism } from 'node:os';
import { createTurns } from './take-turns.ts';

/** A picture needs up to some hundred megabytes while it is decoded, so all who make pictures wait in one line. */
export const takePictureTurn = createTurns({
  places: Math.min(availableParallelism(), 4),
  longestQueue: 24,
  longestOwnQueue: 6,
});
