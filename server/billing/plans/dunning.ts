import { hardDeclines } from '#contract/billing/payment-outcome.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { Country } from '#contract/countries/list.ts';
import { SHORT_NOTICE_DAYS, noticeDays } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import { addDays } from '#server/countries/local-time.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { CurrentPlan } from '../orders/subscription.sql.ts';
import { applyChange } from '../payments/apply-change.ts';
import { mayRetry, readAdvice, retryFrom } from '../payments/retry-advice.ts';
import { holdAccountMoney } from './account-money.sql.ts';
import { changeOf, decideEnd, decidePastDue } from './decide-plan.ts';
import { mailFailure, mailPlanEnded } from './plan-mails.ts';
import { readRefusals } from './renewal.sql.ts';
import type { Due } from './renewal.sql.ts';

/** Days after a renewal was due on which it is tried again. After the last the plan ends. */
const RETRY_DAYS = [1, 3, 7, 14] as const;
const LAST_DAY = 14;
/** How often we check whether the member has added a card that can be charged. */
const CARD_CHECK_EVERY = DAY;

export type Decision =
  | { step: 'charge' }
  /** There is nothing that we may charge: the member has to pay. */
  | { step: 'request_payment' }
  /** A charge was declined, and that is not recorded yet. */
  | { step: 'refused'; outcome: PaymentOutcome | null }
  | { step: 'postpone'; until: Date }
  /** An attempt is under way. */
  | { step: 'wait' }
  | { step: 'end'; reason: 'closed' | 'unpaid' };

/** What is to be done for a subscription that is due. No charge without consent, notice and payment method. */
export function decideRenewal(due: Due, country: Country, now: Date): Decision {
  if (due.status !== 'active') return { step: 'end', reason: 'closed' };
  if (due.purchaseState === 'failed' || due.purchaseState === 'expired')
    return { step: 'end', reason: 'unpaid' };
  if (due.underWay) return { step: 'wait' };
  if (due.refusals > due.tries) return { step: 'refused', outcome: due.lastOutcome };
  if (!due.paymentMethodId || !due.hasConsent) return { step: 'request_payment' };
  if (due.lastMethodId === due.paymentMethodId && (needsMember(due.lastOutcome) || !isAllowed(due, now)))
    return { step: 'request_payment' };
  // Its notice was sent before it became due.
  if (due.state === 'past_due') return { step: 'charge' };
  const until = noticeOverAt(due, country, now);
  return until > now ? { step: 'postpone', until } : { step: 'charge' };
}

/** What the card's network said when it declined the last charge. */
function isAllowed({ lastAdvice, lastDeclinedAt }: Due, now: Date): boolean {
  return !lastDeclinedAt || mayRetry({ advice: readAdvice(lastAdvice), at: lastDeclinedAt }, now);
}

/** Trying again without the member would be of no use. */
function needsMember(outcome: PaymentOutcome | null): boolean {
  return outcome === 'authentication_required' || hardDeclines.some((hard) => hard === outcome);
}

/** When the notice has been out for long enough. Where none was sent, one has to be sent first. */
function noticeOverAt(due: Due, country: Country, now: Date): Date {
  const days = noticeDays(country, due.every);
  // A purchase was notice enough where periods are too short for another, or where the member chose this plan themselves.
  if (due.announcedAtPurchase && (days === 0 || due.hasConsentForThis)) return now;
  const from = due.noticeSentAt ?? now;
  const wait = days === 0 && !due.noticeSentAt ? SHORT_NOTICE_DAYS : days;
  return addDays(from, wait, country);
}

/**
 * When an unpaid renewal is tried again; undefined after the last time. `from` is when it may be charged again at the
 * earliest, null where only the member can pay: until then we look every day for another card.
 */
export function nextRetryAt(dueSince: Date, now: Date, from: Date | null): Date | undefined {
  const later = RETRY_DAYS.map((days) => dueSince.getTime() + days * DAY).filter((at) => at > now.getTime());
  if (later.length === 0) return undefined;
  const next = from && later.find((at) => at >= from.getTime());
  return new Date(next ?? Math.min(now.getTime() + CARD_CHECK_EVERY, ...later.slice(-1)));
}

export function dunningEndsAt(dueSince: Date): Date {
  return new Date(dueSince.getTime() + LAST_DAY * DAY);
}

/** A charge was declined, or only the member can pay. */
type Why = { outcome: PaymentOutcome | null } | { needsMember: true };

/** A renewal is not paid: it is tried again later, or the plan ends. May run twice for the same decline, and counts it once. */
export function recordUnpaidRenewal(app: App, due: Due, why: Why): Promise<void> {
  const { brandId, id, accountId, purchaseId, dueSince, amountCents } = due;
  if (purchaseId === null || dueSince === null) throw new Error('a renewal without an order');
  return transact(app.db, async (tx, afterCommit) => {
    const money = await holdAccountMoney(tx, { brandId, accountId });
    const { plan } = money;
    if (!plan || !isStillDue(plan, due)) return;
    const now = app.clock.now();
    const { count: tries, advice, lastAt } = await readRefusals(tx, brandId, purchaseId);
    const from = retryFrom({ advice: readAdvice(advice), at: lastAt ?? now });
    const forMember = 'needsMember' in why || needsMember(why.outcome) || from === undefined;
    const nextAt = nextRetryAt(dueSince, now, forMember ? null : (from ?? null));
    if (!nextAt) {
      await applyChange(app, tx, afterCommit, changeOf(money, now, decideEnd(money, 'unpaid')));
      return mailPlanEnded(app, tx, { ...money, plan: due });
    }
    const pastDue = decidePastDue(id, Math.min(tries, 10), nextAt);
    await applyChange(app, tx, afterCommit, changeOf(money, now, pastDue));
    const isNew = plan.state === 'active' || (forMember && tries > plan.tries);
    if (!isNew) return;
    const endsAt = dunningEndsAt(dueSince);
    await mailFailure(app, tx, { brandId, accountId, plan: due, amountCents, purchaseId, endsAt });
  });
}

export function endUnrenewed(app: App, due: Due, reason: 'closed' | 'unpaid'): Promise<void> {
  return transact(app.db, async (tx, afterCommit) => {
    const money = await holdAccountMoney(tx, due);
    if (!money.plan || !isStillDue(money.plan, due)) return;
    await applyChange(app, tx, afterCommit, changeOf(money, app.clock.now(), decideEnd(money, reason)));
    if (reason === 'unpaid') await mailPlanEnded(app, tx, { ...money, plan: due });
  });
}

/** It has not moved on since. */
function isStillDue(plan: CurrentPlan, { id, period }: Due): boolean {
  return plan.id === id && plan.period === period && plan.next_charge_at !== null;
}
