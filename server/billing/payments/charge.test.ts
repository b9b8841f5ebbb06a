import { HOUR } from '#server/platform/clock.ts';
import {
  attemptsOf,
  declined,
  failureOf,
  fakeProvider,
  orderFor,
  payer,
  providersOf,
  step,
  taken,
} from '#testing/billing/payer.ts';
import { balanceOf } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { createGate } from '../providers/gate.ts';
import { gateProvider } from '../providers/gated-provider.ts';
import { tryCharge } from './pay-by-card.ts';

test.for([
  { verdict: declined('insufficient_funds'), status: 'ko', outcome: 'insufficient_funds' },
  { verdict: declined('generic'), status: 'ko', outcome: 'generic' },
  { verdict: declined('check_failed'), status: 'ko', outcome: 'check_failed' },
  { verdict: declined('try_again'), status: 'ko', outcome: 'try_again' },
  { verdict: declined('authentication_required'), status: 'ko', outcome: 'authentication_required' },
  { verdict: { state: 'error' }, status: 'ko', outcome: 'processing_error' },
  { verdict: { state: 'unknown' }, status: 'pending', outcome: 'pending' },
  { verdict: { state: 'processing', reference: 'psp-1' }, status: 'pending', outcome: 'pending' },
] as const)(
  'a charge that is $verdict.state is shown as $status, $outcome',
  async ({ verdict, status, outcome }, { world }) => {
    const marco = await payer(world, [fakeProvider('adyen', verdict)]);
    const { orderId, input } = await orderFor(marco, 'credits-300');
    expect(await tryCharge(marco, input)).toMatchObject({ status, outcome, step: null, orderId });
    expect((await balanceOf(marco)).credits).toBe(0);
  },
);

test('a step at the bank is handed on, and grants nothing', async ({ world }) => {
  const adyen = fakeProvider('adyen', { state: 'requires_action', reference: null, step });
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', outcome: 'pending', step });
  expect((await balanceOf(marco)).credits).toBe(0);
});

test('a provider that breaks leaves the outcome unknown, and no other is asked', async ({ world }) => {
  const adyen = fakeProvider('adyen', () => {
    throw new TypeError('4111111111111111 was too much');
  });
  const maxpay = fakeProvider('maxpay');
  const marco = await payer(world, [adyen, maxpay]);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'pending' });
  expect(maxpay.requests).toEqual([]);
  const [attempt] = await attemptsOf(marco);
  expect(attempt).toMatchObject({ state: 'unknown' });
  expect(attempt?.work_at).not.toBeNull();
});

test('the next provider is tried where the first has a fault, by an attempt of its own', async ({
  world,
}) => {
  const [adyen, maxpay] = [fakeProvider('adyen', { state: 'error' }), fakeProvider('maxpay')];
  const marco = await payer(world, [adyen, maxpay]);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', provider: 'maxpay' });
  const attempts = await attemptsOf(marco);
  expect(attempts.map(({ provider, state }) => [provider, state])).toEqual([
    ['adyen', 'error'],
    ['maxpay', 'captured'],
  ]);
  expect(adyen.requests[0]?.attemptId).not.toBe(maxpay.requests[0]?.attemptId);
  expect((await balanceOf(marco)).credits).toBe(300);
});

test.for([declined('generic'), { state: 'unknown' }, { state: 'processing', reference: null }] as const)(
  'no other provider is asked after $state',
  async (verdict, { world }) => {
    const [adyen, maxpay] = [fakeProvider('adyen', verdict), fakeProvider('maxpay')];
    const marco = await payer(world, [adyen, maxpay]);
    const { input } = await orderFor(marco, 'credits-300');
    await tryCharge(marco, input);
    expect(maxpay.requests).toEqual([]);
  },
);

test('a card that a bank has refused for good is not tried again for a day', async ({ world, app }) => {
  let verdict = declined('lost_or_stolen');
  const adyen = fakeProvider('adyen', () => verdict);
  const marco = await payer(world, [adyen]);
  const payAgain = async (who = marco) => tryCharge(who, (await orderFor(who, 'credits-300')).input);
  expect(await payAgain()).toMatchObject({ outcome: 'lost_or_stolen' });
  expect(await payAgain()).toMatchObject({ status: 'ko', outcome: 'already_declined', provider: null });
  expect(adyen.requests).toHaveLength(1);
  verdict = declined('insufficient_funds');
  expect(await payAgain(await payer(world, [adyen]))).toMatchObject({ outcome: 'insufficient_funds' });
  const other = await orderFor(marco, 'credits-300', { number: '5555 5555 5555 4444' });
  expect(await tryCharge(marco, other.input)).toMatchObject({ outcome: 'insufficient_funds' });
  app.clock.advance(25 * HOUR);
  expect(await payAgain()).toMatchObject({ outcome: 'insufficient_funds' });
});

test('without a provider nothing can be paid, and the order stays as it was', async ({ world }) => {
  const marco = await payer(world, []);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'payment.unavailable' });
  const again = await payer(world, [fakeProvider()]);
  const back = withServices(marco, { providers: again.app.providers });
  expect(await tryCharge(back, input)).toMatchObject({ status: 'ok' });
});

test('a charge that waited for too long at the gate goes to the next provider, and is not sent when the gate lets it through', async ({
  world,
  app,
}) => {
  const answer = Promise.withResolvers<void>();
  const adyen = fakeProvider('adyen', async (request) => {
    await answer.promise;
    return taken(request);
  });
  const maxpay = fakeProvider('maxpay');
  const timers: (() => void)[] = [];
  const limits = { concurrency: 1, requestsPerSecond: 1_000, maxWaiting: 10, waitMs: 5_000 };
  const now = () => app.clock.now().getTime();
  const later = (_ms: number, run: () => void) => {
    timers.push(run);
    return () => void timers.splice(timers.indexOf(run), 1);
  };
  const gate = createGate('adyen', limits, { now, ticks: now, later });
  const [marco, anna] = [await payer(world, []), await payer(world, [])];
  const providers = providersOf(gateProvider(adyen, gate), maxpay);
  const pay = async (member: Member) =>
    tryCharge(withServices(member, { providers }), (await orderFor(member, 'credits-300')).input);
  const first = pay(marco);
  await expect.poll(() => gate.snapshot()).toMatchObject({ inFlight: 1, waiting: 0 });
  const second = pay(anna);
  await expect.poll(() => gate.snapshot()).toMatchObject({ inFlight: 1, waiting: 1 });
  // Its time is up, and at the same moment there is room.
  app.clock.advance(5_000);
  answer.resolve();
  for (const run of timers.slice()) run();
  expect(await first).toMatchObject({ status: 'ok', provider: 'adyen' });
  expect(await second).toMatchObject({ status: 'ok', provider: 'maxpay' });
  expect([adyen.requests.length, maxpay.requests.length]).toEqual([1, 1]);
  expect((await attemptsOf(anna)).map(({ provider, state }) => [provider, state])).toEqual([
    ['adyen', 'error'],
    ['maxpay', 'captured'],
  ]);
  for (const member of [marco, anna]) expect((await balanceOf(member)).credits).toBe(300);
  expect(gate.snapshot()).toMatchObject({ inFlight: 0, waiting: 0, refused: 1 });
});
