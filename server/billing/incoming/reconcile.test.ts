import { randomUUID } from 'node:crypto';
import type { StaffContext } from '#server/app.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { fakeProvider } from '#testing/billing/payer.ts';
import { give, paid, stage, work } from '#testing/billing/refunds.ts';
import { eventState, handleDueWebhooks, deliverEvent } from '#testing/billing/webhooks.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import { readBooks } from '../books/payouts.ts';
import { closeDay, closeDifference, listReconciliations } from '../books/reconciliations.ts';
import type { ProviderEvent, ReportLine } from '../providers/provider.ts';
import { handleDisputeWebhook } from '../reversals/disputes.ts';
import { reconcile, reconcileAll } from './reconcile.ts';

const provider = 'trustpay' as const;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

test('money that a provider says it gave back, and that we know nothing of, stands among the differences', async ({
  app,
  world,
}) => {
  const receivedAt = app.clock.now();
  const event: ProviderEvent = {
    kind: 'refund',
    dedupeKey: 'refund stranger-1',
    attemptId: null,
    reference: 'nobody',
    refundId: randomUUID(),
    refundReference: 'stranger-1',
    amountCents: 1990,
    succeeded: true,
  };
  // It may be about something that is yet to be stored, so it waits.
  await deliverEvent(app, provider, event);
  expect(await eventState(app, event.dedupeKey)).toMatchObject({ state: 'parked' });
  app.clock.advance(4 * DAY);
  await handleDueWebhooks(app, provider);
  expect(await eventState(app, event.dedupeKey)).toMatchObject({ state: 'unmatched' });

  // TrustPay has no report of the day that would name it.
  const trustpay = { ...fakeProvider(provider), withoutReport: true as const };
  const day = dayOf(new Date(receivedAt.getTime() + DAY));
  const expected = {
    subject: 'refund',
    kind: 'missing_here',
    reference: 'stranger-1',
    attemptId: null,
    oursCents: null,
    theirsCents: 1990,
  };
  expect(await reconcile(app, trustpay, day)).toEqual([expected]);
  const operator = await atWork(world, { role: 'finance' });
  const { days } = await listReconciliations(operator, {});
  expect(days.find((each) => each.day === day)).toMatchObject({ provider, differences: [expected] });
  // Of another day it is none.
  expect(await reconcile(app, trustpay, dayOf(new Date(receivedAt.getTime() + 2 * DAY)))).toEqual([]);
});

test('a chargeback that a webhook has reported is no difference, and is not taken twice', async ({
  world,
}) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member, { amountCents: 1990 });
  const reference = `psp-${attemptId}`;
  const dispute = { kind: 'dispute', attemptId, reference, amountCents: 1990, change: 'lost' } as const;
  await handleDisputeWebhook(member.app, { ...dispute, dedupeKey: 'told', disputeReference: 'case-1' });
  const report: ReportLine[] = [
    { kind: 'charge', reference, ours: attemptId, amountCents: 1990 },
    { kind: 'chargeback', reference, ours: attemptId, amountCents: 1990 },
  ];
  const adyen = { ...fakeProvider('adyen'), report: () => Promise.resolve(report) };
  const day = dayOf(member.app.clock.now());
  expect(await reconcile(member.app, adyen, day)).toEqual([]);
  expect(await reconcile(member.app, adyen, day)).toEqual([]);
  const disputes = await member.app.db
    .selectFrom('dispute')
    .select(['reference', 'state'])
    .where('attempt_id', '=', attemptId)
    .execute();
  expect(disputes).toEqual([{ reference: 'case-1', state: 'lost' }]);
});

test('a refund that the report says came back is given up once', async ({ world }) => {
  const { member } = await stage(world);
  const { app } = member;
  const { attemptId } = await paid(member, { amountCents: 1990 });
  await give(member, attemptId, { amountCents: 500 });
  await work(app);
  const read = () =>
    app.db
      .selectFrom('refund')
      .select(['id', 'reference', 'state'])
      .where('attempt_id', '=', attemptId)
      .executeTakeFirstOrThrow();
  const refund = await read();
  expect(refund.state).toBe('done');
  const reference = `psp-${attemptId}`;
  const returned = { reference: refund.reference ?? '', ours: refund.id, amountCents: 500 };
  const report: ReportLine[] = [
    { kind: 'charge', reference, ours: attemptId, amountCents: 1990 },
    { kind: 'refund', ...returned },
    { kind: 'refund_returned', ...returned },
  ];
  const adyen = { ...fakeProvider('adyen'), report: () => Promise.resolve(report) };
  const day = dayOf(app.clock.now());
  expect(await reconcile(app, adyen, day)).toMatchObject([
    { subject: 'refund', kind: 'missing_here', attemptId, theirsCents: 500 },
  ]);
  expect((await read()).state).toBe('failed');
});

test('a day without its report is open, is tried again, and agrees once the report is there', async ({
  app: { clock },
  world,
}) => {
  // Of this day no other test has a report.
  clock.advance(20 * DAY);
  const { member } = await stage(world);
  const { attemptId } = await paid(member, { amountCents: 1990 });
  const { app } = member;
  const sold = app.clock.now();
  const reports = new Map<string, ReportLine[]>();
  const asked: (string | undefined)[] = [];
  const adyen = {
    ...fakeProvider('adyen'),
    report: (day: string, account?: string) => {
      asked.push(account);
      return account === undefined ? Promise.resolve(reports.get(day)) : Promise.reject(new Error('down'));
    },
  };
  const own = { ...world.brand('verbena') };
  own.settings = { ...own.settings, payment: { ...own.settings.payment, merchantAccount: 'VerbenaES' } };
  const brands = { ...app.brands, all: () => [world.brand(), own] };
  const providers = { ...app.providers, get: (name: string) => (name === 'adyen' ? adyen : undefined) };
  const there = withServices(member, { providers, brands }).app;
  const run = () => reconcileAll(there, { signal: new AbortController().signal });
  const operator = await atWork(world, { role: 'finance' });
  const day = dayOf(sold);
  const stateOf = async (merchantAccount = '') =>
    (await listReconciliations(operator, {})).days.find(
      (each) => each.day === day && each.provider === 'adyen' && each.merchantAccount === merchantAccount,
    );
  clock.advance(2 * DAY);
  await run();
  expect(await stateOf()).toMatchObject({ state: 'open', tries: 1, differences: [] });
  // A brand with a merchant account of its own has a report of its own, and its trouble is its own.
  expect(asked).toContain('VerbenaES');
  expect(await stateOf('VerbenaES')).toMatchObject({ state: 'open' });
  // Not before its time.
  await run();
  expect(await stateOf()).toMatchObject({ tries: 1 });
  reports.set(day, [{ kind: 'charge', reference: `psp-${attemptId}`, ours: attemptId, amountCents: 1990 }]);
  clock.advance(HOUR);
  await run();
  expect(await stateOf()).toMatchObject({ state: 'agrees', tries: 2, nextTryAt: null });
  // Finance may say why a report will never come.
  const where = { provider: 'adyen' as const, merchantAccount: 'VerbenaES', day };
  await closeDay(operator, { ...where, reason: 'The account was opened the day after.' });
  expect(await stateOf('VerbenaES')).toMatchObject({ state: 'closed' });
  await expect(closeDay(operator, { ...where, reason: 'Once more' })).rejects.toThrow('books.not_found');
});

test('a refund that no report names is a difference until one does, or until finance says why it may stay', async ({
  world,
}) => {
  const { member } = await stage(world);
  const { app } = member;
  const first = await paid(member, { amountCents: 1990 });
  const second = await paid(member, { amountCents: 1990 });
  for (const { attemptId } of [first, second]) await give(member, attemptId, { amountCents: 500 });
  await work(app);
  const charges = [first, second].map(({ attemptId }) => ({
    kind: 'charge' as const,
    reference: `psp-${attemptId}`,
    ours: attemptId,
    amountCents: 1990,
  }));
  let lines: ReportLine[] = charges;
  const adyen = { ...fakeProvider('adyen'), report: () => Promise.resolve(lines) };
  const day = dayOf(new Date(app.clock.now().getTime() + DAY));
  const missing = (await reconcile(app, adyen, day)).filter(({ attemptId }) =>
    [first.attemptId, second.attemptId].includes(attemptId ?? ''),
  );
  expect(missing.map(({ subject, kind, oursCents }) => [subject, kind, oursCents])).toEqual([
    ['refund', 'missing_there', 500],
    ['refund', 'missing_there', 500],
  ]);
  const operator = await atWork(world, { role: 'finance' });
  const open = async () => {
    const { days } = await listReconciliations(operator, {});
    const { differences = [] } = days.find((each) => each.day === day && each.provider === 'adyen') ?? {};
    const ours = new Set([first.attemptId, second.attemptId]);
    return differences.filter(({ attemptId, closed }) => ours.has(attemptId ?? '') && closed === null);
  };
  expect(await open()).toHaveLength(2);
  // The report of the next day names one of them.
  const [named] = missing;
  lines = [{ kind: 'refund', reference: named!.reference, ours: null, amountCents: 500 }];
  await reconcile(app, adyen, dayOf(new Date(app.clock.now().getTime() + 2 * DAY)));
  const [left, ...more] = await open();
  expect(more).toEqual([]);
  await closeDifference(operator, { id: left!.id, reason: 'Paid back by bank transfer.' });
  expect(await open()).toEqual([]);
  const audit = await app.db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject', '=', left!.id)
    .execute();
  expect(audit).toEqual([{ action: 'books.difference_closed', actor_id: operator.staffId }]);
});

test('fees and payouts are in the books once, so that the processor owes what it owes', async ({ world }) => {
  const { member } = await stage(world);
  const { app } = member;
  const operator = await atWork(world, { role: 'finance' });
  const sumsOf = async () => {
    const { accounts } = await readBooks(operator);
    const of = (account: string) =>
      accounts.find((each) => each.account === account && each.provider === 'adyen')?.cents ?? 0;
    return { processor: of('processor'), fees: of('fees'), bank: of('bank') };
  };
  const before = await sumsOf();
  const { attemptId } = await paid(member, { amountCents: 1990 });
  const charge = { reference: `psp-${attemptId}`, ours: attemptId };
  const lines: ReportLine[] = [
    { kind: 'charge', ...charge, amountCents: 1990 },
    { kind: 'fee', ...charge, amountCents: 38 },
    { kind: 'payout', reference: `TX-${attemptId}`, ours: null, amountCents: 1900 },
  ];
  const adyen = { ...fakeProvider('adyen'), report: () => Promise.resolve(lines) };
  const day = '2026-05-20';
  await reconcile(app, adyen, day);
  await reconcile(app, adyen, day);
  // A newer edition of the report has a fee more.
  lines.push({ kind: 'fee', reference: 'Monthly', ours: null, amountCents: 12 });
  await reconcile(app, adyen, day);
  const after = await sumsOf();
  expect({
    processor: after.processor - before.processor,
    fees: after.fees - before.fees,
    bank: after.bank - before.bank,
  }).toEqual({ processor: 1990 - 50 - 1900, fees: 50, bank: 1900 });
});

test('finance of a brand keeps its books, and of a merchant account that it shares with no other also its reports', async ({
  world,
}) => {
  const verbena = world.brand('verbena');
  const { member: buyer } = await stage(world, { brand: verbena });
  const { app } = buyer;
  const [lunarias, verbenas] = [
    await atWork(world, { role: 'finance', brands: ['lunaria'] }),
    await atWork(world, { role: 'finance', brands: ['verbena'] }),
  ];
  const balances = async (finance: StaffContext) => {
    const { accounts, taxes, payouts } = await readBooks(finance);
    const of = (account: string) =>
      accounts.find((each) => each.account === account && each.provider === 'adyen')?.cents ?? null;
    return { sales: of('sales'), processor: of('processor'), fees: of('fees'), taxes, payouts };
  };
  const before = { lunarias: await balances(lunarias), verbenas: await balances(verbenas) };
  const { attemptId } = await paid(buyer, { amountCents: 1210 });
  const charge = { reference: `psp-${attemptId}`, ours: attemptId };
  const lines: ReportLine[] = [
    { kind: 'charge', ...charge, amountCents: 1210 },
    { kind: 'fee', ...charge, amountCents: 21 },
    { kind: 'payout', reference: `TX-${attemptId}`, ours: null, amountCents: 900 },
  ];
  const adyen = { ...fakeProvider('adyen'), report: () => Promise.resolve(lines) };
  const account = { merchantAccount: 'VerbenaES', brandIds: [verbena.id] };
  const day = '2026-05-21';
  await reconcile(app, adyen, day, account);

  // While its account is shared, a brand has its own sums alone.
  expect(await balances(lunarias)).toEqual(before.lunarias);
  const shared = await balances(verbenas);
  expect(shared).toMatchObject({ processor: null, fees: null, payouts: [] });
  expect(shared.taxes).not.toEqual(before.verbenas.taxes);
  expect((await listReconciliations(verbenas, {})).days).toEqual([]);

  const own = { ...verbena };
  own.settings = { ...own.settings, payment: { ...own.settings.payment, merchantAccount: 'VerbenaES' } };
  const brands = { ...app.brands, all: () => [world.brand(), own] };
  const [theirs, others] = [verbenas, lunarias].map((finance) => withServices(finance, { brands }));
  expect(await balances(theirs!)).toMatchObject({
    fees: 21,
    payouts: [{ merchantAccount: 'VerbenaES', amountCents: 900 }],
  });
  const { processor } = await balances(theirs!);
  expect(processor).not.toBeNull();
  expect((await balances(others!)).payouts.map(({ merchantAccount }) => merchantAccount)).not.toContain(
    'VerbenaES',
  );
  const daysOf = async (finance: StaffContext) =>
    (await listReconciliations(finance, {})).days.map(({ merchantAccount }) => merchantAccount);
  expect(new Set(await daysOf(theirs!))).toEqual(new Set(['VerbenaES']));
  expect(await daysOf(others!)).not.toContain('VerbenaES');

  // What is not there is closed by its owner alone.
  await reconcile(app, { ...adyen, report: () => Promise.resolve(undefined) }, '2026-05-22', account);
  const open = { provider: 'adyen' as const, merchantAccount: 'VerbenaES', day: '2026-05-22' };
  const reason = 'The bank was closed.';
  await expect(closeDay(others!, { ...open, reason })).rejects.toThrow('books.not_found');
  await closeDay(theirs!, { ...open, reason });
  const strange: ReportLine = { kind: 'refund', reference: 'stranger-2', ours: null, amountCents: 500 };
  await reconcile(app, { ...adyen, report: () => Promise.resolve([strange]) }, '2026-05-23', account);
  const { days } = await listReconciliations(theirs!, {});
  const { id } = days.find((each) => each.day === '2026-05-23')!.differences[0]!;
  await expect(closeDifference(others!, { id, reason })).rejects.toThrow('books.not_found');
  await closeDifference(theirs!, { id, reason });
});
