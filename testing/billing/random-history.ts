/** Steps of random histories of purchases, webhooks and time, and how a test performs them. */

import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { passesLuhn } from '#contract/billing/card.ts';
import type { App } from '#server/app.ts';
import { reconcile } from '#server/billing/incoming/reconcile.ts';
import { billingJobs, billingQueues } from '#server/billing/jobs.ts';
import { createToken } from '#server/billing/orders/orders.ts';
import { tryCharge } from '#server/billing/payments/pay-by-card.ts';
import { changePlan } from '#server/billing/plans/change-plan.ts';
import { leavePlan } from '#server/billing/plans/end-plan.ts';
import type { ProviderEvent } from '#server/billing/providers/provider.ts';
import { startRefund } from '#server/billing/refunds/start-refund.ts';
import { withdraw } from '#server/billing/reversals/withdraw.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Limits } from '#server/platform/security/rate-limits.ts';
import { workOff } from '#server/platform/work/worker.ts';
import type { MovableClock } from '../movable-clock.ts';
import { runJob, runWaitingJobs } from '../platform/run-jobs.ts';
import type { Member } from '../world.ts';
import type { Fate, ModelProvider, RefundFate } from './model-provider.ts';
import { goodCard, orderFor } from './payer.ts';
import { deliverEvent } from './webhooks.ts';

/** The model has no report to compare with. */
const periodic = billingJobs.filter(({ kind }) => kind.id !== 'billing.reconcileAll');

export type Step =
  | { do: 'buy'; product: string; keep?: boolean }
  | { do: 'new_card' }
  | { do: 'buy_on_file'; product: string }
  | { do: 'change'; product: string }
  | { do: 'leave'; when: 'now' | 'period_end' }
  | { do: 'withdraw' }
  | { do: 'refund'; cents: number }
  | { do: 'charge_back' }
  | { do: 'decide' }
  | { do: 'webhook'; order: number; twice: boolean; drop: boolean }
  | { do: 'pass'; hours: number };

const plans = ['vip-week', 'vip-month', 'vip-quarter', 'vip-year', 'vip-month-welcome'];
export const product = fc.constantFrom(...plans, 'credits-100', 'credits-300', 'credits-100-welcome');

export const only = <D extends string>(name: D) => fc.constant({ do: name } as const);
const does = <D extends string>(name: D) => fc.constant(name);
export const changeStep = fc.record({ do: does('change'), product: fc.constantFrom(...plans) });
export const leaveStep = fc.record({
  do: does('leave'),
  when: fc.constantFrom('now' as const, 'period_end' as const),
});
export const refundStep = fc.record({ do: does('refund'), cents: fc.integer({ min: 1, max: 3000 }) });
export const webhookStep = fc.record({
  do: does('webhook'),
  order: fc.nat(10),
  twice: fc.boolean(),
  drop: fc.boolean(),
});
export const buyOnFileStep = fc.record({ do: does('buy_on_file'), product });

/** What a member does, and what others do about it. */
export const memberStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: does('buy'), product }) },
  { weight: 2, arbitrary: buyOnFileStep },
  { weight: 1, arbitrary: changeStep },
  { weight: 1, arbitrary: leaveStep },
  { weight: 1, arbitrary: only('withdraw') },
  { weight: 1, arbitrary: refundStep },
  { weight: 1, arbitrary: only('charge_back') },
  { weight: 2, arbitrary: only('decide') },
  { weight: 6, arbitrary: webhookStep },
);

export const pauseHours = fc.integer({ min: 1, max: 24 * 45 });

export const fate: fc.Arbitrary<Fate> = fc.constantFrom(
  'paid',
  'paid',
  'paid',
  'declined',
  'hard_decline',
  'authentication_required',
  'fault',
  'lost_before',
  'lost_after',
  'paid_later',
  'declined_later',
  'paid_after_decline',
);
export const refundFate: fc.Arbitrary<RefundFate> = fc.constantFrom(
  'done',
  'sent',
  'unsent',
  'lost_before',
  'lost_after',
  'refused',
  'fails_later',
);

interface Stage {
  member: Member;
  model: ModelProvider;
  clock: MovableClock;
}

/** What may be refused without anything being wrong. */
const refusals = new Set([
  'order.already_yours',
  'order.nothing_due',
  'order.no_plan',
  'order.first_purchase_only',
  'payment.undecided',
  'payment.blocked',
  'order.not_found',
  'order.used',
  'payment.no_card_on_file',
  'order.withdrawal_over',
]);

export async function tryStep(stage: Stage, step: Step): Promise<void> {
  try {
    await perform(stage, step);
  } catch (error) {
    if (!refusals.has((error as { code?: string }).code ?? '')) throw error;
  }
}

async function perform({ member, model, clock }: Stage, step: Step): Promise<void> {
  const { trackerId } = member;
  switch (step.do) {
    case 'buy':
    case 'buy_on_file': {
      // Whatever was declined before, another card is at hand.
      const { input } = await orderFor(member, step.product, { number: anyCard() });
      const cardOnFile = step.do === 'buy_on_file';
      await tryCharge(member, { ...input, cardOnFile, keepForLater: step.do === 'buy' && step.keep });
      return;
    }
    case 'new_card': {
      const { token } = await createToken(member, { trackerId, newCardOnly: true });
      await tryCharge(member, { trackerId, card: { ...goodCard, number: anyCard(), token } });
      return;
    }
    case 'change':
      await changePlan(member, { productId: step.product });
      return;
    case 'leave':
      await leavePlan(member, { when: step.when });
      return;
    case 'withdraw': {
      const newest = await newestPaid(member);
      if (newest) await withdraw(member, { trackerId, orderId: newest.purchase_id, confirmed: true });
      return;
    }
    case 'refund': {
      const newest = await newestPaid(member);
      if (!newest) return;
      const { db } = member.app;
      const { brandId } = member;
      const refund = {
        brandId,
        attemptId: newest.id,
        amountCents: step.cents,
        reason: 'support',
        id: randomUUID(),
      } as const;
      await transact(db, (tx, afterCommit) => startRefund(member.app, tx, afterCommit, refund));
      return;
    }
    case 'charge_back': {
      const newest = await newestPaid(member);
      if (newest) model.chargeBack(newest.id);
      return;
    }
    case 'decide':
      model.decide(member.accountId);
      return;
    case 'webhook':
      await deliverWebhook(member, model, step);
      return;
    case 'pass':
      await passTime(member.app, clock, step.hours);
  }
}

/** A number that no other payment has used, and that passes the check. */
export function anyCard(): string {
  const digits = `4${Array.from(randomBytes(14), (byte) => byte % 10).join('')}`;
  const check = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(passesLuhn);
  return check ?? '';
}

function newestPaid({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'purchase_id'])
    .where('account_id', '=', accountId)
    .where('captured_cents', '>', 0)
    .orderBy('captured_at', 'desc')
    .executeTakeFirst();
}

/** One of the provider’s webhooks about this member arrives: not in order, perhaps twice, perhaps never. */
async function deliverWebhook(
  { app, accountId }: Member,
  model: ModelProvider,
  step: WebhookStep,
): Promise<void> {
  for (const event of takeDelivery(model, accountId, step)) await deliverEvent(app, model.name, event);
}

type WebhookStep = Extract<Step, { do: 'webhook' }>;

/** What of it reaches us: nothing, one event, or the same twice. */
export function takeDelivery(
  model: ModelProvider,
  accountId: string,
  { order, twice, drop }: WebhookStep,
): ProviderEvent[] {
  const event = model.takeEvent(accountId, order);
  if (!event || drop) return [];
  return twice ? [event, event] : [event];
}

const MOST_STRIDES = 5;

/** Time passes, and every job runs now and then. */
export async function passTime(app: App, clock: MovableClock, hours: number): Promise<void> {
  const end = clock.now().getTime() + hours * HOUR;
  const stride = Math.max(DAY, (hours * HOUR) / MOST_STRIDES);
  while (clock.now().getTime() < end) {
    clock.advance(Math.min(stride, end - clock.now().getTime()));
    await runAllJobs(app);
  }
}

/** Every job, once, and every queue until nothing is due in it. */
export async function runAllJobs(app: App): Promise<void> {
  await workOff(app, billingQueues);
  await runWaitingJobs(app, billingJobs);
  for (const { kind } of periodic) await runJob(app, billingJobs, kind.id);
  await workOff(app, billingQueues);
  await runWaitingJobs(app, billingJobs);
}

/** Finishes everything: what is undecided is decided, what is unknown is polled. */
export async function finishEverything(
  app: App,
  models: readonly ModelProvider[],
  clock: MovableClock,
): Promise<void> {
  for (const model of models) {
    model.decide();
    // A plan may still renew while we wait; nothing of that is left open.
    model.fate = () => 'paid';
    model.refundFate = () => 'done';
  }
  for (let day = 0; day < 9; day += 1) await passTime(app, clock, 24);
  // What no webhook reported is in the processor’s own report.
  for (const model of models) for (const day of model.days()) await reconcile(app, model, day);
  await passTime(app, clock, 48);
  // Others in this database have processors of their own, which are not asked here.
  for (const model of models)
    for (const day of model.days()) {
      const differences = await reconcile(app, model, day);
      expect(differences.filter(({ kind }) => kind !== 'missing_there')).toEqual([]);
    }
}

/** No member buys as often as this. */
export const unlimited: Limits = {
  hit: () => Promise.resolve(),
  forgive: () => Promise.resolve(undefined),
  reset: () => Promise.resolve(false),
  tryHit: () => Promise.resolve(true),
  hitLocally() {},
  count: () => Promise.resolve(0),
  waited: () => Promise.resolve(0),
  stop: () => Promise.resolve(),
};

/** Each run has a processor of its own, which must not be asked for the plans of earlier ones. */
export async function endEarlierRuns({ app: { db, clock } }: Member): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ state: 'canceled', ended_at: clock.now(), next_charge_at: null })
    .where('state', 'in', ['active', 'past_due'])
    .execute();
  await db
    .updateTable('refund')
    .set({ state: 'failed', work_at: null })
    .where('state', '<>', 'done')
    .execute();
  await db
    .updateTable('payment_attempt')
    .set({ state: 'error', work_at: null })
    .where('state', 'in', ['created', 'requires_action', 'processing', 'unknown', 'authorised'])
    .execute();
}

/** Hands out what was prepared, again and again. */
export function cycle<T>(prepared: readonly T[], otherwise: T): () => T {
  let next = 0;
  return () => prepared[next++ % Math.max(1, prepared.length)] ?? otherwise;
}
