/** What banks do with a payment that its owner disputes, and what follows from it. */

import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { applyChange } from '../payments/apply-change.ts';
import { findAttempt } from '../payments/attempts.ts';
import { readAccountMoney } from '../plans/account-money.sql.ts';
import type { ProviderEvent, WebhookResult } from '../providers/provider.ts';
import { auditRefund } from '../refunds/refund-outcome.ts';
import { lockCharge } from '../refunds/refund.sql.ts';
import type { Charge, DisputeRow } from '../refunds/refund.sql.ts';
import { blockBuyer } from './block-payers.ts';
import { UNNAMED, decideDispute, hasCome, isLost } from './decide-dispute.ts';
import type { DisputeNews } from './decide-dispute.ts';

type DisputeEvent = Extract<ProviderEvent, { kind: 'dispute' }>;

export async function handleDisputeWebhook(app: App, event: DisputeEvent): Promise<WebhookResult> {
  const attempt = await findAttempt(app.db, event);
  if (!attempt?.capturedAt) return 'unknown_subject';
  const { brandId, attemptId } = attempt;
  const { disputeReference: reference, amountCents, change: state } = event;
  await transact(app.db, async (tx, afterCommit) => {
    const charge = await lockCharge(tx, brandId, attemptId);
    await recordDispute(app, tx, afterCommit, charge, { reference, amountCents, state });
  });
  return 'done';
}

interface ReportedDispute {
  brandId: string;
  attemptId: string;
  /** As webhooks name it. A report may not say so. */
  reference: string | undefined;
  chargeReference: string;
  amountCents: number;
  change: 'lost' | 'reversed' | 'lost_again';
}

/**
 * Books what a report says that a bank did, as the webhook about it would: both may come, in any order, and it counts once.
 * Answers whether it was new; nothing where it could be about any of several disputes.
 */
export function recordReportedDispute(
  app: App,
  { brandId, attemptId, chargeReference, amountCents, change: state, reference: named }: ReportedDispute,
): Promise<{ disputeId: string; isNew: boolean } | undefined> {
  return transact(app.db, async (tx, afterCommit) => {
    const charge = await lockCharge(tx, brandId, attemptId);
    const { disputes } = charge;
    const reference = chooseDispute(disputes, state, named, `${UNNAMED}${chargeReference}`);
    if (reference === undefined) return undefined;
    return recordDispute(app, tx, afterCommit, charge, { reference, amountCents, state });
  });
}

/** The name of the dispute that a line is about: one that we know, or a new one. Undefined where that is unknown. */
function chooseDispute(
  disputes: readonly Pick<DisputeRow, 'reference' | 'state'>[],
  change: DisputeRow['state'],
  named: string | undefined,
  unnamed: string,
): string | undefined {
  if (named !== undefined && (change === 'lost' || disputes.some(({ reference }) => reference === named)))
    return named;
  const done = disputes.find(({ state }) => hasCome(state, change));
  const open = disputes.filter(({ state }) => !hasCome(state, change));
  if (done && (change === 'lost' || open.length === 0)) return done.reference;
  if (done || open.length > 1) return undefined;
  return open[0]?.reference ?? named ?? unnamed;
}

/** Records what a bank does with a payment whose money is held, with everything that follows from it. */
async function recordDispute(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  charge: Charge,
  news: DisputeNews,
): Promise<{ disputeId: string; isNew: boolean }> {
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId, subscription_id: subscriptionId } = purchase;
  const money = await readAccountMoney(tx, { brandId, accountId });
  const successors = subscriptionId ? await listSuccessors(tx, brandId, subscriptionId) : [];
  const at = app.clock.now();
  const { dispute, isNew, change, calledOff } = decideDispute({ charge, money, successors }, news, at);
  if (change) await applyChange(app, tx, afterCommit, change);
  if (isNew) {
    const { state, reference, amountCents } = dispute;
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'system' },
      action: `dispute.${state}`,
      subject: purchase.id,
      details: { attempt: attempt.id, reference, amountCents },
    });
    for (const refund of calledOff)
      await auditRefund({ tx, charge, refund }, 'refund.called_off', { amountCents: refund.amount_cents });
    if (isLost(state))
      await blockBuyer(app, tx, { brandId, accountId, orderId: purchase.id, reason: 'lost_dispute' });
  }
  return { disputeId: dispute.id, isNew };
}

/** The plan that a payment began, and the better ones that took over what was unused of it: the payment paid for them too. */
async function listSuccessors(tx: Tx, brandId: string, subscriptionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive successor as (
      select s.brand_id, s.id, s.account_id, s.ended_at, s.end_reason from subscription s
      where s.brand_id = ${brandId}::uuid and s.id = ${subscriptionId}::uuid
      union
      select s.brand_id, s.id, s.account_id, s.ended_at, s.end_reason from successor h
      join subscription s on s.brand_id = h.brand_id and s.account_id = h.account_id and s.created_at = h.ended_at
        and s.id <> h.id
      join purchase u on u.brand_id = s.brand_id and u.subscription_id = s.id and u.kind = 'upgrade'
        and u.state = 'fulfilled' and u.credit_cents > 0
      where h.end_reason = 'replaced'
    )
    select id from successor`.execute(tx);
  return rows.map(({ id }) => id);
}
