import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#testing/database-fixtures.ts';
import { serveBuiltFiles } from './built-files.ts';

const script = 'console.log("hello");';
const font = Buffer.from([0, 1, 2, 255]);

async function buildInto(folder: string): Promise<void> {
  await writeFile(join(folder, 'start-1a2b.js'), script);
  await writeFile(join(folder, 'start-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'start-1a2b.js.gz'), gzipSync(script));
  await writeFile(join(folder, 'figtree-3c4d.woff2'), font);
}

async function serve() {
  const folder = await makeFolder();
  await buildInto(folder);
  const server = fastify();
  onTestFinished(() => server.close());
  await serveBuiltFiles(server, '/assets/', folder);
  return {
    folder,
    get: (name: string, encodings?: string) =>
      server.inject({
        url: `/assets/${name}`,
        ...(encodings !== undefined && { headers: { 'accept-encoding': encodings } }),
      }),
  };
}

test('a file comes as the browser likes it best, and may be kept for ever', async () => {
  const { get } = await serve();
  const answers = {
    br: await get('start-1a2b.js', 'gzip, deflate, br, zstd'),
    gzip: await get('start-1a2b.js', 'gzip, BR;q=0.0'),
    plain: await get('start-1a2b.js'),
  };
  expect(brotliDecompressSync(answers.br.rawPayload).toString()).toBe(script);
  expect(gunzipSync(answers.gzip.rawPayload).toString()).toBe(script);
  expect(answers.plain.body).toBe(script);
  for (const [encoding, { headers }] of Object.entries(answers))
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(encoding !== 'plain' && { 'content-encoding': encoding }),
    });
  expect(answers.plain.headers).not.toHaveProperty('content-encoding');
});

test('what the build has not compressed comes as it is', async () => {
  const { get } = await serve();
  const answer = await get('figtree-3c4d.woff2', 'br');
  expect(answer.rawPayload).toEqual(font);
  expect(answer.headers['content-type']).toBe('font/woff2');
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.headers).not.toHaveProperty('vary');
});

test('only what was built is there, under its own name', async () => {
  const { folder, get } = await serve();
  await writeFile(join(folder, 'later.js'), script);
  const others = [
    'later.js',
    'start-1a2b.js.br',
    'START-1A2B.js',
    '..%2Fpackage.json',
    'x/start-1a2b.js',
    '',
  ];
  const found: string[] = [];
  for (const name of others) if ((await get(name, 'br')).statusCode === 200) found.push(name);
  expect(found).toEqual([]);
});

test('a file of an unknown type is noticed at the start', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'film.mp4'), '');
  await expect(serveBuiltFiles(fastify(), '/assets/', folder)).rejects.toThrow(/film\.mp4/);
});
