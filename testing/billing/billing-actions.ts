import { sql } from 'kysely';
import type pg from 'pg';
import { reconcile } from '#server/billing/incoming/reconcile.ts';
import { receiveWebhook } from '#server/billing/incoming/webhooks.ts';
import { billingJobs } from '#server/billing/jobs.ts';
import { tryCharge } from '#server/billing/payments/pay-by-card.ts';
import { refundQueues } from '#server/billing/refunds/send-refunds.ts';
import { withdraw } from '#server/billing/reversals/withdraw.ts';
import { DAY } from '#server/platform/clock.ts';
import { workOff } from '#server/platform/work/worker.ts';
import { MovableClock } from '../movable-clock.ts';
import { runJob } from '../platform/run-jobs.ts';
import { withServices } from '../world.ts';
import type { Member, World } from '../world.ts';
import { findBookErrors } from './book-errors.ts';
import { findBrokenInvariants } from './books-invariants.ts';
import { KillSwitch, killable, runUntilKilled } from './killed-process.ts';
import { ModelProvider } from './model-provider.ts';
import { failureOf, orderFor, payer } from './payer.ts';
import { tryStep, passTime } from './random-history.ts';
import { handleDueWebhooks } from './webhooks.ts';

interface Stage {
  member: Member;
  model: ModelProvider;
  /** Takes the place of the first where that one is broken. */
  second: ModelProvider;
  clock: MovableClock;
  /** What others do who got no answer: a page asks again, a provider sends its webhook again. */
  again: () => Promise<unknown>;
  /** When the process is killed that does what is tried. */
  death?: AbortSignal;
}

/** Something that moves money, during which a process may be killed. */
interface BillingAction {
  /** All that went well before. */
  before?(stage: Stage): Promise<unknown>;
  do(actor: Member, stage: Stage): Promise<unknown>;
  /** Where no payer was asked for money yet it may come to nothing; all else is carried out by the next process. */
  mayBeAbandoned?: true;
}

async function buy(actor: Member, stage: Stage, product: string): Promise<void> {
  const { input } = await orderFor(actor, product);
  stage.again = () => failureOf(tryCharge(stage.member, input));
  await tryCharge(actor, input);
}

async function deliver(actor: Member, stage: Stage): Promise<void> {
  const { model, member } = stage;
  const events = model.takeEvents();
  model.readEvents = () => Promise.resolve(events);
  const webhook = { headers: {}, body: Buffer.alloc(0) };
  stage.again = () => receiveWebhook(member.app, model.name, webhook);
  await receiveWebhook(actor.app, model.name, webhook);
  await handleDueWebhooks(actor.app, model.name, stage.death);
}

const renew = (actor: Member) => runJob(actor.app, billingJobs, 'billing.renewDue');

async function bought({ member, clock, model }: Stage, product: string): Promise<void> {
  await tryStep({ member, clock, model }, { do: 'buy', product });
  model.takeEvents();
}

async function firstOrder({ member, model }: Stage): Promise<string> {
  const [attemptId = ''] = model.charges.keys();
  const { purchase_id: orderId } = await member.app.db
    .selectFrom('payment_attempt')
    .select('purchase_id')
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return orderId;
}

async function takeBack(actor: Member, stage: Stage): Promise<void> {
  const request = { trackerId: actor.trackerId, orderId: await firstOrder(stage), confirmed: true } as const;
  stage.again = () => withdraw(stage.member, request);
  await withdraw(actor, request);
  await workOff(actor.app, refundQueues, stage.death);
}

/** A month goes by, at the end of which the renewal is announced. */
async function whenDue(stage: Stage): Promise<void> {
  await bought(stage, 'vip-month');
  stage.clock.advance(29 * DAY);
  await runJob(stage.member.app, billingJobs, 'billing.sendNotices');
  stage.clock.advance(3 * DAY);
}

const mayBeAbandoned = true;

export const billingActions: Record<string, BillingAction> = {
  'a purchase': { do: (actor, stage) => buy(actor, stage, 'vip-month'), mayBeAbandoned },
  'a purchase that falls over to the next provider': {
    before: async ({ model }) => (model.fate = () => 'fault'),
    do: (actor, stage) => buy(actor, stage, 'credits-300'),
    mayBeAbandoned,
  },
  'a better plan in the place of another': {
    async before(stage) {
      await bought(stage, 'vip-month');
      stage.clock.advance(25 * DAY);
    },
    do: (actor, stage) => buy(actor, stage, 'vip-week'),
    mayBeAbandoned,
  },
  'a renewal': { before: whenDue, do: renew },
  'a renewal that is declined at first': {
    async before(stage) {
      await whenDue(stage);
      let tries = 0;
      stage.model.fate = () => ((tries += 1) === 1 ? 'declined' : 'paid');
    },
    do: renew,
  },
  'a refund': { before: (stage) => bought(stage, 'vip-month'), do: takeBack },
  'a webhook about a charge': {
    async before(stage) {
      stage.model.fate = () => 'lost_after';
      await tryStep(stage, { do: 'buy', product: 'vip-month' });
    },
    do: deliver,
  },
  'a webhook about a refund': {
    async before(stage) {
      await bought(stage, 'credits-300');
      stage.model.refundFate = () => 'sent';
      await takeBack(stage.member, stage);
    },
    do: deliver,
  },
  'a webhook about a chargeback': {
    async before(stage) {
      await bought(stage, 'vip-month');
      await tryStep(stage, { do: 'charge_back' });
    },
    do: deliver,
  },
};

export interface Outcome {
  survived: boolean;
  /** What the member and the processor have, before and long after. */
  before: string;
  after: string;
  wrong: unknown[];
}

/** Does it once, killed at that step, and says how things are after time has passed. */
export async function killDuring(
  action: BillingAction,
  at: number,
  { world, pool }: { world: World; pool: pg.Pool },
): Promise<Outcome> {
  const clock = new MovableClock();
  const model = new ModelProvider(clock);
  const second = new ModelProvider(clock, 'maxpay');
  const member = withServices(await payer(world, [model, second]), { clock });
  const stage: Stage = { member, model, second, clock, again: () => Promise.resolve() };
  await action.before?.(stage);
  const before = await describe(stage);
  const killSwitch = new KillSwitch(at);
  stage.death = killSwitch.death;
  await runUntilKilled(killSwitch, () => action.do(killable(member, pool, killSwitch), stage));
  await stage.again();
  await letTimePass(stage);
  const wrong = [
    ...(await findBookErrors(member.app.db, second.charges.size > 0 ? second : model, [member.accountId])),
    ...(await findBrokenInvariants(member.app.db, { documents: false })),
    ...(await findUnfinished(member)),
  ];
  const after = await describe(stage);
  await retire(member);
  return { survived: !killSwitch.killed, before, after, wrong };
}

/** The jobs have a little more than a day to recover. */
async function letTimePass({ member, model, second, clock }: Stage): Promise<void> {
  await passTime(member.app, clock, 1);
  await passTime(member.app, clock, 24);
  for (const provider of [model, second])
    for (const day of provider.days()) await reconcile(member.app, provider, day);
}

async function describe({
  member: {
    app: { db },
    accountId,
  },
  model,
  second,
}: Stage): Promise<string> {
  const { rows } = await sql<{ level: number; credits: number; orders: number; left: number }>`
    select a.level, coalesce(b.message_credits, 0) as credits,
      (select count(*) from purchase p where p.account_id = a.id and p.state = 'fulfilled') as orders,
      (select coalesce(sum(captured_cents - refunded_cents - charged_back_cents), 0)
        from payment_attempt t where t.account_id = a.id) as left
    from account a left join balance b on b.brand_id = a.brand_id and b.account_id = a.id
    where a.id = ${accountId}::uuid`.execute(db);
  const held = [...model.charges.values(), ...second.charges.values()]
    .filter(({ state }) => state === 'taken')
    .map(
      ({ amountCents, refundedCents, chargedBackCents }) => amountCents - refundedCents - chargedBackCents,
    );
  return JSON.stringify({ ...rows[0], held });
}

/** What should have come to an end and has not, and what was paid for and not given. */
async function findUnfinished({ app: { db }, accountId }: Member): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'an order is ' || state as wrong from purchase
    where account_id = ${accountId}::uuid and state not in ('fulfilled', 'failed', 'expired')
    union all
    select 'a refund is ' || state from refund
    where account_id = ${accountId}::uuid and state not in ('done', 'failed')
    union all
    select 'paid, and the order is ' || p.state from payment_attempt a
    join purchase p on p.brand_id = a.brand_id and p.id = a.purchase_id
    where p.account_id = ${accountId}::uuid and p.state <> 'fulfilled'
      and a.captured_cents > a.refunded_cents + a.charged_back_cents
    union all
    select 'an event is ' || state from provider_event where state in ('new', 'parked')
    union all
    select 'no receipt' from purchase p
    where p.account_id = ${accountId}::uuid and p.state = 'fulfilled' and p.amount_cents > 0
      and not exists (select from document d where d.purchase_id = p.id and d.kind = 'receipt')
    union all
    select 'no credit note' from refund r
    where r.account_id = ${accountId}::uuid and r.state = 'done'
      and not exists (select from document d where d.refund_id = r.id)
    union all
    select 'a plan is not counted' from account a join subscription s on s.brand_id = a.brand_id and s.account_id = a.id
    where a.id = ${accountId}::uuid and (s.state = 'active') <> (a.level = 2)
      and not exists (select from subscription t where t.account_id = a.id and t.state = 'active' and t.id <> s.id)
`.execute(db);
  return rows.map(({ wrong }) => wrong);
}

/** The next one has a provider of its own, which must not be asked for this one's plan. */
async function retire({ app: { db, clock }, accountId }: Member): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ state: 'canceled', ended_at: clock.now(), next_charge_at: null })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past_due'])
    .execute();
}
