import type { leavePlan as leavePlanEndpoint } from '../../../contract/billing/member-billing.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { endPlan, cancelAtPeriodEnd } from './end-plan.ts';
import { mailPlanLeft } from './plan-mails.ts';
import { lockCurrentPlan, updateSubscription, dropScheduledPlan } from './subscription.sql.ts';
import { refundUnused, readUnused } from './unused-value.ts';
import { fail } from '../../../contract/kernel/errors.ts';

type Reply = ReplyOf<typeof leavePlanEndpoint>;

/**
 * Leaves the plan: at the end of the paid period, or now with a refund of the unused days. Renewals stop at once. Credits
 * stay, unless the member returns them for their part of the price. A plan that is past due can be left too.
 */
export function leavePlan(
  context: MemberContext,
  { when = 'now', returnCredits = false }: Pick<InputOf<typeof leavePlanEndpoint>, 'when' | 'returnCredits'>,
): Promise<Reply> {
  const { db, brandId, accountId } = context;
  return transact(db, async (tx, afterCommit): Promise<Reply> => {
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
    await mailPlanLeft(context, tx, { brandId, accountId, plan, endsAt, refundCents });
    return { status: 'ok', message: 'left', refundCents, returnedCredits, endsAt: endsAt.getTime() };
  });
}

async function leaveLater(context: MemberContext, tx: Tx, afterCommit: AfterCommit) {
  const { brandId, accountId } = context;
  const stopped = await cancelAtPeriodEnd(context, tx, afterCommit, { brandId, accountId, reason: 'left' });
  return stopped && { ...stopped, refundCents: 0, returnedCredits: 0 };
}

async function leaveNow(context: MemberContext, tx: Tx, afterCommit: AfterCommit, returnCredits: boolean) {
  const { brand, brandId, accountId, clock } = context;
  const plan = await lockCurrentPlan(tx, brandId, accountId);
  if (!plan) return undefined;
  const endsAt = clock.now();
  const unused = await readUnused(tx, { brandId, accountId, country: brand.settings.country }, plan, endsAt);
  await endPlan(context, tx, afterCommit, { brandId, accountId, reason: 'left_now' });
  const returnedCredits = returnCredits ? unused.credits : 0;
  const cents = unused.daysCents + (returnedCredits > 0 ? unused.creditsCents : 0);
  const refund = { brandId, unused, cents, credits: returnedCredits, reason: 'left' } as const;
  const refundCents = await refundUnused(context, tx, afterCommit, refund);
  return { plan, endsAt, refundCents, returnedCredits };
}

/** Undoes having left at the end of the period, or having chosen another plan for then. */
export function stayInPlan(context: MemberContext): Promise<{ result: 'OK' }> {
  const { db, brandId, accountId, clock } = context;
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
