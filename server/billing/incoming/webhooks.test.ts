import type { App } from '#server/app.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { claim } from '#server/platform/work/statements.ts';
import { attemptsOf, fakeProvider, orderFor, payer, taken } from '#testing/billing/payer.ts';
import { eventState, handleDueWebhooks, deliverEvent, storeEvents } from '#testing/billing/webhooks.ts';
import { expect, test } from '#testing/harness.ts';
import { patiently } from '#testing/platform/jobs.ts';
import { whileAtWork } from '#testing/platform/work.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Member, World } from '#testing/world.ts';
import { lockAccount } from '../orders/lock-account.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import type { ProviderEvent } from '../providers/provider.ts';
import { eventQueues } from './webhooks.ts';
import { receiveWebhook } from './webhooks.ts';

/** A payer whose provider has answered so, and their attempt. */
async function bought(world: World, answer: Parameters<typeof fakeProvider>[1] = taken) {
  const member = await payer(world, [fakeProvider('adyen', answer)]);
  const { input } = await orderFor(member, 'credits-100');
  await tryCharge(member, input).catch(() => {});
  const [attempt] = await attemptsOf(member);
  return { member, attemptId: attempt?.id ?? '', amountCents: attempt?.amount_cents ?? 0 };
}

type Charge = Extract<ProviderEvent, { kind: 'charge' }>;

function charged(attemptId: string, verdict: Charge['verdict']): Charge {
  return { kind: 'charge', dedupeKey: `charge ${newId()}`, attemptId, reference: null, verdict };
}

const captured = (amountCents: number): Charge['verdict'] => ({
  state: 'captured',
  reference: 'psp-1',
  amountCents,
  stored: null,
});

/** An event about something unknown. */
const aboutNothing = (): ProviderEvent => charged(newId(), captured(100));

/** The provider sends these in one webhook. */
async function receive({ app }: Member, ...events: ProviderEvent[]): Promise<void> {
  const provider = { ...fakeProvider('adyen'), readEvents: () => Promise.resolve(events) };
  const providers = { ...app.providers, get: () => provider };
  await receiveWebhook({ ...app, providers }, 'adyen', { headers: {}, body: Buffer.alloc(0) });
}

const stateOf = async (member: Member) => (await attemptsOf(member))[0]?.state;

test('webhooks that tell nothing new cost a statement each, and no work', async ({ world }) => {
  const { member, attemptId, amountCents } = await bought(world);
  const events = [charged(attemptId, captured(amountCents)), charged(attemptId, captured(amountCents))];
  const statements = await recordStatements(async () => {
    for (const event of events) await receive(member, event);
  });
  expect(statements).toHaveLength(2);
  for (const { dedupeKey } of events)
    expect(await eventState(member.app, dedupeKey)).toMatchObject({ state: 'done', dueAt: null });
});

test('new events are distinguished from old ones, also in a token', async ({ world, db }) => {
  const { member, attemptId, amountCents } = await bought(world);
  const { brandId, accountId } = member;
  await db
    .insertInto('payment_method')
    .values({
      brand_id: brandId,
      id: newId(),
      account_id: accountId,
      provider: 'adyen',
      token: 'known',
      kind: 'card',
    })
    .execute();
  const stored = (token: string) => ({
    token,
    network: 'visa',
    lastFour: '1111',
    expiryMonth: 3,
    expiryYear: 2040,
  });
  const about = { attemptId, reference: null };
  const taking = { state: 'captured', reference: 'psp-1', amountCents } as const;
  const events: Record<string, ProviderEvent> = {
    late: charged(attemptId, { state: 'processing', reference: null }),
    declined: charged(attemptId, {
      state: 'declined',
      reference: null,
      outcome: 'generic',
      dropToken: false,
    }),
    knownToken: charged(attemptId, { ...taking, stored: stored('known') }),
    newToken: charged(attemptId, { ...taking, stored: stored('new') }),
    tokenAlone: { kind: 'stored', dedupeKey: newId(), ...about, customerId: '', stored: stored('known') },
    other: { kind: 'other', dedupeKey: newId(), ...about, name: 'REPORT_AVAILABLE' },
    aboutNothing: aboutNothing(),
  };
  await receive(member, ...Object.values(events));
  const states: Record<string, string | undefined> = {};
  for (const [name, { dedupeKey }] of Object.entries(events))
    states[name] = (await eventState(member.app, dedupeKey))?.state;
  expect(states).toEqual({
    late: 'done',
    declined: 'done',
    knownToken: 'done',
    newToken: 'new',
    tokenAlone: 'done',
    other: 'ignored',
    aboutNothing: 'new',
  });
});

test('a charge is captured once, whether its webhooks come early, doubled or in the wrong order', async ({
  world,
}) => {
  const { member, attemptId, amountCents } = await bought(world, { state: 'processing', reference: null });
  const { app } = member;
  const late = charged(attemptId, { state: 'processing', reference: null });
  const good = charged(attemptId, captured(amountCents));
  await receive(member, good, { ...good, dedupeKey: `${good.dedupeKey} again` }, late, good);
  await Promise.all([handleDueWebhooks(app, 'adyen'), handleDueWebhooks(app, 'adyen')]);
  expect(await stateOf(member)).toBe('captured');
  for (const { dedupeKey } of [good, late])
    expect(await eventState(app, dedupeKey)).toMatchObject({ state: 'done' });
  const entries = await app.db
    .selectFrom('money_entry')
    .select('amount_cents')
    .where('attempt_id', '=', attemptId)
    .where('account', '=', 'processor')
    .execute();
  expect(entries).toEqual([{ amount_cents: amountCents }]);
});

test('events that wait and events that cannot be handled hold up no other event', async ({
  world,
  db,
  app,
}) => {
  const { member, attemptId, amountCents } = await bought(world, { state: 'processing', reference: null });
  const unmatched = Array.from({ length: 150 }, aboutNothing);
  await storeEvents(db, 'adyen', unmatched, app.clock.now());
  // As another release may have stored it.
  const faulty = { provider: 'adyen' as const, dedupe_key: `faulty ${newId()}`, event: '{"kind":"riddle"}' };
  const at = app.clock.now();
  await db
    .insertInto('provider_event')
    .values({ ...faulty, received_at: at, work_at: at })
    .execute();
  const good = charged(attemptId, captured(amountCents));
  const faults = () => countFaults(app);
  const before = await faults();
  await deliverEvent(app, 'adyen', good);
  expect(await stateOf(member)).toBe('captured');
  expect(await faults()).toBe(before + 1);
  const waiting = await eventState(app, faulty.dedupe_key);
  expect(waiting).toMatchObject({ state: 'parked', tries: 1 });
  for (const { dedupeKey } of unmatched)
    expect(await eventState(app, dedupeKey)).toMatchObject({
      state: 'parked',
      dueAt: new Date(at.getTime() + 10 * SECOND),
    });

  // Until their time has come they are not even looked at.
  await handleDueWebhooks(app, 'adyen');
  expect(await eventState(app, faulty.dedupe_key)).toEqual(waiting);
  app.clock.advance(MINUTE);
  await handleDueWebhooks(app, 'adyen');
  expect(await eventState(app, faulty.dedupe_key)).toMatchObject({ state: 'parked', tries: 2 });
  expect(await faults()).toBe(before + 2);
  // What waits for something waits as long again as it has waited so far.
  for (const { dedupeKey } of unmatched)
    expect(await eventState(app, dedupeKey)).toMatchObject({
      state: 'parked',
      dueAt: new Date(at.getTime() + 2 * MINUTE),
    });
});

async function countFaults({ metrics }: App): Promise<number> {
  const { values } = await metrics.webhooks.get();
  return values.find(({ labels }) => labels.outcome === 'faulty')?.value ?? 0;
}

test('what a worker took before it died is handled by others, after a while', async ({ world, db, app }) => {
  const { member, attemptId, amountCents } = await bought(world, { state: 'processing', reference: null });
  const good = charged(attemptId, captured(amountCents));
  await storeEvents(db, 'adyen', [good], app.clock.now());
  const [queue] = eventQueues;
  await claim(db, queue!, { lease: newId(), limit: 1_000, clock: app.clock });
  await handleDueWebhooks(app, 'adyen');
  expect(await stateOf(member)).toBe('processing');
  app.clock.advance(MINUTE);
  await handleDueWebhooks(app, 'adyen');
  expect(await stateOf(member)).toBe('captured');
});

test('an event that comes while another hangs is handled all the same', async ({
  world,
  db,
  app,
  databaseUrl,
}) => {
  const first = await bought(world);
  const second = await bought(world, { state: 'processing', reference: null });
  const hanging: ProviderEvent = {
    kind: 'refund',
    dedupeKey: `refund ${newId()}`,
    attemptId: first.attemptId,
    reference: null,
    refundId: null,
    refundReference: 'made elsewhere',
    amountCents: 100,
    succeeded: true,
  };
  await whileAtWork({ app, databaseUrl, queues: eventQueues }, async () => {
    await transact(db, async (tx) => {
      await lockAccount(tx, first.member);
      await receive(first.member, hanging);
      await expect.poll(() => eventState(app, hanging.dedupeKey), patiently).toMatchObject({ tries: 1 });
      await receive(second.member, charged(second.attemptId, captured(second.amountCents)));
      await expect.poll(() => stateOf(second.member), patiently).toBe('captured');
      expect(await eventState(app, hanging.dedupeKey)).toMatchObject({ state: 'new', tries: 1 });
    });
    await expect.poll(() => eventState(app, hanging.dedupeKey), patiently).toMatchObject({ state: 'done' });
  });
});
