import { z } from 'zod';
import { firstPollAt } from '../payments/poll-schedule.ts';
import type { App } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';
import type { RefundVerdict } from '../providers/provider.ts';
import { changeRefund, findRefund, lockCharge } from './queries.ts';
import { recordRefundOutcome } from './settle-refund.ts';

const payload = z.object({ brandId: z.uuid(), refundId: z.uuid() });
type Sent = z.output<typeof payload>;

/** Beyond that nobody counts. */
const MOST_COUNTED = 30_000;

export const sendRefund = jobKind('refunds.send', payload);

/**
 * Asks the provider to give the money back. From before it is asked until it has answered the refund counts as
 * unknown: after a crash in between it is asked about, and not sent again. What certainly did not get through is sent
 * again later.
 */
export async function runSendRefund(app: App, { brandId, refundId }: Sent): Promise<void> {
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
  await recordRefundOutcome(app, { brandId, refundId, verdict });
}

function claimRefund(app: App, brandId: string, refundId: string) {
  return transact(app.db, async (tx) => {
    const known = await findRefund(tx, brandId, refundId);
    if (!known) return undefined;
    const { attempt, refunds } = await lockCharge(tx, brandId, known.attempt_id);
    const refund = refunds.find(({ id }) => id === refundId);
    if (refund?.state !== 'created') return undefined;
    const provider = app.providers.get(attempt.provider);
    if (!provider) throw new Error(`there is no ${attempt.provider} to give money back by`);
    if (attempt.reference === null) throw new Error('a payment has no name at its provider’s');
    await changeRefund(tx, brandId, refundId, {
      state: 'unknown',
      pollAt: firstPollAt(app.clock.now()),
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
