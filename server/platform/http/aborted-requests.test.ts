import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { logClient } from '#contract/insight/tracking.ts';
import { endpoint } from '#contract/kernel/endpoint.ts';
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

const upload = endpoint({
  host: 'api',
  method: 'POST',
  path: '/test/upload',
  access: 'visitor',
  summary: 'Takes a file.',
  upload: { name: 'photo', wire: 'photo', maxBytes: 1_000_000, tooLarge: 'photo.too_large' },
  reply: z.object({ bytes: z.number() }),
  errors: ['photo.too_large', 'upload.busy'],
});
const form = [
  'POST /api/test/upload HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x',
  'content-length: 500000\r\n\r\n--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"',
  'content-type: image/jpeg\r\n\r\nabc',
].join('\r\n');

const requests = {
  'a file that is being sent': 'GET /test/file HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'a page that is ready later': 'GET /test/page HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n',
  'a file that is being received': form,
};

test.for(Object.entries(requests))(
  '%s is left by its client without a word in the log',
  async ([, head], { app }) => {
    const lines = vi.spyOn(app.log, 'error');
    const warnings = vi.spyOn(app.log, 'warn');
    onTestFinished(() => void vi.restoreAllMocks());
    const { server } = await createHttpServer(app);
    const letters = 'a'.repeat(1_000_000);
    server.get('/test/file', (_, reply) =>
      reply.send(Readable.from(Array.from({ length: 100 }, () => Buffer.from(letters)))),
    );
    server.get('/test/page', async ({ raw }, reply) => {
      await once(raw.socket, 'close');
      return reply.type('text/html').send(letters);
    });
    mount(app, server, [bind(upload, (_, { photo }) => ({ bytes: photo.size }))], identify);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    server.addHook('onRequest', (_, reply, next) => {
      reply.raw.once('close', () => ended.resolve());
      begun.resolve();
      next();
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    client.write(head);
    await begun.promise;
    if (head.includes('/test/file')) await once(client, 'data');
    client.destroy();
    await ended.promise;
    await server.close();
    expect(lines).not.toHaveBeenCalled();
    expect(warnings).not.toHaveBeenCalled();
  },
);
