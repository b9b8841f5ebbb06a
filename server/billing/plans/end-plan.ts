import { sql } from 'kysely';
import type { leavePlan as leavePlanEndpoint } from '#contract/billing/member-billing.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { LocalText } from '#contract/kernel/fields.ts';
import { requireProvenSession } from '#server/accounts/fresh-proof.ts';
import type { MemberContext, App } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx, DbOrTx } from '#server/platform/database/database.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { lockAccount } from '../orders/lock-account.ts';
import { lockCurrentPlan, updateSubscription, dropScheduledPlan } from '../orders/subscription.sql.ts';
import type { CurrentPlan } from '../orders/subscription.sql.ts';
import { emptyChange } from '../payments/change.ts';
import type { Change } from '../payments/change.ts';
import { recomputeLevel } from '../payments/level.ts';
import { readMethodsOnFile, takenOff } from '../payments/payment-methods.ts';
import { writeHeld } from '../payments/write-changes.sql.ts';
import { startRefund } from '../refunds/start-refund.ts';
import { readUnused, shareOut } from '../terms/unused-value.ts';
import { mailPlanLeft, mailPlanEnded } from './plan-mails.ts';

type Reply = ReplyOf<typeof leavePlanEndpoint>;
type Choice = Pick<InputOf<typeof leavePlanEndpoint>, 'when' | 'returnCredits'>;

/**
 * Leaves the plan: at the end of the paid period, or now with a refund of the unused days. Renewals stop at once. Credits
 * stay, unless the member returns them for their part of the price. A plan that is past due can be left too.
 */
export function leavePlan(context: MemberContext, choice: Choice): Promise<Reply> {
  return transact(context.app.db, (tx, afterCommit) => leave(context, tx, afterCommit, choice));
}

/** The same as a part of something larger. */
export async function leave(
  context: MemberContext,
  tx: Tx,
  afterCommit: AfterCommit,
  { when = 'now', returnCredits = false }: Choice,
): Promise<Reply> {
  const { brandId, accountId } = context;
  const left =
    when === 'now'
      ? await leaveNow(context, tx, afterCommit, returnCredits)
      : await leaveLater(context, tx, afterCommit);
  if (!left)
    return { status: 'ko', message: 'not_possible', refundCents: 0, returnedCredits: 0, endsAt: null };
  const { plan, endsAt, refundCents, returnedCredits } = left;
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'member', id: accountId },
    action: 'plan.left',
    subject: plan.id,
    details: { when, refundCents, returnedCredits },
  });
  await mailPlanLeft(context.app, tx, { brandId, accountId, plan, endsAt, refundCents });
  return { status: 'ok', message: 'left', refundCents, returnedCredits, endsAt: endsAt.getTime() };
}

async function leaveLater(context: MemberContext, tx: Tx, afterCommit: AfterCommit) {
  const { brandId, accountId } = context;
  const stopped = await cancelAtPeriodEnd(context.app, tx, afterCommit, {
    brandId,
    accountId,
    reason: 'left',
  });
  return stopped && { ...stopped, refundCents: 0, returnedCredits: 0 };
}

async function leaveNow(context: MemberContext, tx: Tx, afterCommit: AfterCommit, returnCredits: boolean) {
  const { clock } = context.app;
  const { brand, brandId, accountId } = context;
  const plan = await lockCurrentPlan(tx, brandId, accountId);
  if (!plan) return undefined;
  const endsAt = clock.now();
  const { country } = brand.settings;
  const unused = await readUnused(tx, { brandId, id: plan.id, country, at: endsAt });
  await endPlan(context.app, tx, afterCommit, { brandId, accountId, reason: 'left_now' });
  const returnedCredits = returnCredits ? unused.credits : 0;
  const cents = unused.daysCents + (returnedCredits > 0 ? unused.creditsCents : 0);
  let [refundCents, credits] = [0, returnedCredits];
  for (const { attemptId, amountCents } of shareOut(unused, cents)) {
    const part = { brandId, attemptId, amountCents, credits, reason: 'left' } as const;
    const started = await startRefund(context.app, tx, afterCommit, part);
    if (!started) continue;
    refundCents += started.amountCents;
    // They go with the first part.
    credits = 0;
  }
  return { plan, endsAt, refundCents, returnedCredits };
}

/** Undoes having left at the end of the period, or having chosen another plan for then: the card on file is charged again. */
export async function stayInPlan(context: MemberContext): Promise<{ result: 'OK' }> {
  await requireProvenSession(context);
  const { db, clock } = context.app;
  const { brandId, accountId } = context;
  return transact(db, async (tx) => {
    const plan = await lockCurrentPlan(tx, brandId, accountId);
    if (plan?.state !== 'active' || plan.period_end <= clock.now()) return fail('order.nothing_due');
    if (plan.next_charge_at && plan.next_product_id === null) return fail('order.nothing_due');
    await dropScheduledPlan(tx, brandId, plan);
    await updateSubscription(tx, brandId, plan.id, {
      nextChargeAt: plan.next_charge_at ?? plan.period_end,
      next: null,
      endReason: null,
    });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'plan.kept',
      subject: plan.id,
    });
    return { result: 'OK' };
  });
}

type EndReason =
  | 'left'
  | 'left_now'
  | 'unpaid'
  | 'withdrawn'
  | 'charged_back'
  | 'replaced'
  | 'closed'
  | 'no_card';

/** Ends the current plan at once: nothing renews any more, and the level is recomputed without it. */
export async function endPlan(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  end: { brandId: string; accountId: string; reason: EndReason; subscriptionId?: string },
): Promise<boolean> {
  const { brandId, accountId, reason, subscriptionId } = end;
  const current = await lockCurrentPlan(tx, brandId, accountId);
  if (!current || current.id !== (subscriptionId ?? current.id)) return false;
  const at = app.clock.now();
  await endNow(tx, { brandId, accountId, at }, { id: current.id, state: 'canceled', reason });
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  return true;
}

/** Whatever no plan renews by any more and no member keeps for packs goes with it. */
async function endNow(
  tx: Tx,
  of: { brandId: string; accountId: string; at: Date },
  ended: NonNullable<Change['ended']>,
): Promise<void> {
  const unused = (await readMethodsOnFile(tx, of)).filter(({ forPacks }) => !forPacks);
  await writeHeld(tx, { ...emptyChange(of), ended, ...takenOff(unused) });
}

interface Cancellation {
  brandId: string;
  accountId: string;
  reason: 'left' | 'closed';
  /** Only this one, where it is the current one. */
  subscriptionId?: string;
}

/**
 * Nothing is charged for the plan any more: it ends with the period that is paid for, or now where that is over. Answers
 * with the plan, if there was one, and when it ends.
 */
export async function cancelAtPeriodEnd(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, reason, subscriptionId }: Cancellation,
): Promise<{ plan: CurrentPlan; endsAt: Date } | undefined> {
  const plan = await lockCurrentPlan(tx, brandId, accountId);
  if (!plan || plan.id !== (subscriptionId ?? plan.id)) return undefined;
  const now = app.clock.now();
  if (plan.state === 'past_due' || plan.period_end <= now) {
    await endPlan(app, tx, afterCommit, { brandId, accountId, reason });
    return { plan, endsAt: now };
  }
  await dropScheduledPlan(tx, brandId, plan);
  await updateSubscription(tx, brandId, plan.id, { nextChargeAt: null, next: null, endReason: reason });
  return { plan, endsAt: plan.period_end };
}

const BATCH = 200;

/** Ends the plans that do not renew and whose paid period is over. */
export async function expirePlans(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  for (;;) {
    const expired = await listExpired(app.db, app.clock.now(), BATCH);
    for (const plan of expired) {
      if (signal.aborted) return;
      await expirePlan(app, plan);
    }
    if (expired.length < BATCH) return;
  }
}

function expirePlan(app: App, plan: ExpiredPlan): Promise<void> {
  const { brandId, id, accountId } = plan;
  return transact(app.db, async (tx, afterCommit) => {
    const at = app.clock.now();
    // The member may have resumed it since it was listed.
    const expired = await lockExpired(tx, plan, at);
    if (!expired) return;
    const reason = expired.end_reason ?? 'left';
    await endNow(tx, { brandId, accountId, at }, { id, state: 'expired', reason });
    await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
    // Members who left were notified when they did.
    if (reason === 'no_card') await mailPlanEnded(app, tx, { brandId, accountId, plan: expired });
  });
}

interface ExpiredPlan {
  brandId: string;
  id: string;
  accountId: string;
}

const isExpired = (now: Date) => sql`s.next_charge_at is null and s.period_end <= ${now}::timestamptz`;

/** Plans whose paid period is over and that do not renew. */
async function listExpired(db: DbOrTx, now: Date, limit: number): Promise<ExpiredPlan[]> {
  const { rows } = await sql<ExpiredPlan>`
    select s.brand_id as "brandId", s.id, s.account_id as "accountId" from current_subscription s
    where ${isExpired(now)} order by s.period_end limit ${limit}::integer`.execute(db);
  return rows;
}

async function lockExpired(tx: Tx, { brandId, id, accountId }: ExpiredPlan, now: Date) {
  await lockAccount(tx, { brandId, accountId });
  const { rows } = await sql<{ end_reason: string | null; name: LocalText }>`
    select s.end_reason, t.name from current_subscription s
    join plan_terms t on t.brand_id = s.brand_id and t.product_id = s.product_id and t.version = s.version
    where s.brand_id = ${brandId}::uuid and s.id = ${id}::uuid and ${isExpired(now)} for update of s`.execute(
    tx,
  );
  return rows[0];
}
