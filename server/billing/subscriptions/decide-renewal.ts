import type { Country } from '../../../contract/kernel/constants.ts';
import { SHORT_NOTICE_DAYS, noticeDays } from '../../../contract/kernel/money.ts';
import { hardDeclines } from '../../../contract/billing/payment-outcome.ts';
import type { PaymentOutcome } from '../../../contract/billing/payment-outcome.ts';
import { DAY } from '../../platform/clock.ts';
import { addDays } from '../../countries/local-time.ts';
import type { Due } from './renewal-queries.ts';

/** Days after a renewal was due on which it is tried again. After the last the plan ends. */
const RETRY_DAYS = [1, 3, 7, 14] as const;
const LAST_DAY = 14;
/** How often we look whether a card has come that could be charged. */
const LOOK_EVERY = DAY;

export type Decision =
  | { step: 'charge' }
  /** There is nothing that we may charge: the member is asked to pay. */
  | { step: 'ask' }
  /** We were refused, and nobody has drawn the conclusion yet. */
  | { step: 'refused'; outcome: PaymentOutcome | null }
  | { step: 'postpone'; until: Date }
  /** Somebody's attempt is under way. */
  | { step: 'wait' }
  | { step: 'end'; reason: 'closed' | 'unpaid' };

/** What is to be done for a subscription whose time has come. No charge without consent, notice and payment method. */
export function decideRenewal(due: Due, country: Country, now: Date): Decision {
  if (due.status !== 'active') return { step: 'end', reason: 'closed' };
  if (due.purchaseState === 'failed' || due.purchaseState === 'expired')
    return { step: 'end', reason: 'unpaid' };
  if (due.underWay) return { step: 'wait' };
  if (due.refusals > due.tries) return { step: 'refused', outcome: due.lastOutcome };
  if (!due.paymentMethodId || !due.hasConsent) return { step: 'ask' };
  if (needsMember(due.lastOutcome) && due.lastMethodId === due.paymentMethodId) return { step: 'ask' };
  // Once it was due it stays so: the notice of it went out before.
  if (due.state === 'past_due') return { step: 'charge' };
  const until = announcedUntil(due, country, now);
  return until > now ? { step: 'postpone', until } : { step: 'charge' };
}

/** Trying again by ourselves would be of no use. */
export function needsMember(outcome: PaymentOutcome | null): boolean {
  return outcome === 'authentication_required' || hardDeclines.some((hard) => hard === outcome);
}

/** From when on the notice has been out for long enough. Where none is, one has to go out first. */
function announcedUntil(due: Due, country: Country, now: Date): Date {
  const days = noticeDays(country, due.every);
  // Who chose the plan himself a while ago has heard of the price then, and whose periods are so short at each payment.
  if (due.announcedAtPurchase && (days === 0 || due.hasConsentForThis)) return now;
  const from = due.noticeSentAt ?? now;
  const wait = days === 0 && !due.noticeSentAt ? SHORT_NOTICE_DAYS : days;
  return addDays(from, wait, country);
}

/** When we look at an unpaid renewal again; nothing where it was the last time. */
export function nextRetryAt(dueSince: Date, now: Date, retries: boolean): Date | undefined {
  const later = RETRY_DAYS.map((days) => dueSince.getTime() + days * DAY).filter((at) => at > now.getTime());
  const [next] = later;
  if (next === undefined) return undefined;
  return new Date(retries ? next : Math.min(now.getTime() + LOOK_EVERY, ...later.slice(-1)));
}

export function dunningEndsAt(dueSince: Date): Date {
  return new Date(dueSince.getTime() + LAST_DAY * DAY);
}
