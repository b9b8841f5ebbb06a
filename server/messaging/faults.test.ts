/** Faults while people write: what was acknowledged is stored once, in order, paid for, and on the pages that are open. */

import { expect, test } from 'vitest';
import { seedBrands, startExternalPostgres } from '#testing/database-fixtures.ts';
import { usualOrLong } from '#testing/long-runs.ts';
import { openPage } from '#testing/messaging/open-page.ts';
import type { Shown } from '#testing/messaging/open-page.ts';
import { expectAllStored, expectDoubtsSettled, makeWriters, writeOn } from '#testing/messaging/writers.ts';
import type { Writer } from '#testing/messaging/writers.ts';
import { startNode } from '#testing/node.ts';
import { startRedis } from '#testing/platform/redis.ts';
import {
  makeUsedDataFolder,
  ownDatabaseUrl,
  postgresProcesses,
  serverEnvironment,
} from '#testing/real-server.ts';

const COUPLES = usualOrLong(2, 6);
const FAULTS = usualOrLong(1, 5);
const patiently = { timeout: 60_000 };
const generous = {
  LIMIT_EVENTS_SOCKET: '1000000',
  LIMIT_MESSAGE_ACCOUNT: '1000000',
  LIMIT_MESSAGE_DAY: '1000000',
  LOG_LEVEL: 'fatal',
};

const acknowledgedBy = (writers: readonly Writer[]) =>
  writers.reduce((total, { acknowledged }) => total + acknowledged.size, 0);

async function writeMore(writers: readonly Writer[], count: number): Promise<void> {
  const enough = acknowledgedBy(writers) + count;
  await expect.poll(() => acknowledgedBy(writers), patiently).toBeGreaterThanOrEqual(enough);
}

/** The page shows every message that its sender was acknowledged, each at its place. */
async function expectReceived(page: Shown, { from, acknowledged }: Writer): Promise<void> {
  const missing = () =>
    [...acknowledged].filter(([id, number]) => page.get(from.profileId)?.get(number) !== id);
  await expect.poll(missing, patiently).toEqual([]);
}

test('a database that is frozen until its node gives up: all acknowledged messages arrive', async () => {
  const DATA_DIR = await makeUsedDataFolder();
  const { port } = await startNode(serverEnvironment({ ...generous, DATA_DIR }));
  const { db, world } = await seedBrands(await ownDatabaseUrl(DATA_DIR));
  const writers = await makeWriters(world, COUPLES);
  const [writer] = writers as [Writer];
  const page = openPage(port, writer.to, [writer.from]);
  const done = new AbortController();
  const writing = writers.map((each) => writeOn(port, each, done.signal));
  await writeMore(writers, 40);
  for (let fault = 0; fault < FAULTS; fault += 1) {
    const processes = await postgresProcesses(DATA_DIR);
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    // Senders who learn that the outcome is unknown go on with other messages, and send these again at the end.
    const doubted = () => writers.reduce((total, { doubtful }) => total + doubtful.length, 0);
    await expect.poll(doubted, patiently).toBeGreaterThan(writers.length * 2);
    for (const pid of processes) process.kill(pid, 'SIGCONT');
    await writeMore(writers, 40);
  }
  done.abort();
  await Promise.all(writing);
  await expectReceived(page, writer);
  await expectDoubtsSettled(db, port, writers);
  await expectReceived(page, writer);
}, 240_000);

test('two nodes whose Redis is gone for a while: a page that stays open shows all that is acknowledged', async () => {
  const postgres = await startExternalPostgres();
  let redis = await startRedis();
  const environment = { ...generous, DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const [here, there] = [await startNode(environment), await startNode(environment)];
  const { db, world } = await seedBrands(postgres.url);
  await expect.poll(() => [here, there].map(({ app }) => app.brands.all().length)).toEqual([2, 2]);
  const writers = await makeWriters(world, COUPLES);
  const [writer] = writers as [Writer];
  const page = openPage(there.port, writer.to, [writer.from]);
  const done = new AbortController();
  const writing = writers.map((each) => writeOn(here.port, each, done.signal));
  await writeMore(writers, 40);
  await expectReceived(page, writer);
  for (let fault = 0; fault < FAULTS; fault += 1) {
    await redis.stop();
    await writeMore(writers, usualOrLong(100, 2_000));
    redis = await startRedis(Number(new URL(redis.url).port));
  }
  done.abort();
  await Promise.all(writing);
  // No message is written any more: what was said meanwhile has to come without another one.
  await expectReceived(page, writer);
  await expectAllStored(db, writers);
  await redis.stop();
}, 240_000);
