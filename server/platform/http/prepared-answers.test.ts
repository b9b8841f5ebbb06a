import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { listCities } from '#contract/discovery/places.ts';
import { endpoint } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { bind } from '#server/bind.ts';
import { sourcePages } from '#server/brands/pages/page-source.ts';
import { addPages } from '#server/brands/pages/routes.ts';
import { listCities as readCities } from '#server/countries/find-places.ts';
import { pageReads } from '#server/modules.ts';
import { expect, test } from '#testing/harness.ts';
import { serve } from '#testing/http.ts';
import { createHttpServer } from './server.ts';

const headers = { host: 'localhost' };
const url = '/api/get/cities/it';

test('all towns of a country are read and packed once, in the way that each browser takes', async ({
  app,
}) => {
  let reads = 0;
  const server = await serve(app, [
    bind(listCities, (context, input) => {
      reads += 1;
      return readCities(context, input);
    }),
  ]);
  const ask = (more: Record<string, string>) => server.inject({ url, headers: { ...headers, ...more } });
  const [plain, br, gzip] = await Promise.all([
    ask({}),
    ask({ 'accept-encoding': 'gzip, br' }),
    ask({ 'accept-encoding': 'gzip, br;q=0' }),
  ]);
  expect(plain.json()).toContainEqual({ city_title: 'Roma', state_title: 'Lazio' });
  expect([plain, br, gzip].map((answer) => answer.headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ]);
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'public, max-age=86400' });

  const known = await ask({ 'if-none-match': `"another", ${String(plain.headers['etag'])}` });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  expect((await ask({ 'if-none-match': '"another"' })).statusCode).toBe(200);
  expect(reads).toBe(1);
  expect((await server.inject({ url: '/api/get/cities/es', headers })).body).not.toBe(plain.body);
});

test('what fails is not kept, and is tried again', async ({ app }) => {
  let isBroken = true;
  const shared = endpoint({
    host: 'api',
    method: 'GET',
    path: '/test/shared',
    access: 'visitor',
    summary: 'The same for everybody.',
    shared: { by: 'brand', seconds: 60 },
    reply: z.object({ brand: z.string() }),
    errors: ['login.wrong'],
  });
  const server = await serve(app, [
    bind(shared, ({ brand }) => (isBroken ? fail('login.wrong') : { brand: brand.key })),
  ]);
  const ask = (host: string) => server.inject({ url: '/api/test/shared', headers: { host } });
  expect((await ask('localhost')).statusCode).toBe(401);
  isBroken = false;
  const [italian, spanish] = [await ask('localhost'), await ask('es.localhost')];
  expect(italian.statusCode).toBe(200);
  expect(spanish.json()).not.toEqual(italian.json());
});

test('large answers weigh more: one network gets sixty of them in ten seconds, not six hundred', async ({
  app,
}) => {
  const server = await serve(app, [bind(listCities, () => [])]);
  const ask = async () => (await server.inject({ url, headers })).statusCode;
  const answers = [];
  for (let tries = 0; tries < 61; tries += 1) answers.push(await ask());
  expect(answers.filter((status) => status === 200)).toHaveLength(60);
  expect(answers.at(-1)).toBe(429);
});

test('what pages and programs fetch beside them is kept packed, each brand’s by itself', async ({ app }) => {
  const { server } = await createHttpServer(app);
  await addPages(app, server, { source: await sourcePages(), reads: pageReads, strict: true });
  const ask = (path: string, host: string, more = {}) =>
    server.inject({ url: path, headers: { host, ...more } });
  for (const path of [
    '/openapi.json',
    '/boot.json',
    '/manifest.webmanifest',
    '/robots.txt',
    '/icons/icon.svg',
  ]) {
    const first = await ask(path, 'localhost', { 'accept-encoding': 'br' });
    expect([path, first.statusCode]).toEqual([path, 200]);
    if (first.headers['content-encoding'] === 'br') brotliDecompressSync(first.rawPayload);
    const again = await ask(path, 'localhost', { 'if-none-match': String(first.headers['etag']) });
    expect([path, again.statusCode]).toEqual([path, 304]);
    // Neither of the demo's brands may be found by a search.
    if (path === '/openapi.json' || path === '/robots.txt') continue;
    expect((await ask(path, 'es.localhost')).headers['etag']).not.toBe(first.headers['etag']);
  }
  expect((await ask('/openapi.json', 'localhost')).body).not.toContain('/staff/');
});
