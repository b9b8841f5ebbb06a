import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authenticate, signOut, verify } from '../contract/account/sign-in.ts';
import { seedBrands } from '../testing/database-fixtures.ts';
import { callAt } from '../testing/http.ts';
import { usualOrLong } from '../testing/long-runs.ts';
import {
  makeUsedDataFolder,
  ownDatabaseUrl,
  postgresProcesses,
  postmasterOf,
  runServer,
} from '../testing/real-server.ts';
import { withServices } from '../testing/world.ts';
import type { Member } from '../testing/world.ts';
import { systemClock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { openSession } from './platform/security/sessions.ts';

const SPARE_SESSIONS = 150;
const once = ['postmaster', 'a process of PostgreSQL', 'server', 'both'] as const;
const victims = Array.from({ length: usualOrLong(1, 5) }, () => once).flat();

/** What the server said it had done, and must have done whatever happens next. */
interface Acknowledged {
  opened: string[];
  ended: string[];
}

interface Use {
  port: number;
  marco: Member;
  spare: string[];
  acknowledged: Acknowledged;
  done: AbortSignal;
}

/** Opens and ends sessions, several at a time, until told or until nobody answers. */
async function useSessions({ port, marco, spare, acknowledged, done }: Use): Promise<void> {
  const signInAndIn = async () => {
    while (!done.aborted) {
      const { status, reply } = await callAt(port, authenticate, {
        email: marco.email,
        password: marco.password,
      });
      expect([200, 503]).toContain(status);
      if (status === 200) acknowledged.opened.push(reply.token);
    }
  };
  const signOutAll = async () => {
    for (let token = spare.pop(); token !== undefined && !done.aborted; token = spare.pop()) {
      const { status } = await callAt(port, signOut, {}, { token });
      expect([200, 503]).toContain(status);
      if (status === 200) acknowledged.ended.push(token);
    }
  };
  const nobodyAnswers = (error: unknown) => {
    if (!(error instanceof Error && 'syscall' in error) && !String(error).includes('socket hang up'))
      throw error;
  };
  await Promise.all(
    [signInAndIn(), signInAndIn(), signOutAll(), signOutAll()].map((work) => work.catch(nobodyAnswers)),
  );
}

/** PostgreSQL is back, and so is everybody who uses it. */
async function moreAreAcknowledged(acknowledged: Acknowledged): Promise<void> {
  const before = acknowledged.opened.length;
  await expect.poll(() => acknowledged.opened.length, { timeout: 20_000 }).toBeGreaterThan(before + 2);
}

function spareSessions(db: Database, marco: Member): Promise<string[]> {
  const context = withServices(marco, { clock: systemClock });
  return Promise.all(
    Array.from({ length: SPARE_SESSIONS }, () => openSession(context, db, marco.accountId, 'password')),
  );
}

test(
  'whatever is killed when, what was acknowledged is there',
  async () => {
    const DATA_DIR = await makeUsedDataFolder();
    const environment = {
      DATA_DIR,
      LIMIT_LOGIN_ACCOUNT: '1000000',
      LIMIT_LOGIN_ADDRESS: '1000000',
      LOG_LEVEL: 'silent',
    };
    let server = await runServer(environment);
    const { db, world } = await seedBrands(await ownDatabaseUrl(DATA_DIR));
    const marco = await world.member();

    const kills = {
      server: () => server.kill('SIGKILL'),
      postmaster: async () => process.kill(await postmasterOf(DATA_DIR), 'SIGKILL'),
      'a process of PostgreSQL': async () =>
        process.kill((await postgresProcesses(DATA_DIR)).at(-1) ?? 0, 'SIGKILL'),
      both: async () => {
        const postmaster = await postmasterOf(DATA_DIR);
        server.kill('SIGKILL');
        process.kill(postmaster, 'SIGKILL');
      },
    };
    for (const victim of victims) {
      const acknowledged: Acknowledged = { opened: [], ended: [] };
      const done = new AbortController();
      const spare = await spareSessions(db, marco);
      const use = useSessions({ port: server.port, marco, spare, acknowledged, done: done.signal });
      const moment = randomInt(1, 4);
      await expect
        .poll(() => acknowledged.opened.length, { timeout: 20_000, interval: 1 })
        .toBeGreaterThanOrEqual(moment);
      await kills[victim]();
      if (victim === 'server' || victim === 'both') {
        await server.ended;
        server = await runServer(environment);
      } else {
        await moreAreAcknowledged(acknowledged);
        done.abort();
      }
      await use;
      const statusOf = async (token: string) => {
        const { reply } = await callAt(server.port, verify, { token, trackerId: marco.trackerId });
        return `${reply.status} after ${victim} was killed`;
      };
      const { opened, ended } = acknowledged;
      expect(await Promise.all(opened.map(statusOf))).toEqual(
        opened.map(() => `live after ${victim} was killed`),
      );
      expect(await Promise.all(ended.map(statusOf))).toEqual(
        ended.map(() => `dead after ${victim} was killed`),
      );
    }
  },
  usualOrLong(120_000, 600_000),
);

test('a database that cannot be brought back ends the server, and whoever watches it can tell', async () => {
  const DATA_DIR = await makeUsedDataFolder();
  const server = await runServer({ DATA_DIR });
  await rm(join(DATA_DIR, 'postgres/global/pg_control'));
  process.kill(await postmasterOf(DATA_DIR), 'SIGKILL');
  const { code, stdout } = await server.ended;
  expect(code).toBe(1);
  expect(stdout).toContain('the database cannot be kept running; stopping');
}, 60_000);
