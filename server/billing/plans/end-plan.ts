import { sql } from 'kysely';
import type { leavePlan as leavePlanEndpoint } from '#contract/billing/member-billing.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { requireProvenSession } from '#server/accounts/fresh-proof.ts';
import type { MemberContext, App } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx, DbOrTx } from '#server/platform/database/database.ts';
import { forEachDue } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import type { CurrentPlan } from '../orders/subscription.sql.ts';
import { applyChange } from '../payments/apply-change.ts';
import { readUnused } from '../terms/unused-value.ts';
import { holdAccountMoney } from './account-money.sql.ts';
import type { AccountMoney } from './account-money.sql.ts';
import { changeOf, decideCancellation, decideEnd, decideLeaving, decideStaying } from './decide-plan.ts';
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
  const { plan, owner, endsAt, refundCents, returnedCredits } = left;
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'member', id: accountId },
    action: 'plan.left',
    subject: plan.id,
    details: { when, refundCents, returnedCredits },
  });
  await mailPlanLeft(context.app, tx, { brandId, accountId, owner, plan, endsAt, refundCents });
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

async function leaveNow(context: MemberContext, tx: Tx, afterCommit: AfterCommit, returnsCredits: boolean) {
  const { app, brand, brandId } = context;
  const money = await holdAccountMoney(tx, context);
  const { plan, owner } = money;
  if (!plan) return undefined;
  const endsAt = app.clock.now();
  const { country } = brand.settings;
  const unused = await readUnused(tx, { brandId, id: plan.id, country, at: endsAt });
  const { change, ...left } = decideLeaving(money, unused, returnsCredits);
  await applyChange(app, tx, afterCommit, changeOf(money, endsAt, change));
  return { plan, owner, endsAt, ...left };
}

/** Undoes having left at the end of the period, or having chosen another plan for then: the card on file is charged again. */
export async function stayInPlan(context: MemberContext): Promise<{ result: 'OK' }> {
  await requireProvenSession(context);
  const { app, brandId, accountId } = context;
  return transact(app.db, async (tx, afterCommit) => {
    const money = await holdAccountMoney(tx, { brandId, accountId });
    const at = app.clock.now();
    const change = decideStaying(money.plan, at) ?? fail('order.nothing_due');
    await applyChange(app, tx, afterCommit, changeOf(money, at, change));
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'plan.kept',
      subject: money.plan?.id,
    });
    return { result: 'OK' };
  });
}

interface Cancellation {
  brandId: string;
  accountId: string;
  reason: 'left' | 'closed';
}

/** Nothing is charged for the plan any more. Answers with the plan, if there was one, its owner and when it ends. */
export async function cancelAtPeriodEnd(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { reason, ...owner }: Cancellation,
): Promise<(Pick<AccountMoney, 'owner'> & { plan: CurrentPlan; endsAt: Date }) | undefined> {
  const money = await holdAccountMoney(tx, owner);
  const at = app.clock.now();
  const decided = decideCancellation(money, reason, at);
  if (!decided) return undefined;
  const { change, ...cancelled } = decided;
  await applyChange(app, tx, afterCommit, changeOf(money, at, change));
  return { ...cancelled, owner: money.owner };
}

/** Ends the plans that do not renew and whose paid period is over. */
export function expirePlans(app: App, info: Pick<JobInfo, 'signal'>): Promise<void> {
  return forEachDue(
    info,
    (limit) => listExpired(app.db, app.clock.now(), limit),
    (plan) => expirePlan(app, plan),
  );
}

function expirePlan(app: App, { id, ...owner }: ExpiredPlan): Promise<void> {
  return transact(app.db, async (tx, afterCommit) => {
    const at = app.clock.now();
    const money = await holdAccountMoney(tx, owner);
    const { plan } = money;
    // The member may have resumed it since it was listed.
    if (plan?.id !== id || plan.next_charge_at !== null || plan.period_end > at) return;
    const reason = plan.end_reason ?? 'left';
    await applyChange(app, tx, afterCommit, changeOf(money, at, decideEnd(money, reason, 'expired')));
    // Members who left were notified when they did.
    if (reason === 'no_card') await mailPlanEnded(app, tx, { ...money, plan });
  });
}

interface ExpiredPlan {
  brandId: string;
  id: string;
  accountId: string;
}

/** Plans whose paid period is over and that do not renew. */
async function listExpired(db: DbOrTx, now: Date, limit: number): Promise<ExpiredPlan[]> {
  const { rows } = await sql<ExpiredPlan>`
    select s.brand_id as "brandId", s.id, s.account_id as "accountId" from current_subscription s
    where s.next_charge_at is null and s.period_end <= ${now}::timestamptz order by s.period_end limit ${limit}::integer`.execute(
    db,
  );
  return rows;
}
