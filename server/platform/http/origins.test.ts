import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { App } from '#server/app.ts';
import { expect, test } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { readConfig } from '../config/config.ts';
import type { Config, Environment } from '../config/config.ts';
import { memoryPresence } from '../realtime/presence.ts';
import { createSocketServer } from '../realtime/realtime.ts';
import { createOrigins, findSite } from './origins.ts';
import { compileTrust } from './proxies.ts';
import { siteContext } from './server.ts';
import { createHttpServer } from './server.ts';

const common = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: 'Z'.repeat(43) };
const production = { ...common, NODE_ENV: 'production', PAYMENT_SECRET_KEY: common.SECRET_KEY };

function originOf(hostname: string, environment: Environment): string {
  return createOrigins(readConfig({ ...common, ...environment })).of(hostname);
}

test('scheme and port are configuration: ours by default, a proxy’s where it says so', () => {
  expect(originOf('it.localhost', {})).toBe('http://it.localhost:3000');
  expect(originOf('it.localhost', { PORT: '80' })).toBe('http://it.localhost');
  expect(originOf('lunaria.example', production)).toBe('https://lunaria.example');
  expect(originOf('lunaria.example', { ...production, PUBLIC_PORT: '8443' })).toBe(
    'https://lunaria.example:8443',
  );
  expect(originOf('lunaria.example', { ...production, PUBLIC_SCHEME: 'http' })).toBe(
    'http://lunaria.example',
  );
  // A name that only means this machine has nothing in front of it, unless the configuration says so.
  expect(originOf('it.localhost', production)).toBe('http://it.localhost:3000');
  expect(originOf('it.localhost', { ...production, PUBLIC_SCHEME: 'https', PUBLIC_PORT: '443' })).toBe(
    'https://it.localhost',
  );
});

test('with PORT=0 the port is the one that was found', () => {
  const origins = createOrigins(readConfig({ PORT: '0' }));
  origins.listeningAt(45_678);
  expect(origins.of('localhost')).toBe('http://localhost:45678');
});

/** Everything that has been seen to split a name from an address differently in two readers. */
const strangers = [
  '',
  'localhost:x@evil.example',
  'localhost@evil.example',
  'user:3000@localhost',
  'localhost:',
  'localhost:0',
  'localhost:00080',
  'localhost:65536',
  'localhost:3000:3000',
  'localhost:3000/evil.example',
  'localhost#evil.example',
  'localhost?evil.example',
  'localhost\\evil.example',
  'localhost,evil.example',
  'localhost evil.example',
  ' localhost',
  'localhost.',
  '.localhost',
  'evil.localhost',
  'localhost.evil.example',
  '[::1]',
  '[::1]:3000',
  '[::ffff:127.0.0.1]',
  '127.0.0.1.',
  '2130706433',
  'lоcalhost',
  '__proto__',
];

test('a Host header chooses one of the configured hostnames, and nothing else of it is used', ({ app }) => {
  const found = (host: string) => findSite(app, host)?.origin;
  expect(found('localhost')).toBe('http://localhost:3000');
  expect(found('it.localhost:9')).toBe('http://it.localhost:3000');
  expect(found('IT.LocalHost:65535')).toBe('http://it.localhost:3000');
  expect(found('127.0.0.1')).toBe('http://127.0.0.1:3000');
  expect(strangers.filter((host) => findSite(app, host) !== undefined)).toEqual([]);
});

/** Sends bytes as they are, and reads the status of what comes back. */
async function statusOf(port: number, ...lines: string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
}

/** A node that says where it thinks it was asked, over real connections. */
async function listen(app: App, settings: Partial<Config> = {}): Promise<number> {
  const config = { ...app.config, ...settings };
  const node = { ...app, config, origins: createOrigins(config) };
  const { server, close } = await createHttpServer(node);
  server.get('/where', (request, reply) => {
    const { origin, addressCountry = null } = siteContext(request);
    return reply.send({ origin, addressCountry });
  });
  const sockets = createSocketServer(memoryPresence(), app.brands);
  sockets.attach({ ...node, realtime: sockets.realtime }, server.server, { events: [] });
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await Promise.all([sockets.drain(), close()]);
  });
  return (server.server.address() as AddressInfo).port;
}

test('old and odd requests are held to the same rule', async ({ app }) => {
  const port = await listen(app);
  const status = (...lines: string[]) => statusOf(port, ...lines);
  expect(await status('GET /where HTTP/1.0')).toBe(421);
  expect(await status('GET /where HTTP/1.0', 'Host: it.localhost')).toBe(200);
  expect(await status('GET /where HTTP/1.1', 'Host: IT.localhost:1')).toBe(200);
  expect(await status('GET /where HTTP/1.1', 'Host: it.localhost.')).toBe(421);
  expect(await status('GET /where HTTP/1.1', 'Host: [::1]')).toBe(421);
  // The target counts where it names a host, as the standard has it.
  expect(await status('GET http://evil.example/where HTTP/1.1', 'Host: it.localhost')).toBe(421);
  expect(await status('GET http://it.localhost@evil.example/where HTTP/1.1', 'Host: localhost')).toBe(421);
  expect(await status('GET http://it.localhost/where HTTP/1.1', 'Host: evil.example')).toBe(200);
  expect(await status('GET /healthz HTTP/1.0')).toBe(200);
});

test('behind a proxy of ours its word about the host counts, held to the same rule; a stranger’s does not', async ({
  app,
}) => {
  const publicly = { publicScheme: 'https', publicPort: 8443 } as const;
  const where = async (port: number, forwarded: string) => {
    const headers = { 'x-forwarded-host': forwarded, 'x-forwarded-proto': 'javascript' };
    const answer = await sendRequest(port, { path: '/where', host: 'localhost:9', headers });
    return answer.status === 200 ? (answer.json() as { origin: string }).origin : answer.status;
  };
  const behind = await listen(app, { ...publicly, trustProxy: ['loopback'] });
  expect(await where(behind, 'es.localhost')).toBe('https://es.localhost:8443');
  expect(await where(behind, 'evil.example, es.localhost:81')).toBe('https://es.localhost:8443');
  expect(await where(behind, 'es.localhost:x@evil.example')).toBe(421);
  expect(await where(behind, 'es.localhost, evil.example')).toBe(421);
  const elsewhere = await listen(app, { ...publicly, trustProxy: ['10.0.0.0/8'] });
  expect(await where(elsewhere, 'evil.example')).toBe('https://localhost:8443');
});

test('the country of an address is what a proxy of ours says in the header that is configured for it', async ({
  app,
}) => {
  const countryOf = async (port: number, header: string) => {
    const answer = await sendRequest(port, {
      path: '/where',
      host: 'localhost:9',
      headers: { 'cf-ipcountry': header },
    });
    return (answer.json() as { addressCountry: string | null }).addressCountry;
  };
  const countryHeader = 'cf-ipcountry';
  const behind = await listen(app, { trustProxy: ['loopback'], countryHeader });
  expect(await countryOf(behind, 'PT')).toBe('pt');
  // Not known there, a hidden member, and nonsense.
  for (const header of ['XX', 'ZZ', 'T1', 'EU', '', 'PT, FR', 'PRT'])
    expect(await countryOf(behind, header)).toBeNull();
  const elsewhere = await listen(app, { trustProxy: ['10.0.0.0/8'], countryHeader });
  expect(await countryOf(elsewhere, 'PT')).toBeNull();
  expect(await countryOf(await listen(app, { trustProxy: ['loopback'] }), 'PT')).toBeNull();
});

test('sockets are let in by the same rule', async ({ app, world }) => {
  const anna = await world.member();
  const port = await listen(app, { trustProxy: 1 });
  const enter = (extraHeaders: Record<string, string>) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      auth: { token: anna.token },
      extraHeaders,
      reconnection: false,
      forceNew: true,
    });
    onTestFinished(() => void socket.disconnect());
    return new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('in'));
      socket.once('connect_error', ({ message }) => resolve(message));
    });
  };
  expect(await enter({ host: 'it.localhost:5' })).toBe('in');
  expect(await enter({ host: 'it.localhost:5@evil.example' })).toBe('brand.unknown');
  expect(await enter({ host: 'it.localhost:99999' })).toBe('brand.unknown');
  expect(await enter({ host: 'proxy.internal', 'x-forwarded-host': 'it.localhost' })).toBe('in');
  expect(await enter({ host: 'it.localhost', 'x-forwarded-host': 'evil.example' })).toBe('brand.unknown');
});

test.each<[Environment, string, boolean]>([
  [{}, '127.0.0.1', false],
  [{ TRUST_PROXY: '1' }, '203.0.113.4', true],
  [{ TRUST_PROXY: '0' }, '203.0.113.4', false],
  [{ TRUST_PROXY: 'loopback' }, '127.0.0.9', true],
  [{ TRUST_PROXY: 'loopback' }, '::ffff:127.0.0.1', true],
  [{ TRUST_PROXY: 'loopback' }, '::1', true],
  [{ TRUST_PROXY: 'loopback' }, '10.0.0.1', false],
  [{ TRUST_PROXY: 'linklocal' }, 'fe80::1%eth0', true],
  [{ TRUST_PROXY: 'uniquelocal, 203.0.113.0/24' }, '203.0.113.7', true],
  [{ TRUST_PROXY: '10.0.0.7' }, '10.0.0.8', false],
  [{ TRUST_PROXY: 'fd00::/8' }, 'fd12::9', true],
  [{ TRUST_PROXY: '10.0.0.0/8' }, 'nonsense', false],
])('with %j the neighbour %s is believed: %s', (environment, address, believed) => {
  expect(compileTrust(readConfig(environment))(address, 0)).toBe(believed);
});
