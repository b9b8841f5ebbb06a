import { countries } from '#contract/countries/list.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import { recomputeLevel } from '../payments/level.ts';
import type { EventSource } from '../payments/payment-events.ts';
import { refundPolls } from '../payments/poll-schedule.ts';
import { writeHeld } from '../payments/write-changes.sql.ts';
import type { RefundVerdict } from '../providers/provider.ts';
import { decideFailed, decideRefunded, refundEvent } from './decide-refund.ts';
import type { Failing } from './decide-refund.ts';
import { changeRefund, findRefund, isOpenRefund, lockCharge } from './refund.sql.ts';
import type { Charge, RefundRow } from './refund.sql.ts';
import { returnCredits } from './start-refund.ts';

interface RefundNews {
  brandId: string;
  refundId: string;
  verdict: RefundVerdict;
  /** How we learned it. */
  source: EventSource;
}

/**
 * Records what is known of a refund, in one transaction with everything that follows from it. A refund moves from created
 * over sent or unknown to done, and to failed where the provider says no; what was not sent is sent again. So the same
 * outcome may arrive twice, and outcomes in any order.
 */
export async function recordRefundOutcome(
  app: App,
  { brandId, refundId, verdict, source }: RefundNews,
): Promise<void> {
  await transact(app.db, async (tx, afterCommit) => {
    const known = await findRefund(tx, brandId, refundId);
    if (!known) return;
    const charge = await lockCharge(tx, brandId, known.attempt_id);
    const refund = charge.refunds.find(({ id }) => id === refundId);
    if (refund) await applyVerdict(app, { tx, afterCommit, charge, refund, source }, verdict);
  });
}

/** A refund with its charge, both locked, and the transaction in which its outcome is recorded. */
interface LockedRefund {
  tx: Tx;
  afterCommit: AfterCommit;
  charge: Charge;
  refund: RefundRow;
  source: EventSource;
}

async function applyVerdict(app: App, locked: LockedRefund, verdict: RefundVerdict): Promise<void> {
  const { tx, charge, refund, source } = locked;
  const { brandId } = charge;
  const polled = source === 'poll';
  const now = app.clock.now();
  if (verdict.state === 'done') {
    if (isOpenRefund(refund)) await finishRefund(app, locked, verdict.reference);
    return;
  }
  if (verdict.state === 'failed') {
    if (isOpenRefund(refund)) await failRefund(app, locked, 'refused');
    else if (refund.state === 'done') await failRefund(app, locked, 'returned');
    return;
  }
  if (!isOpenRefund(refund)) return;
  // That a poll did not get through says nothing of the refund, which had been sent before.
  if (verdict.state === 'unsent' && !polled && refund.state === 'unknown') {
    return changeRefund(tx, brandId, refund.id, { state: 'created', dueAt: resendAt(refund.tries, now) });
  }
  const accepted = verdict.state === 'sent' || refund.state === 'sent';
  const polls = polled ? refund.tries : 0;
  // A provider that has accepted it and never said otherwise has done it.
  if (polled && accepted && polls >= refundPolls.most) return finishRefund(app, locked, null);
  const state = accepted ? 'sent' : 'unknown';
  const change = { state, tries: polls, dueAt: refundPolls.next(polls, now) } as const;
  const reference = verdict.state === 'sent' ? verdict.reference : null;
  // It counts as unknown from before it is sent, so that alone is no news; that nothing was answered is.
  const isNews = accepted ? refund.state !== 'sent' : !polled;
  await changeRefund(
    tx,
    brandId,
    refund.id,
    { ...change, reference },
    isNews ? refundEvent(charge, refund, state, { at: now, source }) : undefined,
  );
  // It goes on being polled, and support is notified as well.
  if (polled && polls === refundPolls.most) {
    await audit(tx, locked, 'refund.unanswered', { amountCents: refund.amount_cents });
    await notifySupport(app, locked, 'refund_unanswered');
  }
}

/** The money is on its way back: into the books, on a credit note, and off the payment. */
export async function finishRefund(app: App, locked: LockedRefund, reference: string | null): Promise<void> {
  const { tx, afterCommit, charge, refund, source } = locked;
  const { brandId, purchase } = charge;
  await writeHeld(tx, decideRefunded(charge, refund, { reference, at: app.clock.now(), source }));
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId: purchase.account_id });
}

/** The member gets the credits again, and they and support are notified. */
export async function failRefund(app: App, locked: LockedRefund, why: Failing): Promise<void> {
  const { tx, afterCommit, charge, refund, source } = locked;
  const { brandId, purchase } = charge;
  const { account_id: accountId } = purchase;
  const { id: refundId, amount_cents: amountCents } = refund;
  await writeHeld(tx, decideFailed(charge, refund, why, { at: app.clock.now(), source }));
  const taking = { brandId, accountId, reason: 'refund', idempotencyKey: `refund ${refundId}` };
  const returned = await returnCredits(tx, taking);
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  if (returned > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
  await audit(tx, locked, `refund.${why}`, { amountCents });
  if (why === 'called_off') return;
  await notifySupport(app, locked, 'refund_failed');
  await notifyMember(app, locked);
}

function audit(tx: Tx, { charge, refund }: LockedRefund, action: string, details: Record<string, unknown>) {
  return recordAudit(tx, {
    brandId: charge.brandId,
    actor: { kind: 'system' },
    action,
    subject: charge.purchase.id,
    details: { refund: refund.id, ...details },
  });
}

async function notifySupport(
  app: App,
  { tx, charge, refund }: LockedRefund,
  template: 'refund_failed' | 'refund_unanswered',
): Promise<void> {
  const brand = brandOf(app, charge);
  const { support, country } = brand.settings;
  const { language } = countries[country];
  await queueMail(tx, {
    brand,
    aboutId: charge.purchase.id,
    to: support.email,
    language,
    template,
    data: {
      link: `${siteOrigin(app, brand)}/console/audit`,
      total: formatMoney(refund.amount_cents, language),
      orderId: charge.purchase.id,
      refundId: refund.id,
    },
  });
}

/** The member read that their money comes back, so they are notified that it did not. */
async function notifyMember(app: App, { tx, charge, refund }: LockedRefund): Promise<void> {
  const brand = brandOf(app, charge);
  const { id: orderId, account_id: accountId } = charge.purchase;
  const member = await readBuyer(tx, charge.brandId, accountId);
  if (!member) return;
  const { email: to, language } = member;
  await queueMail(tx, {
    brand,
    accountId,
    aboutId: orderId,
    to,
    language,
    template: 'refund_refused',
    data: {
      link: `${siteOrigin(app, brand)}/profile#plan`,
      total: formatMoney(refund.amount_cents, language),
      orderId,
    },
  });
}

function brandOf(app: App, { brandId }: Charge): Brand {
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error('the brand of a refund is not known here yet');
  return brand;
}

/** How long after the last time a refund is sent again that did not get through. It is never given up. */
const resends = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** When to send again what was sent in vain so many times. */
function resendAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + (resends[Math.min(Math.max(tries, 1), resends.length) - 1] ?? DAY));
}
