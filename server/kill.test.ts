import { randomInt } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectKept, spareSessions, useSessions } from '#testing/accounts/use-sessions.ts';
import type { Acknowledged } from '#testing/accounts/use-sessions.ts';
import { seedBrands } from '#testing/database-fixtures.ts';
import { usualOrLong } from '#testing/long-runs.ts';
import { expectAllStored, expectDoubtsSettled, makeWriters, writeOn } from '#testing/messaging/writers.ts';
import { startNode } from '#testing/node.ts';
import {
  makeUsedDataFolder,
  ownDatabaseUrl,
  postgresProcesses,
  postmasterOf,
  runServer,
  serverEnvironment,
} from '#testing/real-server.ts';

const SPARE_SESSIONS = 150;
const COUPLES = usualOrLong(3, 6);
const patiently = { timeout: 20_000, interval: 1 };

// Whatever dies with it, a killed server is followed by another in the same way, and that takes long.
const once = ['postmaster', 'a process of PostgreSQL', 'server and postmaster'] as const;
const often = Array.from({ length: 5 }, () => [...once, 'server'] as const).flat();
const victims = usualOrLong<readonly (typeof often)[number][]>(once, often);

test(
  'whatever is killed when, what was acknowledged is there',
  async () => {
    const DATA_DIR = await makeUsedDataFolder();
    const environment = {
      DATA_DIR,
      LIMIT_LOGIN_ACCOUNT: '1000000',
      LIMIT_LOGIN_ADDRESS: '1000000',
      LIMIT_EVENTS_SOCKET: '1000000',
      LIMIT_MESSAGE_ACCOUNT: '1000000',
      LIMIT_MESSAGE_DAY: '1000000',
      LOG_LEVEL: 'fatal',
    };
    let server = await runServer(environment);
    const { db, world } = await seedBrands(await ownDatabaseUrl(DATA_DIR));
    const marco = await world.member();
    const writers = await makeWriters(world, COUPLES);
    const countMessages = () => writers.reduce((total, { acknowledged }) => total + acknowledged.size, 0);

    const killPostmaster = async () => process.kill(await postmasterOf(DATA_DIR), 'SIGKILL');
    const kills = {
      server: () => server.kill('SIGKILL'),
      postmaster: killPostmaster,
      'a process of PostgreSQL': async () =>
        process.kill((await postgresProcesses(DATA_DIR)).at(-1) ?? 0, 'SIGKILL'),
      'server and postmaster': async () => {
        const postmaster = await postmasterOf(DATA_DIR);
        server.kill('SIGKILL');
        process.kill(postmaster, 'SIGKILL');
      },
    };
    for (const victim of victims) {
      const acknowledged: Acknowledged = { opened: [], ended: [] };
      /** So many more of each are acknowledged. */
      const proceed = async (sessions: number, messages: number) => {
        const [enough, enoughMessages] = [acknowledged.opened.length + sessions, countMessages() + messages];
        await expect.poll(() => acknowledged.opened.length, patiently).toBeGreaterThanOrEqual(enough);
        await expect.poll(countMessages, patiently).toBeGreaterThanOrEqual(enoughMessages);
      };
      const done = new AbortController();
      const spare = await spareSessions(db, marco, SPARE_SESSIONS);
      const use = Promise.all([
        useSessions({ port: server.port, marco, spare, acknowledged, done: done.signal }),
        ...writers.map((writer) => writeOn(server.port, writer, done.signal)),
      ]);
      await proceed(randomInt(1, 4), randomInt(20, usualOrLong(60, 400)));
      await kills[victim]();
      if (victim.startsWith('server')) {
        await server.ended;
        await use;
        server = await runServer(environment);
      } else {
        // PostgreSQL is back, and so are all its clients.
        await proceed(3, 20);
        done.abort();
        await use;
      }
      await expectKept(server.port, marco, acknowledged, `after ${victim} was killed`);
      await expectAllStored(db, writers);
    }
    expect(Math.max(...writers.map(({ doubtful }) => doubtful.length))).toBeGreaterThan(0);

    // A database that cannot be restarted ends the server, and whatever watches it can tell.
    const control = join(DATA_DIR, 'postgres/global/pg_control');
    await rename(control, `${control}.away`);
    await killPostmaster();
    const { code, stdout } = await server.ended;
    expect(code).toBe(1);
    expect(stdout).toContain('the database cannot be kept running; stopping');

    await rename(`${control}.away`, control);
    const node = await startNode(serverEnvironment(environment));
    await expectDoubtsSettled(db, node.port, writers);
  },
  usualOrLong(180_000, 600_000),
);
