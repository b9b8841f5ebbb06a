/** How many statements a purchase and a renewal cost the database, with their webhooks, receipts and mails. */

import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { fakeProvider, orderFor, payer, providersOf, taken } from '#testing/billing/payer.ts';
import { give, issueDocuments, paid, pollOpenRefunds, stage } from '#testing/billing/refunds.ts';
import { buy, daysUntil, openBank, passDays, planOf } from '#testing/billing/subscriptions.ts';
import { handleDueWebhooks } from '#testing/billing/webhooks.ts';
import { expect, test } from '#testing/harness.ts';
import { sendQueuedMails } from '#testing/platform/mails.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Member } from '#testing/world.ts';
import { receiveWebhook } from './incoming/webhooks.ts';
import { tryCharge } from './payments/pay-by-card.ts';
import { leavePlan } from './plans/end-plan.ts';
import { renewDue } from './plans/renew.ts';
import type { ProviderEvent } from './providers/provider.ts';
import { withdraw } from './reversals/withdraw.ts';

const COUNT = 20;
const { signal } = new AbortController();
const transport = { send: () => Promise.resolve('sent' as const), close() {} };

/** What the provider tells of charges that it has answered already. Each event comes by a request of its own. */
async function deliverAgain(app: App, attempts: readonly Attempt[], hasToken: boolean): Promise<void> {
  for (const { id: attemptId, reference, amountCents, token } of attempts) {
    const about = { attemptId, reference };
    const verdict = { state: 'captured', reference: reference ?? '', amountCents, stored: null } as const;
    const stored = {
      token: token ?? '',
      network: 'visa',
      lastFour: '1111',
      expiryMonth: 3,
      expiryYear: 2040,
    };
    const events: ProviderEvent[] = [{ kind: 'charge', dedupeKey: `charge ${attemptId}`, ...about, verdict }];
    if (hasToken)
      events.push({
        kind: 'stored',
        dedupeKey: `stored ${attemptId}`,
        ...about,
        customerId: 'somebody',
        stored,
      });
    for (const event of events) {
      const adyen = { ...fakeProvider(), readEvents: () => Promise.resolve([event]) };
      const repeated = { ...app, providers: providersOf(adyen) };
      await receiveWebhook(repeated, 'adyen', { headers: {}, body: Buffer.alloc(0) });
    }
  }
}

type Attempt = Awaited<ReturnType<typeof lastAttempts>>[number];

function lastAttempts({ db }: Pick<App, 'db'>, members: readonly Member[]) {
  return db
    .selectFrom('payment_attempt as a')
    .leftJoin('payment_method as m', 'm.account_id', 'a.account_id')
    .distinctOn('a.account_id')
    .select(['a.id', 'a.reference', 'a.amount_cents as amountCents', 'm.token'])
    .where(
      'a.account_id',
      'in',
      members.map(({ accountId }) => accountId),
    )
    .where('a.state', '=', 'captured')
    .orderBy('a.account_id')
    .orderBy('a.created_at', 'desc')
    .execute();
}

/** Receipts and their mails, each in a batch. */
async function finish(app: App): Promise<void> {
  await issueDocuments(app);
  await sendQueuedMails(app, transport);
}

async function expectFinished({ db }: App, members: readonly Member[], receipts: number): Promise<void> {
  const ids = members.map(({ accountId }) => accountId);
  const documents = await db.selectFrom('document').select('id').where('account_id', 'in', ids).execute();
  expect(documents).toHaveLength(receipts);
  const open = await db.selectFrom('provider_event').select('state').where('state', '<>', 'done').execute();
  expect(open).toEqual([]);
  expect(await findBrokenInvariants(db)).toEqual([]);
}

test('a purchase is at most eight statements: order, payment, two webhooks, receipt and mail', async ({
  app,
  world,
}) => {
  const members: Member[] = [];
  for (let count = 0; count < COUNT; count += 1)
    members.push(await payer(world, [fakeProvider('adyen', (request) => taken(request))]));
  const bought = await recordStatements(async () => {
    for (const member of members) {
      const { input } = await orderFor(member, 'vip-month');
      expect(await tryCharge(member, input)).toMatchObject({ status: 'ok' });
    }
  });
  const attempts = await lastAttempts(app, members);
  const repeated = await recordStatements(() => deliverAgain(app, attempts, true));
  const finished = await recordStatements(() => finish(app));
  expect((bought.length + repeated.length + finished.length) / COUNT).toBeLessThanOrEqual(8);
  await expectFinished(app, members, COUNT);
});

test('webhooks that came before the answer to their charge was written are one statement together', async ({
  app,
  db,
  world,
}) => {
  const members = [];
  for (let count = 0; count < 3; count += 1) {
    const member = await payer(world, [fakeProvider('adyen', (request) => taken(request))]);
    await tryCharge(member, (await orderFor(member, 'vip-month')).input);
    members.push(member);
  }
  await deliverAgain(app, await lastAttempts(app, members), true);
  await db
    .updateTable('provider_event')
    .set({ state: 'new', done_at: null, work_at: app.clock.now() })
    .execute();
  const handled = await recordStatements(() => handleDueWebhooks(app, 'adyen'));
  // The worker looks, claims and notes what it has done; one statement does it.
  expect(
    handled.filter(
      ({ text }) => !/^\s*(select 'provider_events|update "provider_event"|insert into work_rate)/.test(text),
    ),
  ).toHaveLength(1);
  await finish(app);
  await expectFinished(app, members, members.length);
});

test('a renewal is at most 2.7 statements: order, charge, webhook, receipt and mail', async ({
  app,
  world,
}) => {
  await openBank(app);
  const members: Member[] = [];
  for (let count = 0; count < COUNT; count += 1) {
    const member = await world.member();
    await buy(member, 'vip-month');
    members.push(member);
  }
  const [first] = members;
  if (!first) throw new Error('nobody');
  const { period_end: end } = await planOf(first);
  await passDays(app, daysUntil(app, end) - 1);
  app.clock.advance(DAY);
  await finish(app);
  const renewed = await recordStatements(() => renewDue(app, { signal }));
  const attempts = await lastAttempts(app, members);
  const repeated = await recordStatements(() => deliverAgain(app, attempts, false));
  const finished = await recordStatements(() => finish(app));
  expect((renewed.length + repeated.length + finished.length) / COUNT).toBeLessThanOrEqual(2.7);
  await expectFinished(app, members, 2 * COUNT);
});

test('money that goes back and plans that change cost so many statements at most', async ({ app, world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  const count = async (work: () => Promise<unknown>) => (await recordStatements(work)).length;
  const started = await count(() => give(member, attemptId, { amountCents: 500 }));
  const sent = await count(() => pollOpenRefunds(member.app));
  await openBank(app);
  const marco = await world.member();
  await buy(marco, 'vip-month');
  const upgraded = await count(() => buy(marco, 'vip-week'));
  const left = await count(() => leavePlan(marco, { when: 'now' }));
  const luca = await world.member();
  const { purchase } = await buy(luca, 'vip-month');
  const { trackerId } = luca;
  const withdrawn = await count(() => withdraw(luca, { trackerId, orderId: purchase.id, confirmed: true }));
  // With those that begin and commit.
  expect(started).toBeLessThanOrEqual(8);
  expect(sent).toBeLessThanOrEqual(15);
  // One of them reads the terms of the other plan, which stay in memory then.
  expect(upgraded).toBeLessThanOrEqual(9);
  expect(left).toBeLessThanOrEqual(11);
  expect(withdrawn).toBeLessThanOrEqual(14);
  expect(await findBrokenInvariants(app.db, { documents: false })).toEqual([]);
});
