import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { eventsMissed } from '#contract/kernel/connection.ts';
import { STAFF_NAMESPACE, staffChanged } from '#contract/staff/live.ts';
import type { App } from '#server/app.ts';
import { listen } from '#server/platform/database/listener.ts';
import { memoryPresence, redisPresence } from '#server/platform/realtime/presence.ts';
import { createSocketServer } from '#server/platform/realtime/realtime.ts';
import { connectRedis, openFanOut } from '#server/platform/redis.ts';
import { connectBrowser, nextEvent } from '#testing/browser-socket.ts';
import { openDatabaseProxy, urlOfProxy } from '#testing/database-proxy.ts';
import { expect, test } from '#testing/harness.ts';
import { startRedis } from '#testing/platform/redis.ts';
import { enterConsole, hire } from '#testing/staff/staff.ts';
import type { World } from '#testing/world.ts';
import { STAFF_SESSION_CHANGED, signIn, staffSessions } from './console-sessions.ts';
import * as people from './people.ts';

/** A node with consoles that listens to the database. */
async function startNode(app: App, databaseUrl: string, redisUrl?: string) {
  const redis = redisUrl ? await connectRedis(redisUrl, app.log) : undefined;
  const presence = redis ? redisPresence(redis, () => {}) : memoryPresence();
  const fanOut = redis && (await openFanOut(redis, () => {}));
  const sockets = createSocketServer(presence, app.brands, fanOut);
  const http = createServer();
  sockets.attach(app, http, { events: [], staffSessions });
  const listener = await listen(
    databaseUrl,
    { [STAFF_SESSION_CHANGED]: sockets.staffSessionsChanged },
    app.log,
    { onReturn: sockets.eventsMissed },
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await sockets.drain();
    await listener.close();
    presence.close();
    fanOut?.close();
    redis?.disconnect();
  });
  return { port: (http.address() as AddressInfo).port, live: sockets.staffLive };
}

async function openConsole(world: World, port: number, options: Parameters<typeof hire>[1]) {
  const person = await hire(world, options);
  const socket = await connectBrowser(port, await enterConsole(world, person), STAFF_NAMESPACE);
  const changes: unknown[] = [];
  socket.on(staffChanged.name, (change) => changes.push(change));
  return { person, socket, changes };
}

const change = (brandId: string, id: string) => ({
  brandId,
  topic: 'case' as const,
  id,
  change: 'decided',
  staffId: null,
});
const nextChange = (socket: Socket) => nextEvent(socket, staffChanged.name);

test('a console fetches what it shows once a connection to the database is back', async ({
  world,
  app,
  databaseUrl,
}) => {
  const proxy = await openDatabaseProxy(databaseUrl);
  const { port } = await startNode(app, urlOfProxy(proxy, databaseUrl));
  const { socket } = await openConsole(world, port, { role: 'moderator', brands: ['lunaria'] });
  const missed = nextEvent(socket, eventsMissed.name);
  proxy.cut();
  proxy.restore();
  expect(await missed).toEqual({});
});

test('a change reaches those who have the right and work for the brand, and no one else', async ({
  world,
  app,
  databaseUrl,
}) => {
  const { port, live } = await startNode(app, databaseUrl);
  const [lunaria, verbena] = [world.brand('lunaria').id, world.brand('verbena').id];
  const moderator = await openConsole(world, port, { role: 'moderator', brands: ['lunaria'] });
  const elsewhere = await openConsole(world, port, { role: 'moderator', brands: ['verbena'] });
  const host = await openConsole(world, port, { role: 'host', brands: ['lunaria'] });
  const owner = await openConsole(world, port, { role: 'owner' });
  const last = [moderator, elsewhere, owner].map(({ socket }) => nextChange(socket));
  live.emit('moderation.decide', change(lunaria, 'one'));
  await Promise.all([last[0], last[2]]);
  live.emit('moderation.decide', change(verbena, 'two'));
  await last[1];
  live.emit('conversations.answer', change(lunaria, 'three'));
  await nextChange(host.socket);
  const one = { topic: 'case', brand: 'lunaria', id: 'one', change: 'decided', staffId: null };
  expect(moderator.changes).toEqual([one]);
  expect(elsewhere.changes).toEqual([{ ...one, brand: 'verbena', id: 'two' }]);
  expect(host.changes).toEqual([{ ...one, id: 'three' }]);
  await expect.poll(() => owner.changes).toHaveLength(3);
  expect(await live.online([host.person.id, moderator.person.id, lunaria])).toEqual(
    new Set([host.person.id, moderator.person.id]),
  );
});

test('no event reaches callers who are not of the staff, or have not shown the second factor', async ({
  world,
  app,
  databaseUrl,
}) => {
  const { port } = await startNode(app, databaseUrl);
  const member = await world.member();
  const owner = await hire(world, { role: 'owner' });
  const { token: half } = await signIn(world.visitor(), owner);
  const refused: [unknown, string][] = [
    [undefined, 'session.missing'],
    [member.token, 'session.dead'],
    [half, 'staff.factor_missing'],
  ];
  for (const [token, code] of refused)
    await expect(connectBrowser(port, token, STAFF_NAMESPACE)).rejects.toMatchObject({ data: { code } });
  // A console's token opens no member's connection either.
  const whole = await enterConsole(world, await hire(world, { role: 'host' }));
  await expect(connectBrowser(port, whole)).rejects.toMatchObject({ data: { code: 'session.dead' } });
});

test('whose access is removed is cut off at once, the others stay', async ({ world, app, databaseUrl }) => {
  const { port, live } = await startNode(app, databaseUrl);
  const bruna = await openConsole(world, port, { role: 'host' });
  const carla = await openConsole(world, port, { role: 'host' });
  const cut = nextEvent(bruna.socket, 'disconnect');
  const token = await enterConsole(world, await hire(world));
  const session = await staffSessions.find(app, token);
  if (!session) throw new Error('nobody is at work');
  await people.dismissPerson({ ...world.visitor(), ...session }, { staffId: bruna.person.id });
  expect(await cut).toBe('io server disconnect');
  const next = nextChange(carla.socket);
  live.emit('conversations.answer', change(world.brand().id, 'four'));
  await next;
  expect(bruna.changes).toEqual([]);
});

test('a change on one node reaches consoles at another', async ({ world, app, databaseUrl }) => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const here = await startNode(app, databaseUrl, redis.url);
  const there = await startNode(app, databaseUrl, redis.url);
  const host = await openConsole(world, there.port, { role: 'host' });
  const next = nextChange(host.socket);
  here.live.emit('conversations.answer', change(world.brand().id, 'five'));
  expect(await next).toMatchObject({ id: 'five' });
  await expect.poll(() => here.live.online([host.person.id])).toEqual(new Set([host.person.id]));
});

test('a console hears of each brand what the person’s role there may hear', async ({
  world,
  app,
  databaseUrl,
}) => {
  const { port, live } = await startNode(app, databaseUrl);
  const roles = { lunaria: 'host', verbena: 'moderator' } as const;
  const { socket, changes } = await openConsole(world, port, { roles });
  const [lunaria, verbena] = [world.brand('lunaria').id, world.brand('verbena').id];
  const first = nextChange(socket);
  live.emit('moderation.decide', change(lunaria, 'six'));
  live.emit('conversations.answer', change(verbena, 'seven'));
  live.emit('moderation.decide', change(verbena, 'eight'));
  await first;
  const second = nextChange(socket);
  live.emit('conversations.answer', change(lunaria, 'nine'));
  await second;
  expect(changes).toEqual([
    expect.objectContaining({ brand: 'verbena' }),
    expect.objectContaining({ brand: 'lunaria' }),
  ]);
});
