import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { MovableClock } from '#testing/movable-clock.ts';
import { ForbiddenAddress, createOutbound, isPublicAddress } from './outbound.ts';

test.for([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['localhost', false],
] as const)('%s: public is %s', ([address, isPublic]) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('whatever leads to this machine or its neighbours is not asked, by whatever name', async () => {
  const outbound = createOutbound({ clock: new MovableClock(), sandboxUrl: undefined });
  const { signal } = new AbortController();
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'http://93.184.216.34/',
    'https://user:password@example.com/',
  ])
    await expect(outbound.get(url, {}, signal)).rejects.toThrow(ForbiddenAddress);
  // An address that is wrong says nothing of the host.
  expect(outbound.mayAsk('https://localhost/')).toBe(true);
});

test('a redirect is an answer, and a host that fails is left alone for a while', async () => {
  const asked: string[] = [];
  let status = 302;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('x'.repeat(1_000));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clock = new MovableClock();
  const outbound = createOutbound({ clock, sandboxUrl: `http://127.0.0.1:${port}` });
  const url = 'https://network.example/told?id=1';
  const ask = () => outbound.get(url, {}, new AbortController().signal);
  expect(await ask()).toBe(302);
  expect(asked).toEqual(['/network.example/told?id=1']);
  status = 503;
  for (let count = 0; count < 5; count += 1) expect(await ask()).toBe(503);
  expect([outbound.mayAsk(url), outbound.mayAsk('https://other.example/')]).toEqual([false, true]);
  clock.advance(5_000);
  expect(outbound.mayAsk(url)).toBe(true);
  status = 200;
  expect(await ask()).toBe(200);
  expect(outbound.mayAsk(url)).toBe(true);
});
