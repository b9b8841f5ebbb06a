import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordCookieConsent } from '#contract/insight/consent.ts';
import * as contract from '#contract/insight/tracking.ts';
import { COOKIE_CHOICE_MS, EVENTS_A_BATCH } from '#contract/kernel/constants.ts';
import { recordEvent } from '#server/analytics/events.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { withLiveSession } from '#testing/accounts/live-session.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { memoryLimits } from '#testing/platform/memory-limits.ts';
import { insight } from './module.ts';

/** What a visitor has chosen about measurement, as it stands in the log. Answers with its id. */
async function choose(server: Awaited<ReturnType<typeof serve>>, measurement: boolean, replaces?: string) {
  const id = randomUUID();
  const choice = { id, measurement, advertising: false, policyVersion: '1', way: 'notice' } as const;
  await callAs(server, recordCookieConsent, { ...choice, ...(replaces !== undefined && { replaces }) });
  return id;
}

const clicksOn = (db: DbOrTx, ...campaigns: string[]) =>
  db
    .selectFrom('event')
    .selectAll()
    .where('type', '=', 'advert_clicked')
    .where(sql<string>`details ->> 'campaign'`, 'in', campaigns)
    .orderBy('id')
    .execute();

test('an event is noted under our name for it, and touches no account', async ({ app, db, world }) => {
  const server = await serve(app, insight.routes);
  const marco = await world.member();
  const profileId = await world.profile();
  const before = await db.selectFrom('account').selectAll().where('id', '=', marco.accountId).execute();
  const { body } = await callAs(server, contract.logEvent, {
    trackerId: marco.trackerId,
    consentId: await choose(server, true),
    profileId,
    type: 'profile_visited',
  });
  expect(body).toEqual({ result: 'OK' });
  const events = await db.selectFrom('event').selectAll().where('tracker_id', '=', marco.trackerId).execute();
  expect(events).toMatchObject([
    { type: 'profile_visited', profile_id: profileId, account_id: null, at: app.clock.now(), details: {} },
  ]);
  expect(await db.selectFrom('account').selectAll().where('id', '=', marco.accountId).execute()).toEqual(
    before,
  );
});

test('one event and many are kept alike where the visitor allows it, and no longer once that was taken back', async ({
  app,
  db,
}) => {
  const server = await serve(app, insight.routes);
  const send = async (trackerId: string, consentId?: string) => {
    const by = { trackerId, ...(consentId !== undefined && { consentId }) };
    const answers = [
      await callAs(server, contract.logEvent, { ...by, type: 'profile_visited' }),
      await callAs(server, contract.logEvents, { ...by, events: [{ type: 'plans_seen', ago: 5 }] }),
      await callAs(server, contract.importClick, { ...by, campaign: 'winter', page: 'find' }),
    ];
    // The sender need not know what is kept.
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ result: 'OK' })));
    const kept = await db
      .selectFrom('event')
      .select('type')
      .where('tracker_id', '=', trackerId)
      .orderBy('type')
      .execute();
    return kept.map(({ type }) => type);
  };
  const all = ['advert_clicked', 'plans_seen', 'profile_visited'];
  const yes = await choose(server, true);
  expect(await send('says-nothing')).toEqual([]);
  expect(await send('made-up', randomUUID())).toEqual([]);
  expect(await send('says-no', await choose(server, false))).toEqual([]);
  expect(await send('says-yes', yes)).toEqual(all);
  const chosenAgain = await choose(server, true, yes);
  expect(await send('by-the-former', yes)).toEqual([]);
  expect(await send('by-the-new', chosenAgain)).toEqual(all);
  await choose(server, false, chosenAgain);
  expect(await send('taken-back', chosenAgain)).toEqual([]);
  // That an advert was clicked is counted without saying by whom.
  expect(await clicksOn(db, 'winter')).toHaveLength(7);

  const old = await choose(server, true);
  app.clock.advance(COOKIE_CHOICE_MS);
  expect(await send('half-a-year-later', old)).toEqual([]);
});

test('of a member the latest choice counts, whichever device sends the event', async ({ app, db, world }) => {
  const server = await serve(app, insight.routes);
  const marco = await withLiveSession(await world.member());
  const choice = (measurement: boolean) =>
    ({ id: randomUUID(), measurement, advertising: false, policyVersion: '1', way: 'sheet' }) as const;
  const phone = choice(true);
  const kept = async () => {
    const event = { trackerId: marco.trackerId, consentId: phone.id, type: 'profile_visited' } as const;
    await callAs(server, contract.logEvent, event);
    const rows = await db
      .selectFrom('event')
      .select('id')
      .where('tracker_id', '=', marco.trackerId)
      .execute();
    return rows.length;
  };
  await callAs(server, recordCookieConsent, phone, { token: marco.token });
  expect(await kept()).toBe(1);
  app.clock.advance(1_000);
  await callAs(server, recordCookieConsent, choice(false), { token: marco.token });
  expect(await kept()).toBe(1);
});

test('events that the contract does not know are malformed', async ({ app }) => {
  const server = await serve(app, insight.routes);
  const send = (payload: object) =>
    server.inject({ method: 'POST', url: '/api/log/event', headers: { host: 'localhost' }, payload });
  expect((await send({ clickid: 'a', type: 'visita_profilo' })).statusCode).toBe(200);
  for (const payload of [
    { clickid: 'a', type: 'signed_up' },
    { clickid: 'a b', type: 'visita_profilo' },
    { clickid: 'a', type: 'visita_profilo', angelId: 'x'.repeat(65) },
    { type: 'visita_profilo' },
  ]) {
    expect((await send(payload)).statusCode).toBe(400);
  }
});

test('a click on an advert is noted with its campaign', async ({ app, db, world }) => {
  const server = await serve(app, insight.routes);
  const consentId = await choose(server, true);
  const click = { campaign: 'spring', page: 'landing', trackerId: 'advert-1', consentId };
  await callAs(server, contract.importClick, click);
  await callAs(
    server,
    contract.importClick,
    { campaign: 'autumn', page: 'find' },
    { hostname: 'es.localhost' },
  );
  const events = await clicksOn(db, 'spring', 'autumn');
  expect(events).toMatchObject([
    { brand_id: world.brand().id, tracker_id: 'advert-1', details: { campaign: 'spring', page: 'landing' } },
    { brand_id: world.brand('verbena').id, tracker_id: null, details: { campaign: 'autumn', page: 'find' } },
  ]);
});

test('what an advert says is cleaned before it is noted', async ({ app, db }) => {
  const server = await serve(app, insight.routes);
  const send = (payload: object) =>
    server.inject({
      method: 'POST',
      url: '/pay/payment/api/importClick',
      headers: { host: 'localhost' },
      payload,
    });
  const consenso = await choose(server, true);
  const marred = {
    kcampaign: 'sum\0mer \uD800',
    pageType: '\u200Bland\uDFFFing',
    clickid: 'advert-marred',
    consenso,
  };
  expect((await send(marred)).statusCode).toBe(200);
  const event = await db
    .selectFrom('event')
    .select('details')
    .where('tracker_id', '=', 'advert-marred')
    .executeTakeFirstOrThrow();
  expect(event.details).toEqual({ campaign: 'sum mer', page: 'land ing' });
  // Nothing is left of it.
  expect((await send({ kcampaign: '\0\u200B', pageType: 'landing' })).statusCode).toBe(400);
});

test.for([
  ['a subject', { subject: 'Errore authServices', errore: 'offline', messaggio: 'a\0b\uD800' }, 200],
  [
    'an error of the window',
    {
      error: 'TypeError',
      message: 'x is null',
      line: 12.5,
      source: '/app.js',
      clickid: 'a b',
      page: '/find',
    },
    200,
  ],
  ['a problem of the socket', { error: null, message: 'xhr poll', line: null, page: '/chats' }, 200],
  ['neither', { page: '/find', clickid: 'a' }, 400],
] as const)('a browser reports a fault: %s', async ([, payload, status], { app }) => {
  const server = await serve(app, insight.routes);
  const answer = await server.inject({
    method: 'POST',
    url: '/api/log/client',
    headers: { host: 'localhost' },
    payload,
  });
  expect(answer.statusCode).toBe(status);
});

test('how long a page took is noted, and is no fault', async ({ app }) => {
  const entries: [string, unknown][] = [];
  const log = Object.assign(Object.create(app.log) as typeof app.log, {
    info: (entry: unknown) => entries.push(['info', entry]),
    warn: (entry: unknown) => entries.push(['warn', entry]),
  });
  const server = await serve({ ...app, log }, insight.routes);
  await callAs(server, contract.logClient, { subject: contract.PAGE_TIMES, text: 'answer 81, paint 205' });
  await callAs(server, contract.logClient, { subject: 'window error', message: 'x is null' });
  expect(entries).toMatchObject([
    ['info', { report: { subject: 'page times', text: 'answer 81, paint 205' } }],
    ['warn', { report: { subject: 'window error' } }],
  ]);
});

test('a browser learns its own address and name', async ({ app }) => {
  const server = await serve(app, insight.routes);
  const answer = await server.inject({
    url: '/tracker/getIp.php',
    headers: { host: 'localhost', 'user-agent': 'Browser '.repeat(300) },
  });
  expect(answer.json()).toEqual({ ip: '127.0.0.1', ua: 'Browser '.repeat(300).slice(0, 1000) });
});

test('whatever is noted, it is noted at a length', async ({ app, db, world }) => {
  const long = 'x'.repeat(5_000);
  await recordEvent(db, {
    brandId: world.brand().id,
    type: 'mail_clicked',
    at: app.clock.now(),
    trackerId: long,
    profileId: long,
    details: { campaign: long, count: 3, left: undefined },
  });
  const event = await db
    .selectFrom('event')
    .selectAll()
    .where('type', '=', 'mail_clicked')
    .executeTakeFirstOrThrow();
  expect(event).toMatchObject({
    tracker_id: 'x'.repeat(128),
    profile_id: 'x'.repeat(64),
    details: { campaign: 'x'.repeat(200), count: 3 },
  });
});

test('the rows that one network leaves are counted, not its calls, and no sort of them gets past', async ({
  app,
  db,
}) => {
  const limits = memoryLimits({
    limits: { ...app.config.limits, loggedRowsPerAddress: 60 },
    secretKey: 'x',
    clock: app.clock,
    log: app.log,
  });
  const server = await serve({ ...app, limits }, insight.routes);
  const ip = '203.0.113.9';
  const send = async (url: string, payload: object, remoteAddress = ip) =>
    (await server.inject({ method: 'POST', url, headers: { host: 'localhost' }, payload, remoteAddress }))
      .statusCode;
  const consenso = await choose(await serve(app, insight.routes), true);
  const event = { type: 'visita_profilo', ago: 0 };
  const many = { clickid: 'flood', consenso, events: Array.from({ length: EVENTS_A_BATCH }, () => event) };
  expect(await send('/api/log/events', many)).toBe(200);
  expect(await send('/api/log/events', many)).toBe(429);
  const rows = await db.selectFrom('event').select('id').where('tracker_id', '=', 'flood').execute();
  expect(rows).toHaveLength(EVENTS_A_BATCH);
  const others: [string, object][] = [
    ['/api/log/event', { clickid: 'flood', type: 'visita_profilo' }],
    ['/api/log/client', { subject: 'a fault' }],
    ['/pay/payment/api/importClick', { kcampaign: 'spring', pageType: 'landing' }],
    [
      '/api/log/consent',
      { id: randomUUID(), measurement: true, advertising: false, policyVersion: '1', way: 'notice' },
    ],
  ];
  for (const [url, payload] of others) expect([url, await send(url, payload)]).toEqual([url, 200]);
  for (let row = EVENTS_A_BATCH + others.length; row < 60; row += 1)
    expect(await send('/api/log/client', { subject: 'a fault' })).toBe(200);
  for (const [url, payload] of others) expect([url, await send(url, payload)]).toEqual([url, 429]);
  expect(await send('/api/log/events', many, '203.0.113.10')).toBe(200);
});
