import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { answer, halfAnAnswer, hangUp, playProvider, silence } from '#testing/billing/play-provider.ts';
import { send } from './http-client.ts';

const post = (url: string, more: { timeoutMs?: number; maxBytes?: number } = {}) =>
  send({
    url,
    method: 'POST',
    headers: { 'x-key': 'k' },
    body: 'card=4111111111111111',
    timeoutMs: 5_000,
    ...more,
  });

test('an answer is an answer, whatever its status', async () => {
  const { url, received } = await playProvider(answer(503, 'busy', { 'retry-after': '3' }));
  const sent = await post(url);
  expect(sent).toMatchObject({ kind: 'answered', status: 503, text: 'busy' });
  expect(sent.kind === 'answered' && sent.headers.get('retry-after')).toBe('3');
  expect(received[0]).toMatchObject({ method: 'POST', body: 'card=4111111111111111' });
});

test('at an unknown name, or where no server listens, nothing was sent', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  expect(await post(`http://127.0.0.1:${port}`)).toEqual({ kind: 'not_sent', why: 'ECONNREFUSED' });
  expect((await post('http://nobody.invalid/')).kind).toBe('not_sent');
});

test('what was sent and got no whole answer is lost', async () => {
  for (const play of [hangUp, halfAnAnswer]) {
    const { url } = await playProvider(play);
    expect((await post(url)).kind).toBe('lost');
  }
  const { url } = await playProvider(silence);
  expect(await post(url, { timeoutMs: 50 })).toEqual({ kind: 'lost', why: 'TimeoutError' });
});

test('a body that does not end in time, or not at all, is lost', async () => {
  const slow = await playProvider((response) => void response.writeHead(200).write('{'));
  expect((await post(slow.url, { timeoutMs: 100 })).kind).toBe('lost');
  const long = await playProvider(answer(200, 'x'.repeat(2_000)));
  expect((await post(long.url, { maxBytes: 1_000 })).kind).toBe('lost');
});

test('no redirect is followed with a card in hand', async () => {
  const elsewhere = await playProvider(answer(200, {}));
  const { url } = await playProvider(answer(307, '', { location: elsewhere.url }));
  expect(await post(url)).toMatchObject({ kind: 'answered', status: 307 });
  expect(elsewhere.received).toEqual([]);
});

test('why it failed says nothing of what was in it', async () => {
  const { url } = await playProvider(hangUp);
  expect(JSON.stringify(await post(url))).not.toContain('4111');
});
