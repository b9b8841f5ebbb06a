import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { onTestFinished, vi } from 'vitest';
import { logClient } from '#contract/insight/tracking.ts';
import { bind } from '#server/bind.ts';
import { identify } from '#server/identify.ts';
import { expect, test } from '#testing/harness.ts';
import { mount } from './mount.ts';
import { createHttpServer } from './server.ts';

const heads = {
  'a call whose body is cut short':
    'POST /api/log/client HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"sub',
  'one whose handler reads what never comes':
    'POST /test/stream HTTP/1.1\r\nhost: localhost\r\ncontent-type: test/stream\r\ncontent-length: 1000\r\n\r\nabc',
};

test.for(Object.entries(heads))('%s is no fault of ours: the client has gone', async ([, head], { app }) => {
  const lines = vi.spyOn(app.log, 'error');
  const warnings = vi.spyOn(app.log, 'warn');
  const details = vi.spyOn(app.log, 'debug');
  onTestFinished(() => void vi.restoreAllMocks());
  const { server } = await createHttpServer(app);
  server.addContentTypeParser('test/stream', (_, payload, done) => done(null, payload));
  server.post('/test/stream', async ({ raw }) => finished(raw));
  mount(app, server, [bind(logClient, () => ({ result: 'OK' as const }))], identify);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const arrived = Promise.withResolvers<void>();
  server.server.on('request', () => arrived.resolve());
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.write(head);
  await arrived.promise;
  client.destroy();
  await expect
    .poll(() => details.mock.calls.map(([, words]) => words))
    .toContain('the client went before it was answered');
  expect(lines).not.toHaveBeenCalled();
  expect(warnings).not.toHaveBeenCalled();
  await server.close();
});
