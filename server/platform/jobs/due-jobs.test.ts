import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from '#testing/harness.ts';
import { newKind, withPool } from '#testing/platform/jobs.ts';
import { releaseWorker } from './heartbeat.ts';
import { enqueue, handle } from './jobs.ts';
import { startWorkers } from './worker.ts';

/** Receives what workers are told. */
async function listen(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('listen "jobs:insert"');
  return {
    client,
    async next(): Promise<unknown> {
      const [{ payload }] = (await once(client, 'notification')) as [pg.Notification];
      return JSON.parse(payload ?? '');
    },
  };
}

test('workers are told of jobs whose time has come, and of no others', async ({ app, db, databaseUrl }) => {
  const kind = newKind();
  const hence = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await enqueue(db, kind, { text: 'due' }, { runAt: hence(-1) });
  await enqueue(db, kind, { text: 'due as well' }, { runAt: hence(-1), queue: 'free' });
  await enqueue(db, kind, { text: 'later' }, { runAt: hence(60) });
  await enqueue(db, kind, { text: 'after another' }, { runAt: hence(-1), queue: 'busy' });
  await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'another'
    where queue_name = 'busy'`.execute(db);
  const { client, next } = await listen(databaseUrl);

  await withPool(databaseUrl, async (pool) => {
    const told = next();
    const handlers = [handle(newKind(), () => Promise.resolve())];
    const workers = await startWorkers(app, { pool, handlers, cron: [] });
    const first = await told;
    await workers.stop();
    expect(first).toEqual({ count: 2 });
  });
  await client.end();
});

test('nobody is woken when a worker ends that held nothing', async ({ databaseUrl }) => {
  const { client, next } = await listen(databaseUrl);
  const told = next();
  await withPool(databaseUrl, async (pool) => {
    await releaseWorker(pool, 'pool-without-jobs');
    await pool.query(`select pg_notify('jobs:insert', '"after it"')`);
  });
  expect(await told).toBe('after it');
  await client.end();
});
