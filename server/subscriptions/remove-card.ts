import { z } from 'zod';
import type { App, MemberContext } from '../core/app.ts';
import { recordAudit } from '../core/audit.ts';
import { transact } from '../core/database.ts';
import { enqueue, jobKind } from '../core/jobs.ts';
import { changeLiving, dropChosenPlan, lockLiving, readMeans, removeMeansOnFile } from './queries.ts';

/** The provider is asked to forget it as well. */
export const forgetCard = jobKind(
  'subscriptions.forget_card',
  z.object({ brandId: z.uuid(), paymentMethodId: z.uuid() }),
);

/** Forgets the card on file. A plan that would have renewed by it ends with its period; what is owed can be paid by hand. */
export function removeCard(context: MemberContext): Promise<{ result: 'OK' }> {
  const { db, brandId, accountId, clock } = context;
  return transact(db, async (tx) => {
    const paymentMethodId = await removeMeansOnFile(tx, brandId, accountId);
    if (paymentMethodId === undefined) return { result: 'OK' };
    await enqueue(tx, forgetCard, { brandId, paymentMethodId });
    const plan = await lockLiving(tx, brandId, accountId);
    if (plan?.state === 'active' && plan.next_charge_at && plan.period_end > clock.now()) {
      await dropChosenPlan(tx, brandId, plan);
      await changeLiving(tx, brandId, plan.id, { nextChargeAt: null, next: null, endReason: 'no_card' });
    }
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'card.removed',
      subject: paymentMethodId,
    });
    return { result: 'OK' };
  });
}

export async function forgetAtProvider(
  { db, providers }: App,
  { brandId, paymentMethodId }: { brandId: string; paymentMethodId: string },
): Promise<void> {
  const means = await readMeans(db, brandId, paymentMethodId);
  if (means?.status !== 'removed') return;
  await providers.get(means.provider)?.forget(means.token, means.account_id);
}
