import type { App } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { handle } from '#server/platform/jobs/jobs.ts';
import { attemptsOf, fakeProvider, orderFor, payer, taken } from '#testing/billing/payer.ts';
import { eventState, handleDueWebhooks, tellOf, storeEvents } from '#testing/billing/webhooks.ts';
import { expect, test } from '#testing/harness.ts';
import { jobsOf, patiently, whileWorking } from '#testing/platform/jobs.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Member, World } from '#testing/world.ts';
import type { ChargeRequest, ProviderEvent, Verdict } from '../providers/provider.ts';
import { receiveWebhook } from '../providers/webhooks.ts';
import { handleWebhooks, webhooksStored } from './handle-webhook.ts';
import { tryCharge } from './pay-by-card.ts';
import { claimEvents } from './webhook.sql.ts';

/** A payer whose provider has answered so, and their attempt. */
async function bought(world: World, answer: Verdict | ((request: ChargeRequest) => Verdict) = taken) {
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

test('webhooks that tell nothing new cost a statement each, and no job', async ({ world, db }) => {
  const { member, attemptId, amountCents } = await bought(world);
  const told = [charged(attemptId, captured(amountCents)), charged(attemptId, captured(amountCents))];
  const statements = await recordStatements(async () => {
    for (const event of told) await receive(member, event);
  });
  expect(statements).toHaveLength(2);
  for (const { dedupeKey } of told)
    expect(await eventState(member.app, dedupeKey)).toMatchObject({ state: 'done' });
  expect(await jobsOf(db, webhooksStored.id)).toEqual([]);
});

test('what is new is told from what is not, also in a token', async ({ world, db }) => {
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

test('events that wait and events that cannot be handled keep nobody waiting', async ({ world, db, app }) => {
  const { member, attemptId, amountCents } = await bought(world, { state: 'processing', reference: null });
  const unmatched = Array.from({ length: 150 }, aboutNothing);
  await storeEvents(db, 'adyen', unmatched, app.clock.now());
  // As another release may have stored it.
  const faulty = { provider: 'adyen' as const, dedupe_key: `faulty ${newId()}`, event: '{"kind":"riddle"}' };
  const at = app.clock.now();
  await db
    .insertInto('provider_event')
    .values({ ...faulty, received_at: at, next_at: at })
    .execute();
  const good = charged(attemptId, captured(amountCents));
  const faults = () => countFaults(app);
  const before = await faults();
  await tellOf(app, 'adyen', good);
  expect(await stateOf(member)).toBe('captured');
  expect(await faults()).toBe(before + 1);
  const waiting = { state: 'parked', tries: 1 };
  expect(await eventState(app, faulty.dedupe_key)).toEqual(waiting);
  for (const { dedupeKey } of unmatched) expect(await eventState(app, dedupeKey)).toEqual(waiting);

  // Until their time has come they are not even looked at.
  await handleDueWebhooks(app, 'adyen');
  expect(await eventState(app, faulty.dedupe_key)).toEqual(waiting);
  app.clock.advance(MINUTE);
  await handleDueWebhooks(app, 'adyen');
  expect(await eventState(app, faulty.dedupe_key)).toEqual({ state: 'parked', tries: 2 });
  expect(await faults()).toBe(before + 2);
});

async function countFaults({ metrics }: App): Promise<number> {
  const { values } = await metrics.webhooks.get();
  return values.find(({ labels }) => labels.outcome === 'faulty')?.value ?? 0;
}

test('what somebody took who then died is handled by others, after a while', async ({ world, db, app }) => {
  const { member, attemptId, amountCents } = await bought(world, { state: 'processing', reference: null });
  const good = charged(attemptId, captured(amountCents));
  const now = app.clock.now();
  await storeEvents(db, 'adyen', [good], now);
  const until = new Date(now.getTime() + 2 * MINUTE);
  await claimEvents(db, 'adyen', { now, until, limit: 1_000 });
  await handleDueWebhooks(app, 'adyen');
  expect(await stateOf(member)).toBe('processing');
  app.clock.advance(2 * MINUTE);
  await handleDueWebhooks(app, 'adyen');
  expect(await stateOf(member)).toBe('captured');
});

test('an event that comes while the job is about to end is not left lying', async ({
  world,
  app,
  databaseUrl,
}) => {
  const first = await bought(world, { state: 'processing', reference: null });
  const second = await bought(world, { state: 'processing', reference: null });
  const looked = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const slow = handle(webhooksStored, async (services: App, payload, info) => {
    await handleWebhooks(services, payload, info);
    // One that was woken by what came before.
    if ((await stateOf(first.member)) !== 'captured') return;
    looked.resolve();
    await mayEnd.promise;
  });
  await whileWorking({ app, databaseUrl, handlers: [slow] }, async () => {
    await receive(first.member, charged(first.attemptId, captured(first.amountCents)));
    await looked.promise;
    await receive(second.member, charged(second.attemptId, captured(second.amountCents)));
    mayEnd.resolve();
    await expect.poll(() => stateOf(second.member), patiently).toBe('captured');
  });
});
