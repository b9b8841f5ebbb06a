import { randomUUID } from 'node:crypto';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { workOff } from '#server/platform/work/worker.ts';
import {
  attemptsOf,
  declined,
  fakeProvider,
  orderFor,
  payer,
  providersOf,
  taken,
} from '#testing/billing/payer.ts';
import { give, paid, stage, work } from '#testing/billing/refunds.ts';
import { buy, daysUntil, openBank, passDays, planOf } from '#testing/billing/subscriptions.ts';
import { storeEvents } from '#testing/billing/webhooks.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { eventOf, recordEvents } from '../payments/payment-events.ts';
import { attemptQueues } from '../payments/poll-attempts.ts';
import { chargePolls } from '../payments/poll-schedule.ts';
import { renewDue } from '../plans/renew.ts';
import { createGate } from '../providers/gate.ts';
import { gateProvider } from '../providers/gated-provider.ts';
import type { Provider, Providers } from '../providers/provider.ts';
import { recordRefundOutcome } from '../refunds/refund-outcome.ts';
import { findPayments, listPayments } from './find-payments.ts';
import { readPaymentTimeline } from './payment-timeline.ts';
import { refundPayment } from './refund-by-hand.ts';

const brand = 'lunaria';
const { signal } = new AbortController();

test('support reads the whole history of a payment, in the order of time', async ({ world }) => {
  const { member } = await stage(world);
  const { app, brandId } = member;
  const { purchaseId, attemptId } = await paid(member, { receipt: true });
  // Another one of the same member at the same time, which must not show up here.
  await paid(member, { receipt: true });
  const begun = app.clock.now();
  const later = (seconds: number) => new Date(begun.getTime() + seconds * 1_000);
  const subject = { brandId, purchaseId, attemptId };
  await recordEvents(app.db, [
    eventOf(subject, later(1), { kind: 'asked', answer: 'processing', source: 'poll' }),
    eventOf(subject, later(2), {
      kind: 'state',
      from: 'processing',
      to: 'captured',
      outcome: 'success',
      source: 'webhook',
      cents: 1990,
    }),
  ]);
  const verdict = { state: 'captured', reference: 'psp-1', amountCents: 1990, stored: null } as const;
  await storeEvents(
    app.db,
    'adyen',
    [{ kind: 'charge', dedupeKey: randomUUID(), attemptId, reference: 'psp-1', verdict }],
    later(3),
  );
  const finance = await atWork(world, { role: 'finance', name: 'Fina' });
  await refundPayment(finance, {
    brand,
    orderId: purchaseId,
    amountCents: 500,
    reason: 'Un guasto',
    id: randomUUID(),
  });
  await work(member.app);
  // Mails are dated by the database, and the clock of the tests is another one.
  await app.db
    .updateTable('mail')
    .set({ created_at: begun })
    .where('account_id', '=', member.accountId)
    .execute();

  const support = await atWork(world, { role: 'support' });
  const { payment, entries } = await readPaymentTimeline(support, { brand, orderId: purchaseId });
  expect(payment).toMatchObject({ orderId: purchaseId, refundedCents: 500, provider: 'adyen' });
  const said = entries.map(({ kind, state, amountCents }) => [kind, state, amountCents]);
  expect(said.slice(0, 2)).toEqual([
    ['ordered', null, 1990],
    ['attempt', null, 1990],
  ]);
  expect(said).toEqual(
    expect.arrayContaining([
      ['asked', 'processing', null],
      ['state', 'captured', 1990],
      ['webhook', 'captured', 1990],
      ['fulfilled', null, null],
      ['receipt', null, 1990],
      ['refund', null, 500],
      ['refund_state', 'done', 500],
      ['credit_note', null, 500],
      ['act', null, null],
      ['mail', expect.any(String), null],
    ]),
  );
  // Each state once, although the charge's own row tells of it as well.
  expect(said.filter(([kind]) => kind === 'state')).toHaveLength(1);
  expect(entries.find(({ kind }) => kind === 'act')).toMatchObject({ by: 'Fina', text: 'Un guasto' });
  const mails = entries.filter(({ kind }) => kind === 'mail').map(({ what }) => what);
  expect(mails.toSorted()).toEqual(['receipt', 'refund_receipt']);
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(JSON.stringify(entries)).not.toContain(member.email);
});

test('a payment is found by what the caller has in hand, at the brands that they work for', async ({
  world,
}) => {
  const { member } = await stage(world);
  const { db } = member.app;
  const { purchaseId, attemptId } = await paid(member, { receipt: true });
  await db
    .updateTable('payment_attempt')
    .set({ last_four: '4242', reference: 'PSP-0815' })
    .where('id', '=', attemptId)
    .execute();
  const support = await atWork(world, { role: 'support' });
  const { entries } = await readPaymentTimeline(support, { brand, orderId: purchaseId });
  const number = entries.find(({ kind }) => kind === 'receipt')?.text ?? '';
  const ordersFor = async (text: string) =>
    (await findPayments(support, { text })).payments.map(({ orderId }) => orderId);
  for (const text of [
    purchaseId,
    attemptId,
    'PSP-0815',
    number,
    '4242 19,90',
    '•••• 4242 19.90 €',
    '4242',
    member.email,
    member.email.toUpperCase(),
  ])
    expect(await ordersFor(text), text).toEqual([purchaseId]);
  for (const text of [
    '4242 19,91',
    'R-2026-999999',
    '4243',
    'nobody@nowhere.example',
    'nothing',
    randomUUID(),
  ])
    expect(await ordersFor(text), text).toEqual([]);

  const elsewhere = await atWork(world, { role: 'support', brands: ['verbena'] });
  for (const text of [purchaseId, '4242', member.email])
    expect((await findPayments(elsewhere, { text })).payments, text).toEqual([]);
  await expect(readPaymentTimeline(elsewhere, { brand, orderId: purchaseId })).rejects.toMatchObject({
    code: 'request.not_found',
  });
  // Support asks about one member, finance looks at everything.
  await expect(listPayments(support, { brand })).rejects.toMatchObject({ code: 'staff.forbidden' });
  const { payments } = await listPayments(support, { brand, accountId: member.accountId });
  expect(payments).toMatchObject([{ orderId: purchaseId }]);
});

/** Providers of one, behind a gate of its own. */
function behindGate({ clock }: Member['app'], provider: Provider, maxWaiting = 10) {
  const limits = { concurrency: 1, requestsPerSecond: 100, maxWaiting, waitMs: 5_000 };
  const gate = createGate(provider.name, limits, { now: () => clock.now().getTime() });
  const gated = gateProvider(provider, gate);
  const providers: Providers = { ...providersOf(gated), gate: () => gate };
  return { gate, providers };
}

async function entriesOf(world: World, orderId: string) {
  const support = await atWork(world, { role: 'support' });
  const { entries } = await readPaymentTimeline(support, { brand, orderId });
  return entries.map(({ kind, provider, what, state, by }) => ({ kind, provider, what, state, by }));
}

test('a renewal that is held back says so once for as long as it is, and once more after it was tried', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const member = await world.member();
  await buy(member, 'vip-month');
  const { period_end: end, id } = await planOf(member);
  await passDays(app, daysUntil(app, end) - 1);
  const open = app.providers;
  const { gate, providers } = behindGate(app, open.get('adyen')!);
  app.providers = providers;
  const renewFor = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      app.clock.advance(MINUTE);
      await renewDue(app, { signal });
    }
  };
  gate.stop('charges');
  app.clock.advance(DAY);
  await renewFor(15);
  const { id: orderId } = await app.db
    .selectFrom('purchase')
    .select('id')
    .where('subscription_id', '=', id)
    .where('kind', '=', 'renewal')
    .executeTakeFirstOrThrow();
  const held = { kind: 'held', provider: 'adyen', what: 'turned_off', state: null, by: null };
  const holds = async () => (await entriesOf(world, orderId)).filter(({ kind }) => kind === 'held');
  expect(await holds()).toEqual([held]);
  expect(bank.renewalsOf(member)).toEqual([]);

  bank.answers(member, declined('insufficient_funds'));
  gate.stop('nothing');
  await renewFor(2);
  expect(await holds()).toEqual([held]);
  gate.stop('everything');
  app.clock.advance(DAY);
  await renewFor(15);
  expect(await holds()).toEqual([held, held]);
  app.providers = open;
});

test('a purchase says who held it back, and one that found no room was not sent', async ({ app, world }) => {
  const adyen = fakeProvider('adyen', taken);
  const off = behindGate(app, adyen);
  const marco = withServices(await payer(world, []), { providers: off.providers });
  const { orderId, input } = await orderFor(marco, 'credits-300');
  off.gate.stop('charges');
  for (let click = 0; click < 3; click += 1)
    await expect(tryCharge(marco, input)).rejects.toMatchObject({ code: 'payment.unavailable' });
  const held = { kind: 'held', provider: 'adyen', state: null, by: null };
  const before = await entriesOf(world, orderId);
  expect(before).toEqual([expect.objectContaining({ kind: 'ordered' }), { ...held, what: 'turned_off' }]);

  const full = behindGate(app, adyen, 0);
  const { promise, resolve } = Promise.withResolvers<void>();
  const other = full.gate.pass({ kind: 'charge', urgency: 'member' }, () => promise);
  const anna = withServices(await payer(world, []), { providers: full.providers });
  const crowded = await orderFor(anna, 'credits-300');
  expect(await tryCharge(anna, crowded.input)).toMatchObject({ outcome: 'processing_error' });
  resolve();
  await other;
  const after = await entriesOf(world, crowded.orderId);
  expect(after).toContainEqual({ ...held, what: 'busy' });
  expect(after).toContainEqual(expect.objectContaining({ kind: 'state', state: 'error' }));
  expect(after.filter(({ kind }) => kind === 'sent')).toEqual([]);
  expect(adyen.requests).toEqual([]);
});

test('each question to a provider is listed with its answer, and none that it was spared', async ({
  app,
  world,
}) => {
  const answers = ['outage', 'broken', 'unknown', 'unknown', 'captured'];
  const adyen: Provider = {
    ...fakeProvider('adyen', { state: 'unknown' }),
    pollStatus: ({ attemptId, amountCents }) => {
      const answer = answers.shift();
      // So many in a row close its gate, and then this one does not count.
      if (answer === 'outage')
        for (let call = 0; call < 5; call += 1) gate.answered({ kind: 'lost', why: 'time-out' });
      if (answer === 'broken') return Promise.reject(new Error('no answer that we can read'));
      if (answer !== 'captured') return Promise.resolve({ state: 'unknown' });
      return Promise.resolve({ state: 'captured', reference: `psp-${attemptId}`, amountCents, stored: null });
    },
  };
  const { gate, providers } = behindGate(app, adyen);
  const marco = withServices(await payer(world, []), { providers });
  const { orderId, input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ outcome: 'pending' });
  const poll = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      app.clock.advance(DAY);
      await workOff(marco.app, attemptQueues);
    }
  };
  const asked = async () => {
    const entries = await entriesOf(world, orderId);
    return entries.filter(({ kind }) => kind === 'asked').map(({ state, by }) => `${by} ${state}`);
  };
  gate.stop('everything');
  await poll(3);
  expect(await asked()).toEqual([]);
  gate.stop('nothing');
  await poll(1);
  expect(answers).toHaveLength(4);
  expect(await asked()).toEqual([]);
  await poll(6);
  expect(await asked()).toEqual(['poll failed', 'poll unknown', 'poll unknown', 'poll captured']);
  const entries = await entriesOf(world, orderId);
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'state', state: 'captured', by: 'poll' }));

  // No answer ever comes: it is asked so often and no more.
  const anna = withServices(await payer(world, []), { providers });
  const silent = await orderFor(anna, 'credits-300');
  await tryCharge(anna, silent.input);
  await poll(chargePolls.most + 3);
  const listed = await entriesOf(world, silent.orderId);
  expect(listed.filter(({ kind }) => kind === 'asked')).toHaveLength(chargePolls.most);
  expect(await attemptsOf(anna)).toMatchObject([{ state: 'error', work_tries: chargePolls.most }]);
});

test('a refund tells each state that it came to, once, and how that was learned', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { app, brandId } = member;
  const { purchaseId } = await paid(member);
  bank.answer = () => ({ state: 'sent', reference: 'r-1' });
  const finance = await atWork(world, { role: 'finance' });
  const input = { brand, orderId: purchaseId, amountCents: 500, reason: 'Un guasto', id: randomUUID() };
  const { refundId } = await refundPayment({ ...finance, app }, input);
  await work(app);
  const learn = (state: 'sent' | 'done' | 'failed', source: 'poll' | 'webhook' | 'report') => {
    const verdict = state === 'failed' ? { state } : { state, reference: 'r-1' };
    return recordRefundOutcome(app, { brandId, refundId, verdict, source });
  };
  for (let time = 0; time < 3; time += 1) await learn('sent', 'poll');
  await learn('done', 'webhook');
  await learn('done', 'poll');
  await learn('failed', 'report');
  const listed = (await entriesOf(world, purchaseId)).filter(({ kind }) => kind === 'refund_state');
  expect(listed.map(({ state, by }) => `${by} ${state}`)).toEqual([
    'answer sent',
    'webhook done',
    'report failed',
  ]);
});

test('a refund that waits at a closed gate says so once, and is sent when it opens', async ({
  world,
  app,
}) => {
  const { member, bank } = await stage(world);
  const { gate, providers } = behindGate(app, bank.provider());
  member.app.providers = providers;
  const { attemptId, purchaseId } = await paid(member);
  gate.stop('everything');
  await give(member, attemptId);
  for (let time = 0; time < 3; time += 1) {
    await work(member.app);
    app.clock.advance(MINUTE);
  }
  const listed = async () =>
    (await entriesOf(world, purchaseId)).filter(({ kind }) => /refund_|held/.test(kind));
  const held = { kind: 'refund_held', provider: bank.name, what: 'turned_off', state: null, by: null };
  expect(await listed()).toEqual([held]);
  expect(bank.sent).toEqual([]);

  gate.stop('nothing');
  await work(member.app);
  expect(bank.sent).toHaveLength(1);
  expect(await listed()).toEqual([
    held,
    expect.objectContaining({ kind: 'refund_state', state: 'done', by: 'answer' }),
  ]);
});
