import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { NotTaken } from '#server/notifications/channel.ts';
import type { Channel } from '#server/notifications/channel.ts';
import { decisionQueue } from '#server/notifications/decide-due.ts';
import { channelQueue } from '#server/notifications/send-ready.ts';
import { HOUR } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { jobQueues } from '#server/platform/jobs/job-queues.ts';
import { handle as handlerOf, jobKind } from '#server/platform/jobs/jobs.ts';
import { startWork, workOff } from '#server/platform/work/worker.ts';
import { startServer } from '#server/start.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { fillNotifications } from '../lib/notifications-at-scale.ts';
import { scaleOf } from '../lib/people-at-scale.ts';
import { productEnvironment } from '../lib/product.ts';
import type { Row } from '../lib/report.ts';
import { defaultFolder, openScaleDatabase, readHome } from '../lib/scale-folder.ts';

const PENDING = Number(process.env['BENCH_PENDING'] ?? 1_000_000);
const SENDERS = 4;
const CONCURRENCY = 64;
const JOBS = Math.min(PENDING, 100_000);
const JOBS_AT_ONCE = 1_000;

/** Of what the bare queue of jobs does a second: each notification is decided on, looked at again, sent and recorded. */
const GOAL = { atLeast: 0.5 };

/**
 * Drains many pending notifications through a provider that refuses every third one at first, beside the bare queue of
 * jobs that do nothing. Fails where one is lost or sent twice.
 */
export async function notifications(): Promise<Row[]> {
  const report = (what: string) => console.log(`  ${what}`);
  const database = await openScaleDatabase(`${defaultFolder()}-notifications`, scaleOf(PENDING, 0), report);
  const files = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  const handle = openDatabase({ url: database.url, poolSize: 10, onIdleError: () => {} });
  try {
    const { brandId } = await readHome(handle, new Date());
    report(`${PENDING.toLocaleString('en')} notifications`);
    const pending = await fillNotifications(handle.pool, brandId, PENDING);
    const environment = productEnvironment({
      databaseUrl: database.url,
      dataDir: files,
      unlimited: [],
      roles: 'web,payment',
    });
    const { app, stop } = await startServer(readConfig(environment), () => {});
    try {
      report('draining them');
      const drained = await drain({ ...app, clock: new MovableClock(new Date()) }, pending);
      report('the bare queue of jobs');
      const jobsPerSecond = await drainJobs(handle, app);
      return [
        {
          what: `notifications, ${pending.toLocaleString('en')} pending`,
          figures: { ...drained, 'bare jobs/s': Math.round(jobsPerSecond) },
          value: drained['per second'] / jobsPerSecond,
          goal: GOAL,
        },
      ];
    } finally {
      await stop();
    }
  } finally {
    await handle.close();
    await database.stop();
    await rm(files, { recursive: true, force: true });
  }
}

type Clocked = App & { clock: MovableClock };

async function drain(app: Clocked, pending: number) {
  const sent = new Map<string, number>();
  let asked = 0;
  const channel: Channel = {
    name: 'mail',
    concurrency: CONCURRENCY,
    repeatable: false,
    async send(_app, { accountId }) {
      asked += 1;
      if (asked % 3 === 0) throw new NotTaken('every third one is refused');
      sent.set(accountId, (sent.get(accountId) ?? 0) + 1);
      return 'sent';
    },
  };
  const senders = Array.from({ length: SENDERS }, () => channelQueue(channel));
  const start = performance.now();
  while (sent.size < pending) {
    await workOff(app, [decisionQueue]);
    await Promise.all(senders.map((queue) => workOff(app, [queue])));
    const refused = await countReady(app);
    if (sent.size + refused < pending) throw new Error(`${pending - sent.size - refused} were lost`);
    app.clock.advance(HOUR);
  }
  const seconds = (performance.now() - start) / 1_000;
  const twice = [...sent.values()].filter((count) => count > 1).length;
  if (twice > 0) throw new Error(`${twice} were sent twice`);
  return {
    'per second': Math.round(pending / seconds),
    refused: asked - pending,
    seconds: Math.round(seconds),
  };
}

/** Those that were refused and wait for another attempt. */
async function countReady({ db }: App): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((rows) => rows.fn.countAll().as('count'))
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function drainJobs({ pool }: DatabaseHandle, app: App): Promise<number> {
  const bench = jobKind('bench', z.object({}));
  // As one statement it would take longer than any may.
  for (let added = 0; added < JOBS; added += JOBS_AT_ONCE)
    await pool.query(
      `select add_job('bench', '{}') from generate_series(1, ${Math.min(JOBS_AT_ONCE, JOBS - added)})`,
    );
  await pool.query('vacuum (analyze) job');
  let done = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const handler = handlerOf(bench, async () => {
    done += 1;
    if (done === JOBS) resolve();
  });
  const start = performance.now();
  const worker = startWork(app, { db: app.db, queues: jobQueues([handler]) });
  await all;
  const seconds = (performance.now() - start) / 1_000;
  await worker.stop();
  return JOBS / seconds;
}
