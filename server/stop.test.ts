import { sql } from 'kysely';
import { authenticate, verify } from '../contract/account/sign-in.ts';
import { restart } from '../contract/chat/realtime.ts';
import { connectBrowser, nextEvent } from '../testing/browser-socket.ts';
import { makeFolder, someoneWaitsForLock } from '../testing/database-fixtures.ts';
import { expect, test as base } from '../testing/harness.ts';
import { sendRequest } from '../testing/http-request.ts';
import { callAt } from '../testing/http.ts';
import {
  makeDataFolder,
  postgresProcesses,
  runProgram,
  runServer,
  serverEnvironment,
} from '../testing/real-server.ts';
import type { Database } from './platform/database/database.ts';

const patiently = { timeout: 20_000 };
/** Whole servers start here, which takes a while where the machine does other things as well. */
const patience = 240_000;
const test = base.extend('environment', async ({ databaseUrl }) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: await makeFolder(),
}));

/** Keeps everybody from opening a session until the work is done, so that signing in takes that long. */
async function withSessionsLocked(db: Database, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table session in access exclusive mode`.execute(tx);
    await work();
  });
}

test(
  'a start that was interrupted harms nobody, and Ctrl-C ends the server and its database',
  async () => {
    const DATA_DIR = await makeDataFolder();
    const interrupted = await runProgram('server/main.ts', serverEnvironment({ DATA_DIR }));
    await interrupted.says(/Starting the database/);
    interrupted.kill('SIGTERM');
    expect(await interrupted.ended).toMatchObject({ code: 0 });

    const server = await runServer({ DATA_DIR, LOG_LEVEL: 'info', MODERATION: 'auto' });
    await server.says(/"moderation":"auto".*nobody looks/);
    expect((await sendRequest(server.port, { path: '/readyz' })).json()).toEqual({ status: 'ready' });
    expect(await postgresProcesses(DATA_DIR)).not.toEqual([]);
    server.kill('SIGINT');
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
    expect(await postgresProcesses(DATA_DIR)).toEqual([]);
  },
  patience,
);

test(
  'a stopping server turns new traffic away and still answers what it was asked',
  async ({ environment, db, world }) => {
    const marco = await world.member();
    const login = { email: marco.email, password: marco.password };
    const server = await runServer({ ...environment, SHUTDOWN_SECONDS: '60' });
    const { port } = server;
    const browser = await connectBrowser(port, (await callAt(port, authenticate, login)).reply.token);
    const [told, closed] = [nextEvent(browser, restart.name), nextEvent(browser, 'disconnect')];

    let signedIn: ReturnType<typeof callAt<typeof authenticate>> | undefined;
    await withSessionsLocked(db, async () => {
      signedIn = callAt(port, authenticate, login);
      await someoneWaitsForLock(db);
      server.kill('SIGTERM');
      const readiness = async () => (await sendRequest(port, { path: '/readyz' })).json();
      await expect.poll(readiness, patiently).toEqual({ status: 'draining' });
      expect((await sendRequest(port, { path: '/readyz' })).status).toBe(503);
      expect((await sendRequest(port, { path: '/healthz' })).status).toBe(200);
    });
    const answer = await signedIn;
    expect(answer?.status).toBe(200);
    await told;
    await closed;
    expect(await server.ended).toMatchObject({ code: 0, signal: null });

    const next = await runServer({ ...environment, LOG_LEVEL: 'info' });
    await next.says(/"moderation":"manual".*a moderator/);
    const { token = '', trackerId = '' } = answer?.reply ?? {};
    expect((await callAt(next.port, verify, { token, trackerId })).reply).toMatchObject({ status: 'live' });
  },
  patience,
);

test(
  'whoever does not finish in time is cut off',
  async ({ environment, db, world }) => {
    const marco = await world.member();
    const server = await runServer({ ...environment, SHUTDOWN_SECONDS: '0' });
    await withSessionsLocked(db, async () => {
      const signedIn = callAt(server.port, authenticate, { email: marco.email, password: marco.password });
      const cutOff = expect(signedIn).rejects.toThrow('socket hang up');
      await someoneWaitsForLock(db);
      server.kill('SIGTERM');
      await cutOff;
      expect(await server.ended).toMatchObject({ code: 0, signal: null });
    });
  },
  patience,
);
