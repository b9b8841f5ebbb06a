import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { passesLuhn } from '../../contract/billing/card.ts';
import type { App } from '../../server/app.ts';
import { DAY, HOUR } from '../../server/platform/clock.ts';
import type { MovableClock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { transact } from '../../server/platform/database/database.ts';
import type { JobHandler } from '../../server/platform/jobs/jobs.ts';
import type { ProviderEvent } from '../../server/billing/providers/provider.ts';
import { startRefund } from '../../server/billing/refunds/start-refund.ts';
import { refundCron, refundJobs } from '../../server/billing/refunds/jobs.ts';
import { withdraw } from '../../server/billing/refunds/withdraw.ts';
import { changePlan } from '../../server/billing/subscriptions/change-plan.ts';
import { subscriptionCron, subscriptionJobs } from '../../server/billing/subscriptions/jobs.ts';
import { leavePlan } from '../../server/billing/subscriptions/leave-plan.ts';
import type { ModelProvider } from '../messaging/model-provider.ts';
import { runJob, runWaitingJobs } from '../platform/run-jobs.ts';
import type { Member } from '../world.ts';
import { createToken } from '../../server/billing/payments/orders.ts';
import { billingCron, billingJobs } from '../../server/billing/payments/jobs.ts';
import { handleStoredWebhook } from '../../server/billing/payments/handle-webhook.ts';
import { tryCharge } from '../../server/billing/payments/pay-by-card.ts';
import { goodCard, orderFor } from './payer.ts';
import { reconcile } from '../../server/billing/payments/reconcile.ts';

const handlers: JobHandler[] = [...billingJobs, ...subscriptionJobs, ...refundJobs];
/** The model has no report to compare with. */
const periodic = [...billingCron, ...subscriptionCron, ...refundCron].filter(
  ({ task }) => task !== 'billing.reconcile',
);

export type Act =
  | { do: 'buy'; product: string; keep?: boolean }
  | { do: 'new_card' }
  | { do: 'buy_on_file'; product: string }
  | { do: 'change'; product: string }
  | { do: 'leave'; when: 'now' | 'period_end' }
  | { do: 'withdraw' }
  | { do: 'refund'; cents: number }
  | { do: 'charge_back' }
  | { do: 'decide' }
  | { do: 'hear'; order: number; twice: boolean; drop: boolean }
  | { do: 'pass'; hours: number };

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

export async function act(stage: Stage, step: Act): Promise<void> {
  try {
    await perform(stage, step);
  } catch (error) {
    if (!refusals.has((error as { code?: string }).code ?? '')) throw error;
  }
}

async function perform({ member, model, clock }: Stage, step: Act): Promise<void> {
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
      const { brandId, db } = member;
      const wish = {
        brandId,
        attemptId: newest.id,
        amountCents: step.cents,
        reason: 'support',
        id: randomUUID(),
      } as const;
      await transact(db, (tx, afterCommit) => startRefund(member, tx, afterCommit, wish));
      return;
    }
    case 'charge_back': {
      const newest = await newestPaid(member);
      if (newest) model.chargeBack(newest.id);
      return;
    }
    case 'decide':
      model.decide();
      return;
    case 'hear':
      await hearSome(member, model, step);
      return;
    case 'pass':
      await pass(member, clock, step.hours);
  }
}

/** A number that no other payment has used, and that passes the check. */
function anyCard(): string {
  const digits = `4${Array.from(randomBytes(14), (byte) => byte % 10).join('')}`;
  const check = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(passesLuhn);
  return check ?? '';
}

function newestPaid({ db, accountId }: Member) {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'purchase_id'])
    .where('account_id', '=', accountId)
    .where('captured_cents', '>', 0)
    .orderBy('captured_at', 'desc')
    .executeTakeFirst();
}

/** Some of what the provider has to tell arrives: not in order, perhaps twice, perhaps never. */
async function hearSome(
  app: App,
  model: ModelProvider,
  { order, twice, drop }: Extract<Act, { do: 'hear' }>,
): Promise<void> {
  const [event] = model.events.splice(order % Math.max(1, model.events.length), 1);
  if (!event || drop) return;
  for (let time = 0; time < (twice ? 2 : 1); time += 1) await receive(app, model, event);
}

async function receive(app: App, { name: provider }: ModelProvider, event: ProviderEvent): Promise<void> {
  const { dedupeKey } = event;
  await app.db
    .insertInto('provider_event')
    .values({ provider, dedupe_key: dedupeKey, event: JSON.stringify(event), received_at: app.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await handleStoredWebhook(app, { provider, dedupeKey });
}

const MOST_STRIDES = 5;

/** Time goes by, and all that runs by itself runs, now and then. */
export async function pass(app: App, clock: MovableClock, hours: number): Promise<void> {
  const end = clock.now().getTime() + hours * HOUR;
  const stride = Math.max(DAY, (hours * HOUR) / MOST_STRIDES);
  while (clock.now().getTime() < end) {
    clock.advance(Math.min(stride, end - clock.now().getTime()));
    await work(app);
  }
}

/** Everything that runs by itself, once. */
export async function work(app: App): Promise<void> {
  await runWaitingJobs(app, handlers);
  for (const { task } of periodic) await runJob(app, handlers, task);
  await runWaitingJobs(app, handlers);
}

/** Lets everything come to its end: what is undecided is decided, what is unknown is asked for. */
export async function settleDown(app: App, model: ModelProvider, clock: MovableClock): Promise<void> {
  model.decide();
  // A plan may still renew while we wait; nothing of that is left open.
  model.fate = () => 'paid';
  model.refundFate = () => 'done';
  for (let day = 0; day < 9; day += 1) await pass(app, clock, 24);
  // What nobody told us, the processor's own books do.
  for (const day of model.days()) await reconcile(app, model, day);
  await pass(app, clock, 48);
  // Others in this database have processors of their own, which are not asked here.
  for (const day of model.days()) {
    const differences = await reconcile(app, model, day);
    expect(differences.filter(({ kind }) => kind !== 'missing_there')).toEqual([]);
  }
}

/** All that must hold, whatever happened. Answers with what does not. */
export async function findWrong(db: Database, model: ModelProvider, accountId: string): Promise<string[]> {
  const wrong: string[] = [];
  const attempts = await db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  for (const attempt of attempts) {
    const theirs = model.charges.get(attempt.id);
    const taken = theirs?.state === 'taken' ? theirs.amountCents : 0;
    if (attempt.captured_cents !== taken)
      wrong.push(`${attempt.state} holds ${attempt.captured_cents}, they took ${taken}`);
    if (attempt.refunded_cents !== (theirs?.refundedCents ?? 0))
      wrong.push(`refunded ${attempt.refunded_cents}, they ${theirs?.refundedCents ?? 0}`);
    if (attempt.charged_back_cents !== (theirs?.chargedBackCents ?? 0))
      wrong.push('a chargeback is not in the books');
    if (taken > 0 && attempt.reported_on === null) wrong.push('a charge that no report has named');
    if (['created', 'requires_action', 'processing', 'unknown', 'authorised'].includes(attempt.state))
      wrong.push(`still ${attempt.state}`);
  }
  const ids = attempts.map(({ id }) => id);
  if ([...model.charges.keys()].some((id) => !ids.includes(id)))
    wrong.push('a charge that we know nothing of');
  const { rows: unbalanced } = await sql`
    select from money_entry where attempt_id = any (${ids}::uuid[]) group by transaction_id having sum(amount_cents) <> 0`.execute(
    db,
  );
  if (unbalanced.length > 0) wrong.push('a transaction does not balance');
  const { rows: processor } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::integer as cents from money_entry
    where attempt_id = any (${ids}::uuid[]) and account = 'processor'`.execute(db);
  const held = [...model.charges.values()]
    .filter(({ state }) => state === 'taken')
    .reduce((sum, charge) => sum + charge.amountCents - charge.refundedCents - charge.chargedBackCents, 0);
  if (processor[0]?.cents !== held) wrong.push(`the books say ${processor[0]?.cents}, the processor ${held}`);
  const { rows: twice } = await sql`
    select from purchase p join payment_attempt a on a.brand_id = p.brand_id and a.purchase_id = p.id
    where p.account_id = ${accountId}::uuid and a.captured_cents > a.refunded_cents + a.charged_back_cents
      and not exists (select from refund r where r.attempt_id = a.id and r.state in ('failed'))
    group by p.brand_id, p.id having count(*) > 1`.execute(db);
  if (twice.length > 0) wrong.push('a purchase was paid twice');
  const { rows: periods } = await sql`
    select from purchase where account_id = ${accountId}::uuid and kind = 'renewal' and state = 'fulfilled'
    group by subscription_id, period having count(*) > 1`.execute(db);
  if (periods.length > 0) wrong.push('a period was charged twice');
  const { rows: unpaid } = await sql`
    select from purchase p where p.account_id = ${accountId}::uuid and p.state = 'fulfilled' and p.amount_cents > 0
      and not exists (select from payment_attempt a where a.purchase_id = p.id and a.captured_cents = p.amount_cents)`.execute(
    db,
  );
  if (unpaid.length > 0) wrong.push('something was given that nobody paid for');
  const { rows: credits } = await sql<{ entries: number; purchases: number; wrong: number }>`
    select (select count(*)::integer from ledger_entry where account_id = ${accountId}::uuid and idempotency_key like 'purchase %') as entries,
      (select count(*)::integer from purchase where account_id = ${accountId}::uuid and state = 'fulfilled' and credits > 0) as purchases,
      (select count(*)::integer from balance b where b.account_id = ${accountId}::uuid and b.message_credits <> (
        select coalesce(sum(amount), 0) from ledger_entry l where l.account_id = b.account_id and l.credit = 'message')) as wrong`.execute(
    db,
  );
  if (credits[0]?.entries !== credits[0]?.purchases)
    wrong.push('credits were not given once for each purchase');
  if (credits[0]?.wrong !== 0) wrong.push('a balance differs from its ledger');
  const { rows: kept } = await sql`
    select from payment_method m where m.account_id = ${accountId}::uuid and m.status = 'active' and not m.for_packs
      and not exists (select from subscription s where s.brand_id = m.brand_id and s.payment_method_id = m.id
        and s.state in ('active', 'past_due'))`.execute(db);
  if (kept.length > 0) wrong.push('a card is kept that is of use to nothing');
  const { rows: unasked } = await sql`
    select from payment_method m where m.account_id = ${accountId}::uuid and not exists (
      select from payment_attempt a join purchase_consent c on c.brand_id = a.brand_id and c.purchase_id = a.purchase_id
      where a.account_id = m.account_id and a.keeps_for is not null and c.keeps_for = a.keeps_for)`.execute(
    db,
  );
  if (unasked.length > 0) wrong.push('a card is kept without a yes');
  return wrong;
}
