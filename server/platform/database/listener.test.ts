import { sql } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import { openGate, urlThrough } from '../../../testing/gate.ts';
import { expect, test } from '../../../testing/harness.ts';
import { listen } from './listener.ts';

const patiently = { timeout: 10_000 };
const LONGEST_WAIT = 10_000;

test('a lost connection comes back once, however often it was tried, and says that something may be missed', async ({
  app,
  db,
  databaseUrl,
}) => {
  const gate = await openGate(databaseUrl);
  const heard: string[] = [];
  const handlers = { news: (payload: string) => void heard.push(payload) };
  let losses = 0;
  const listener = await listen(urlThrough(gate, databaseUrl), handlers, app.log, () => (losses += 1));
  onTestFinished(() => listener.close());
  const tell = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(db);
  await tell('one');
  await expect.poll(() => heard, patiently).toEqual(['one']);
  expect(losses).toBe(0);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  gate.shut();
  await expect.poll(() => losses, patiently).toBe(1);
  await tell('missed');
  let rounds = 0;
  const passTime = async () => {
    rounds += 1;
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT);
  };
  await expect.poll(() => passTime().then(() => gate.refused), patiently).toBeGreaterThanOrEqual(6);
  expect(gate.refused).toBeLessThanOrEqual(rounds);
  gate.open();
  await expect.poll(() => passTime().then(() => heard), patiently).toEqual(['one', '']);
  await tell('two');
  await expect.poll(() => heard, patiently).toEqual(['one', '', 'two']);
  expect(gate.through).toBe(1);
  expect(losses).toBe(1);
});

test('a database that is not there at the first try is told to whoever asked, and not tried again', async ({
  app,
  databaseUrl,
}) => {
  const gate = await openGate(databaseUrl);
  gate.shut();
  await expect(listen(urlThrough(gate, databaseUrl), { news: () => {} }, app.log)).rejects.toThrow();
  expect(gate.refused).toBe(1);
});
