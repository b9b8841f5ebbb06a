import { randomUUID } from 'node:crypto';
import * as contract from '../../contract/insight/tracking.ts';
import { EVENTS_A_BATCH } from '../../contract/kernel/constants.ts';
import { expect, test } from '../../testing/harness.ts';
import { callAs, serve } from '../../testing/http.ts';
import { memoryLimits } from '../../testing/platform/memory-limits.ts';
import { recordEvent } from '../platform/analytics-events.ts';
import { insight } from './module.ts';

test('an event is noted under our name for it, and touches no account', async ({ app, db, world }) => {
  const server = await serve(app, insight.routes);
  const marco = await world.member();
  const profileId = await world.profile();
  const before = await db.selectFrom('account').selectAll().where('id', '=', marco.accountId).execute();
  const { body } = await callAs(server, contract.logEvent, {
    trackerId: marco.trackerId,
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
  await callAs(server, contract.importClick, { campaign: 'spring', page: 'landing', trackerId: 'advert-1' });
  await callAs(
    server,
    contract.importClick,
    { campaign: 'autumn', page: 'find' },
    { hostname: 'es.localhost' },
  );
  const events = await db
    .selectFrom('event')
    .selectAll()
    .where('type', '=', 'advert_clicked')
    .orderBy('id')
    .execute();
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
  const marred = { kcampaign: 'sum\0mer \uD800', pageType: '\u200Bland\uDFFFing', clickid: 'advert-marred' };
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
  const told: [string, unknown][] = [];
  const log = Object.assign(Object.create(app.log) as typeof app.log, {
    info: (entry: unknown) => told.push(['info', entry]),
    warn: (entry: unknown) => told.push(['warn', entry]),
  });
  const server = await serve({ ...app, log }, insight.routes);
  await callAs(server, contract.logClient, { subject: contract.PAGE_TIMES, text: 'answer 81, paint 205' });
  await callAs(server, contract.logClient, { subject: 'window error', message: 'x is null' });
  expect(told).toMatchObject([
    ['info', { report: { subject: 'page times', text: 'answer 81, paint 205' } }],
    ['warn', { report: { subject: 'window error' } }],
  ]);
});

test('a browser is told its own address and name', async ({ app }) => {
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
  const event = { type: 'visita_profilo', ago: 0 };
  const many = { clickid: 'flood', events: Array.from({ length: EVENTS_A_BATCH }, () => event) };
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
