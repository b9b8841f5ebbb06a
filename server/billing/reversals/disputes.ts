/** What banks do with a payment that its owner disputes, and what follows from it. */

import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { findAttempt } from '../payments/attempts.ts';
import type { Change } from '../payments/change.ts';
import { recomputeLevel } from '../payments/level.ts';
import { readMethodsOnFile, takenOff } from '../payments/payment-methods.ts';
import { writeHeld } from '../payments/write-changes.sql.ts';
import { endPlan, cancelAtPeriodEnd } from '../plans/end-plan.ts';
import type { ProviderEvent, WebhookResult } from '../providers/provider.ts';
import { boughtSomething, creditsNotReturned, decideDisputed } from '../refunds/decide-refund.ts';
import { failRefund } from '../refunds/refund-outcome.ts';
import { lockCharge } from '../refunds/refund.sql.ts';
import type { Charge } from '../refunds/refund.sql.ts';
import { returnCredits, takeCredits } from '../refunds/start-refund.ts';
import { blockBuyer } from './block-payers.ts';

type DisputeEvent = Extract<ProviderEvent, { kind: 'dispute' }>;

export async function handleDisputeWebhook(app: App, event: DisputeEvent): Promise<WebhookResult> {
  const attempt = await findAttempt(app.db, event);
  if (!attempt?.capturedAt) return 'unknown_subject';
  const { brandId, attemptId } = attempt;
  const { disputeReference: reference, amountCents, change: state } = event;
  await transact(app.db, (tx, afterCommit) =>
    recordDispute(app, tx, afterCommit, { brandId, attemptId, reference, amountCents, state }),
  );
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
  { brandId, attemptId, chargeReference, amountCents, change: state, ...dispute }: ReportedDispute,
): Promise<{ disputeId: string; isNew: boolean } | undefined> {
  return transact(app.db, async (tx, afterCommit) => {
    await lockCharge(tx, brandId, attemptId);
    const disputes = await listDisputes(tx, brandId, attemptId);
    const reference = chooseDispute(disputes, state, dispute.reference, `${UNNAMED}${chargeReference}`);
    if (reference === undefined) return undefined;
    const known = await nameDispute(tx, brandId, disputes, reference);
    if (known && rank[known.state] >= rank[state]) return { disputeId: known.id, isNew: false };
    const disputeId = await recordDispute(app, tx, afterCommit, {
      brandId,
      attemptId,
      reference,
      amountCents,
      state,
    });
    return { disputeId, isNew: true };
  });
}

/** A dispute that only a report without names has mentioned. The first webhook about another one means this one. */
const UNNAMED = 'report ';

/** The name of the dispute that a line is about: one that we know, or a new one. Undefined where that is unknown. */
function chooseDispute(
  disputes: readonly { reference: string; state: DisputeState }[],
  change: DisputeState,
  named: string | undefined,
  unnamed: string,
): string | undefined {
  if (named !== undefined && (change === 'lost' || disputes.some(({ reference }) => reference === named)))
    return named;
  const done = disputes.find(({ state }) => rank[state] >= rank[change]);
  const open = disputes.filter(({ state }) => rank[state] < rank[change]);
  if (done && (change === 'lost' || open.length === 0)) return done.reference;
  if (done || open.length > 1) return undefined;
  return open[0]?.reference ?? named ?? unnamed;
}

interface Development {
  reference: string;
  amountCents: number;
  state: DisputeState;
}

type DisputeState = 'announced' | 'lost' | 'reversed' | 'lost_again';

/** A dispute only moves up this list, so its webhooks may come twice and in any order. */
const rank: Record<DisputeState, number> = { announced: 0, lost: 1, reversed: 2, lost_again: 3 };

/** Records what a bank does with a payment, with everything that follows from it. */
async function recordDispute(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, attemptId, ...change }: Development & { brandId: string; attemptId: string },
): Promise<string> {
  const locked = await lockCharge(tx, brandId, attemptId);
  const { attempt, purchase } = locked;
  const { state, reference } = change;
  const disputes = await listDisputes(tx, brandId, attemptId);
  const known = await nameDispute(tx, brandId, disputes, reference);
  if (known && rank[known.state] >= rank[state]) return known.id;
  // Where the bank does not say how much, it is all.
  const amountCents = change.amountCents || (known?.amount_cents ?? attempt.captured_cents);
  const id = known?.id ?? newId();
  const at = app.clock.now();
  if (known) await changeDispute(tx, brandId, id, { state, amountCents, at });
  else await insertDispute(tx, { brandId, id, attemptId, reference, amountCents, state, at });
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'system' },
    action: `dispute.${state}`,
    subject: purchase.id,
    details: { attempt: attemptId, reference, amountCents },
  });
  const charge = { ...locked, lost: lostOf([...disputes, { id, state, amount_cents: amountCents }]) };
  const conversion: Change['conversion'] =
    state === 'lost' && boughtSomething(charge)
      ? { fact: 'chargeback', subjectId: id, purchaseId: purchase.id, amountCents }
      : null;
  const disputed = { tx, afterCommit, charge, conversion };
  if (state === 'announced') await stopCharging(app, disputed);
  else if (state === 'reversed') await restoreCredits(app, disputed, keysOf(id).lost);
  else await takeBackEverything(app, disputed, keysOf(id)[state]);
  return id;
}

/** What banks have taken and kept. Of what is said twice of a dispute the last counts. */
function lostOf(disputes: readonly Pick<DisputeRow, 'id' | 'state' | 'amount_cents'>[]): Charge['lost'] {
  const last = new Map(disputes.map((dispute) => [dispute.id, dispute]));
  const lost = [...last.values()].filter(({ state }) => state === 'lost' || state === 'lost_again');
  return { count: lost.length, cents: lost.reduce((sum, { amount_cents: cents }) => sum + cents, 0) };
}

const keysOf = (id: string) => ({ lost: `dispute ${id}`, lost_again: `dispute ${id} again` });

interface LockedCharge {
  tx: Tx;
  afterCommit: AfterCommit;
  charge: Charge;
  /** What the funnel is to count. */
  conversion: Change['conversion'];
}

async function stopCharging(app: App, { tx, afterCommit, charge }: LockedCharge): Promise<void> {
  const { brandId, purchase } = charge;
  const { account_id: accountId, subscription_id: subscriptionId } = purchase;
  if (!subscriptionId) return;
  for (const successor of await listSuccessors(tx, brandId, subscriptionId))
    await cancelAtPeriodEnd(app, tx, afterCommit, {
      brandId,
      accountId,
      subscriptionId: successor,
      reason: 'left',
    });
}

/** The bank took the money: nothing of what it bought stays, and nothing more is charged. */
async function takeBackEverything(app: App, locked: LockedCharge, idempotencyKey: string): Promise<void> {
  const { tx, afterCommit, conversion } = locked;
  const charge = await cancelUnsentRefunds(app, locked);
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId, subscription_id: subscriptionId } = purchase;
  const hasAll = attempt.charged_back_cents > 0;
  const methods = await readMethodsOnFile(tx, { brandId, accountId });
  const disputed = decideDisputed(charge, app.clock.now());
  await writeHeld(tx, { ...disputed, ...takenOff(methods), conversion });
  if (boughtSomething(charge)) {
    const taking = { brandId, accountId, reason: 'chargeback', idempotencyKey };
    const taken = hasAll ? 0 : await takeCredits(tx, taking, creditsNotReturned(charge));
    // A better plan that took over the unused days was paid by the same money.
    for (const successor of subscriptionId ? await listSuccessors(tx, brandId, subscriptionId) : []) {
      const end = { brandId, accountId, subscriptionId: successor, reason: 'charged_back' } as const;
      await endPlan(app, tx, afterCommit, end);
    }
    if (taken > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
  }
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  await blockBuyer(app, tx, { brandId, accountId, orderId: purchase.id, reason: 'lost_dispute' });
}

/** Refunds that were not sent yet must not be: the bank has taken the money already. */
async function cancelUnsentRefunds(app: App, { tx, afterCommit, charge }: LockedCharge): Promise<Charge> {
  const waiting = charge.refunds.filter(({ state }) => state === 'created');
  const locked = { tx, afterCommit, charge, source: 'webhook' } as const;
  for (const refund of waiting) await failRefund(app, { ...locked, refund }, 'called_off');
  return waiting.length > 0 ? lockCharge(tx, charge.brandId, charge.attempt.id) : charge;
}

/** The bank returned the money to us: the member gets their credits again. A plan that has ended stays ended. */
async function restoreCredits(app: App, locked: LockedCharge, idempotencyKey: string): Promise<void> {
  const { tx, afterCommit, charge } = locked;
  const { brandId, purchase } = charge;
  const { account_id: accountId } = purchase;
  await writeHeld(tx, decideDisputed(charge, app.clock.now()));
  const taking = { brandId, accountId, reason: 'chargeback', idempotencyKey };
  const returned = await returnCredits(tx, taking);
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  if (returned > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
}

/** Those of a charge that is locked, the oldest first. */
function listDisputes(tx: Tx, brandId: string, attemptId: string) {
  return tx
    .selectFrom('dispute')
    .select(['id', 'reference', 'state', 'amount_cents'])
    .where('brand_id', '=', brandId)
    .where('attempt_id', '=', attemptId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

type DisputeRow = Awaited<ReturnType<typeof listDisputes>>[number];

/** The dispute of that name. One without a name gets the first that it is called by. */
async function nameDispute(
  tx: Tx,
  brandId: string,
  disputes: readonly DisputeRow[],
  reference: string,
): Promise<DisputeRow | undefined> {
  const named = disputes.find((dispute) => dispute.reference === reference);
  if (named) return named;
  const unnamed = disputes.find((dispute) => dispute.reference.startsWith(UNNAMED));
  if (unnamed)
    await tx
      .updateTable('dispute')
      .set({ reference })
      .where('brand_id', '=', brandId)
      .where('id', '=', unnamed.id)
      .execute();
  return unnamed;
}

interface NewDispute {
  brandId: string;
  id: string;
  attemptId: string;
  reference: string;
  amountCents: number;
  state: DisputeState;
  at: Date;
}

async function insertDispute(tx: Tx, dispute: NewDispute): Promise<void> {
  await tx
    .insertInto('dispute')
    .values({
      brand_id: dispute.brandId,
      id: dispute.id,
      attempt_id: dispute.attemptId,
      reference: dispute.reference,
      amount_cents: dispute.amountCents,
      state: dispute.state,
      created_at: dispute.at,
      changed_at: dispute.at,
    })
    .execute();
}

async function changeDispute(
  tx: Tx,
  brandId: string,
  id: string,
  { state, amountCents, at }: { state: DisputeState; amountCents: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('dispute')
    .set({ state, amount_cents: amountCents, changed_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
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
