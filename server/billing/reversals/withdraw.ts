import { join } from 'node:path';
import type {
  previewWithdrawal as previewEndpoint,
  withdraw as withdrawEndpoint,
} from '#contract/billing/member-billing.ts';
import type { cancelOrder as cancelOrderEndpoint } from '#contract/billing/orders.ts';
import type { Country } from '#contract/countries/list.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail, Failure } from '#contract/kernel/errors.ts';
import { WITHDRAWAL_DAYS, formatMoney } from '#contract/kernel/money.ts';
import type { MemberContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { dayInWords, endOfDay, momentInWords } from '#server/countries/local-time.ts';
import { readMessageCredits } from '#server/credits/ledger.ts';
import { queueMail } from '#server/mails/mail.ts';
import { fill } from '#server/mails/templates.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, DbOrTx, Tx } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { readTexts } from '#server/platform/texts.ts';
import { saveRequest } from '#server/support/contact.ts';
import { expireOrder, lockOrder } from '../orders/orders.sql.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import { recomputeLevel } from '../payments/level.ts';
import { endPlan } from '../plans/end-plan.ts';
import { listCharges } from '../refunds/refund.sql.ts';
import { startRefund } from '../refunds/start-refund.ts';
import { unusedValue } from '../terms/unused-value.ts';
import type { Paid } from '../terms/unused-value.ts';
import { blockBuyer } from './block-payers.ts';
import en from './locales/en.json' with { type: 'json' };
import {
  countWithdrawals,
  findOwnPurchase,
  findWithdrawal,
  listReplaced,
  listWithFollowing,
  readCarriedOver,
  readRefundable,
  readWithdrawnParts,
  recordOrigin,
} from './withdrawal.sql.ts';
import type { OwnPurchase, WithdrawnPart } from './withdrawal.sql.ts';

const texts = readTexts(join(import.meta.dirname, 'locales'), en);

const YEAR = 365 * DAY;

/**
 * Until when a member can withdraw without support. Days of the law are whole ones: that of the purchase does not count,
 * and the last one counts to its end (Regulation 1182/71, article 3).
 */
export function withdrawableUntil(fulfilledAt: Date, { settings }: Pick<Brand, 'settings'>): Date {
  return endOfDay(fulfilledAt, WITHDRAWAL_DAYS, settings.country);
}

/** Within fourteen days a withdrawal is done at once; later it is a request, which support answers. */
export async function withdraw(
  context: MemberContext,
  { orderId, words = '' }: InputOf<typeof withdrawEndpoint>,
): Promise<ReplyOf<typeof withdrawEndpoint>> {
  const { db, clock, limits } = context.app;
  const { brandId, accountId } = context;
  const purchase = (await findOwnPurchase(db, { brandId, accountId, orderId })) ?? fail('order.not_found');
  const fulfilledAt = purchase.fulfilled_at ?? fail('order.nothing_due');
  const now = clock.now();
  const earlier = await findWithdrawal(db, brandId, orderId);
  if (earlier || now <= withdrawableUntil(fulfilledAt, context.brand)) {
    const { cents, at } = earlier ?? (await withdrawPurchase(context, purchase, 'withdrawal'));
    return { status: 'refunding', refundCents: cents, at: at.getTime() };
  }
  if (purchase.amount_cents === 0) fail('order.nothing_due');
  await limits.hit('reportAccount', `${brandId}:${accountId}:withdrawal`);
  const { ticketId, at } = await requestWithdrawal(context, purchase, words);
  return { status: 'asked', refundCents: 0, at: at.getTime(), ticketId };
}

interface Withdrawal {
  cents: number;
  at: Date;
}

/**
 * Ends the plan that the purchase began or renewed, refunds what is left of it and of what followed in the same plan, and
 * confirms it by mail. A second call does nothing more.
 */
function withdrawPurchase(
  context: MemberContext,
  purchase: OwnPurchase,
  reason: 'withdrawal' | 'cancelled',
): Promise<Withdrawal> {
  const { db, clock, providers } = context.app;
  const { brandId, accountId } = context;
  const { id: orderId, subscription_id: subscriptionId } = purchase;
  return transact(db, async (tx, afterCommit) => {
    await lockOrder(tx, brandId, orderId);
    const earlier = await findWithdrawal(tx, brandId, orderId);
    if (earlier) return earlier;
    const due = await readDue(context, tx, purchase);
    const cents = await refundDue(context, tx, afterCommit, due, reason);
    if (cents === 0) return fail('order.nothing_due');
    if (!providers.sandbox) await recordOrigin(tx, { brandId, accountId, orderId }, clock.now());
    if (subscriptionId) {
      await endPlan(context.app, tx, afterCommit, {
        brandId,
        accountId,
        subscriptionId,
        reason: 'withdrawn',
      });
    }
    await recomputeLevel(context.app, tx, afterCommit, { brandId, accountId });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: reason === 'withdrawal' ? 'purchase.withdrawn' : 'purchase.cancelled',
      subject: orderId,
      details: { cents, full: due.full },
    });
    if (!due.full)
      await blockBuyer(context.app, tx, { brandId, accountId, orderId, reason: 'repeated_withdrawals' });
    await confirm(context, tx, purchase, cents);
    return { cents, at: clock.now() };
  });
}

/** What would come back, before anything is done. */
export async function previewWithdrawal(
  context: MemberContext,
  { orderId }: InputOf<typeof previewEndpoint>,
): Promise<ReplyOf<typeof previewEndpoint>> {
  const { db, clock } = context.app;
  const { brandId, accountId } = context;
  const purchase = (await findOwnPurchase(db, { brandId, accountId, orderId })) ?? fail('order.not_found');
  const fulfilledAt = purchase.fulfilled_at ?? fail('order.nothing_due');
  if (clock.now() > withdrawableUntil(fulfilledAt, context.brand)) return fail('order.withdrawal_over');
  const { full, own, replaced, credits } = await readDue(context, db, purchase);
  return { refundCents: own.cents + replaced.cents, full, credits };
}

interface Due {
  /** Everything, also what was used: once a year. */
  full: boolean;
  own: { purchases: string[]; cents: number };
  /** A better plan was paid with what was left of the one before: that comes back too. */
  replaced: { purchases: string[]; cents: number };
  /** Credits that are handed back. */
  credits: number;
}

async function readDue(context: MemberContext, db: DbOrTx, purchase: OwnPurchase): Promise<Due> {
  const { clock, providers } = context.app;
  const { brand, brandId, accountId } = context;
  const { country } = brand.settings;
  const { id: orderId, subscription_id: subscriptionId, credit_cents: creditCents } = purchase;
  const now = clock.now();
  const own = subscriptionId ? await listWithFollowing(db, brandId, purchase) : [orderId];
  const carried = subscriptionId ? await readCarriedOver(db, brandId, subscriptionId) : 0;
  const replaced =
    creditCents > 0 && purchase.fulfilled_at
      ? await listReplaced(db, { brandId, accountId }, purchase.fulfilled_at)
      : [];
  const mostOwn = Math.max(0, (await readRefundable(db, brandId, own)) - carried);
  const mostReplaced = Math.min(creditCents, await readRefundable(db, brandId, replaced));
  const parts = await readWithdrawnParts(db, brandId, own);
  let held = await readMessageCredits(db, brandId, accountId);
  let [unused, credits] = [0, 0];
  for (const part of parts) {
    const returned = Math.max(0, Math.min(held, part.credits - part.accounted_credits));
    const { daysCents, creditsCents } = unusedValue(paidOf(part, country), now, returned);
    unused += daysCents + creditsCents;
    credits += returned;
    held -= returned;
  }
  const since = new Date(now.getTime() - YEAR);
  // All members share the test cards, so where money is play money only the account counts.
  const traces = { since, byTraces: !providers.sandbox };
  const full = (await countWithdrawals(db, { brandId, accountId, orderId }, traces)) === 0;
  const ownCents = full ? mostOwn : Math.min(mostOwn, unused);
  const replacedCents = full ? mostReplaced : Math.min(mostReplaced, unused - ownCents);
  return {
    full,
    own: { purchases: own, cents: ownCents },
    replaced: { purchases: replaced, cents: replacedCents },
    credits,
  };
}

function paidOf(part: WithdrawnPart, country: Country): Paid {
  const { refundable_cents, credit_cents, price_cents, credits_price_cents, credits, start, end } = part;
  return {
    paidCents: refundable_cents + credit_cents,
    totalCents: price_cents,
    creditsPriceCents: credits_price_cents,
    credits,
    span: start && end ? { start, end, country } : null,
  };
}

async function refundDue(
  context: MemberContext,
  tx: Tx,
  afterCommit: AfterCommit,
  due: Due,
  reason: 'withdrawal' | 'cancelled',
): Promise<number> {
  const { brandId } = context;
  // A member who gets everything back returns what is left of the credits, and the rest is written off. Otherwise they go
  // with the first part, and are what was counted.
  let credits = due.full ? undefined : due.credits;
  let total = 0;
  for (const { purchases, cents } of [due.own, due.replaced]) {
    let refunded = 0;
    for (const purchaseId of purchases) {
      for (const { id: attemptId } of await listCharges(tx, brandId, purchaseId)) {
        const part = { brandId, attemptId, amountCents: cents - refunded, reason };
        const refund = await startRefund(context.app, tx, afterCommit, {
          ...part,
          ...(credits !== undefined && { credits }),
        });
        if (!refund) continue;
        refunded += refund.amountCents;
        credits &&= 0;
      }
    }
    total += refunded;
  }
  return total;
}

/** What the law wants to be confirmed in writing: what was withdrawn from, and when. */
async function confirm(context: MemberContext, tx: Tx, purchase: OwnPurchase, cents: number): Promise<void> {
  const { clock } = context.app;
  const { brand, brandId, accountId, origin } = context;
  const account = await readBuyer(tx, brandId, accountId);
  if (!account) return;
  const { email, language } = account;
  const { title, country } = brand.settings;
  const plan = purchase.name?.[language] ?? title;
  const total = formatMoney(cents, language);
  const at = momentInWords(clock.now(), language, country);
  await queueMail(tx, {
    brand,
    accountId,
    aboutId: purchase.id,
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

/** One conversation with support for each purchase, however often it is asked for. */
function requestWithdrawal(
  context: MemberContext,
  purchase: OwnPurchase,
  words: string,
): Promise<{ ticketId: string; at: Date }> {
  const { brand, brandId, accountId, language } = context;
  const { id: orderId, name, amount_cents: cents, fulfilled_at: paidAt } = purchase;
  const { title, country } = brand.settings;
  const ticketId = derivedId(`withdrawal ${brandId} ${orderId}`);
  return transact(context.app.db, async (tx, afterCommit) => {
    await lockOrder(tx, brandId, orderId);
    const { email } = (await readBuyer(tx, brandId, accountId)) ?? fail('order.not_found');
    const about = fill(texts[language].late, {
      days: String(WITHDRAWAL_DAYS),
      plan: name?.[language] ?? title,
      total: formatMoney(cents, language),
      date: paidAt ? dayInWords(paidAt, language, country) : '',
      orderId,
    });
    const request = { id: ticketId, email, topic: 'payment', about, words } as const;
    const { number, at, isNew } = await saveRequest(context, tx, afterCommit, request);
    if (isNew)
      await recordAudit(tx, {
        brandId,
        actor: { kind: 'member', id: accountId },
        action: 'purchase.withdrawal_asked',
        subject: orderId,
        details: { ticket: number },
      });
    return { ticketId, at };
  });
}

type CancelReply = ReplyOf<typeof cancelOrderEndpoint>;

/**
 * An order that is not paid ends; one that is paid is withdrawn from while there is time. A page that is left names only
 * an order that was never tried: another tab may be paying it at this moment.
 */
export async function cancelOrder(
  context: MemberContext,
  { orderId, untriedOnly }: InputOf<typeof cancelOrderEndpoint>,
): Promise<CancelReply> {
  const { db, clock } = context.app;
  const { brandId, accountId } = context;
  const purchase = (await findOwnPurchase(db, { brandId, accountId, orderId })) ?? fail('order.not_found');
  const { fulfilled_at: fulfilledAt } = purchase;
  if (!fulfilledAt || untriedOnly) return cancelUnpaid(context, orderId, untriedOnly);
  if (clock.now() > withdrawableUntil(fulfilledAt, context.brand)) return fail('order.withdrawal_over');
  try {
    await withdrawPurchase(context, purchase, 'cancelled');
    return { result: 'OK', orderId, outcome: 'success' };
  } catch (error) {
    // A card that was only checked, or money that is refunded already.
    if (error instanceof Failure && error.code === 'order.nothing_due')
      return { result: 'KO', orderId, outcome: 'generic' };
    throw error;
  }
}

/** Also while a charge of it may still come through: that money is then refunded without a request. */
function cancelUnpaid(
  { app: { db }, brandId }: MemberContext,
  orderId: string,
  untriedOnly = false,
): Promise<CancelReply> {
  return transact(db, async (tx): Promise<CancelReply> => {
    const { state, kind } = await lockOrder(tx, brandId, orderId);
    const isTried = untriedOnly && state === 'awaiting_payment';
    if (isTried || state === 'paid' || state === 'fulfilled')
      return { result: 'KO', orderId, outcome: 'pending' };
    // What a plan owes ends with the plan.
    if (kind === 'renewal') return { result: 'KO', orderId, outcome: 'generic' };
    await expireOrder(tx, { brandId, id: orderId });
    return { result: 'OK', orderId, outcome: 'success' };
  });
}
