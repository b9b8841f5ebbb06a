import { onTestFinished } from 'vitest';
import { authenticate } from '#contract/account/sign-in.ts';
import { endpoints } from '#contract/api.ts';
import { listRegions } from '#contract/discovery/places.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import { importSealingKey, seal } from '#contract/kernel/sealing.ts';
import { emptyDatabase, expect, test } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { callAt } from '#testing/http.ts';
import { startNode } from '#testing/node.ts';
import { queueMaintenance } from '#testing/platform/maintenance-job.ts';
import { startRedis } from '#testing/platform/redis.ts';
import { readBrandFiles } from './brands/brand-files.ts';
import { saveBrand } from './brands/save-brand.ts';
import { StartupFault } from './platform/config/startup-fault.ts';
import type { Database } from './platform/database/database.ts';

const patiently = { timeout: 20_000 };

async function statusOf(port: number, path: string, host?: string): Promise<number> {
  return (await sendRequest(port, { path, ...(host ? { host } : {}) })).status;
}

/** A worker writes them down when it starts. */
async function countSchedules(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('schedule')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

test('a web node answers browsers and leaves jobs to the worker, which answers only probes and metrics', async ({
  databaseUrl,
  db,
  world,
}) => {
  const marco = await world.member();
  const web = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web' });
  const isTidy = await queueMaintenance(db, marco);
  expect(await statusOf(web.port, '/')).toBe(200);
  expect(await statusOf(web.port, '/boot.json', 'es.localhost')).toBe(200);
  const login = { email: marco.email, password: marco.password };
  expect((await callAt(web.port, authenticate, login)).status).toBe(200);
  expect(await countSchedules(db)).toBe(0);
  expect(await isTidy()).toBe(false);

  const worker = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'worker' });
  await expect.poll(isTidy, patiently).toBe(true);
  expect(await countSchedules(db)).toBeGreaterThan(10);
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(worker.port, path)).toBe(200);
  for (const path of ['/', '/boot.json', '/login', '/console/', '/socket.io/']) {
    expect(await statusOf(worker.port, path)).toBe(404);
  }
  expect((await callAt(worker.port, listRegions, { country: 'it' })).status).toBe(404);
  const metrics = async () => (await sendRequest(worker.port, { path: '/metrics' })).text;
  await expect
    .poll(metrics, patiently)
    .toContain('serenata_work_total{queue="jobs.general",kind="core.cleanUp",outcome="done"} 1');
  expect(await metrics()).toContain('nodejs_eventloop_lag_seconds');
});

test('a payment node answers payment calls alone', async ({ databaseUrl }) => {
  const { port } = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'payment' });
  expect(await statusOf(port, '/readyz')).toBe(200);
  expect(await statusOf(port, '/')).toBe(404);
  for (const { host, path, method } of endpoints) {
    const answer = await sendRequest(port, {
      method,
      path: hostPrefixes[host] + path.replaceAll(/:(\w+)/g, '1'),
    });
    const isRefused = answer.text.includes('"code":"request.not_found"');
    expect([path, isRefused]).toEqual([path, host !== 'payment']);
  }
});

test('a web node waits for a payment node to make the card key, then passes it on without being able to use it', async ({
  databaseUrl,
  db,
}) => {
  await db.deleteFrom('sealing_key').execute();
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const environment = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    ROLES: 'web',
    PAYMENT_SECRET_KEY: undefined,
  };
  await expect(startNode(environment)).rejects.toThrow(
    new StartupFault('There is no payment key yet: start a node that has the payment role first.'),
  );
  const payment = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'payment' });
  const web = await startNode(environment);
  const published = payment.app.sealingKeys.published().payment;
  expect((await sendRequest(web.port, { path: '/boot.json' })).json()).toHaveProperty(
    'keys.payment',
    published,
  );
  const card = await seal({ cardNumber: '4111' }, await importSealingKey(published), published.kid);
  expect(await payment.app.sealingKeys.open('payment', card)).toEqual({ cardNumber: '4111' });
  await expect(web.app.sealingKeys.open('payment', card)).rejects.toThrow('request.not_sealed');
});

test('a brand saved on one node is served by the other at once', async ({ databaseUrl }) => {
  const [here, there] = [
    await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web' }),
    await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web' }),
  ];
  const [file] = await readBrandFiles();
  if (!file) throw new Error('no brand file');
  file.settings.key = 'novella';
  file.settings.hostnames = ['novella.localhost'];
  expect(await statusOf(there.port, '/', 'novella.localhost')).toBe(421);
  const bootAt = async (port: number) =>
    (await sendRequest(port, { path: '/boot.json', host: 'novella.localhost' })).json();
  for (const title of ['Novella', 'Novella due']) {
    file.settings.title = title;
    await saveBrand(here.app.db, file);
    for (const { port } of [here, there])
      await expect.poll(() => bootAt(port), patiently).toHaveProperty('brand.title', title);
  }
});

test('two nodes may start at the same moment on a database with nothing in it', async () => {
  const environment = { DATABASE_URL: await emptyDatabase() };
  const nodes = await Promise.all([startNode(environment), startNode(environment)]);
  for (const { port } of nodes) expect(await statusOf(port, '/readyz')).toBe(200);
  const [first, second] = nodes.map(({ app }) => app.sealingKeys);
  const key = second?.published().api;
  const jwe = await seal({ a: 1 }, await importSealingKey(key ?? {}), key?.kid);
  expect(await first?.open('api', jwe)).toEqual({ a: 1 });
});
