import { sql } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import { openDatabaseProxy, urlOfProxy } from '#testing/database-proxy.ts';
import { expect, test } from '#testing/harness.ts';
import { listen } from './listener.ts';

const patiently = { timeout: 10_000 };
const LONGEST_WAIT = 10_000;

test('a lost connection comes back once, however often it was tried, and says that something may be missed', async ({
  app,
  db,
  databaseUrl,
}) => {
  const proxy = await openDatabaseProxy(databaseUrl);
  const received: string[] = [];
  const handlers = { news: (payload: string) => void received.push(payload) };
  let losses = 0;
  const listener = await listen(urlOfProxy(proxy, databaseUrl), handlers, app.log, {
    onLost: () => (losses += 1),
  });
  onTestFinished(() => listener.close());
  const publish = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(db);
  await publish('one');
  await expect.poll(() => received, patiently).toEqual(['one']);
  expect(losses).toBe(0);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  proxy.cut();
  await expect.poll(() => losses, patiently).toBe(1);
  await publish('missed');
  let rounds = 0;
  const passTime = async () => {
    rounds += 1;
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT);
  };
  await expect.poll(() => passTime().then(() => proxy.refused), patiently).toBeGreaterThanOrEqual(6);
  expect(proxy.refused).toBeLessThanOrEqual(rounds);
  proxy.restore();
  await expect.poll(() => passTime().then(() => received), patiently).toEqual(['one', '']);
  await publish('two');
  await expect.poll(() => received, patiently).toEqual(['one', '', 'two']);
  expect(proxy.connections).toBe(1);
  expect(losses).toBe(1);
});

test('a listener whose first connection fails reports it to its caller, and does not try again', async ({
  app,
  databaseUrl,
}) => {
  const proxy = await openDatabaseProxy(databaseUrl);
  proxy.cut();
  await expect(listen(urlOfProxy(proxy, databaseUrl), { news: () => {} }, app.log)).rejects.toThrow();
  expect(proxy.refused).toBe(1);
});
