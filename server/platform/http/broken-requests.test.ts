import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { refuseBrokenRequest } from './server.ts';

test('a connection that is opened ahead and not used is closed without a word; half a request is answered', async () => {
  const server = createServer({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 });
  server.on('clientError', refuseBrokenRequest);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const unused = connect(port, '127.0.0.1');
  const slow = connect(port, '127.0.0.1');
  slow.write('GET / HTTP/1.1\r\nhost: localhost\r\n');
  expect(await text(unused)).toBe('');
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 400 .*"code":"request\.malformed"/s);
});
