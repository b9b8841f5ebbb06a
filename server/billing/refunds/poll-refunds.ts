import type { App } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import type { RefundVerdict } from '../providers/provider.ts';
import { firstPollAt } from '../payments/poll-schedule.ts';
import { listRefundsToPoll, postponeUnsent } from './queries.ts';
import type { RefundToPoll } from './queries.ts';
import { sendRefund } from './send-refund.ts';
import { recordRefundOutcome } from './settle-refund.ts';

const AT_ONCE = 20;
const MOST_ROUNDS = 50;

/** Asks what became of refunds that nobody has told us of. Each answer puts off the next question, so this ends. */
export async function pollRefunds(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1) {
    const due = await listRefundsToPoll(app.db, app.clock.now(), AT_ONCE);
    for (const refund of due) await (refund.state === 'created' ? sendAgain(app, refund) : poll(app, refund));
    if (due.length < AT_ONCE) return;
  }
}

/** Its job was lost or has given up; it was certainly never sent. */
async function sendAgain(app: App, { brand_id: brandId, id: refundId }: RefundToPoll): Promise<void> {
  await transact(app.db, async (tx) => {
    const waits = await postponeUnsent(tx, brandId, refundId, firstPollAt(app.clock.now()));
    if (waits) await enqueue(tx, sendRefund, { brandId, refundId }, { key: refundId });
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
  await recordRefundOutcome(app, { brandId, refundId, verdict, polled: true });
}
