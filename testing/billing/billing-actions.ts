import { sql } from 'kysely';
import type pg from 'pg';
import { DAY } from '../../server/platform/clock.ts';
import { MovableClock } from '../../server/platform/clock.ts';
import { receiveWebhook } from '../../server/billing/providers/webhooks.ts';
import { refundJobs } from '../../server/billing/refunds/jobs.ts';
import { withdraw } from '../../server/billing/refunds/withdraw.ts';
import { subscriptionJobs } from '../../server/billing/subscriptions/jobs.ts';
import { ModelProvider } from '../messaging/model-provider.ts';
import { runJob, runWaitingJobs } from '../platform/run-jobs.ts';
import type { Member, World } from '../world.ts';
import { billingJobs } from '../../server/billing/payments/jobs.ts';
import { act, findWrong, pass } from './life-story.ts';
import { Life, mortal, until } from './killed-process.ts';
import { tryCharge } from '../../server/billing/payments/pay-by-card.ts';
import { failureOf, orderFor, payer } from './payer.ts';
import { reconcile } from '../../server/billing/payments/reconcile.ts';

interface Stage {
  member: Member;
  model: ModelProvider;
  /** Takes the place of the first where that one is broken. */
  second: ModelProvider;
  clock: MovableClock;
  /** What others do who have heard nothing: a page asks again, a provider tells again. */
  again: () => Promise<unknown>;
}

/** Something with money in it, that a process may die of. */
interface Deed {
  /** All that went well before. */
  before?(stage: Stage): Promise<unknown>;
  do(actor: Member, stage: Stage): Promise<unknown>;
  /** Where nobody was asked for money yet it may come to nothing; all else is carried out by whoever comes after. */
  mayComeToNothing?: true;
}

async function buy(actor: Member, stage: Stage, product: string): Promise<void> {
  const { input } = await orderFor(actor, product);
  stage.again = () => failureOf(tryCharge(stage.member, input));
  await tryCharge(actor, input);
}

async function hear(actor: Member, stage: Stage): Promise<void> {
  const { model, member } = stage;
  const events = model.events.splice(0);
  model.readEvents = () => Promise.resolve(events);
  const webhook = { headers: {}, body: Buffer.alloc(0) };
  stage.again = () => receiveWebhook(member, model.name, webhook);
  await receiveWebhook(actor, model.name, webhook);
  await runWaitingJobs(actor, billingJobs);
}

const renew = (actor: Member) => runJob(actor, subscriptionJobs, 'subscriptions.renew');

async function bought({ member, clock, model }: Stage, product: string): Promise<void> {
  await act({ member, clock, model }, { do: 'buy', product });
  model.events = [];
}

async function firstOrder({ member, model }: Stage): Promise<string> {
  const [attemptId = ''] = model.charges.keys();
  const { purchase_id: orderId } = await member.db
    .selectFrom('payment_attempt')
    .select('purchase_id')
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow();
  return orderId;
}

async function takeBack(actor: Member, stage: Stage): Promise<void> {
  const wish = { trackerId: actor.trackerId, orderId: await firstOrder(stage), confirmed: true } as const;
  stage.again = () => withdraw(stage.member, wish);
  await withdraw(actor, wish);
  await runWaitingJobs(actor, refundJobs);
}

/** A month goes by, at the end of which the renewal is announced. */
async function whenDue(stage: Stage): Promise<void> {
  await bought(stage, 'vip-month');
  stage.clock.advance(29 * DAY);
  await runJob(stage.member, subscriptionJobs, 'subscriptions.notices');
  stage.clock.advance(3 * DAY);
}

const mayComeToNothing = true;

export const deeds: Record<string, Deed> = {
  'a purchase': { do: (actor, stage) => buy(actor, stage, 'vip-month'), mayComeToNothing },
  'a purchase that falls over to the next provider': {
    before: async ({ model }) => (model.fate = () => 'fault'),
    do: (actor, stage) => buy(actor, stage, 'credits-300'),
    mayComeToNothing,
  },
  'a better plan in the place of another': {
    async before(stage) {
      await bought(stage, 'vip-month');
      stage.clock.advance(25 * DAY);
    },
    do: (actor, stage) => buy(actor, stage, 'vip-week'),
    mayComeToNothing,
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
      await act(stage, { do: 'buy', product: 'vip-month' });
    },
    do: hear,
  },
  'a webhook about a refund': {
    async before(stage) {
      await bought(stage, 'credits-300');
      stage.model.refundFate = () => 'sent';
      await takeBack(stage.member, stage);
    },
    do: hear,
  },
  'a webhook about a chargeback': {
    async before(stage) {
      await bought(stage, 'vip-month');
      await act(stage, { do: 'charge_back' });
    },
    do: hear,
  },
};

export interface Ending {
  survived: boolean;
  /** What the member and the processor have, before and long after. */
  before: string;
  after: string;
  wrong: string[];
}

/** Does it once, dying at that step, and tells how things are after time has gone by. */
export async function dieDoing(
  deed: Deed,
  at: number,
  { world, pool }: { world: World; pool: pg.Pool },
): Promise<Ending> {
  const clock = new MovableClock();
  const model = new ModelProvider(clock);
  const second = new ModelProvider(clock, 'maxpay');
  const member = { ...(await payer(world, [model, second])), clock };
  const stage: Stage = { member, model, second, clock, again: () => Promise.resolve() };
  await deed.before?.(stage);
  const before = await describe(stage);
  const life = new Life(at);
  await until(life, () => deed.do(mortal(member, pool, life), stage));
  await stage.again();
  await goOn(stage);
  const wrong = [
    ...(await findWrong(member.db, second.charges.size > 0 ? second : model, member.accountId)),
    ...(await findUnfinished(member)),
  ];
  const after = await describe(stage);
  await retire(member);
  return { survived: !life.dead, before, after, wrong };
}

/** What runs by itself has a little more than a day for it. */
async function goOn({ member, model, second, clock }: Stage): Promise<void> {
  await pass(member, clock, 1);
  await pass(member, clock, 24);
  for (const provider of [model, second])
    for (const day of provider.days()) await reconcile(member, provider, day);
}

async function describe({ member: { db, accountId }, model, second }: Stage): Promise<string> {
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
async function findUnfinished({ db, accountId }: Member): Promise<string[]> {
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
    union all
    select 'work is left' from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('billing.webhook_stored', 'refunds.send')`.execute(db);
  return rows.map(({ wrong }) => wrong);
}

/** The next one has a provider of its own, which must not be asked for this one's plan. */
async function retire({ db, accountId, clock }: Member): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ state: 'canceled', ended_at: clock.now(), next_charge_at: null })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past_due'])
    .execute();
}
