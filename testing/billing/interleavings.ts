import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Failure } from '#contract/kernel/errors.ts';
import { tryCharge } from '#server/billing/payments/pay-by-card.ts';
import { removeCard } from '#server/billing/plans/change-plan.ts';
import { leavePlan, stayInPlan } from '#server/billing/plans/end-plan.ts';
import { cancelOrder } from '#server/billing/reversals/withdraw.ts';
import { spendCredits } from '#server/credits/ledger.ts';
import { HOUR } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { MovableClock } from '../movable-clock.ts';
import type { Member } from '../world.ts';
import type { Fate, ModelProvider, RefundFate } from './model-provider.ts';
import { orderFor } from './payer.ts';
import {
  buyOnFileStep,
  changeStep,
  leaveStep,
  only,
  product,
  refundStep,
  runAllJobs,
  tryStep,
  webhookStep,
} from './random-history.ts';
import type { Step } from './random-history.ts';

/** What one of two sessions does, beside the steps of a random history. */
export type SessionStep =
  | Step
  | { do: 'hand_back' }
  | { do: 'stay' }
  | { do: 'cancel' }
  | { do: 'remove_card' }
  | { do: 'spend'; amount: number };

/** What happens at the same moment: in two sessions and behind them. Each begins after so many turns. */
export interface Round {
  sessions: [SessionStep, SessionStep];
  behind: Step | { do: 'work' } | { do: 'pay_together'; product: string };
  after: [number, number, number];
  /** Goes by before the next one. */
  hours: number;
}

export interface Stage {
  /** One member, twice. */
  sessions: [Member, Member];
  model: ModelProvider;
  clock: MovableClock;
}

export const sessionStep: fc.Arbitrary<SessionStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('buy'), product, keep: fc.boolean() }) },
  { weight: 1, arbitrary: only('new_card') },
  { weight: 3, arbitrary: buyOnFileStep },
  { weight: 2, arbitrary: changeStep },
  { weight: 4, arbitrary: leaveStep },
  { weight: 2, arbitrary: only('hand_back') },
  { weight: 4, arbitrary: only('withdraw') },
  { weight: 1, arbitrary: only('stay') },
  { weight: 1, arbitrary: only('cancel') },
  { weight: 1, arbitrary: only('remove_card') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('spend'), amount: fc.integer({ min: 1, max: 80 }) }) },
);

const behind: fc.Arbitrary<Round['behind']> = fc.oneof(
  { weight: 4, arbitrary: webhookStep.filter(({ drop }) => !drop) },
  { weight: 3, arbitrary: only('work') },
  { weight: 1, arbitrary: only('decide') },
  { weight: 1, arbitrary: only('charge_back') },
  { weight: 2, arbitrary: refundStep },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay_together'), product }) },
);

const turns = fc.nat(12);
export const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    sessions: fc.tuple(sessionStep, sessionStep),
    behind,
    after: fc.tuple(turns, turns, turns),
    hours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 48 }), fc.integer({ min: 49, max: 24 * 45 })),
  }),
  { minLength: 2, maxLength: 6 },
);

export const fates: fc.Arbitrary<Fate[]> = fc.array(
  fc.constantFrom<Fate>('paid', 'paid', 'paid', 'paid', 'declined', 'lost_after', 'paid_later', 'fault'),
  { minLength: 1, maxLength: 8 },
);
export const refundFates: fc.Arbitrary<RefundFate[]> = fc.array(
  fc.constantFrom<RefundFate>('done', 'done', 'sent', 'unsent', 'lost_after', 'lost_before', 'refused'),
  { minLength: 1, maxLength: 6 },
);

/** Lets it all happen at once. Answers with what a server would have had to call its own fault. */
export async function runRound(
  stage: Stage,
  { sessions, behind: third, after, hours }: Round,
): Promise<unknown[]> {
  const [one, other] = stage.sessions;
  const results = await Promise.allSettled([
    start(after[0], () => performStep(stage, one, sessions[0])),
    start(after[1], () => performStep(stage, other, sessions[1])),
    start(after[2], () => happen(stage, third)),
  ]);
  stage.clock.advance(hours * HOUR);
  return results.flatMap((result) =>
    result.status === 'fulfilled' || isRefusal(result.reason) ? [] : [result.reason as unknown],
  );
}

async function start(after: number, begin: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < after; count += 1) await turn();
  await begin();
}

export function isRefusal(error: unknown): boolean {
  return error instanceof Failure && error.status < 500;
}

export async function performStep(
  { model, clock }: Pick<Stage, 'model' | 'clock'>,
  member: Member,
  step: SessionStep,
): Promise<unknown> {
  const { db } = member.app;
  const { brandId, accountId, trackerId } = member;
  switch (step.do) {
    case 'hand_back':
      return leavePlan(member, { when: 'now', returnCredits: true });
    case 'stay':
      return stayInPlan(member);
    case 'remove_card':
      return removeCard(member);
    case 'cancel': {
      const newest = await db
        .selectFrom('purchase')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .executeTakeFirst();
      return newest && cancelOrder(member, { trackerId, orderId: newest.id });
    }
    case 'spend': {
      const spending = { brandId, accountId, credit: 'message', amount: step.amount } as const;
      return transact(db, (tx) =>
        spendCredits(tx, { ...spending, reason: 'message', idempotencyKey: newId() }),
      );
    }
    case 'buy':
    case 'buy_on_file':
    case 'new_card':
    case 'change':
    case 'leave':
    case 'withdraw':
    case 'refund':
    case 'charge_back':
    case 'decide':
    case 'webhook':
    case 'pass':
      return tryStep({ member, model, clock }, step);
  }
}

async function happen(stage: Stage, what: Round['behind']): Promise<unknown> {
  const { model, clock, sessions } = stage;
  const [member, other] = sessions;
  if (what.do === 'work') return runAllJobs(member.app);
  if (what.do !== 'pay_together') return tryStep({ member, model, clock }, what);
  const { input } = await orderFor(member, what.product);
  const both = await Promise.allSettled([tryCharge(member, input), tryCharge(other, input)]);
  for (const result of both)
    if (result.status === 'rejected' && !isRefusal(result.reason)) throw result.reason;
  return undefined;
}

/**
 * What the member has that was not paid for. Money that we gave back as a favour, by law or because a bank took it counts
 * as kept; days and credits that were given back by leaving or changing count as gone, and all other credits must be
 * covered by what we kept.
 */
export async function findUnpaidGains(db: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ kept: number; owed: number; living: number; unpaid: number; offers: number }>`
    with fulfilled as (
      select p.*, plan.total_cents, plan.credits_price_cents, plan.first_purchase_only from purchase p
      join plan on plan.brand_id = p.brand_id and plan.product_id = p.product_id and plan.version = p.version
      where p.account_id = ${accountId}::uuid and p.state = 'fulfilled'
    ), charge as (
      select a.*, (select coalesce(sum(r.amount_cents), 0) from refund r where r.brand_id = a.brand_id
          and r.attempt_id = a.id and r.state = 'done' and r.reason in ('left', 'replaced')) as left_cents,
        (select coalesce(sum(r.amount_cents), 0) from refund r where r.brand_id = a.brand_id
          and r.attempt_id = a.id and r.state = 'done' and r.reason in ('withdrawal', 'cancelled')) as withdrawn_cents,
        exists (select from refund r where r.brand_id = a.brand_id and r.attempt_id = a.id
          and r.reason in ('late', 'duplicate')) as unwanted
      from payment_attempt a where a.account_id = ${accountId}::uuid and a.captured_cents > 0
    )
    select
      (select coalesce(sum(captured_cents - left_cents), 0) from charge where not unwanted)::integer as kept,
      (select coalesce(sum(floor((p.amount_cents + p.credit_cents)::numeric * p.credits_price_cents
          / nullif(p.total_cents, 0) * greatest(p.credits - (
            select coalesce(sum(r.credits_taken), 0) from refund r where r.brand_id = p.brand_id
              and r.purchase_id = p.id and r.state = 'done' and r.reason in ('left', 'replaced')), 0)
          / nullif(p.credits, 0))), 0) from fulfilled p)::integer as owed,
      (select count(*) from subscription where account_id = ${accountId}::uuid
        and state in ('active', 'past_due'))::integer as living,
      (select count(*) from subscription s where s.account_id = ${accountId}::uuid and s.state = 'active'
        and not exists (select from fulfilled p left join charge a on a.brand_id = p.brand_id and a.purchase_id = p.id
          where p.subscription_id = s.id and (p.credit_cents > 0 or not a.unwanted)
            and exists (select from charge c where not c.unwanted
              and c.captured_cents > c.charged_back_cents + c.withdrawn_cents)))::integer as unpaid,
      (select count(*) from fulfilled where first_purchase_only and kind <> 'renewal')::integer as offers`.execute(
    db,
  );
  const { kept = 0, owed = 0, living = 0, unpaid = 0, offers = 0 } = rows[0] ?? {};
  return [
    ...(kept < owed ? [`credits worth ${owed} cents were kept, and ${kept} cents paid`] : []),
    ...(living > 1 ? ['two plans live'] : []),
    ...(unpaid > 0 ? ['a plan lives that nobody paid'] : []),
    ...(offers > 1 ? ['two offers for a first purchase were had'] : []),
  ];
}
