import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { App } from '#server/app.ts';
import { openDatabaseProxy, urlOfProxy } from '#testing/database-proxy.ts';
import { expect, test } from '#testing/harness.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { patiently } from '#testing/platform/jobs.ts';
import {
  addParcels,
  heldRuns,
  makeWorkTable,
  parcelQueue,
  parcelsOf,
  whileAtWork,
} from '#testing/platform/work.ts';
import { transact } from '../database/database.ts';
import type { Database } from '../database/database.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const allDone = (db: Database, table: string) =>
  expect.poll(() => parcelsOf(db, table), patiently).toEqual([]);

const expectLost = ({ metrics }: App, queue: string) =>
  expect
    .poll(async () => (await metrics.work.get()).values, patiently)
    .toContainEqual(expect.objectContaining({ labels: { queue, kind: '', outcome: 'lost' } }));

test('two nodes share the work and do each piece once', async ({ app, db, databaseUrl }) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(80));
  const done: number[] = [];
  const handle = async (_: unknown, { id }: Record<string, unknown>) => void done.push(Number(id));
  const stage = { app, databaseUrl, queues: [parcelQueue(table, { handle, concurrency: () => 4 })] };
  await whileAtWork(stage, () => whileAtWork(stage, () => allDone(db, table)));
  expect(done.toSorted((a, b) => a - b)).toEqual(numbered(80).map(({ id }) => id));
});

test('what a killed process held is taken over when its lease has run out', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(3));
  const script = fileURLToPath(import.meta.resolve('#testing/platform/killed-worker.ts'));
  const child = spawn(process.execPath, [script, databaseUrl, table], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let begun = 0;
  for await (const _ of createInterface(child.stdout)) if ((begun += 1) === 3) break;
  expect((await parcelsOf(db, table)).map(({ held }) => held)).toEqual([true, true, true]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const tries: number[] = [];
  const handle = async (_: unknown, row: { work_tries: number }) => void tries.push(row.work_tries);
  await whileAtWork({ app, databaseUrl, queues: [parcelQueue(table, { handle })] }, () => allDone(db, table));
  expect(tries).toEqual([2, 2, 2]);
});

test('a lease is extended for as long as the handler runs', async ({ app, db, databaseUrl }) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(1));
  const runs = heldRuns();
  const [leaseMs, clock] = [30_000, new MovableClock(new Date(Date.now() + 60_000))];
  const queues = [parcelQueue(table, { handle: runs.handle, leaseMs, byAppClock: true })];
  const stage = { app: { ...app, clock }, databaseUrl, queues };
  // The test says when a lease is extended, so that it does not matter how busy the machine is.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await whileAtWork(stage, () =>
    whileAtWork(stage, async () => {
      const run = await runs.next();
      // Its lease would have ended several times.
      for (let count = 0; count < 5; count += 1) {
        clock.advance(leaseMs - 1_000);
        await expect
          .poll(() => {
            vi.advanceTimersByTime(leaseMs / 3);
            return leaseEndsAt(db, table);
          }, patiently)
          .toEqual(new Date(clock.now().getTime() + leaseMs));
      }
      expect(run.signal.aborted).toBe(false);
      run.end();
      await allDone(db, table);
    }),
  );
  expect(runs.arrived).toBe(0);
});

async function leaseEndsAt(db: Database, table: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`select work_at as at from ${sql.table(table)}`.execute(db);
  return rows[0]?.at;
}

test('a worker that has lost its lease learns it, and what it says then changes nothing', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(1));
  const runs = heldRuns();
  const queues = [parcelQueue(table, { handle: runs.handle, leaseMs: 300, whenDone: 'keep' })];
  await whileAtWork({ app, databaseUrl, queues }, async () => {
    const late = await runs.next();
    const aborted = once(late.signal, 'abort');
    // Another one has it by now.
    await sql`update ${sql.table(table)} set work_lease = gen_random_uuid(), work_at = now() + interval '1 hour'`.execute(
      db,
    );
    await aborted;
    expect(late.signal.reason).toMatchObject({ name: 'LeaseLost' });
    await expect(late.settle(db, 'done')).rejects.toMatchObject({ name: 'LeaseLost' });
    late.end('done');
    await expectLost(app, table);
    expect(await parcelsOf(db, table)).toMatchObject([{ held: true, tries: 1 }]);
  });
});

test('of a clock that jumps on one node alone no other node takes notice, nor does it itself', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(2));
  const runs = heldRuns();
  const queues = [parcelQueue(table, { handle: runs.handle, concurrency: () => 1 })];
  const clock = new MovableClock();
  await whileAtWork({ app: { ...app, clock }, databaseUrl, queues }, async () => {
    const one = await runs.next();
    clock.advance(24 * 3_600_000);
    await whileAtWork({ app, databaseUrl, queues }, async () => {
      const other = await runs.next();
      expect(other.id).not.toBe(one.id);
      clock.advance(-48 * 3_600_000);
      one.end();
      other.end();
      await allDone(db, table);
    });
  });
});

test('where the clock of the database jumps forward another takes over, and the first one changes nothing', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(1));
  const clock = new MovableClock(new Date(Date.now() + 60_000));
  const runs = heldRuns();
  const queues = [
    parcelQueue(table, { handle: runs.handle, byAppClock: true, backoff: { base: 1_000, cap: 1_000 } }),
  ];
  const stage = { app: { ...app, clock }, databaseUrl, queues };
  await whileAtWork(stage, async () => {
    const first = await runs.next();
    await whileAtWork(stage, async () => {
      clock.advance(3_600_000);
      const second = await runs.next();
      expect(second.tries).toBe(2);
      first.fail(new Error('late'));
      await expectLost(app, table);
      expect(await parcelsOf(db, table)).toMatchObject([{ held: true, tries: 2, error: null }]);
      // And back again: what runs is ended, and what comes now is done.
      clock.advance(-3_600_000);
      second.end();
      await addParcels(db, table, [{ id: 2 }]);
      (await runs.next()).end();
      await allDone(db, table);
    });
  });
});

test('what was done is written down although the database was away meanwhile', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(2));
  const proxy = await openDatabaseProxy(databaseUrl);
  const runs = heldRuns();
  const queues = [parcelQueue(table, { handle: runs.handle, concurrency: () => 1 })];
  await whileAtWork({ app, databaseUrl: urlOfProxy(proxy, databaseUrl), queues }, async () => {
    const run = await runs.next();
    proxy.cut();
    run.end();
    await expect.poll(() => proxy.refused, patiently).toBeGreaterThan(2);
    expect(await parcelsOf(db, table)).toMatchObject([{ held: true, tries: 1 }, { tries: 0 }]);
    proxy.restore();
    const next = await runs.next();
    expect(next).toMatchObject({ id: 2, tries: 1 });
    next.end();
    await allDone(db, table);
  });
});

test('what matters more runs first, and each brand gets as much as any other', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, [
    ...numbered(200),
    ...[201, 202, 203].map((id) => ({ id, brand: 'two' })),
    { id: 204, brand: 'three' },
    { id: 205, priority: -1 },
  ]);
  await sql`update ${sql.table(table)} set work_at = now() - interval '1 hour' where brand = 'one'`.execute(
    db,
  );
  const order: string[] = [];
  const handle = async (_: unknown, { id, brand }: Record<string, unknown>) =>
    void order.push(id === 205 ? 'first' : String(brand));
  const queues = [
    parcelQueue(table, { handle, concurrency: () => 3, priority: 'priority', fairBy: 'brand' }),
  ];
  await whileAtWork({ app, databaseUrl, queues }, () => allDone(db, table));
  expect(order.slice(0, 3).toSorted()).toEqual(['first', 'three', 'two']);
  expect(order.slice(0, 120).filter((brand) => brand === 'two')).toHaveLength(3);
  expect(order).toHaveLength(205);
});

test('a stop lets what runs end, takes no more, and gives back in time what does not end', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(3));
  const runs = heldRuns();
  const queues = [parcelQueue(table, { handle: runs.handle })];
  const impatient = { ...app, config: { ...app.config, shutdownSeconds: 0.2 } };
  await whileAtWork({ app: impatient, databaseUrl, queues }, async (worker) => {
    const [quick, slow] = [await runs.next(), await runs.next()];
    const stopped = worker.stop();
    quick.end();
    await stopped;
    expect(slow.signal.aborted).toBe(true);
    const left = await parcelsOf(db, table);
    expect(left.map(({ id }) => id)).toEqual([slow.id, 3]);
    for (const row of left) expect(row).toMatchObject({ due: true, held: false, tries: 0 });
  });
});

test('what a run that was left behind may have done is known as such to the next worker', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(2));
  const options = { abandoned: 'abandoned', columns: ['id', 'abandoned'] };
  let begun = 0;
  const hanging = parcelQueue(table, {
    ...options,
    // The first takes too long, the second is under way when the worker stops.
    timeoutMs: ({ id }) => (id === 1 ? 50 : 60_000),
    handle: () => {
      begun += 1;
      return new Promise(() => {});
    },
  });
  const impatient = { ...app, config: { ...app.config, shutdownSeconds: 0.2 } };
  await whileAtWork({ app: impatient, databaseUrl, queues: [hanging] }, async (worker) => {
    await expect.poll(() => begun, patiently).toBe(2);
    await expectLost(app, table);
    await worker.stop();
    for (const row of await parcelsOf(db, table)) expect(row).toMatchObject({ held: true, tries: 1 });
  });
  await addParcels(db, table, [{ id: 3 }]);
  await sql`update ${sql.table(table)} set work_at = now()`.execute(db);
  const seen: unknown[][] = [];
  const handle = async (_: unknown, { id, abandoned }: Record<string, unknown>) =>
    void seen.push([id, abandoned]);
  const queues = [parcelQueue(table, { ...options, handle })];
  await whileAtWork({ app, databaseUrl, queues }, () => allDone(db, table));
  expect(seen.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ]);
});

test('a handler ends its row in its own transaction, puts it off, or says that it was not begun', async ({
  app,
  db,
  databaseUrl,
}) => {
  const table = await makeWorkTable(db);
  await addParcels(db, table, numbered(4));
  const queues = [
    parcelQueue(table, {
      whenDone: 'keep',
      handle: async (_, { id }, run) => {
        if (id === 2) return { dueIn: 3_600_000 };
        if (id === 3) return { untriedFor: 3_600_000, reason: 'the provider is away' };
        const ending = transact(db, async (tx) => {
          await sql`update ${sql.table(table)} set text = 'written' where id = ${id}`.execute(tx);
          await run.settle(tx, 'done');
          if (id === 4) throw new Error('and then it failed');
        });
        await ending;
        return undefined;
      },
    }),
  ];
  await whileAtWork({ app, databaseUrl, queues }, async () => {
    await expect
      .poll(() => parcelsOf(db, table), patiently)
      .toMatchObject([
        { tries: 0, dueIn: null, held: false },
        { tries: 0, held: false, error: null },
        { tries: 0, held: false, error: 'the provider is away' },
        { tries: 1, held: false, error: 'and then it failed' },
      ]);
  });
  const { rows } = await sql<{ text: string }>`select text from ${sql.table(table)} order by id`.execute(db);
  expect(rows.map(({ text }) => text)).toEqual(['written', '', '', '']);
});
