/** When a provider is asked about a charge or a refund whose end is unknown. */

import { DAY, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';

/** The pauses between one question and the next. */
const slow = [5 * MINUTE, HOUR, DAY, DAY, DAY, DAY, DAY];
const quick = [10 * SECOND, 30 * SECOND, 2 * MINUTE];
const pausesOfCharges = [...quick, ...slow];

/** A charge is answered sooner than that, or its process has died. Before that a provider may not have received it yet. */
export const ANSWERED_WITHIN = 5 * MINUTE;

const after = (now: Date, pause: number | undefined) => new Date(now.getTime() + (pause ?? DAY));

/** A member waits for a charge, and cannot pay for the same thing again before its end is known. */
export const chargePolls = {
  /** The first question and one after each pause. */
  most: pausesOfCharges.length + 1,
  /** While the questions come soon, a start begins with them again. */
  quick: quick.length + 1,
  /** When no answer has come since it was sent, or the payer is at a bank. */
  unanswered: (now: Date): Date => after(now, ANSWERED_WITHIN),
  /** After an answer that decides nothing. */
  first: (now: Date): Date => after(now, quick[0]),
  /** After so many questions. */
  pause: (polls: number): number => pausesOfCharges[polls - 1] ?? DAY,
} as const;

export const refundPolls = {
  most: slow.length,
  /** After so many questions. */
  next: (polls: number, now: Date): Date => after(now, slow[polls]),
} as const;
