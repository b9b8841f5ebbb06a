import { randomBytes } from 'node:crypto';
import { startProcessor } from '#sandbox/processor/processor.ts';
import type { App } from '#server/app.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { workOff } from '#server/platform/work/worker.ts';
import { attemptsOf, orderFor, verifyAge } from '#testing/billing/payer.ts';
import { give, refundsOf } from '#testing/billing/refunds.ts';
import { planOf } from '#testing/billing/subscriptions.ts';
import { expect, test as base } from '#testing/harness.ts';
import { runJob } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { billingJobs } from '../jobs.ts';
import { readPayRules } from '../orders/payment-rules.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { attemptQueues, unsentQueue } from '../payments/poll-attempts.ts';
import { leavePlan } from '../plans/end-plan.ts';
import { renewDue } from '../plans/renew.ts';
import { refundQueues } from '../refunds/send-refunds.ts';
import { listProviders, obeySwitches, setProviderSwitch, switchProvider } from './kill-switch.ts';
import { openProviders } from './providers.ts';

const pollQueues = [...attemptQueues, unsentQueue, ...refundQueues];

/** Real adapters at a stand-in of the test's own, which can be made to hang. No call waits long for an answer here. */
const test = base.extend('sandbox', async ({ app }, { onCleanup }) => {
  const processor = await startProcessor({ clock: app.clock });
  onCleanup(() => processor.stop());
  const { payments } = app.config;
  const config = { ...app.config, payments: { ...payments, sandboxUrl: processor.origin, timeoutMs: 150 } };
  const open = async (): Promise<App> => ({
    ...app,
    providers: (await openProviders({ ...app, config })).providers,
  });
  return { processor, node: await open(), otherNode: await open() };
});

async function shopper(world: World, { providers }: App, flowId: '7' | '12'): Promise<Member> {
  const member = await world.member({ flowId });
  await verifyAge(member);
  return { ...withServices(member, { providers }), ip: `10.${[...randomBytes(3)].join('.')}` };
}

async function pay(member: Member, productId = 'credits-300') {
  const { input } = await orderFor(member, productId);
  return tryCharge(member, input);
}

const poll = async (app: App) => {
  await workOff(app, pollQueues);
};
const statesOf = async (member: Member) =>
  (await attemptsOf(member)).map(({ provider, state }) => `${provider} ${state}`);

test('a provider that hangs stops no other, and what waited is done afterwards, once', async ({
  app,
  world,
  sandbox: { processor, node },
}) => {
  // In this flow Maxpay is asked first, then Adyen.
  const early = await shopper(world, node, '12');
  expect(await pay(early)).toMatchObject({ status: 'ok', outcome: 'success', provider: 'maxpay' });
  processor.hang('maxpay');
  const caught = await Promise.all(['a', 'b', 'c'].map(() => shopper(world, node, '12')));
  for (const reply of await Promise.all(caught.map((member) => pay(member))))
    expect(reply).toMatchObject({ status: 'pending', outcome: 'pending', provider: 'maxpay' });
  expect(node.providers.gate('maxpay')?.snapshot().state).toBe('closed');

  // A payer who comes now does not even notice, wherever they pay.
  const later = await shopper(world, node, '12');
  expect(await pay(later)).toMatchObject({ status: 'ok', outcome: 'success', provider: 'adyen' });
  const elsewhere = await shopper(world, node, '7');
  expect(await pay(elsewhere)).toMatchObject({ status: 'ok', outcome: 'success', provider: 'adyen' });
  const refunded = async (member: Member) => {
    const [attempt] = await attemptsOf(member);
    await give(member, attempt!.id);
    await workOff(node, refundQueues);
    return (await refundsOf(node, attempt!.id)).map(({ state }) => state);
  };
  expect(await refunded(elsewhere)).toEqual(['sent']);
  // A refund by the one that hangs waits, and is not lost.
  expect(await refunded(early)).toEqual(['created']);

  // An hour in which it hangs: questions about it wait as well, and none of them is used up.
  for (let quarter = 0; quarter < 4; quarter += 1) {
    app.clock.advance(15 * MINUTE);
    await poll(node);
  }
  for (const member of caught) expect(await statesOf(member)).toEqual(['maxpay unknown']);
  expect((await attemptsOf(caught[0]!))[0]?.work_tries).toBeLessThanOrEqual(1);

  processor.release('maxpay');
  for (let quarter = 0; quarter < 8; quarter += 1) {
    app.clock.advance(15 * MINUTE);
    await poll(node);
  }
  expect(node.providers.gate('maxpay')?.snapshot().state).toBe('open');
  for (const member of caught) {
    expect(await statesOf(member)).toEqual(['maxpay captured']);
    const [attempt] = await attemptsOf(member);
    const charges = processor.charges({ provider: 'maxpay', reference: attempt!.id });
    expect(charges.map(({ state }) => state)).toEqual(['captured']);
  }
  const [first] = await attemptsOf(early);
  expect((await refundsOf(node, first!.id)).map(({ state }) => state)).toEqual(['done']);
  expect(processor.charges({ reference: first!.id })[0]?.refunds).toHaveLength(1);
}, 60_000);

test('what an operator turns off at one node the others obey, and members go to the next provider', async ({
  app,
  world,
  sandbox: { processor, node, otherNode },
}) => {
  const reason = 'chargebacks';
  const staff = { actor: { kind: 'system' as const }, at: app.clock.now() };
  expect(
    await setProviderSwitch(node, { provider: 'maxpay', brandId: null, stops: 'charges', reason }, staff),
  ).toBe(true);
  await obeySwitches(otherNode);
  expect(otherNode.providers.gate('maxpay')?.snapshot().state).toBe('charges_off');
  const marco = await shopper(world, otherNode, '12');
  expect(await pay(marco)).toMatchObject({ outcome: 'success', provider: 'adyen' });
  expect(await statesOf(marco)).toEqual(['adyen captured']);

  // No provider is left: the order stays as it was, and is paid once one takes money again.
  await setProviderSwitch(node, { provider: 'adyen', brandId: null, stops: 'everything', reason }, staff);
  await obeySwitches(otherNode);
  const anna = await shopper(world, otherNode, '7');
  // It is not even offered.
  const offered = (await readPayRules(anna)).rules.flatMap(({ providers }) => providers);
  expect(offered.filter((name) => name === 'adyen' || name === 'maxpay')).toEqual([]);
  const { input, orderId } = await orderFor(anna, 'credits-300');
  await expect(tryCharge(anna, input)).rejects.toMatchObject({ code: 'payment.unavailable' });
  expect(await attemptsOf(anna)).toEqual([]);
  expect(processor.charges().filter(({ customer }) => customer === anna.accountId)).toEqual([]);
  for (const provider of ['adyen', 'maxpay'] as const)
    await setProviderSwitch(node, { provider, brandId: null, stops: 'nothing', reason }, staff);
  await obeySwitches(otherNode);
  expect(await tryCharge(anna, input)).toMatchObject({ status: 'ok', outcome: 'success', orderId });
  const { rows } = await app.db
    .selectFrom('audit')
    .select(['action', 'subject'])
    .where('action', 'like', 'provider.%')
    .orderBy('id')
    .execute()
    .then((entries) => ({ rows: entries.map(({ action, subject }) => `${action} ${subject}`) }));
  expect(rows).toEqual([
    'provider.turned_off maxpay',
    'provider.turned_off adyen',
    'provider.turned_on adyen',
    'provider.turned_on maxpay',
  ]);
});

/** A member whose plan is to be renewed now. */
async function memberToRenew(world: World, node: App): Promise<Member> {
  // No other plan renews here.
  await node.db
    .updateTable('subscription')
    .set({ state: 'canceled', ended_at: node.clock.now(), next_charge_at: null })
    .where('state', 'in', ['active', 'past_due'])
    .execute();
  const member = await shopper(world, node, '7');
  expect(await pay(member, 'vip-month')).toMatchObject({ outcome: 'success', provider: 'adyen' });
  const { period_end: end } = await planOf(member);
  // A plan of a month is announced when it is bought, and once more before.
  await runJob(node, billingJobs, 'billing.sendNotices');
  world.app.clock.advance(end.getTime() - world.app.clock.now().getTime() - 2 * DAY);
  await runJob(node, billingJobs, 'billing.sendNotices');
  world.app.clock.advance(2 * DAY);
  return member;
}

const renewNow = (node: App) => renewDue(node, { signal: new AbortController().signal });

/** A plan whose renewal was sent and got lost on the way. */
async function loseRenewal(
  world: World,
  { processor, node }: { processor: Awaited<ReturnType<typeof startProcessor>>; node: App },
) {
  const member = await memberToRenew(world, node);
  processor.fail({ provider: 'adyen', timeout: 'before', holdMs: 1, times: 3 });
  await renewNow(node);
  const [, lost] = await attemptsOf(member);
  expect(lost).toMatchObject({ state: 'unknown', initiated_by: 'merchant' });
  const charges = () => processor.charges({ reference: lost!.id }).map(({ amount }) => amount);
  expect(charges()).toEqual([]);
  const askFor = async (ms: number) => {
    world.app.clock.advance(ms);
    await workOff(node, pollQueues);
  };
  return { member, lost: lost!, charges, askFor };
}

test('a renewal that got lost is sent once more, under the same name, while it is owed', async ({
  world,
  sandbox,
}) => {
  const { member, lost, charges, askFor } = await loseRenewal(world, sandbox);
  await askFor(6 * MINUTE);
  await askFor(2 * HOUR);
  expect(charges()).toEqual([lost.amount_cents]);
  const [, after, ...more] = await attemptsOf(member);
  expect(after).toMatchObject({ id: lost.id, state: 'captured', resent_at: expect.any(Date) });
  expect(more).toEqual([]);
  expect(await planOf(member)).toMatchObject({ state: 'active', period: 2 });
}, 30_000);

test.for(['left', 'paid by hand', 'taken the card off'] as const)(
  'it is not sent again where the member has %s meanwhile',
  { timeout: 30_000 },
  async (what, { world, db, sandbox }) => {
    const { member, lost, charges, askFor } = await loseRenewal(world, sandbox);
    if (what === 'left') await leavePlan(member, { when: 'now' });
    if (what === 'paid by hand')
      await db
        .updateTable('purchase')
        .set({ state: 'fulfilled', fulfilled_at: world.app.clock.now() })
        .where('id', '=', lost.purchase_id)
        .execute();
    if (what === 'taken the card off')
      await db
        .updateTable('payment_method')
        .set({ status: 'removed', retired_at: world.app.clock.now() })
        .where('account_id', '=', member.accountId)
        .execute();
    await askFor(6 * MINUTE);
    await askFor(2 * HOUR);
    expect(charges()).toEqual([]);
    const [, after] = await attemptsOf(member);
    expect(after).toMatchObject({ state: 'unknown', resent_at: null });
  },
);

test('what was never sent came to nothing, and no provider is asked about it', async ({
  app,
  world,
  db,
  sandbox: { node },
}) => {
  const marco = await shopper(world, node, '12');
  const { orderId } = await orderFor(marco, 'credits-300');
  // As a process leaves it that ends before it has noted that it sends it.
  const whose = { brand_id: marco.brandId, account_id: marco.accountId, purchase_id: orderId };
  const what = { provider: 'maxpay', method: 'card', initiated_by: 'member', amount_cents: 990 } as const;
  const at = app.clock.now();
  await db
    .insertInto('payment_attempt')
    .values({ ...whose, ...what, id: newId(), work_at: at, created_at: at })
    .execute();
  await setProviderSwitch(
    node,
    { provider: 'maxpay', brandId: null, stops: 'everything', reason: 'nobody is to be asked' },
    { actor: { kind: 'system' }, at: app.clock.now() },
  );
  await obeySwitches(node);
  app.clock.advance(11 * MINUTE);
  await workOff(node, pollQueues);
  expect(await attemptsOf(marco)).toMatchObject([{ state: 'error', work_tries: 1 }]);
});

test('what one brand turns off is on for the others, and only an owner turns it off for all', async ({
  app,
  world,
  sandbox: { node, otherNode },
}) => {
  const roles = { lunaria: 'finance', verbena: 'host' } as const;
  const finance = withServices(await atWork(world, { roles }), { providers: node.providers });
  const here = { provider: 'adyen', stops: 'charges', reason: 'chargebacks' } as const;
  // As the door leaves it: the brands at which the caller may switch.
  const asked = { ...finance, brandIds: [world.brand('lunaria').id] };
  await switchProvider(asked, { ...here, brand: 'lunaria' });
  for (const brand of ['verbena', null])
    await expect(switchProvider(asked, { ...here, brand })).rejects.toMatchObject({
      code: 'staff.forbidden',
    });
  await obeySwitches(otherNode);

  const anna = await shopper(world, otherNode, '7');
  const offeredTo = async (member: Member) =>
    (await readPayRules(member)).rules.flatMap(({ providers }) => providers);
  expect(await offeredTo(anna)).not.toContain('adyen');
  await expect(pay(anna)).rejects.toMatchObject({ code: 'payment.unavailable' });
  expect(otherNode.providers.gate('adyen')?.closedBy('charge', world.brand('verbena').id)).toBeUndefined();
  expect(otherNode.providers.gate('adyen')?.snapshot().state).toBe('open');
  expect((await listProviders(asked)).providers[0]).toMatchObject({
    switched: { stops: 'nothing' },
    atBrands: [{ brand: 'lunaria', stops: 'charges', reason: 'chargebacks' }],
  });
  const elsewhere = { ...finance, brandIds: [world.brand('verbena').id] };
  expect((await listProviders(elsewhere)).providers[0]?.atBrands).toEqual([]);

  await switchProvider(asked, { ...here, brand: 'lunaria', stops: 'nothing' });
  await obeySwitches(otherNode);
  expect(await pay(anna)).toMatchObject({ outcome: 'success', provider: 'adyen' });
  const owner = withServices(await atWork(world), { providers: node.providers });
  await switchProvider(owner, { ...here, brand: null });
  expect(node.providers.gate('adyen')?.snapshot().state).toBe('charges_off');
  const audit = await app.db
    .selectFrom('audit')
    .select('brand_id')
    .where('action', 'like', 'provider.%')
    .where('actor_kind', '=', 'staff')
    .orderBy('id')
    .execute();
  await switchProvider(owner, { ...here, brand: null, stops: 'nothing' });
  expect(audit.map(({ brand_id }) => brand_id)).toEqual([
    world.brand('lunaria').id,
    world.brand('lunaria').id,
    null,
  ]);
});

test('while a brand has its provider turned off its renewals wait, and are charged afterwards', async ({
  world,
  app,
  sandbox: { node },
}) => {
  const member = await memberToRenew(world, node);
  const turn = async (stops: 'charges' | 'nothing') => {
    const what = { provider: 'adyen', brandId: member.brandId, reason: 'chargebacks', stops } as const;
    await setProviderSwitch(node, what, { actor: { kind: 'system' }, at: app.clock.now() });
    await obeySwitches(node);
  };
  await turn('charges');
  await renewNow(node);
  expect(await planOf(member)).toMatchObject({ state: 'active', period: 1 });
  expect(await statesOf(member)).toEqual(['adyen captured']);
  await turn('nothing');
  app.clock.advance(2 * HOUR);
  await renewNow(node);
  expect(await planOf(member)).toMatchObject({ state: 'active', period: 2 });
});
