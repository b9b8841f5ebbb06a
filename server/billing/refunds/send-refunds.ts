/** Sends refunds to their providers, and learns what became of them: by polling and by webhooks. */

import type { Selectable } from 'kysely';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { HeldReason } from '#contract/staff/payments.ts';
import type { App } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, RowRun } from '#server/platform/work/queue.ts';
import { applyChange } from '../payments/apply-change.ts';
import { findAttempt } from '../payments/attempts.ts';
import { recordHeld } from '../payments/payment-events.ts';
import { GateClosed } from '../providers/gate.ts';
import { atProvider, refundQueueOf, untriedBehindGate } from '../providers/provider-queues.ts';
import type { ProviderEvent, RefundVerdict, WebhookResult } from '../providers/provider.ts';
import { decideRefunded } from './decide-refund.ts';
import { recordRefundOutcome } from './refund-outcome.ts';
import { lockCharge, findRefundAnywhere, isOpenRefund, markSending } from './refund.sql.ts';
import type { Charge } from './refund.sql.ts';
import { beginRefund } from './start-refund.ts';

const refundColumns = [
  'brand_id',
  'id',
  'attempt_id',
  'purchase_id',
  'provider',
  'state',
  'amount_cents',
  'reference',
] as const;
type WaitingRefund = Pick<Selectable<DB['refund']>, (typeof refundColumns)[number]>;

/**
 * Refunds that wait to be sent, and those whose outcome was not reported. They are claimed behind a closed gate as well, so
 * that their timeline says why they wait.
 */
export const refundQueues = providerName.options.map((provider) =>
  queue({
    where: atProvider(provider).where,
    byAppClock: true,
    name: refundQueueOf(provider),
    table: 'refund',
    key: ['brand_id', 'id'],
    columns: refundColumns,
    concurrency: 4,
    maxTries: Number.POSITIVE_INFINITY,
    whenDone: 'keep',
    handle: untriedBehindGate(sendOrPoll),
  }),
);

async function sendOrPoll(app: App, refund: WaitingRefund, { lease }: RowRun): Promise<Outcome> {
  const { brand_id: brandId, id: refundId, purchase_id: purchaseId, provider } = refund;
  const hold = (reason: HeldReason) => recordHeld(app, [{ brandId, refundId, purchaseId, provider, reason }]);
  const closedBy = app.providers.gate(provider)?.closedBy('other');
  if (closedBy) {
    if (refund.state === 'created') await hold(closedBy);
    return { untriedFor: MINUTE };
  }
  if (refund.state !== 'created') return poll(app, refund);
  const verdict = await send(app, refund, lease);
  if (!verdict) return 'settled';
  await recordRefundOutcome(app, { brandId, refundId, verdict, source: 'answer' });
  if (verdict.state === 'unsent' && verdict.held) await hold(verdict.held);
  return 'settled';
}

/**
 * Sends a refund to its provider. From before it is sent until the provider has answered the refund counts as unknown:
 * after a crash in between it is polled, and not sent again. What certainly did not get through is sent again later.
 */
async function send(
  app: App,
  { brand_id: brandId, id: refundId, attempt_id: attemptId, amount_cents: amountCents }: WaitingRefund,
  lease: string,
): Promise<RefundVerdict | undefined> {
  const sending = await transact(app.db, async (tx) => {
    const { attempt } = await lockCharge(tx, brandId, attemptId);
    const provider = app.providers.get(attempt.provider);
    if (!provider) throw new Error(`there is no ${attempt.provider} to refund by`);
    if (attempt.reference === null) throw new Error('a payment has no name at its provider’s');
    const { reference } = attempt;
    return (await markSending(tx, { brandId, id: refundId, lease })) ? { provider, reference } : undefined;
  });
  if (!sending) return undefined;
  const { provider, reference } = sending;
  const merchantAccount = app.brands.byId(brandId)?.settings.payment.merchantAccount;
  try {
    return await provider.refund({ refundId, attemptId, reference, amountCents, merchantAccount });
  } catch (error) {
    const { name } = provider;
    app.log.error({ err: error, refundId, provider: name }, 'a refund may or may not have been sent');
    return { state: 'unknown' };
  }
}

async function poll(app: App, refund: WaitingRefund): Promise<Outcome> {
  const { brand_id: brandId, id: refundId, attempt_id: attemptId, provider: name } = refund;
  let verdict: RefundVerdict = { state: 'unknown' };
  try {
    const charge = await findAttempt(app.db, { attemptId });
    const answer = await app.providers.get(name)?.pollRefund({
      refundId,
      attemptId,
      reference: charge?.reference ?? attemptId,
      amountCents: refund.amount_cents,
      refundReference: refund.reference,
      merchantAccount: app.brands.byId(brandId)?.settings.payment.merchantAccount,
    });
    verdict = answer ?? verdict;
  } catch (error) {
    if (error instanceof GateClosed) throw error;
    app.log.warn({ err: error, refundId, provider: name }, 'a provider could not be asked about a refund');
  }
  // It fails, and is asked once it is well again: this does not count.
  if (verdict.state === 'unknown' && app.providers.gate(name)?.isOpen('other') === false)
    return { untriedFor: MINUTE };
  await recordRefundOutcome(app, { brandId, refundId, verdict, source: 'poll' });
  return 'settled';
}

type RefundEvent = Extract<ProviderEvent, { kind: 'refund' }>;

/** What a provider tells of a refund: of ours, or of one that was made by hand at its own console. */
export async function handleRefundWebhook(app: App, event: RefundEvent): Promise<WebhookResult> {
  const { refundId, refundReference: reference, succeeded } = event;
  const verdict = succeeded ? { state: 'done' as const, reference } : { state: 'failed' as const };
  const known = await findRefundAnywhere(app.db, { id: refundId });
  if (known) {
    const { brand_id: brandId, id } = known;
    await recordRefundOutcome(app, { brandId, refundId: id, verdict, source: 'webhook' });
    return 'done';
  }
  const attempt = await findAttempt(app.db, event);
  if (!attempt?.capturedAt) return 'unknown_subject';
  const { brandId, attemptId } = attempt;
  const { ours, outcome } = await transact(app.db, async (tx, afterCommit) => {
    const charge = await lockCharge(tx, brandId, attemptId);
    const mine = findByReference(charge, event);
    if (mine) return { ours: mine.id, outcome: 'done' as const };
    if (!succeeded) return { outcome: 'ignored' as const };
    const amountCents = event.amountCents || charge.refundableCents;
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'system' },
      action: 'refund.made_elsewhere',
      subject: charge.purchase.id,
      details: { attempt: attemptId, reference, amountCents },
    });
    // More than is left cannot be in the books; reconciling shows the difference.
    if (amountCents === 0 || amountCents > charge.refundableCents) return { outcome: 'unmatched' as const };
    const id = newId();
    const refund = await beginRefund(app, tx, afterCommit, charge, { id, amountCents, reason: 'support' });
    const done = { at: app.clock.now(), source: 'webhook', reference } as const;
    await applyChange(app, tx, afterCommit, decideRefunded(charge, refund, done));
    return { outcome: 'done' as const };
  });
  if (ours !== undefined)
    await recordRefundOutcome(app, { brandId, refundId: ours, verdict, source: 'webhook' });
  return outcome;
}

/** A provider that does not repeat our id of a refund is matched by its own, or by the only open refund that fits. */
function findByReference({ refunds }: Charge, { refundReference, amountCents, refundId }: RefundEvent) {
  const named = refunds.find(({ reference }) => reference === refundReference);
  if (named || refundId !== null) return named;
  const fitting = refunds.filter(
    (refund) => isOpenRefund(refund) && refund.reference === null && refund.amount_cents === amountCents,
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}
