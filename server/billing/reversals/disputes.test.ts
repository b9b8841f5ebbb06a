import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import {
  actionsOn,
  pollOpenRefunds,
  attemptOf,
  give,
  heldOf,
  paid,
  balanceOf,
  refundsOf,
  stage,
  work,
} from '#testing/billing/refunds.ts';
import { removeTokens } from '#testing/billing/saved-cards.ts';
import { spendMessageCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns, usualOrLong } from '#testing/long-runs.ts';
import type { Member } from '#testing/world.ts';
import { handleRefundWebhook } from '../refunds/send-refunds.ts';
import { handleDisputeWebhook } from './disputes.ts';

type Change = 'announced' | 'lost' | 'reversed' | 'lost_again';

const dispute = (attemptId: string, change: Change, amountCents = 1990, reference = 'case-1') => ({
  kind: 'dispute' as const,
  dedupeKey: `${attemptId} ${change}`,
  attemptId,
  reference: `psp-${attemptId}`,
  disputeReference: reference,
  amountCents,
  change,
});

function planOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('subscription')
    .select(['state', 'end_reason', 'next_charge_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

async function keepCard({ app: { db }, brandId, accountId }: Member): Promise<void> {
  const paymentMethod = {
    provider: 'adyen',
    token: `kept-${accountId}`,
    kind: 'card',
    for_packs: true,
  } as const;
  await db
    .insertInto('payment_method')
    .values({ brand_id: brandId, id: randomUUID(), account_id: accountId, ...paymentMethod })
    .execute();
}

test('one that is announced stops renewals and takes nothing', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId, purchaseId } = await paid(member, { renews: true });
  expect(await handleDisputeWebhook(member.app, dispute(attemptId, 'announced'))).toBe('done');
  expect(await planOf(member)).toMatchObject({ state: 'active', next_charge_at: null });
  expect(await balanceOf(member)).toEqual({ credits: 100, level: 2 });
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'captured', charged_back_cents: 0 });
  expect(await actionsOn(member.app, purchaseId)).toEqual(['dispute.announced']);
});

test('one that is lost takes the money, the plan, the credits and the card, however often its webhook comes', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  await keepCard(member);
  const { attemptId } = await paid(member, { renews: true });
  await spendMessageCredits(member, 30);
  await handleDisputeWebhook(member.app, dispute(attemptId, 'announced'));
  await handleDisputeWebhook(member.app, dispute(attemptId, 'lost'));
  await handleDisputeWebhook(member.app, dispute(attemptId, 'lost'));
  await handleDisputeWebhook(member.app, dispute(attemptId, 'announced'));
  expect(await attemptOf(member.app, attemptId)).toMatchObject({
    state: 'charged_back',
    charged_back_cents: 1990,
  });
  expect(await heldOf(member.app.db, attemptId)).toBe(0);
  expect(await planOf(member)).toMatchObject({ state: 'canceled', end_reason: 'charged_back' });
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 0 });
  await removeTokens(member.app);
  expect(bank.forgotten).toEqual([`kept-${member.accountId}`]);
  expect(await give(member, attemptId)).toBeNull();
});

test('won back, the money and the credits return; lost again, they go for good', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  await handleDisputeWebhook(member.app, dispute(attemptId, 'lost'));
  await handleDisputeWebhook(member.app, dispute(attemptId, 'reversed'));
  await handleDisputeWebhook(member.app, dispute(attemptId, 'lost'));
  expect(await attemptOf(member.app, attemptId)).toMatchObject({
    state: 'charged_back',
    charged_back_cents: 0,
  });
  expect(await heldOf(member.app.db, attemptId)).toBe(1990);
  expect(await balanceOf(member)).toEqual({ credits: 100, level: 1 });
  await handleDisputeWebhook(member.app, dispute(attemptId, 'lost_again'));
  await handleDisputeWebhook(member.app, dispute(attemptId, 'reversed'));
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ charged_back_cents: 1990 });
  expect(await heldOf(member.app.db, attemptId)).toBe(0);
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 0 });
});

test('after a part was refunded the bank can only take the rest', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId, { amountCents: 990 });
  await work(member.app);
  await handleDisputeWebhook(member.app, dispute(attemptId, 'lost'));
  expect(await attemptOf(member.app, attemptId)).toMatchObject({
    state: 'charged_back',
    refunded_cents: 990,
    charged_back_cents: 1000,
  });
  expect(await heldOf(member.app.db, attemptId)).toBe(0);
  expect((await balanceOf(member)).credits).toBe(0);
});

test('a refund that is on its way when the bank takes the money counts first, and one that waits is cancelled', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  bank.answer = ({ refundId }) => ({ state: 'sent', reference: `r-${refundId}` });
  const first = await give(member, attemptId, { amountCents: 400 });
  await work(member.app);
  const second = await give(member, attemptId, { amountCents: 600 });
  await handleDisputeWebhook(member.app, dispute(attemptId, 'lost'));
  await work(member.app);
  expect(bank.sent.map(({ refundId }) => refundId)).toEqual([first!.refundId]);
  expect((await refundsOf(member.app, attemptId)).map(({ id, state }) => [id, state])).toEqual([
    [first!.refundId, 'sent'],
    [second!.refundId, 'failed'],
  ]);
  expect(await actionsOn(member.app, purchaseId)).toEqual(['dispute.lost', 'refund.called_off']);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({
    refunded_cents: 0,
    charged_back_cents: 1990,
  });
  const arrived = { kind: 'refund', dedupeKey: 'x', attemptId, reference: null, amountCents: 400 } as const;
  const { refundId } = first!;
  await handleRefundWebhook(member.app, { ...arrived, refundId, refundReference: 'r', succeeded: true });
  expect(await attemptOf(member.app, attemptId)).toMatchObject({
    state: 'charged_back',
    refunded_cents: 400,
    charged_back_cents: 1590,
  });
  expect(await heldOf(member.app.db, attemptId)).toBe(0);
});

test('it waits for a payment that is not known yet', async ({ world }) => {
  const { member } = await stage(world);
  expect(await handleDisputeWebhook(member.app, dispute(randomUUID(), 'lost'))).toBe('unknown_subject');
});

/** What may happen to a payment, in any order. */
const act = fc.oneof(
  fc.record({ do: fc.constant('give' as const), cents: fc.integer({ min: 1, max: 2500 }) }),
  fc.record({
    do: fc.constant('work' as const),
    answer: fc.constantFrom('done', 'sent', 'failed', 'unknown'),
  }),
  fc.record({ do: fc.constant('webhook' as const), which: fc.nat(5), succeeded: fc.boolean() }),
  fc.record({
    do: fc.constant('dispute' as const),
    change: fc.constantFrom<Change>('announced', 'lost', 'reversed', 'lost_again'),
    cents: fc.integer({ min: 1, max: 2500 }),
    which: fc.nat(1),
  }),
  fc.record({ do: fc.constant('desk' as const), cents: fc.integer({ min: 1, max: 800 }), which: fc.nat(2) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 60 }) }),
);

test(
  'whatever happens in whatever order, the books balance and never refund more than was captured',
  async ({ world, app }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (acts) => {
        const { member, bank } = await stage(world);
        const { attemptId } = await paid(member);
        for (const step of acts) {
          const refunds = await refundsOf(member.app, attemptId);
          if (step.do === 'give') await give(member, attemptId, { amountCents: step.cents });
          if (step.do === 'spend') await spendMessageCredits(member, step.credits);
          if (step.do === 'work') {
            bank.answer = ({ refundId }) => ({ state: step.answer, reference: `r-${refundId}` });
            await work(member.app);
          }
          if (step.do === 'wait') {
            app.clock.advance(step.hours * 3_600_000);
            await pollOpenRefunds(member.app);
          }
          const about = { kind: 'refund', dedupeKey: 'x', attemptId, reference: null } as const;
          const reported = refunds[step.do === 'webhook' ? step.which % Math.max(1, refunds.length) : 0];
          if (step.do === 'webhook' && reported) {
            const { id: refundId, amount_cents: amountCents } = reported;
            const { succeeded } = step;
            await handleRefundWebhook(member.app, {
              ...about,
              refundId,
              refundReference: `r-${refundId}`,
              amountCents,
              succeeded,
            });
          }
          if (step.do === 'desk') {
            const refundReference = `desk-${attemptId}-${step.which}`;
            const made = { ...about, refundId: null, refundReference, amountCents: step.cents };
            await handleRefundWebhook(member.app, { ...made, succeeded: true });
          }
          if (step.do === 'dispute')
            await handleDisputeWebhook(
              member.app,
              dispute(attemptId, step.change, step.cents, `case-${step.which}`),
            );
          const sums = await attemptOf(member.app, attemptId);
          const done = (await refundsOf(member.app, attemptId)).filter(({ state }) => state === 'done');
          expect(done.reduce((sum, refund) => sum + refund.amount_cents, 0)).toBe(sums.refunded_cents);
          expect(await heldOf(member.app.db, attemptId)).toBe(
            1990 - sums.refunded_cents - sums.charged_back_cents,
          );
          expect((await balanceOf(member)).credits).toBeLessThanOrEqual(100);
        }
      }),
      propertyRuns(12, 80),
    );
  },
  usualOrLong(120_000, 900_000),
);

test('a better plan that took over what the bank has taken back ends as well', async ({ world, app }) => {
  const { member } = await stage(world);
  const old = await paid(member, { renews: true });
  const { db } = member.app;
  const { brandId } = member;
  const at = app.clock.now();
  await db
    .updateTable('subscription')
    .set({ state: 'canceled', ended_at: at, end_reason: 'replaced', next_charge_at: null })
    .where('id', '=', old.subscriptionId)
    .execute();
  const better = await paid(member, { renews: true, productId: 'vip-quarter', amountCents: 100 });
  await db
    .updateTable('purchase')
    .set({ kind: 'upgrade', credit_cents: 1500 })
    .where('brand_id', '=', brandId)
    .where('id', '=', better.purchaseId)
    .execute();
  expect(await handleDisputeWebhook(member.app, dispute(old.attemptId, 'lost'))).toBe('done');
  const plan = await db
    .selectFrom('subscription')
    .select(['state', 'end_reason'])
    .where('id', '=', better.subscriptionId)
    .executeTakeFirst();
  expect(plan).toEqual({ state: 'canceled', end_reason: 'charged_back' });
});
