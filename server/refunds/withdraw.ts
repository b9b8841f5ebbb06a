import type { InputOf, ReplyOf } from '../../contract/endpoint.ts';
import type { withdraw as endpoint } from '../../contract/billing.ts';
import { fail } from '../../contract/errors.ts';
import { WITHDRAWAL_DAYS, formatMoney } from '../../contract/money.ts';
import type { MemberContext } from '../core/app.ts';
import { recordAudit } from '../core/audit.ts';
import { DAY } from '../core/clock.ts';
import { transact } from '../core/database.ts';
import type { AfterCommit, Tx } from '../core/database.ts';
import { momentInWords } from '../core/local-time.ts';
import { redact } from '../core/log.ts';
import { queueMail } from '../core/mail/queue-mail.ts';
import { endPlan } from '../subscriptions/end-plan.ts';
import { settleLevel } from '../subscriptions/settle-level.ts';
import { giveBack } from './give-back.ts';
import { listCharges } from './queries.ts';
import {
  findOwnPurchase,
  findWithdrawal,
  listReplaced,
  listWithFollowing,
  lockPurchase,
  readAddress,
  readCarriedOver,
  readLeft,
} from './withdrawal-queries.ts';
import type { OwnPurchase } from './withdrawal-queries.ts';

/** Until when a purchase can be withdrawn from without anybody being asked. */
export function withdrawableUntil(fulfilledAt: Date): Date {
  return new Date(fulfilledAt.getTime() + WITHDRAWAL_DAYS * DAY);
}

/** Within fourteen days it is done at once; later it is a request, which people answer. */
export async function withdraw(
  context: MemberContext,
  { orderId, words = '' }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId, clock, limits } = context;
  const purchase = (await findOwnPurchase(db, { brandId, accountId, orderId })) ?? fail('order.not_found');
  const fulfilledAt = purchase.fulfilled_at ?? fail('order.nothing_due');
  const now = clock.now();
  const earlier = await findWithdrawal(db, brandId, orderId);
  if (earlier || now <= withdrawableUntil(fulfilledAt)) {
    const { cents, at } = earlier ?? (await takeBack(context, purchase, 'withdrawal'));
    return { status: 'refunding', refundCents: cents, at: at.getTime() };
  }
  if (purchase.amount_cents === 0) fail('order.nothing_due');
  await limits.hit('reportAccount', `${brandId}:${accountId}:withdrawal`);
  await transact(db, (tx) => askSupport(context, tx, orderId, words));
  return { status: 'asked', refundCents: 0, at: now.getTime() };
}

interface Withdrawal {
  cents: number;
  at: Date;
}

/**
 * Ends the plan that the purchase began or renewed, gives back all money that is left of it and of what followed in the
 * same plan, and confirms it by mail. Asking twice does it once.
 */
export function takeBack(
  context: MemberContext,
  purchase: OwnPurchase,
  reason: 'withdrawal' | 'cancelled',
): Promise<Withdrawal> {
  const { db, brandId, accountId, clock } = context;
  const { id: orderId, subscription_id: subscriptionId } = purchase;
  return transact(db, async (tx, afterCommit) => {
    await lockPurchase(tx, brandId, orderId);
    const earlier = await findWithdrawal(tx, brandId, orderId);
    if (earlier) return earlier;
    const cents = await giveAllBack(context, tx, afterCommit, purchase, reason);
    if (cents === 0) return fail('order.nothing_due');
    if (subscriptionId) {
      await endPlan(context, tx, afterCommit, { brandId, accountId, subscriptionId, reason: 'withdrawn' });
    }
    await settleLevel(context, tx, afterCommit, { brandId, accountId });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: reason === 'withdrawal' ? 'purchase.withdrawn' : 'purchase.cancelled',
      subject: orderId,
      details: { cents },
    });
    await confirm(context, tx, purchase, cents);
    return { cents, at: clock.now() };
  });
}

async function giveAllBack(
  context: MemberContext,
  tx: Tx,
  afterCommit: AfterCommit,
  purchase: OwnPurchase,
  reason: 'withdrawal' | 'cancelled',
): Promise<number> {
  const { brandId, accountId } = context;
  const { subscription_id: subscriptionId, credit_cents: creditCents, fulfilled_at: fulfilledAt } = purchase;
  const give = async (purchases: string[], mostCents: number) => {
    let given = 0;
    for (const purchaseId of purchases) {
      for (const { id: attemptId } of await listCharges(tx, brandId, purchaseId)) {
        const amountCents = mostCents - given;
        const refund = await giveBack(context, tx, afterCommit, { brandId, attemptId, amountCents, reason });
        given += refund?.amountCents ?? 0;
      }
    }
    return given;
  };
  const own = subscriptionId ? await listWithFollowing(tx, brandId, purchase) : [purchase.id];
  const carried = subscriptionId ? await readCarriedOver(tx, brandId, subscriptionId) : 0;
  const given = await give(own, (await readLeft(tx, brandId, own)) - carried);
  if (creditCents === 0 || !fulfilledAt) return given;
  // A better plan was paid with what was left of the one before: that comes back too.
  const replaced = await listReplaced(tx, { brandId, accountId }, fulfilledAt);
  return given + (await give(replaced, creditCents));
}

/** What the law wants to be confirmed in writing: what was withdrawn from, and when. */
async function confirm(context: MemberContext, tx: Tx, purchase: OwnPurchase, cents: number): Promise<void> {
  const { brand, brandId, accountId, clock, origin } = context;
  const account = await readAddress(tx, brandId, accountId);
  if (!account) return;
  const { email, language } = account;
  const { title, country } = brand.settings;
  const plan = purchase.name?.[language] ?? title;
  const total = formatMoney(cents, language);
  const at = momentInWords(clock.now(), language, country);
  await queueMail(tx, {
    brand,
    accountId,
    to: email,
    language,
    template: 'withdrawal_confirmed',
    data: {
      link: `${origin}/profile#plan`,
      total,
      plan,
      at,
      facts: [plan, purchase.id, total, at].join('\n'),
    },
  });
}

async function askSupport(context: MemberContext, tx: Tx, orderId: string, words: string): Promise<void> {
  const { brand, brandId, accountId, origin } = context;
  const { support, country: language } = brand.settings;
  const account = (await readAddress(tx, brandId, accountId)) ?? fail('order.not_found');
  await queueMail(tx, {
    brand,
    accountId,
    to: support.email,
    language,
    template: 'withdrawal_asked',
    // Who asks for money back is inclined to name his card.
    data: { link: `${origin}/console/audit`, from: account.email, orderId, message: redact(words) },
  });
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'member', id: accountId },
    action: 'purchase.withdrawal_asked',
    subject: orderId,
  });
}
