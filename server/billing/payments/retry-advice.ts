import { HOUR } from '#server/platform/clock.ts';
import type { RetryAdvice } from '../providers/provider.ts';

/** What a card's network said when it declined a charge: kept with the attempt, and obeyed before the next one. */

/** As it stands in the row: `never`, or the hours to wait. */
export function writeAdvice(advice: RetryAdvice | undefined): string | null {
  if (!advice) return null;
  return advice.retry === 'never' ? 'never' : String(advice.hours);
}

export function readAdvice(text: string | null): RetryAdvice | undefined {
  if (text === null) return undefined;
  return text === 'never' ? { retry: 'never' } : { retry: 'after', hours: Number(text) };
}

/** A charge that was declined. */
export interface Declined {
  advice: RetryAdvice | undefined;
  at: Date;
}

/** From when on the same card may be charged again without its holder; undefined: never. Networks fine merchants who do. */
export function retryFrom({ advice, at }: Declined): Date | undefined {
  if (!advice) return at;
  return advice.retry === 'never' ? undefined : new Date(at.getTime() + advice.hours * HOUR);
}

export function mayRetry(declined: Declined, now: Date): boolean {
  const from = retryFrom(declined);
  return from !== undefined && from <= now;
}
