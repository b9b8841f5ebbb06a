import { DAY, HOUR, MINUTE } from '../../platform/clock.ts';

/** How long after the last time a provider is asked what became of a charge. */
const pauses = [5 * MINUTE, HOUR, DAY, DAY, DAY, DAY, DAY];

export const MAX_POLLS = pauses.length;

export function firstPollAt(now: Date): Date {
  return nextPollAt(0, now);
}

/** How long after the last time a refund is sent again that did not get through. It is never given up. */
const resends = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** When to send again what was sent in vain so many times. */
export function resendAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + (resends[Math.min(Math.max(tries, 1), resends.length) - 1] ?? DAY));
}

/** When to ask again after it was asked so many times. */
export function nextPollAt(polls: number, now: Date): Date {
  return new Date(now.getTime() + (pauses[Math.min(polls, pauses.length - 1)] ?? DAY));
}
