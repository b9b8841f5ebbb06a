import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportCreditsShort } from '#contract/chat/sending.ts';
import { announce, eventsMissed, oldSocketRemoved, restart } from '#contract/kernel/connection.ts';
import { RANDOM_DELAY_MS } from '#contract/kernel/constants.ts';
import { isConnected, emit, onConnect } from './socket-events.ts';
import { openSocket, randomDelay } from './socket.ts';

interface TestServer {
  address: string;
  io: Server;
  /** Who is connected, in the order in which they came. */
  came: Socket[];
  /** Whose they say they are. */
  said: unknown[];
}

async function startServer(
  port = 0,
  admit: (token: unknown) => Error | undefined = () => undefined,
  maxHttpBufferSize = 100_000,
): Promise<TestServer> {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], maxHttpBufferSize });
  const came: Socket[] = [];
  const said: unknown[] = [];
  io.use((socket, next) => next(admit(socket.handshake.auth['token'])));
  io.on('connection', (socket) => {
    came.push(socket);
    socket.on(announce.name, (whose: unknown) => said.push(whose));
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => io.close());
  const { port: listening } = http.address() as AddressInfo;
  return { address: `http://127.0.0.1:${listening}/socket.io`, io, came, said };
}

function visit(address: string, token = () => 'token-1', reloadsAfter = () => 0) {
  const page = {
    reload: vi.fn<() => void>(),
    sessionEnded: vi.fn<(token: string) => void>(),
    report: vi.fn<(m: string) => void>(),
  };
  onTestFinished(openSocket({ address, token, trackerId: 'click-1', reloadsAfter, ...page }));
  return page;
}

const refusal = (code: string) => Object.assign(new Error(code), { data: { code } });
const arrival = (server: TestServer, count = 1) =>
  vi.waitFor(() => expect(server.came).toHaveLength(count), { timeout: 10_000 });

test('a connection says whose it is, and shows its token', async () => {
  const server = await startServer();
  visit(server.address);
  await arrival(server);
  await vi.waitFor(() => expect(server.said).toEqual(['click-1']));
  expect(server.came[0]!.handshake.auth).toEqual({ token: 'token-1' });
});

test('a restart reloads the page once the server is back', async () => {
  const server = await startServer();
  const page = visit(server.address);
  await arrival(server);
  server.io.emit(restart.name, {});
  await server.io.close();
  expect(page.reload).not.toHaveBeenCalled();
  const next = await startServer(Number(new URL(server.address).port));
  await arrival(next);
  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledOnce());
});

test('after a restart not every page reloads at the same moment', async () => {
  const server = await startServer();
  const patient = visit(server.address, undefined, () => 60_000);
  const quick = visit(server.address);
  await arrival(server, 2);
  server.io.emit(restart.name, {});
  await server.io.close();
  const next = await startServer(Number(new URL(server.address).port));
  await arrival(next, 2);
  await vi.waitFor(() => expect(quick.reload).toHaveBeenCalledOnce());
  expect(patient.reload).not.toHaveBeenCalled();
});

test('a server that has lost events has the page fetch what it shows, as after a new connection', async () => {
  const server = await startServer();
  const fetched = vi.fn<() => void>();
  onTestFinished(onConnect(fetched));
  visit(server.address);
  await arrival(server);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  server.io.emit(eventsMissed.name, {});
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
});

test('a random delay is between its ends', () => {
  expect([0, 0.5, 1].map((drawn) => randomDelay(() => drawn))).toEqual([
    RANDOM_DELAY_MS.min,
    (RANDOM_DELAY_MS.min + RANDOM_DELAY_MS.max) / 2,
    RANDOM_DELAY_MS.max,
  ]);
});

test('one that the server closes comes back, one that gave way to newer ones does not', async () => {
  const server = await startServer();
  const page = visit(server.address);
  await arrival(server);
  server.came[0]!.disconnect(true);
  await arrival(server, 2);
  server.came[1]!.emit(oldSocketRemoved.name, {});
  server.came[1]!.disconnect(true);
  // Another visitor shows that the door is open.
  visit(server.address);
  await arrival(server, 3);
  expect(page.reload).not.toHaveBeenCalled();
  expect(server.io.sockets.sockets.size).toBe(1);
});

test('what the server closes the connection over is refused, and not taken for a lost connection', async () => {
  // A server that takes less than the browser lets through.
  const server = await startServer(0, undefined, 1_000);
  visit(server.address);
  await arrival(server);
  const large = { trackerId: 'click-1', profileId: 'anna', landedAt: 'x'.repeat(2_000) };
  await vi.waitFor(() => expect(isConnected()).toBe(true));
  await expect(emit(reportCreditsShort, large)).rejects.toMatchObject({ code: 'request.too_large' });
});

test('a dead token ends the session and is not tried again', async () => {
  const asked: unknown[] = [];
  const server = await startServer(0, (token) => {
    asked.push(token);
    return refusal('session.dead');
  });
  const page = visit(server.address);
  await vi.waitFor(() => expect(page.sessionEnded).toHaveBeenCalledExactlyOnceWith('token-1'));
  expect(page.report).not.toHaveBeenCalled();
  expect(asked).toEqual(['token-1']);
});

test('another refusal is reported, and tried again', async () => {
  let tries = 0;
  const server = await startServer(0, () => (++tries === 1 ? refusal('server.unavailable') : undefined));
  const page = visit(server.address);
  await vi.waitFor(() => expect(page.report).toHaveBeenCalledWith('server.unavailable'));
  await arrival(server);
});

test('a session that was followed by another comes back with its token', async () => {
  const server = await startServer(0, (token) => (token === 'token-2' ? undefined : refusal('session.dead')));
  let asked = 0;
  const page = visit(server.address, () => (++asked === 1 ? 'token-1' : 'token-2'));
  await arrival(server);
  expect(page.sessionEnded).not.toHaveBeenCalled();
});
