import type { leavePlan as endpoint } from '../../../contract/billing/member-billing.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { endPlan } from './end-plan.ts';
import { mailPlanLeft } from './mail-member.ts';
import { lockCurrentPlan } from './queries.ts';
import { cancelAtPeriodEnd } from './let-plan-end.ts';
import { refundUnused, readUnused } from './unused-value.ts';

type Reply = ReplyOf<typeof endpoint>;

/**
 * Leaves the plan, at the end of what is paid for or now with the unused days given back. Renewals stop at once, and
 * credits stay, unless he hands them back for their part of the price. Whoever has a plan can leave it, also where it has stopped working for want of payment.
 */
export function leavePlan(
  context: MemberContext,
  { when = 'now', returnCredits = false }: Pick<InputOf<typeof endpoint>, 'when' | 'returnCredits'>,
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
  const wish = { brandId, unused, cents, credits: returnedCredits, reason: 'left' } as const;
  const refundCents = await refundUnused(context, tx, afterCommit, wish);
  return { plan, endsAt, refundCents, returnedCredits };
}
