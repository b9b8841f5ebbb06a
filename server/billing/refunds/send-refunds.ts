/** Sends refunds to their providers, and learns what became of them: by polling and by webhooks. */

import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { HeldReason } from '#contract/staff/payments.ts';
import type { App } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { recordHeld } from '../payments/payment-events.ts';
import { refundPolls } from '../payments/poll-schedule.ts';
import type { WebhookResult } from '../payments/webhook.sql.ts';
import { queueOf } from '../providers/gate.ts';
import type { RefundVerdict, ProviderEvent } from '../providers/provider.ts';
import { recordRefundOutcome, finishRefund } from './refund-outcome.ts';
import {
  MOST_COUNTED,
  changeRefund,
  findRefund,
  findUnsentRefund,
  lockCharge,
  listRefundsToPoll,
  postponeUnsent,
  findAttemptAnywhere,
  findRefundAnywhere,
  isOpenRefund,
} from './refund.sql.ts';
import type { RefundToPoll, Charge } from './refund.sql.ts';
import { sendRefund, recordRefund } from './start-refund.ts';

/**
 * Sends a refund to its provider. From before it is sent until the provider has answered the refund counts as unknown:
 * after a crash in between it is polled, and not sent again. What certainly did not get through is sent again later.
 */
export async function runSendRefund(
  app: App,
  { brandId, refundId }: { brandId: string; refundId: string },
): Promise<void> {
  // Behind a closed gate it waits as it is, and is sent when it is polled.
  const unsent = await findUnsentRefund(app.db, brandId, refundId);
  if (!unsent) return;
  const hold = (reason: HeldReason) => recordHeld(app, [{ brandId, refundId, ...unsent, reason }]);
  const closedBy = app.providers.gate(unsent.provider)?.closedBy('other');
  if (closedBy) return hold(closedBy);
  const request = await claimRefund(app, brandId, refundId);
  if (!request) return;
  const { provider, ...wanted } = request;
  let verdict: RefundVerdict;
  try {
    verdict = await provider.refund(wanted);
  } catch (error) {
    app.log.error(
      { err: error, refundId, provider: provider.name },
      'a refund may or may not have been sent',
    );
    verdict = { state: 'unknown' };
  }
  await recordRefundOutcome(app, { brandId, refundId, verdict, source: 'answer' });
  if (verdict.state === 'unsent' && verdict.held) await hold(verdict.held);
}

function claimRefund(app: App, brandId: string, refundId: string) {
  return transact(app.db, async (tx) => {
    const known = await findRefund(tx, brandId, refundId);
    if (!known) return undefined;
    const { attempt, refunds } = await lockCharge(tx, brandId, known.attempt_id);
    const refund = refunds.find(({ id }) => id === refundId);
    if (refund?.state !== 'created') return undefined;
    const provider = app.providers.get(attempt.provider);
    if (!provider) throw new Error(`there is no ${attempt.provider} to refund by`);
    if (attempt.reference === null) throw new Error('a payment has no name at its provider’s');
    await changeRefund(tx, brandId, refundId, {
      state: 'unknown',
      pollAt: refundPolls.first(app.clock.now()),
      tries: Math.min(refund.tries + 1, MOST_COUNTED),
      polls: 0,
    });
    return {
      provider,
      refundId,
      attemptId: attempt.id,
      reference: attempt.reference,
      amountCents: refund.amount_cents,
      merchantAccount: app.brands.byId(brandId)?.settings.payment.merchantAccount,
    };
  });
}

/** Polls the refunds whose outcome was not reported: of one provider, or of each where none is named. */
export async function pollRefunds(
  app: App,
  { provider }: { provider?: ProviderName | undefined },
  info: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const names = provider === undefined ? providerName.options : [provider];
  await Promise.all(names.map((name) => pollRefundsOf(app, name, info)));
}

/** Each answer postpones the next poll of a refund, so this ends. What waits behind a closed gate stays as it is. */
async function pollRefundsOf(
  app: App,
  name: ProviderName,
  { signal }: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const gate = app.providers.gate(name);
  for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1) {
    if (gate?.isOpen('other') === false) return;
    const due = await listRefundsToPoll(app.db, name, app.clock.now(), BATCH);
    for (const refund of due) {
      if (gate?.isOpen('other') === false || signal.aborted) return;
      await (refund.state === 'created' ? sendAgain(app, refund) : poll(app, refund));
    }
    if (due.length < BATCH) return;
  }
}

const BATCH = 20;
const MOST_ROUNDS = 50;

/** Its job was lost or has given up: the refund was certainly never sent. */
async function sendAgain(
  app: App,
  { brand_id: brandId, id: refundId, provider }: RefundToPoll,
): Promise<void> {
  await transact(app.db, async (tx) => {
    const waits = await postponeUnsent(tx, brandId, refundId, refundPolls.first(app.clock.now()));
    if (waits)
      await enqueue(tx, sendRefund, { brandId, refundId }, { key: refundId, line: queueOf(provider) });
  });
}

async function poll(app: App, refund: RefundToPoll): Promise<void> {
  const { brand_id: brandId, id: refundId, attempt_id: attemptId, amount_cents: amountCents } = refund;
  const { refund_reference: refundReference, provider: name } = refund;
  let verdict: RefundVerdict = { state: 'unknown' };
  try {
    const answer = await app.providers.get(name)?.pollRefund({
      refundId,
      attemptId,
      reference: refund.reference ?? attemptId,
      amountCents,
      refundReference,
      merchantAccount: app.brands.byId(brandId)?.settings.payment.merchantAccount,
    });
    verdict = answer ?? verdict;
  } catch (error) {
    app.log.warn({ err: error, refundId, provider: name }, 'a provider could not be asked about a refund');
  }
  // It fails, and is asked once it is well again: this does not count.
  if (verdict.state === 'unknown' && app.providers.gate(name)?.isOpen('other') === false) return;
  await recordRefundOutcome(app, { brandId, refundId, verdict, source: 'poll' });
}

type RefundEvent = Extract<ProviderEvent, { kind: 'refund' }>;

/** What a provider tells of a refund: of ours, or of one that was made by hand at its own console. */
export async function handleRefundWebhook(app: App, event: RefundEvent): Promise<WebhookResult> {
  const { refundId, refundReference: reference, succeeded } = event;
  const verdict = succeeded ? { state: 'done' as const, reference } : { state: 'failed' as const };
  const known = refundId === null ? undefined : await findRefundAnywhere(app.db, refundId);
  if (refundId !== null && known) {
    await recordRefundOutcome(app, { brandId: known.brand_id, refundId, verdict, source: 'webhook' });
    return 'done';
  }
  const attempt = await findAttemptAnywhere(app.db, event);
  if (!attempt || attempt.captured_at === null) return 'unknown_subject';
  const { brand_id: brandId, id: attemptId } = attempt;
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
    await recordRefund(app, tx, afterCommit, charge, { id, amountCents, reason: 'support' });
    const after = await lockCharge(tx, brandId, attemptId);
    const refund = after.refunds.find((row) => row.id === id);
    const locked = { tx, afterCommit, charge: after, source: 'webhook' } as const;
    if (refund) await finishRefund(app, { ...locked, refund }, reference);
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
