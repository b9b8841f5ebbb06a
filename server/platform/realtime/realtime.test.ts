import { randomBytes } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { announce, eventsMissed, oldSocketRemoved, restart } from '#contract/kernel/connection.ts';
import { serverEvent } from '#contract/kernel/event.ts';
import type { App } from '#server/app.ts';
import { openDatabaseProxy, urlOfProxy } from '#testing/database-proxy.ts';
import { expect, test } from '#testing/harness.ts';
import { startRedis } from '#testing/platform/redis.ts';
import type { Member } from '#testing/world.ts';
import { openFanOut, connectRedis } from '../redis.ts';
import { endSessionsOf } from '../security/sessions.ts';
import { memoryPresence, redisPresence } from './presence.ts';
import { createSocketServer } from './realtime.ts';
import type { SocketServer } from './realtime.ts';

const greeting = serverEvent({
  name: 'greeting',
  summary: 'A test.',
  payload: z.object({ text: z.string() }),
});

async function startNode(app: App, redisUrl?: string, connectTo = connectRedis) {
  const redis = redisUrl ? await connectTo(redisUrl, app.log) : undefined;
  const presence = redis ? redisPresence(redis, () => {}) : memoryPresence();
  const fanOut = redis && (await openFanOut(redis, () => {}));
  const sockets = createSocketServer(presence, app.brands, fanOut);
  const http = createServer();
  sockets.attach({ ...app, realtime: sockets.realtime }, http, { events: [] });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await sockets.drain();
    presence.close();
    fanOut?.close();
    redis?.disconnect();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, sockets };
}

function connect(url: string, token: unknown, host = 'localhost'): Socket {
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { host },
    reconnection: false,
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

const received = <T = unknown>(socket: Socket, event: string) =>
  new Promise<T>((resolve) => socket.once(event, (...args: T[]) => resolve(args[0] as T)));
const connected = (socket: Socket) => received(socket, 'connect');

test('a connection without a live token of this brand is refused, and says why', async ({ app, world }) => {
  const { url } = await startNode(app);
  const marco = await world.member();
  const off = await world.member({ status: 'disabled' });
  const refused: [unknown, string, string][] = [
    [undefined, 'localhost', 'session.missing'],
    [{ a: 1 }, 'localhost', 'session.missing'],
    ['nonsense', 'localhost', 'session.dead'],
    [marco.token, 'es.localhost', 'session.dead'],
    [off.token, 'localhost', 'session.dead'],
    [marco.token, 'elsewhere.example', 'brand.unknown'],
  ];
  for (const [token, host, code] of refused) {
    const error = await received<Error & { data: { code: string } }>(
      connect(url, token, host),
      'connect_error',
    );
    expect(error.data.code).toBe(code);
  }
});

test('after connecting, the browser says whose it is and is believed only if it is true', async ({
  app,
  world,
}) => {
  const { url } = await startNode(app);
  const marco = await world.member();
  const socket = connect(url, marco.token);
  await connected(socket);
  expect(await socket.emitWithAck(announce.name, marco.trackerId)).toEqual({ ok: true });
  expect(await socket.emitWithAck(announce.name, 'another')).toMatchObject({
    ok: false,
    error: { code: 'session.not_yours' },
  });
  expect(await socket.emitWithAck(announce.name, { not: 'a string' })).toMatchObject({
    ok: false,
    error: { code: 'request.malformed' },
  });
});

test('an event reaches every device of its recipient and no other', async ({ app, world }) => {
  const { url, sockets } = await startNode(app);
  const [marco, paolo] = [await world.member(), await world.member()];
  const [phone, laptop, stranger] = [
    connect(url, marco.token),
    connect(url, marco.token),
    connect(url, paolo.token),
  ];
  await Promise.all([phone, laptop, stranger].map(connected));
  const overheard: unknown[] = [];
  stranger.onAny((...args) => overheard.push(args));
  const both = Promise.all([received(phone, greeting.name), received(laptop, greeting.name)]);
  sockets.realtime.emit({ brandId: marco.brandId, accountIds: [marco.accountId] }, greeting, {
    text: 'ciao',
  });
  expect(await both).toEqual([{ text: 'ciao' }, { text: 'ciao' }]);
  expect(await stranger.emitWithAck(announce.name, paolo.trackerId)).toEqual({ ok: true });
  expect(overheard).toEqual([]);
});

test.for([1, 120, 125, 126, 60_000, 70_000])(
  'an event of %i letters arrives as it was sent, whatever letters they are',
  async (length, { app, world }) => {
    const { url, sockets } = await startNode(app);
    const marco = await world.member();
    const [phone, laptop] = [connect(url, marco.token), connect(url, marco.token)];
    await Promise.all([phone, laptop].map(connected));
    const to = { brandId: marco.brandId, accountIds: [marco.accountId], except: phone.id };
    const overheard: unknown[] = [];
    phone.onAny((...args) => overheard.push(args));
    const both = [{ text: 'x'.repeat(length) }, { text: 'è🌙"\n'.repeat(Math.ceil(length / 6)) }];
    for (const payload of both) {
      const message = received(laptop, greeting.name);
      sockets.realtime.emit(to, greeting, payload);
      expect(await message).toEqual(payload);
    }
    expect(await phone.emitWithAck(announce.name, marco.trackerId)).toEqual({ ok: true });
    expect(overheard).toEqual([]);
  },
);

/** Who is connected counts as being there a moment later, and only then is older than those who come after. */
const isPresent = ({ realtime }: SocketServer, { brandId, accountId }: Member) =>
  expect.poll(() => realtime.presence.online(brandId, [accountId])).toEqual(new Set([accountId]));

test('the oldest connection beyond five gets a reason and is closed', async ({ app, world }) => {
  const { url, sockets } = await startNode(app);
  const marco = await world.member();
  const oldest = connect(url, marco.token);
  await connected(oldest);
  await isPresent(sockets, marco);
  const removed = received(oldest, oldSocketRemoved.name);
  const closed = received(oldest, 'disconnect');
  const others = [];
  for (let count = 0; count < 5; count += 1) {
    const socket = connect(url, marco.token);
    await connected(socket);
    others.push(socket);
  }
  await removed;
  await closed;
  expect(others.every((socket) => socket.connected)).toBe(true);
});

test('the five connections may be on different nodes, and the oldest beyond them is closed wherever it is', async ({
  app,
  world,
}) => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const [first, second] = [await startNode(app, redis.url), await startNode(app, redis.url)];
  const marco = await world.member();
  const oldest = connect(first.url, marco.token);
  await connected(oldest);
  await isPresent(first.sockets, marco);
  const removed = received(oldest, oldSocketRemoved.name);
  const closed = received(oldest, 'disconnect');
  const others = [];
  for (const { url } of [second, first, second, first, second]) {
    const socket = connect(url, marco.token);
    await connected(socket);
    others.push(socket);
  }
  await removed;
  await closed;
  expect(others.every((socket) => socket.connected)).toBe(true);
});

test('a stopping server tells its browsers to come back', async ({ app, world }) => {
  const { url, sockets } = await startNode(app);
  const marco = await world.member();
  const socket = connect(url, marco.token);
  await connected(socket);
  const restarting = received(socket, restart.name);
  await sockets.drain();
  expect(await restarting).toEqual({});
});

test('a flood of events is answered with a refusal, not with work', async ({ app, world }) => {
  const { url } = await startNode(app);
  const marco = await world.member();
  const socket = connect(url, marco.token);
  await connected(socket);
  const answers = await Promise.all(
    Array.from({ length: 130 }, () => socket.emitWithAck(announce.name, marco.trackerId)),
  );
  expect(answers.filter(({ ok }: { ok: boolean }) => !ok)).toHaveLength(30);
  expect(answers.at(-1)).toMatchObject({ error: { code: 'request.too_many' } });
});

/** Knocks as a browser does, and answers with the status and what was said to a refusal. */
function knock(
  url: string,
  address: string,
): Promise<{ status: number; retryAfter?: string; code?: string }> {
  const headers = {
    host: 'localhost',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'x-forwarded-for': address,
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/socket.io/?EIO=4&transport=websocket`, { headers });
    asked.on('upgrade', (_, socket) => {
      socket.destroy();
      resolve({ status: 101 });
    });
    asked.on('response', (answer) => {
      json(answer)
        .then((body) => {
          const { code } = (body as { error: { code: string } }).error;
          const retryAfter = String(answer.headers['retry-after']);
          resolve({ status: answer.statusCode ?? 0, retryAfter, code });
        })
        .catch(reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('handshakes are counted like calls, by the network they come from', async ({ app }) => {
  const limits = { ...app.config.limits, requestsPerAddress: 5 };
  const { url } = await startNode({ ...app, config: { ...app.config, limits, trustProxy: 1 } });
  const knocks = (address: string) => Promise.all(Array.from({ length: 8 }, () => knock(url, address)));
  const answers = await knocks('198.51.100.1');
  expect(answers.filter(({ status }) => status === 101)).toHaveLength(5);
  for (const refusal of answers.filter(({ status }) => status !== 101))
    expect(refusal).toEqual({
      status: 429,
      code: 'request.too_many',
      retryAfter: expect.stringMatching(/^([1-9]|10)$/),
    });
  expect(await knock(url, '198.51.100.2')).toEqual({ status: 101 });
});

test('an event that is too large is answered, and the connection stands', async ({ app, world }) => {
  const { url } = await startNode(app);
  const marco = await world.member();
  const socket = connect(url, marco.token);
  await connected(socket);
  for (const large of ['x'.repeat(70_000), { msg: 'x'.repeat(70_000) }, { list: ['x'.repeat(70_000)] }])
    expect(await socket.emitWithAck(announce.name, large)).toMatchObject({
      ok: false,
      error: { code: 'request.too_large' },
    });
  expect(await socket.emitWithAck(announce.name, marco.trackerId)).toEqual({ ok: true });
});

test.for([
  ['an event of bytes', (bytes: Buffer) => bytes],
  ['bytes deep inside an event', (bytes: Buffer) => ({ msg: [{ deep: bytes }] })],
] as const)('%s ends the connection, and the next one is welcome', async ([, wrap], { app, world }) => {
  const { url } = await startNode(app);
  const marco = await world.member();
  const socket = connect(url, marco.token);
  await connected(socket);
  const closed = new Promise((resolve) => void socket.once('disconnect', resolve));
  socket.emit(announce.name, wrap(Buffer.alloc(100)));
  expect(await closed).toBe('transport close');
  const next = connect(url, marco.token);
  await connected(next);
  expect(await next.emitWithAck(announce.name, marco.trackerId)).toEqual({ ok: true });
});

test('a frame that is larger than any call closes the connection, which says why', async ({ app, world }) => {
  const { url } = await startNode(app);
  const marco = await world.member();
  const socket = connect(url, marco.token);
  await connected(socket);
  const closed = new Promise<unknown>((resolve) => {
    socket.once('disconnect', (_, details) => resolve(details));
  });
  socket.emit(announce.name, 'x'.repeat(300_000));
  expect(await closed).toMatchObject({ context: { code: 1009 } });
});

test('two nodes with Redis behave as one: events, presence, ended sessions', async ({ app, world }) => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const [first, second] = [await startNode(app, redis.url), await startNode(app, redis.url)];
  const marco = await world.member();
  const to = { brandId: marco.brandId, accountIds: [marco.accountId] };
  const socket = connect(first.url, marco.token);
  await connected(socket);
  await expect
    .poll(() => second.sockets.realtime.presence.online(marco.brandId, [marco.accountId]))
    .toEqual(new Set([marco.accountId]));
  const message = received(socket, greeting.name);
  second.sockets.realtime.emit(to, greeting, { text: 'from the other node' });
  expect(await message).toEqual({ text: 'from the other node' });
  const closed = received(socket, 'disconnect');
  await endSessionsOf(marco.app.db, marco.brandId, marco.accountId);
  for (const { sockets } of [first, second]) sockets.sessionsChanged(marco.accountId);
  await closed;
  await expect
    .poll(() => second.sockets.realtime.presence.online(marco.brandId, [marco.accountId]))
    .toEqual(new Set());
});

test('a Redis that is stuck keeps nothing from those who are on the same node', async ({ app, world }) => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  // Whatever waits for Redis here waits for ever.
  const { url, sockets } = await startNode(app, redis.url, async (address) => {
    const patient = new Redis(address, { lazyConnect: true }).on('error', () => {});
    await patient.connect();
    return patient;
  });
  const marco = await world.member();
  const to = { brandId: marco.brandId, accountIds: [marco.accountId] };
  const socket = connect(url, marco.token);
  await connected(socket);
  redis.pause();
  const message = received(socket, greeting.name);
  sockets.realtime.emit(to, greeting, { text: 'all the same' });
  expect(await message).toEqual({ text: 'all the same' });
  expect(await sockets.realtime.presence.online(marco.brandId, [marco.accountId])).toEqual(
    new Set([marco.accountId]),
  );
  const another = connect(url, marco.token);
  await connected(another);
  expect(await another.emitWithAck(announce.name, marco.trackerId)).toEqual({ ok: true });
});

test('a node whose way to Redis was cut has the browsers of all nodes fetch what they missed', async ({
  app,
  world,
}) => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const proxy = await openDatabaseProxy(redis.url);
  const cut = await startNode(app, urlOfProxy(proxy, redis.url));
  const other = await startNode(app, redis.url);
  const [marco, anna] = [await world.member(), await world.member({ gender: 'female' })];
  const [marcosPage, annasPage] = [connect(cut.url, marco.token), connect(other.url, anna.token)];
  await Promise.all([connected(marcosPage), connected(annasPage)]);
  const texts: string[] = [];
  annasPage.on(greeting.name, ({ text }: { text: string }) => texts.push(text));
  const to = { brandId: anna.brandId, accountIds: [anna.accountId] };
  cut.sockets.realtime.emit(to, greeting, { text: 'joined' });
  await expect.poll(() => texts).toEqual(['joined']);

  const missed = Promise.all([marcosPage, annasPage].map((socket) => received(socket, eventsMissed.name)));
  proxy.cut();
  await expect.poll(() => proxy.refused).toBeGreaterThanOrEqual(3);
  cut.sockets.realtime.emit(to, greeting, { text: 'lost' });
  proxy.restore();
  expect(await missed).toEqual([{}, {}]);
  expect(texts).toEqual(['joined']);
});
