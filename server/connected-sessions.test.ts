import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { io } from 'socket.io-client';
import { onTestFinished, vi } from 'vitest';
import { announce } from '#contract/kernel/connection.ts';
import { connectBrowser, nextEvent } from '#testing/browser-socket.ts';
import { waitForBlockedSession } from '#testing/database-fixtures.ts';
import { openDatabaseProxy, urlOfProxy } from '#testing/database-proxy.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns, usualOrLong } from '#testing/long-runs.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { disableAccount } from './accounts/disabling.ts';
import type { IdentityProvider } from './accounts/identity-provider.ts';
import { changePassword } from './accounts/own-password.ts';
import { endOtherSessions, endOwnSession, signOut } from './accounts/own-sessions.ts';
import { closeAccount, eraseDueAccounts } from './accounts/privacy/close-and-erase.ts';
import { signInWithGoogle, startGoogle } from './accounts/signup/google.ts';
import type { App } from './app.ts';
import { DAY, MINUTE } from './platform/clock.ts';
import { transact } from './platform/database/database.ts';
import { listen } from './platform/database/listener.ts';
import { memoryPresence } from './platform/realtime/presence.ts';
import { createSocketServer } from './platform/realtime/realtime.ts';
import { SESSION_CHANGED, createSessionCache, openSession } from './platform/security/sessions.ts';

/** A node with sockets that listens to the database. Nothing else joins it to other nodes. */
async function startNode(app: App, databaseUrl: string) {
  const sessions = createSessionCache(app.clock);
  const sockets = createSocketServer(memoryPresence(), app.brands);
  const http = createServer();
  sockets.attach({ ...app, sessions, realtime: sockets.realtime }, http, { events: [] });
  const changed = (accountId: string) => {
    if (accountId === '') sessions.resume();
    else sessions.forget(accountId);
    sockets.sessionsChanged(accountId);
  };
  const listener = await listen(databaseUrl, { [SESSION_CHANGED]: changed }, app.log, {
    onLost: () => sessions.pause(),
  });
  sessions.resume();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await sockets.drain();
    await listener.close();
  });
  return { port: (http.address() as AddressInfo).port, sockets };
}

async function startNodes(app: App, databaseUrl: string) {
  return [await startNode(app, databaseUrl), await startNode(app, databaseUrl)] as const;
}

const isAnswered = async (socket: Socket, { trackerId }: Member) =>
  (await socket.timeout(5_000).emitWithAck(announce.name, trackerId)) as { ok: boolean };

/** Another device of the same member. */
async function signInElsewhere(member: Member): Promise<{ token: string; sessionId: string }> {
  const token = await openSession(member, member.app.db, member.accountId, 'password');
  const { id } = await member.app.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', member.accountId)
    .where('id', '!=', member.sessionId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { token, sessionId: id };
}

async function takeOverWithGoogle(member: Member): Promise<void> {
  const identityProvider: IdentityProvider = {
    addressFor: async () => 'https://identity.example/',
    redeem: async () => ({
      subject: member.accountId,
      email: member.email,
      emailVerified: true,
      name: undefined,
    }),
  };
  const context = withServices(member, { identityProvider });
  const { state } = await startGoogle(context, { codeChallenge: 'x'.repeat(43) });
  await signInWithGoogle(context, { code: 'code', state, codeVerifier: 'x'.repeat(43) });
}

function suspend({ app, brandId, accountId }: Member): Promise<boolean> {
  const until = new Date(app.clock.now().getTime() + DAY);
  const suspension = { brandId, accountId, by: 'sanction', reason: 'spam', until } as const;
  return transact(app.db, (tx, afterCommit) =>
    disableAccount(app, tx, afterCommit, { ...suspension, actor: { kind: 'system' } }),
  );
}

const ends: [string, (member: Member) => Promise<unknown>][] = [
  ['signing out', signOut],
  ['a new password', (member) => changePassword(member, { password: 'una notte gentile' })],
  ['Google taking over an account made beforehand', takeOverWithGoogle],
  ['closing the account', (member) => closeAccount(member)],
  ['a suspension', suspend],
  ['erasing', ({ app: { db }, accountId }) => db.deleteFrom('account').where('id', '=', accountId).execute()],
  [
    'a statement that nobody thought of',
    ({ app: { db }, accountId }) => sql`delete from session where account_id = ${accountId}`.execute(db),
  ],
];

test.for(ends)(
  '%s cuts the connections of the session, on every node',
  async ([, end], { app, databaseUrl, world }) => {
    const nodes = await startNodes(app, databaseUrl);
    const marco = await world.member({ emailConfirmed: false });
    const paolo = await world.member();
    const own = await Promise.all(nodes.map(({ port }) => connectBrowser(port, marco.token)));
    const others = await Promise.all(nodes.map(({ port }) => connectBrowser(port, paolo.token)));
    const cut = own.map((socket) => nextEvent(socket, 'disconnect'));
    await end(marco);
    expect(await Promise.all(cut)).toEqual(['io server disconnect', 'io server disconnect']);
    for (const socket of others) expect(await isAnswered(socket, paolo)).toEqual({ ok: true });
  },
);

test('ending one session leaves the connections of the others alone', async ({ app, databaseUrl, world }) => {
  const nodes = await startNodes(app, databaseUrl);
  const marco = await world.member();
  const [phone, tablet] = [await signInElsewhere(marco), await signInElsewhere(marco)];
  const own = await connectBrowser(nodes[0].port, marco.token);
  const onPhone = await connectBrowser(nodes[1].port, phone.token);
  const onTablet = await connectBrowser(nodes[0].port, tablet.token);
  const phoneCut = nextEvent(onPhone, 'disconnect');
  await endOwnSession(marco, { sessionId: phone.sessionId });
  await phoneCut;
  expect(await isAnswered(onTablet, marco)).toEqual({ ok: true });
  const tabletCut = nextEvent(onTablet, 'disconnect');
  await endOtherSessions(marco);
  await tabletCut;
  expect(await isAnswered(own, marco)).toEqual({ ok: true });
});

test('an erased account has no connections left', async ({ app, databaseUrl, world }) => {
  const [node] = await startNodes(app, databaseUrl);
  const marco = await world.member({ status: 'closing' });
  const socket = await connectBrowser(node.port, marco.token);
  const cut = nextEvent(socket, 'disconnect');
  app.clock.advance(31 * DAY);
  await eraseDueAccounts(app, { signal: new AbortController().signal });
  expect(await cut).toBe('io server disconnect');
});

/** Sends a connection off, and says how it ended: refused, or cut after it was let in. */
function tryToConnect(port: number, token: string): Promise<string> {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { host: 'localhost' },
    reconnection: false,
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  return new Promise((resolve) => {
    socket.once('connect_error', (error) => resolve(error.message));
    socket.once('disconnect', resolve);
  });
}

test('a session that ends between the look at it and joining opens no connection', async ({
  app,
  db,
  databaseUrl,
  world,
}) => {
  const [node] = await startNodes(app, databaseUrl);
  const marco = await world.member();
  // The look at a session that was not seen for long also writes, which the test can hold up.
  app.clock.advance(10 * MINUTE);
  let ended: Promise<string> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from session where id = ${marco.sessionId} for update`.execute(tx);
    ended = tryToConnect(node.port, marco.token);
    await waitForBlockedSession(db);
    await tx.deleteFrom('session').where('id', '=', marco.sessionId).execute();
  });
  expect(await ended).toMatch(/^(session\.dead|io server disconnect)$/);
});

test(
  'connecting and a new password at the same moment: no connection of the old session stays',
  async ({ app, databaseUrl, world }) => {
    const nodes = await startNodes(app, databaseUrl);
    const interleaving = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(interleaving, async ([before, after, elsewhere]) => {
        const marco = await world.member();
        const outcome = async () => {
          for (let turn = 0; turn < before; turn += 1) await nextTurn();
          return tryToConnect(nodes[elsewhere ? 1 : 0].port, marco.token);
        };
        const change = async () => {
          for (let turn = 0; turn < after; turn += 1) await nextTurn();
          return changePassword(marco, { password: 'una notte gentile' });
        };
        const [ended] = await Promise.all([outcome(), change()]);
        expect(ended).toMatch(/^(session\.dead|io server disconnect)$/);
      }),
      propertyRuns(30, 100),
    );
  },
  usualOrLong(120_000, 900_000),
);

test('what ended while notifications were lost is cut when they arrive again', async ({
  app,
  databaseUrl,
  world,
}) => {
  const proxy = await openDatabaseProxy(databaseUrl);
  const { port } = await startNode(app, urlOfProxy(proxy, databaseUrl));
  const marco = await world.member();
  const socket = await connectBrowser(port, marco.token);
  const cut = nextEvent(socket, 'disconnect');
  proxy.cut();
  await signOut(marco);
  proxy.restore();
  expect(await cut).toBe('io server disconnect');
}, 30_000);

test('a session that has run out is cut within a minute', async ({ app, databaseUrl, world }) => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port } = await startNode(app, databaseUrl);
  const marco = await world.member();
  const socket = await connectBrowser(port, marco.token);
  const cut = nextEvent(socket, 'disconnect');
  app.clock.advance(91 * DAY);
  vi.advanceTimersByTime(MINUTE);
  expect(await cut).toBe('io server disconnect');
});
