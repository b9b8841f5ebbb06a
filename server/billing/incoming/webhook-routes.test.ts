import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createBatches } from '#server/platform/database/batches.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { newId } from '#server/platform/ids.ts';
import { HMAC_KEY, adyenAt, chargeOf, readSample } from '#testing/billing/adyen.ts';
import { expect, test as base } from '#testing/harness.ts';
import { sign } from '../providers/adyen/webhook.ts';
import type { Provider } from '../providers/provider.ts';
import { openProviders } from '../providers/providers.ts';
import { addWebhooks } from './webhook-routes.ts';

const { adyen } = adyenAt('http://nobody.invalid');
const providersOf = (provider: Provider | undefined) => ({
  get: (name: string) => (name === 'adyen' ? provider : undefined),
  gate: () => undefined,
  sandbox: true,
  googlePay: () => undefined,
  validateAppleMerchant: () => Promise.resolve(undefined),
});

const test = base.extend('server', { scope: 'file' }, async ({ app }) => {
  const { server } = await createHttpServer(app);
  await addWebhooks({ ...app, providers: providersOf(adyen) }, server);
  await server.ready();
  return server;
});

const headers = { host: 'it.localhost', 'content-type': 'application/json' };
type Server = Awaited<ReturnType<typeof createHttpServer>>['server'];
const post = (server: Server, payload: string | Buffer, more: Record<string, string> = {}, path = 'adyen') =>
  server.inject({
    method: 'POST',
    url: `/pay/webhooks/${path}`,
    headers: { ...headers, ...more },
    payload,
  });

test('what a provider sends is stored in our words, queued once, and acknowledged', async ({
  server,
  db,
  app,
}) => {
  const body = readSample('webhook-authorisation.json');
  const answers = [await post(server, body), await post(server, body), await post(server, body)];
  for (const answer of answers) {
    expect([answer.statusCode, answer.body]).toEqual([200, '[accepted]']);
    expect(answer.headers['content-type']).toContain('text/plain');
  }
  const rows = await db.selectFrom('provider_event').selectAll().execute();
  expect(rows).toMatchObject([
    {
      provider: 'adyen',
      dedupe_key: 'AUTHORISATION:NC6HT9CRT65ZGN82:true',
      state: 'new',
      received_at: app.clock.now(),
      work_at: app.clock.now(),
      event: { kind: 'charge', verdict: { state: 'captured', amountCents: 2990 } },
    },
  ]);
});

test('several events of one message are all there', async ({ server, db }) => {
  expect((await post(server, readSample('webhook-disputes.json'))).statusCode).toBe(200);
  const { count } = await db
    .selectFrom('provider_event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('dedupe_key', 'like', '%QDSP8Q756L2GWR84%')
    .executeTakeFirstOrThrow();
  expect(count).toBe(4);
});

test('the very bytes are looked at, whatever they are said to be', async ({ server }) => {
  const body = Buffer.from(readSample('webhook-token-created.json'));
  const signed = { hmacsignature: sign(body, HMAC_KEY) };
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    expect((await post(server, body, { ...signed, 'content-type': type })).statusCode).toBe(200);
  }
  const spaced = Buffer.concat([body, Buffer.from(' ')]);
  expect((await post(server, spaced, signed)).statusCode).toBe(401);
});

test('what is not signed is refused, counted and left out of every log', async ({ app, db }) => {
  const lines: unknown[] = [];
  const log = app.log.child({});
  log.warn = (...line: unknown[]) => void lines.push(line);
  const changed = { ...app, log, providers: providersOf(adyen) };
  const { server } = await createHttpServer(changed);
  await addWebhooks(changed, server);
  const body = readSample('webhook-refund.json').replace('1000', '999999');
  const before = await counted(app);
  const answer = await post(server, body);
  expect(answer.statusCode).toBe(401);
  expect((await counted(app)).refused).toBe(before.refused + 1);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain('HGM5XQ756L2GWR83');
  const rows = await db
    .selectFrom('provider_event')
    .select('dedupe_key')
    .where('dedupe_key', 'like', 'REFUND:%')
    .execute();
  expect(rows).toEqual([]);
});

async function counted(app: { metrics: { webhooks: { get(): Promise<{ values: unknown[] }> } } }) {
  const { values } = await app.metrics.webhooks.get();
  const seen = values as { value: number; labels: { outcome?: string } }[];
  return { refused: seen.find(({ labels }) => labels.outcome === 'refused')?.value ?? 0 };
}

test('webhooks of the stand-in are received over a real connection, and handled', async ({ app, db }) => {
  const { providers, listeningAt, close } = await openProviders(app);
  const listening = { ...app, providers };
  const { server, close: stop } = await createHttpServer(listening);
  await addWebhooks(listening, server);
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await close();
    await stop();
  });
  listeningAt(`http://localhost:${(server.server.address() as AddressInfo).port}`);
  const attemptId = newId();
  const verdict = await providers.get('adyen')!.charge(chargeOf({ attemptId, authenticate: false }));
  expect(verdict).toMatchObject({ state: 'captured' });
  const events = () => db.selectFrom('provider_event').select('event').where('event', '@>', about).execute();
  const about = JSON.stringify({ reference: (verdict as { reference: string }).reference });
  const kindsOf = async () =>
    (await events()).map(({ event }) => (event as { kind: string }).kind).toSorted();
  await expect.poll(kindsOf, { timeout: 5_000 }).toEqual(['charge', 'stored']);
});

test('a provider that is not there, or is none, has no address', async ({ server }) => {
  const body = readSample('webhook-refund.json');
  for (const path of ['maxpay', 'stripe', 'adyen/x']) {
    expect((await post(server, body, {}, path)).statusCode).toBe(404);
  }
  expect((await server.inject({ url: '/pay/webhooks/adyen', headers })).statusCode).toBe(404);
});

test('nothing endless is read', async ({ server }) => {
  expect((await post(server, 'x'.repeat(300 * 1024))).statusCode).toBe(413);
  expect((await post(server, '')).statusCode).toBe(401);
});

test('without a database nothing is acknowledged, so that it comes again', async ({ app }) => {
  const { db, close } = openDatabase({
    url: 'postgres://nobody@127.0.0.1:9/nothing',
    poolSize: 1,
    onIdleError: () => {},
  });
  const away = { ...app, db, batches: createBatches(db), providers: providersOf(adyen) };
  const { server } = await createHttpServer(away);
  await addWebhooks(away, server);
  const answer = await post(server, readSample('webhook-refund.json'));
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBeDefined();
  await close();
});

test('a bank that sends the browser back with a form sends it to the page', async ({ server }) => {
  const form = (payload: string) =>
    server.inject({
      method: 'POST',
      url: '/pay/return/maxpay',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const answer = await form('MD=ref-42_a.b&PaRes=eJzVWNeyo8gW%2F');
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    '/maxpay/paymentCheck?reference=ref-42_a.b',
  ]);
  const asked = await server.inject({ url: '/pay/return/maxpay?MD=ref-42', headers });
  expect(asked.headers.location).toBe('/maxpay/paymentCheck?reference=ref-42');
  for (const odd of ['', 'MD=', 'MD=%2F%2Fevil.example', 'MD=a%0d%0aset-cookie:x', `MD=${'a'.repeat(201)}`]) {
    const refused = await form(odd);
    expect([refused.statusCode, refused.headers.location]).toEqual([303, '/find']);
  }
});

test('the calls of the contract read their bodies as before', async ({ app }) => {
  const { server } = await createHttpServer(app);
  await addWebhooks(app, server);
  server.post('/pay/orders/echo', async ({ body }) => body);
  const answer = await server.inject({
    method: 'POST',
    url: '/pay/orders/echo',
    headers,
    payload: { a: 1 },
  });
  expect(answer.json()).toEqual({ a: 1 });
});
