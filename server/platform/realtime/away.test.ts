import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { authenticate } from '#contract/account/sign-in.ts';
import { listRegions } from '#contract/discovery/places.ts';
import { eventsMissed } from '#contract/kernel/connection.ts';
import { serverEvent } from '#contract/kernel/event.ts';
import { HOUR } from '#server/platform/clock.ts';
import { connectBrowser, nextEvent } from '#testing/browser-socket.ts';
import { seedBrands, renameBrand, startExternalPostgres } from '#testing/database-fixtures.ts';
import { openDatabaseProxy, urlOfProxy } from '#testing/database-proxy.ts';
import { test as withDatabase } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { callAt } from '#testing/http.ts';
import { startNode } from '#testing/node.ts';
import { queueMaintenance } from '#testing/platform/maintenance-job.ts';
import { startRedis } from '#testing/platform/redis.ts';

const patiently = { timeout: 20_000 };
const greeting = serverEvent({
  name: 'greeting',
  summary: 'A test.',
  payload: z.object({ text: z.string() }),
});

async function statusOf(port: number, path: string): Promise<number> {
  return (await sendRequest(port, { path })).status;
}

async function bootAt(port: number): Promise<unknown> {
  return (await sendRequest(port, { path: '/boot.json' })).json();
}

async function databaseAt(port: number): Promise<unknown> {
  return ((await sendRequest(port, { path: '/readyz' })).json() as { database: unknown }).database;
}

test('PostgreSQL away: clear answers meanwhile, and everything comes back by itself', async () => {
  const postgres = await startExternalPostgres();
  const { port } = await startNode({ DATABASE_URL: postgres.url });
  const { db, world } = await seedBrands(postgres.url);
  const marco = await world.member();
  const login = { email: marco.email, password: marco.password };
  await expect.poll(async () => (await callAt(port, authenticate, login)).status, patiently).toBe(200);
  const { token } = (await callAt(port, authenticate, login)).reply;
  const browser = await connectBrowser(port, token);
  const missed = nextEvent(browser, eventsMissed.name);

  await postgres.stop();
  for (const question of [
    { path: '/api/get/regions/it' },
    { path: '/api/users/logout', method: 'POST', headers: { authorization: `Bearer ${token}` } },
    { path: '/staff/me', headers: { authorization: 'Bearer anything' } },
  ]) {
    const answer = await sendRequest(port, question);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(answer.json()).toMatchObject({
      error: { code: 'server.unavailable', message: expect.stringMatching(/\w{3,}.*\.$/) },
    });
  }
  expect((await callAt(port, authenticate, login)).status).toBe(503);
  await expect(connectBrowser(port, token)).rejects.toMatchObject({ data: { code: 'server.unavailable' } });
  expect(browser.connected).toBe(true);
  expect(await statusOf(port, '/healthz')).toBe(200);
  // All nodes have the same database: each stays where it is and says what is the matter, by itself and on its pages.
  expect(await statusOf(port, '/readyz')).toBe(200);
  await expect.poll(() => databaseAt(port), patiently).toBe('away');
  expect(await statusOf(port, '/boot.json')).toBe(200);
  expect(await statusOf(port, '/')).toBe(200);

  await postgres.start();
  await expect.poll(() => databaseAt(port), patiently).toBe('answers');
  expect((await callAt(port, listRegions, { country: 'it' })).status).toBe(200);
  expect((await callAt(port, authenticate, login)).status).toBe(200);
  await connectBrowser(port, token);
  // What was committed as the database went away may not have been announced.
  expect(await missed).toEqual({});
  const isTidy = await queueMaintenance(db, marco);
  await renameBrand(db, 'Lunaria nuova');
  await expect.poll(() => bootAt(port), patiently).toHaveProperty('brand.title', 'Lunaria nuova');
  await expect.poll(isTidy, patiently).toBe(true);
}, 90_000);

withDatabase(
  'a network that was cut for long is used again as soon as it is back',
  async ({ databaseUrl, db, world }) => {
    const proxy = await openDatabaseProxy(databaseUrl);
    const { port } = await startNode({ DATABASE_URL: urlOfProxy(proxy, databaseUrl) });
    const marco = await world.member();
    expect(await databaseAt(port)).toBe('answers');
    proxy.cut();
    await expect.poll(() => databaseAt(port), patiently).toBe('away');
    expect(await statusOf(port, '/api/get/regions/it')).toBe(503);
    await expect.poll(() => proxy.refused, patiently).toBeGreaterThanOrEqual(8);
    await renameBrand(db, 'Lunaria di prima');
    const isTidy = await queueMaintenance(db, marco);
    proxy.restore();
    await expect.poll(() => databaseAt(port), patiently).toBe('answers');
    await expect.poll(() => bootAt(port), patiently).toHaveProperty('brand.title', 'Lunaria di prima');
    await expect.poll(isTidy, patiently).toBe(true);
  },
  90_000,
);

withDatabase(
  'a frozen database: nobody waits for it, pages are served, long work is left alone, and it is used again when it answers',
  async ({ databaseUrl, world }) => {
    const proxy = await openDatabaseProxy(databaseUrl);
    const { port, app } = await startNode({ DATABASE_URL: urlOfProxy(proxy, databaseUrl), ROLES: 'web' });
    const marco = await world.member();
    const login = { email: marco.email, password: marco.password };
    const long = sql`select pg_sleep(6)`.execute(app.db);
    await long;
    const signIn = async () => (await callAt(port, authenticate, login)).status;
    expect(await signIn()).toBe(200);

    proxy.freeze();
    const first = await Promise.all(Array.from({ length: 30 }, signIn));
    expect(new Set(first)).toEqual(new Set([503]));
    // From now on nothing is even tried: none of these holds a connection that could be waited for.
    const before = proxy.connections;
    const answers = await Promise.all(Array.from({ length: 100 }, signIn));
    expect(new Set(answers)).toEqual(new Set([503]));
    expect(proxy.connections).toBeLessThanOrEqual(before + 1);
    for (const path of ['/', '/login', '/trust', '/legal/terms', '/boot.json'])
      expect([path, await statusOf(port, path)]).toEqual([path, 200]);
    expect(await statusOf(port, '/readyz')).toBe(200);
    expect(await databaseAt(port)).toBe('away');

    proxy.thaw();
    await expect.poll(signIn, patiently).toBe(200);
    await expect.poll(() => databaseAt(port), patiently).toBe('answers');
  },
  90_000,
);

withDatabase(
  'Redis away: each node goes on alone, and they are joined again by themselves',
  async ({ databaseUrl, world }) => {
    const redis = await startRedis();
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, ROLES: 'web' };
    const [here, there] = [await startNode(environment), await startNode(environment)];
    const marco = await world.member();
    const login = { email: marco.email, password: marco.password };
    const { token } = (await callAt(here.port, authenticate, login)).reply;
    const browser = await connectBrowser(here.port, token);
    const to = { brandId: marco.brandId, accountIds: [marco.accountId] };
    const texts: string[] = [];
    browser.on(greeting.name, ({ text }: { text: string }) => texts.push(text));
    // The one that takes its place, empty, may have a clock that is behind, by which events are numbered.
    await redis.advanceStream('socket.io', HOUR);
    there.app.realtime.emit(to, greeting, { text: 'joined' });
    await expect.poll(() => texts, patiently).toContain('joined');

    await redis.stop();
    here.app.realtime.emit(to, greeting, { text: 'alone' });
    await expect.poll(() => texts, patiently).toContain('alone');
    for (const { port } of [here, there]) {
      expect((await callAt(port, authenticate, login)).status).toBe(200);
      expect(await statusOf(port, '/readyz')).toBe(200);
      await connectBrowser(port, token);
    }
    const another = await connectBrowser(here.port, token);
    const greeted = nextEvent(another, greeting.name);
    here.app.realtime.emit(to, greeting, { text: 'still alone' });
    expect(await greeted).toEqual({ text: 'still alone' });

    const online = () => here.app.realtime.presence.online(marco.brandId, [marco.accountId]);
    expect(await online()).toEqual(new Set([marco.accountId]));

    const missed = nextEvent(browser, eventsMissed.name);
    const back = await startRedis(Number(new URL(redis.url).port));
    expect(await missed).toEqual({});
    await vi.waitFor(() => {
      there.app.realtime.emit(to, greeting, { text: 'joined again' });
      expect(texts).toContain('joined again');
    }, patiently);
    await expect
      .poll(() => there.app.realtime.presence.online(marco.brandId, [marco.accountId]), patiently)
      .toEqual(new Set([marco.accountId]));

    await back.stop();
    await Promise.all([here.stop(), there.stop()]);
  },
  90_000,
);
