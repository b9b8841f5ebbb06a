import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { authenticate, verify } from '#contract/account/sign-in.ts';
import { restart } from '#contract/kernel/connection.ts';
import { connectBrowser, nextEvent } from '#testing/browser-socket.ts';
import { seedBrands, waitForBlockedSession } from '#testing/database-fixtures.ts';
import { sendRequest } from '#testing/http-request.ts';
import { callAt } from '#testing/http.ts';
import {
  makeUsedDataFolder,
  ownDatabaseUrl,
  postgresProcesses,
  runProgram,
  runServer,
  serverEnvironment,
} from '#testing/real-server.ts';
import type { Ending } from '#testing/real-server.ts';
import type { Database } from './platform/database/database.ts';

const patiently = { timeout: 20_000 };

/** Keeps all callers from opening a session until the work is done, so that signing in takes that long. */
async function withSessionsLocked(db: Database, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table session in access exclusive mode`.execute(tx);
    await work();
  });
}

// One server after the other in the same folder, since starting one takes longer than all that is asked of it.
test('how a server stops: while it starts, while it answers, and while one answer takes too long', async () => {
  const DATA_DIR = await makeUsedDataFolder();

  // An interrupted start leaves no damage.
  const interrupted = await runProgram('server/main.ts', serverEnvironment({ DATA_DIR }));
  await interrupted.says(/Starting the database/);
  interrupted.kill('SIGTERM');
  expect(await interrupted.ended).toMatchObject({ code: 0 });

  // Ctrl-C: it turns new traffic away and still answers what it was asked, and its database ends with it.
  const first = await runServer({
    DATA_DIR,
    LOG_LEVEL: 'info',
    MODERATION: 'auto',
    SHUTDOWN_SECONDS: '60',
  });
  await first.says(/"moderation":"auto".*nobody looks/);
  const { port } = first;
  expect((await sendRequest(port, { path: '/readyz' })).json()).toEqual({
    status: 'ready',
    database: 'answers',
  });
  const { db, world } = await seedBrands(await ownDatabaseUrl(DATA_DIR));
  const marco = await world.member();
  const login = { email: marco.email, password: marco.password };
  const isKnown = async () => (await sendRequest(port, { path: '/boot.json' })).status;
  await expect.poll(isKnown, patiently).toBe(200);
  const browser = await connectBrowser(port, (await callAt(port, authenticate, login)).reply.token);
  const [restarting, closed] = [nextEvent(browser, restart.name), nextEvent(browser, 'disconnect')];
  let signedIn: ReturnType<typeof callAt<typeof authenticate>> | undefined;
  await withSessionsLocked(db, async () => {
    signedIn = callAt(port, authenticate, login);
    await waitForBlockedSession(db);
    first.kill('SIGINT');
    const readiness = async () => (await sendRequest(port, { path: '/readyz' })).json();
    await expect.poll(readiness, patiently).toMatchObject({ status: 'draining' });
    expect((await sendRequest(port, { path: '/readyz' })).status).toBe(503);
    expect((await sendRequest(port, { path: '/healthz' })).status).toBe(200);
  });
  const answer = await signedIn;
  expect(answer?.status).toBe(200);
  await restarting;
  await closed;
  expect(await first.ended).toMatchObject({ code: 0, signal: null });
  expect(await postgresProcesses(DATA_DIR)).toEqual([]);

  // A request that does not finish in time is cut off.
  const next = await runServer({ DATA_DIR, LOG_LEVEL: 'info', SHUTDOWN_SECONDS: '0' });
  await next.says(/"moderation":"manual".*a moderator/);
  const { token = '', trackerId = '' } = answer?.reply ?? {};
  expect((await callAt(next.port, verify, { token, trackerId })).reply).toMatchObject({ status: 'live' });
  let ending: Ending | undefined;
  const locked = withSessionsLocked(db, async () => {
    const late = callAt(next.port, authenticate, login).catch((error: unknown) => error);
    await waitForBlockedSession(db);
    next.kill('SIGTERM');
    expect(String(await late)).toContain('socket hang up');
    ending = await next.ended;
  });
  // The database of the server ended as well, in the middle of this transaction.
  await expect(locked).rejects.toThrow(/connection error|Connection terminated|terminating connection/);
  expect(ending).toMatchObject({ code: 0, signal: null });
}, 240_000);
