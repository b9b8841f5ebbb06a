/** One line of a provider's report beside what our books say of it. What we did not know is booked at once. */

import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { isUuid } from '#server/platform/ids.ts';
import type { Difference } from '../books/reconciliations.ts';
import { recordReported } from '../books/reconciliations.ts';
import { findAttempt, isPaid } from '../payments/attempts.ts';
import { recordOutcome } from '../payments/record-outcome.ts';
import type { ReportLine } from '../providers/provider.ts';
import { recordRefundOutcome } from '../refunds/refund-outcome.ts';
import { findRefundAnywhere } from '../refunds/refund.sql.ts';
import { recordReportedDispute } from '../reversals/disputes.ts';

export interface Line {
  provider: ProviderName;
  line: ReportLine;
  /** That the report is about. */
  day: string;
}

/** Undefined where both agree, and for what is in no payment's books. */
export async function compareLine(app: App, compared: Line): Promise<Difference | undefined> {
  const { line } = compared;
  switch (line.kind) {
    case 'charge':
      return compareCharge(app, compared);
    case 'refund':
      return compareRefund(app, compared);
    case 'refund_returned':
      return compareReturned(app, compared);
    case 'chargeback':
      return compareDispute(app, compared, 'lost');
    case 'chargeback_reversed':
      return compareDispute(app, compared, 'reversed');
    case 'second_chargeback':
      return compareDispute(app, compared, 'lost_again');
    case 'fee':
    case 'payout':
      return undefined;
  }
}

const theirsOf = ({ reference, amountCents }: ReportLine) => ({
  reference,
  attemptId: null,
  oursCents: null,
  theirsCents: amountCents,
});

const attemptOf = (app: App, { provider, line }: Line) =>
  findAttempt(app.db, {
    provider,
    attemptId: line.ours !== null && isUuid(line.ours) ? line.ours : null,
    reference: line.reference,
  });

async function compareCharge(app: App, compared: Line): Promise<Difference | undefined> {
  const { line, day } = compared;
  const { reference, amountCents } = line;
  const theirs = { ...theirsOf(line), subject: 'charge' } as const;
  const attempt = await attemptOf(app, compared);
  if (!attempt) return { ...theirs, kind: 'missing_here' };
  await recordReported(app.db, 'charge', { brandId: attempt.brandId, id: attempt.attemptId, day });
  const known = { ...theirs, attemptId: attempt.attemptId, oursCents: attempt.capturedCents };
  if (isPaid(attempt.state)) {
    return attempt.capturedCents === amountCents ? undefined : { ...known, kind: 'amount' };
  }
  const verdict = { state: 'captured', reference, amountCents, stored: null } as const;
  const { brandId, attemptId } = attempt;
  await recordOutcome(app, { brandId, attemptId, verdict, source: 'report' });
  return { ...known, kind: 'missing_here' };
}

async function compareRefund(app: App, { line, day }: Line): Promise<Difference | undefined> {
  const { reference, amountCents } = line;
  const theirs = { ...theirsOf(line), subject: 'refund' } as const;
  const refund = await findRefundAnywhere(app.db, { id: line.ours, reference });
  if (!refund) return { ...theirs, kind: 'missing_here' };
  await recordReported(app.db, 'refund', { brandId: refund.brand_id, id: refund.id, day });
  const known = { ...theirs, attemptId: refund.attempt_id, oursCents: refund.amount_cents };
  if (refund.amount_cents !== amountCents) return { ...known, kind: 'amount' };
  if (refund.state === 'done') return undefined;
  // It went out, whatever was reported, or was not.
  const verdict = { state: 'done', reference } as const;
  const { brand_id: brandId, id: refundId } = refund;
  if (refund.state !== 'failed')
    await recordRefundOutcome(app, { brandId, refundId, verdict, source: 'report' });
  return { ...known, kind: 'missing_here' };
}

/** A refund that did not arrive: the money is ours again. */
async function compareReturned(app: App, { line }: Line): Promise<Difference | undefined> {
  const theirs = { ...theirsOf(line), subject: 'refund', kind: 'missing_here' } as const;
  const refund = await findRefundAnywhere(app.db, { id: line.ours, reference: line.reference });
  if (!refund) return theirs;
  if (refund.state === 'failed') return undefined;
  const verdict = { state: 'failed' } as const;
  const { brand_id: brandId, id: refundId } = refund;
  await recordRefundOutcome(app, { brandId, refundId, verdict, source: 'report' });
  return { ...theirs, attemptId: refund.attempt_id };
}

/** What a bank took, returned or took once more. */
async function compareDispute(
  app: App,
  compared: Line,
  change: 'lost' | 'reversed' | 'lost_again',
): Promise<Difference | undefined> {
  const { line, day } = compared;
  const { reference, amountCents, disputeReference } = line;
  const theirs = {
    ...theirsOf(line),
    reference: disputeReference ?? reference,
    subject: 'chargeback',
    kind: 'missing_here',
  } as const;
  const attempt = await attemptOf(app, compared);
  if (!attempt) return theirs;
  const { brandId, attemptId } = attempt;
  const missing = { ...theirs, attemptId };
  if (!isPaid(attempt.state)) return missing;
  const dispute = { reference: disputeReference, chargeReference: reference, amountCents, change };
  const recorded = await recordReportedDispute(app, { brandId, attemptId, ...dispute });
  // It could be any of several, so an operator has to look.
  if (!recorded) return missing;
  if (change !== 'reversed')
    await recordReported(app.db, 'chargeback', { brandId, id: recorded.disputeId, day });
  return recorded.isNew ? missing : undefined;
}
