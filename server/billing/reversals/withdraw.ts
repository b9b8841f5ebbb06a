import { join } from 'node:path';
import type {
  previewWithdrawal as previewEndpoint,
  withdraw as withdrawEndpoint,
} from '#contract/billing/member-billing.ts';
import type { cancelOrder as cancelOrderEndpoint } from '#contract/billing/orders.ts';
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
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { readTexts } from '#server/platform/texts.ts';
import { saveRequest } from '#server/support/contact.ts';
import { lockAccount } from '../orders/lock-account.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import { applyChange } from '../payments/apply-change.ts';
import { emptyChange } from '../payments/change.ts';
import { holdAccountMoney } from '../plans/account-money.sql.ts';
import type { AccountMoney } from '../plans/account-money.sql.ts';
import { changeOf } from '../plans/decide-plan.ts';
import { readChargesOf } from '../refunds/refund.sql.ts';
import { blockBuyer } from './block-payers.ts';
import { decideDue, decideWithdrawal } from './decide-withdrawal.ts';
import type { WithdrawalFacts } from './decide-withdrawal.ts';
import en from './locales/en.json' with { type: 'json' };
import { findOwnPurchase, readFallenPurchases, recordOrigin } from './withdrawal.sql.ts';
import type { OwnPurchase } from './withdrawal.sql.ts';

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
  const earlier = earlierOf(purchase);
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

/** What was withdrawn already. */
function earlierOf({ withdrawn_cents: cents, withdrawn_at: at }: OwnPurchase): Withdrawal | undefined {
  return cents !== null && at ? { cents, at } : undefined;
}

/**
 * Ends the plan that the purchase began or renewed, refunds what is left of it and of what followed in the same plan, and
 * confirms it by mail. A second call does nothing more.
 */
function withdrawPurchase(
  context: MemberContext,
  { id: orderId }: OwnPurchase,
  reason: 'withdrawal' | 'cancelled',
): Promise<Withdrawal> {
  const { app, brand, brandId, accountId } = context;
  const { sandbox } = app.providers;
  return transact(app.db, async (tx, afterCommit) => {
    const money = await holdAccountMoney(tx, { brandId, accountId });
    const purchase = (await findOwnPurchase(tx, { brandId, accountId, orderId })) ?? fail('order.not_found');
    const earlier = earlierOf(purchase);
    if (earlier) return earlier;
    const at = app.clock.now();
    const facts = await readFacts(context, tx, purchase);
    const { country } = brand.settings;
    const due = decideDue(facts, { country, at, heldCredits: money.credits });
    const { change, cents } = decideWithdrawal(facts, money, { due, reason });
    if (cents === 0) return fail('order.nothing_due');
    if (!sandbox) await recordOrigin(tx, { brandId, accountId, orderId }, at);
    await applyChange(app, tx, afterCommit, changeOf(money, at, change));
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: reason === 'withdrawal' ? 'purchase.withdrawn' : 'purchase.cancelled',
      subject: orderId,
      details: { cents, full: due.full },
    });
    if (!due.full) await blockBuyer(app, tx, { brandId, accountId, orderId, reason: 'repeated_withdrawals' });
    await confirm(context, tx, money, purchase, cents);
    return { cents, at };
  });
}

/** What would come back, before anything is done. */
export async function previewWithdrawal(
  context: MemberContext,
  { orderId }: InputOf<typeof previewEndpoint>,
): Promise<ReplyOf<typeof previewEndpoint>> {
  const { db, clock } = context.app;
  const { brand, brandId, accountId } = context;
  const purchase = (await findOwnPurchase(db, { brandId, accountId, orderId })) ?? fail('order.not_found');
  const fulfilledAt = purchase.fulfilled_at ?? fail('order.nothing_due');
  const at = clock.now();
  if (at > withdrawableUntil(fulfilledAt, brand)) return fail('order.withdrawal_over');
  const facts = await readFacts(context, db, purchase);
  const heldCredits = await readMessageCredits(db, brandId, accountId);
  const { country } = brand.settings;
  const { full, ownCents, replacedCents, credits } = decideDue(facts, { country, at, heldCredits });
  return { refundCents: ownCents + replacedCents, full, credits };
}

async function readFacts(
  { app, brandId, accountId }: MemberContext,
  db: DbOrTx,
  purchase: OwnPurchase,
): Promise<WithdrawalFacts> {
  const since = new Date(app.clock.now().getTime() - YEAR);
  // All members share the test cards, so where money is play money only the account counts.
  const traces = { since, byTraces: !app.providers.sandbox };
  const fallen = await readFallenPurchases(db, { brandId, accountId, orderId: purchase.id }, traces);
  const ids = [...fallen.own.map(({ id }) => id), ...fallen.replaced];
  return { ...fallen, purchase, charges: await readChargesOf(db, brandId, ids) };
}

/** What the law wants to be confirmed in writing: what was withdrawn from, and when. */
async function confirm(
  context: MemberContext,
  tx: Tx,
  { owner }: AccountMoney,
  purchase: OwnPurchase,
  cents: number,
): Promise<void> {
  const { clock } = context.app;
  const { brand, accountId, origin } = context;
  if (!owner) return;
  const { email, language } = owner;
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
    await lockAccount(tx, { brandId, accountId });
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
function cancelUnpaid(context: MemberContext, orderId: string, untriedOnly = false): Promise<CancelReply> {
  const { app, brandId, accountId } = context;
  return transact(app.db, async (tx, afterCommit): Promise<CancelReply> => {
    await lockAccount(tx, { brandId, accountId });
    const { state, kind } =
      (await findOwnPurchase(tx, { brandId, accountId, orderId })) ?? fail('order.not_found');
    const isTried = untriedOnly && state === 'awaiting_payment';
    if (isTried || state === 'paid' || state === 'fulfilled')
      return { result: 'KO', orderId, outcome: 'pending' };
    // What a plan owes ends with the plan.
    if (kind === 'renewal') return { result: 'KO', orderId, outcome: 'generic' };
    const none = emptyChange({ brandId, accountId, at: app.clock.now() });
    await applyChange(app, tx, afterCommit, { ...none, calledOff: orderId });
    return { result: 'OK', orderId, outcome: 'success' };
  });
}
