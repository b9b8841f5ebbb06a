import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { BrandSettings } from '#contract/brand/brand.ts';
import { startAdvertisingNetwork } from '#sandbox/advertising-network.ts';
import { register } from '#server/accounts/signup/register.ts';
import { recordConversion } from '#server/analytics/events.ts';
import type { App, VisitorContext } from '#server/app.ts';
import { tryCharge } from '#server/billing/payments/pay-by-card.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { createOutbound } from '#server/platform/http/outbound.ts';
import { newId } from '#server/platform/ids.ts';
import { workOff } from '#server/platform/work/worker.ts';
import { newcomer, stranger } from '#testing/accounts/newcomer.ts';
import { fakeProvider, orderFor, payer } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { runJob } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member, World } from '#testing/world.ts';
import { withServices } from '#testing/world.ts';
import { recordCookieConsent } from './cookie-consent.ts';
import { insight } from './module.ts';
import { listPostbacks, postbackKey, postbackQueue } from './postbacks.ts';

const { jobs } = insight;

type Target = NonNullable<BrandSettings['postbacks']>[number];

const everything =
  '?c={clickid}&e={event}&p={payout}&a={amount}&cur={currency}&camp={campid}&k={kcampaign}&s={src}&t={time}';
const target = (name: string, more: Partial<Target> = {}): Target => ({
  name,
  sources: [name],
  campaigns: [],
  events: {
    lead: `https://${name}.example/lead${everything}`,
    sale: `https://${name}.example/sale${everything}`,
    refund: `https://${name}.example/refund${everything}`,
    chargeback: `https://${name}.example/back${everything}`,
  },
  payouts: { lead: { cents: 250 }, sale: { percent: 30 } },
  basis: 'consent',
  ...more,
});

/** A brand that tells these networks, and a stand-in for all of them. */
async function stage(world: World, ...targets: Target[]) {
  const { app } = world;
  const brand = world.brand();
  const configured = { ...brand, settings: { ...brand.settings, postbacks: targets } };
  const network = await startAdvertisingNetwork({
    keyOf: (host) => postbackKey(app, brand.id, host.replace('.example', '')),
    now: () => Math.floor(app.clock.now().getTime() / 1_000),
  });
  onTestFinished(() => network.stop());
  const services: Partial<App> = {
    brands: {
      ...app.brands,
      byId: (id) => (id === brand.id ? configured : app.brands.byId(id)),
      all: () => [configured],
    },
    outbound: createOutbound({ clock: app.clock, sandboxUrl: network.url }),
  };
  const at = <C extends VisitorContext>(context: C) => withServices(context, services);
  const work = async () => {
    await runJob({ ...app, ...services }, jobs, 'insight.storeConversions');
    await sendDue();
  };
  const sendDue = () => workOff({ ...app, ...services }, [postbackQueue]);
  return { network, at, work, sendDue };
}

type Choice = Pick<Parameters<typeof recordCookieConsent>[1], 'measurement' | 'advertising'>;

async function choose(context: VisitorContext, choice: Choice, id: string = randomUUID()): Promise<string> {
  await recordCookieConsent(context, { id, ...choice, policyVersion: '2026-11', way: 'notice' });
  return id;
}
const yes = { measurement: true, advertising: true };
const no = { measurement: false, advertising: false };

/** A member who had come by an advert and signed up. */
async function cameBy(member: Member, source: string): Promise<Member> {
  await member.app.db
    .insertInto('arrival')
    .values({
      brand_id: member.brandId,
      account_id: member.accountId,
      way: 'form',
      source,
      campaign_id: 'spring',
      click_campaign: 'banner-7',
      click_id: `click-${member.trackerId}`,
    })
    .execute();
  return member;
}

const postbacksOf = ({ app: { db }, accountId }: Pick<Member, 'app' | 'accountId'>) =>
  db
    .selectFrom('postback as p')
    .innerJoin('conversion as c', 'c.id', 'p.conversion_id')
    .select(['p.id', 'p.target', 'p.state', 'c.fact'])
    .select(({ fn }) => [
      fn.coalesce('p.attempts', 'p.work_tries').as('attempts'),
      fn.coalesce('p.problem', 'p.work_error').as('problem'),
    ])
    .where('c.account_id', '=', accountId)
    .orderBy('p.id')
    .execute();

test('from the click of an advert to the sign-up: the network gets a signed postback, of the very click', async ({
  db,
  world,
}) => {
  const { network, at, work } = await stage(world, target('orion'));
  const visitor = at(stranger(world));
  const cookieConsentId = await choose(visitor, yes);
  await register(visitor, {
    member: newcomer({
      trackerId: 'click-of-orion',
      source: 'orion',
      campaignId: 'spring & summer',
      clickCampaign: 'banner-7',
      cookieConsentId,
    }),
  });
  await work();
  expect(network.taken).toMatchObject([
    {
      host: 'orion.example',
      path: '/lead',
      said: {
        c: 'click-of-orion',
        e: 'lead',
        p: '2.50',
        a: '0.00',
        cur: 'EUR',
        camp: 'spring & summer',
        k: 'banner-7',
        s: 'orion',
      },
    },
  ]);
  const stored = await db
    .selectFrom('conversion')
    .selectAll()
    .where('source', '=', 'orion')
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ fact: 'lead', campaign_id: 'spring & summer', click_campaign: 'banner-7' });
});

test('a sale is what the server took, is reported once however often it fails, and comes before its refund', async ({
  app,
  world,
}) => {
  const { network, at, work, sendDue } = await stage(world, target('vega'));
  network.failEvery = 3;
  const marco = at(await cameBy(await payer(world, [fakeProvider()]), 'vega'));
  await choose(marco, yes);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok' });
  const refund = {
    brandId: marco.brandId,
    accountId: marco.accountId,
    purchaseId: newId(),
    subjectId: newId(),
  };
  const anna = at(await cameBy(await world.member(), 'vega'));
  await choose(anna, yes);
  await transact(app.db, async (tx) => {
    const fact = { ...refund, fact: 'refund', amountCents: 2490, at: app.clock.now() } as const;
    await recordConversion(tx, fact);
    // A fact that is recorded twice is one.
    await recordConversion(tx, fact);
    await recordConversion(tx, {
      ...fact,
      fact: 'chargeback',
      accountId: anna.accountId,
      subjectId: newId(),
    });
  });
  await work();
  for (let round = 0; round < 6; round += 1) {
    app.clock.advance(10 * MINUTE);
    await sendDue();
  }
  expect(network.answers.filter((status) => status === 503).length).toBeGreaterThan(0);
  const ofMarco = network.taken.filter(({ said }) => said['c'] === `click-${marco.trackerId}`);
  expect(ofMarco.map(({ path, said }) => [path, said['a'], said['p']])).toEqual([
    ['/sale', '24.90', '7.47'],
    ['/refund', '24.90', '24.90'],
  ]);
  expect(network.taken.filter(({ path }) => path === '/back')).toHaveLength(1);
  expect(new Set(network.taken.map(({ id }) => id)).size).toBe(network.taken.length);
  expect((await postbacksOf(marco)).map(({ fact, state }) => [fact, state])).toEqual([
    ['sale', 'sent'],
    ['refund', 'sent'],
  ]);
});

test.for([
  ['nothing was chosen', undefined, 'consent', 'withheld'],
  ['advertising was declined', { measurement: true, advertising: false }, 'consent', 'withheld'],
  ['it was allowed', yes, 'consent', 'sent'],
  ['the operator answers for another reason', no, 'legitimate_interest', 'sent'],
] as const)('which networks get a postback: %s', async ([, choice, basis, state], { world, app }) => {
  const { at, work, network } = await stage(world, target('lyra', { basis }));
  const marco = at(await cameBy(await world.member(), 'lyra'));
  if (choice) await choose(marco, choice);
  await sell(app, marco);
  await work();
  expect(await postbacksOf(marco)).toMatchObject([{ target: 'lyra', state }]);
  expect(network.taken).toHaveLength(state === 'sent' ? 1 : 0);
});

async function sell(app: App, { brandId, accountId }: Member): Promise<void> {
  const ids = { subjectId: newId(), purchaseId: newId() };
  await transact(app.db, (tx) =>
    recordConversion(tx, {
      brandId,
      accountId,
      ...ids,
      fact: 'sale',
      amountCents: 1000,
      at: app.clock.now(),
    }),
  );
}

test('a consent that was taken back or has run out is none, also for what waits already', async ({
  world,
  app,
}) => {
  const { at, work, sendDue, network } = await stage(world, target('cygnus'));
  const [fickle, old] = [await world.member(), await world.member()];
  for (const member of [fickle, old]) {
    at(await cameBy(member, 'cygnus'));
    await choose(member, yes);
  }
  network.status = 503;
  await sell(app, fickle);
  await work();
  expect(await postbacksOf(fickle)).toMatchObject([
    { state: 'waiting', attempts: 1, problem: 'answered 503' },
  ]);
  app.clock.advance(MINUTE);
  await choose(fickle, no);
  network.status = undefined;
  await sendDue();
  app.clock.advance(184 * DAY);
  await sell(app, old);
  await work();
  for (const member of [fickle, old])
    expect(await postbacksOf(member)).toMatchObject([
      { state: 'withheld', problem: 'no consent for advertising' },
    ]);
  expect(network.taken).toEqual([]);
});

test('a network that is down is left alone between tries, and given up after a day of them', async ({
  world,
  app,
}) => {
  const { at, work, sendDue, network } = await stage(world, target('draco'), target('aquila'));
  network.status = 500;
  const members = [];
  for (let count = 0; count < 8; count += 1) {
    const member = at(await cameBy(await world.member(), 'draco'));
    await choose(member, yes);
    await sell(app, member);
    members.push(member);
  }
  await work();
  // After five failures in a row the network is not asked for a while.
  expect(network.answers).toHaveLength(5);
  for (let count = 0; count < 40; count += 1) {
    app.clock.advance(6 * HOUR);
    await choose(members[0]!, yes);
    await sendDue();
  }
  expect(await postbacksOf(members[0]!)).toMatchObject([
    { state: 'failed', attempts: 12, problem: 'answered 500' },
  ]);
});

test.for([404, 302] as const)('an answer of %i is final', async (status, { world, app }) => {
  const { at, work, network } = await stage(world, target('hydra'));
  network.status = status;
  const marco = at(await cameBy(await world.member(), 'hydra'));
  await choose(marco, yes);
  await sell(app, marco);
  await work();
  expect(await postbacksOf(marco)).toMatchObject([
    { state: 'failed', attempts: 1, problem: `answered ${status}` },
  ]);
  // The brand's staff reads it in the console; of whom is not said. Another brand's staff finds nothing.
  const [nora, eva] = [
    await atWork(world, { role: 'brand_manager', name: 'Nora', brands: ['lunaria'] }),
    await atWork(world, { role: 'brand_manager', name: 'Eva', brands: ['verbena'] }),
  ];
  const { postbacks, next } = await listPostbacks(nora, { state: 'failed' });
  expect(postbacks[0]).toMatchObject({
    brand: 'lunaria',
    target: 'hydra',
    fact: 'sale',
    attempts: 1,
    problem: `answered ${status}`,
    nextAt: null,
  });
  expect(JSON.stringify(postbacks)).not.toContain(marco.trackerId);
  expect(next).toBeNull();
  const { postbacks: waiting } = await listPostbacks(nora, { state: 'waiting' });
  expect(waiting.filter(({ target: name }) => name === 'hydra')).toEqual([]);
  expect((await listPostbacks(eva, {})).postbacks).toEqual([]);
});

test('no postback goes out for people from elsewhere', async ({ world, app }) => {
  const { at, work } = await stage(
    world,
    target('corvus'),
    target('pavo', { sources: [], campaigns: ['spring'] }),
  );
  const [direct, another] = [at(await world.member()), at(await cameBy(await world.member(), 'other'))];
  for (const member of [direct, another]) {
    await choose(member, yes);
    await sell(app, member);
  }
  await work();
  expect(await postbacksOf(direct)).toEqual([]);
  expect(await postbacksOf(another)).toMatchObject([{ target: 'pavo', state: 'sent' }]);
});
