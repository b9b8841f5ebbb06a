import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { boot } from '#contract/brand/boot.ts';
import { pageReads } from '#server/modules.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { expect, test as base } from '#testing/harness.ts';
import { blurredKey } from '../photo-address.ts';
import type { PageSource } from './page-source.ts';
import { addPages } from './routes.ts';

const rendered: string[] = [];
const nothingElse = { head: '', calls: '', membersLinks: '', description: '', faults: [] };

const source: PageSource = {
  template:
    '<!doctype html><html lang="xx"><head><!--head--></head><body><div id="root"><!--app--></div><script type="module" src="/assets/a.js"></script></body></html>',
  beforePaint: 'document.documentElement.dataset.ready=""',
  askEarly: '',
  consoleTemplate: '<html><script nonce="__NONCE__" src="/console/assets/a.js"></script></html>',
  previewTemplate: '<html></html>',
  preparedPath: (path) => (path.startsWith('/user/') ? '/user/:profileId' : path),
  fontFiles: new Map([['Fraunces', '/assets/fraunces.woff2']]),
  indexedPaths: ['/'],
  async render({ url, language }) {
    rendered.push(`${language} ${url}`);
    return {
      html: `<h1>${language} ${url}</h1>`,
      title: `At ${url}`,
      indexed: url === '/',
      status: url === '/nowhere' ? 404 : 200,
      readable: url !== '/chats',
      rests: url === '/',
      links: '<link rel="modulepreload" crossorigin href="/assets/app.js">',
      ...nothingElse,
    };
  },
};

const test = base.extend('server', { scope: 'file' }, async ({ app }) => {
  const { server } = await createHttpServer(app);
  await addPages(app, server, { source, reads: pageReads, strict: true });
  await server.ready();
  return server;
});

const italy = { host: 'it.localhost:3000' };
const spain = { host: 'es.localhost:3000' };

test('the page a bank leads back to is the site, and nothing at all in the bank’s frame', async ({
  server,
}) => {
  const url = '/trpay/paymentCheck?instanceId=x';
  const page = await server.inject({ url, headers: { ...spain, 'sec-fetch-dest': 'document' } });
  expect(page.body).toContain('<h1>es /trpay/paymentCheck</h1>');
  const framed = await server.inject({ url, headers: { ...spain, 'sec-fetch-dest': 'iframe' } });
  expect(framed.statusCode).toBe(200);
  expect(framed.body).not.toContain('<script');
  // The page around it must be allowed to look where the frame is, and no other may show it.
  expect(framed.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN' });
  expect(framed.headers['content-security-policy']).toContain("frame-ancestors 'self'");
});

test('boot.json tells brand, flow, hosts, keys and language, as the contract says', async ({ server }) => {
  const answer = await server.inject({ url: '/boot.json?fluxId=14', headers: spain });
  const decoded = z.decode(boot, answer.json());
  expect(decoded.brand).toMatchObject({ key: 'verbena', country: 'es' });
  expect(decoded.flow).toMatchObject({ id: '14', ai: true });
  expect(decoded.language).toBe('es');
  expect(decoded.hosts).toEqual({
    api: 'http://es.localhost:3000/api',
    payment: 'http://es.localhost:3000/pay',
    dispenser: 'http://es.localhost:3000/dispenser',
    tracker: 'http://es.localhost:3000/tracker',
    cron: 'http://es.localhost:3000/cron',
    socket: 'http://es.localhost:3000/socket.io',
  });
  expect(decoded.keys.api).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'enc', kid: expect.any(String) });
  expect(decoded.keys.payment.kid).not.toBe(decoded.keys.api.kid);
});

test('the flow follows query, tracker id and path', async ({ server }) => {
  const flowAt = async (query: string) =>
    (await server.inject({ url: `/boot.json${query}`, headers: italy })).json<{ flow: { fluxId: string } }>()
      .flow.fluxId;
  expect(await flowAt('')).toBe('0000');
  expect(await flowAt('?tid=click-1')).toBe('7');
  expect(await flowAt('?path=/find')).toBe('7');
  expect(await flowAt('?path=/signup&fluxid=11')).toBe('11');
  expect(await flowAt('?path=/signup&fluxId=nope')).toBe('0000');
});

test('plans are spelled as the wire has it, prices in cents, private settings absent', async ({ server }) => {
  const wire = (await server.inject({ url: '/boot.json?fluxId=12', headers: italy })).json<{
    flow: { rateplan: { dafault: object[]; verifica: object[] } };
  }>();
  expect(wire.flow.rateplan.dafault.length).toBeGreaterThan(0);
  expect(wire.flow.rateplan.dafault[0]).toMatchObject({
    nomePiano: expect.any(String),
    prezzo: expect.any(Number),
  });
  expect(wire.flow.rateplan.verifica[0]).toMatchObject({ prezzo: 0, prezzo_totale: 0 });
  expect(JSON.stringify(wire)).not.toContain('hostnames');
});

test('a page carries its brand, title, description, theme, manifest, icons and boot object', async ({
  server,
}) => {
  const { body } = await server.inject({ url: '/?tid=abc', headers: italy });
  expect(body).toContain('<html lang="it" data-brand="lunaria">');
  expect(body).toContain('<title>At /</title>');
  expect(body).toMatch(/<meta name="description" content=".{20,}">/);
  expect(body.match(/<meta name="theme-color"/g)).toHaveLength(2);
  for (const part of [
    'rel="manifest"',
    'rel="icon"',
    'rel="apple-touch-icon"',
    'id="theme">:root{',
    'href="/assets/fraunces.woff2"',
  ])
    expect(body).toContain(part);
  const inlined = /<script type="application\/json" id="boot"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  const fetched = await server.inject({ url: '/boot.json?tid=abc&path=/', headers: italy });
  expect(JSON.parse(inlined)).toEqual(fetched.json());
});

test('many visitors at once get the same page, packed or not, each with a nonce of their own throughout', async ({
  server,
}) => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      const encodings = index % 2 === 0 ? 'identity' : 'gzip, deflate, br';
      return server.inject({ url: '/', headers: { ...spain, 'accept-encoding': encodings } });
    }),
  );
  const bodies = answers.map(({ headers, rawPayload, body }) =>
    headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload).toString() : body,
  );
  const nonces = bodies.map((body) => [...new Set(body.match(/(?<=nonce=")[\w-]{22}(?=")/g))]);
  expect(new Set(nonces.map(([nonce]) => nonce)).size).toBe(100);
  for (const [index, { headers }] of answers.entries()) {
    expect(headers).toMatchObject({ vary: 'cookie, accept-encoding' });
    expect(nonces[index]).toEqual([/'nonce-(.{22})'/.exec(String(headers['content-security-policy']))?.[1]]);
  }
  expect(answers.filter(({ headers }) => headers['content-encoding'] === 'gzip')).toHaveLength(50);
  expect(new Set(bodies.map((body) => body.replaceAll(/nonce="[\w-]{22}"/g, ''))).size).toBe(1);
  expect(bodies[0]).toContain('<h1>es /</h1>');
});

test('a page that many ask for at once is made once', async ({ server }) => {
  const headers = { ...spain, cookie: 'language=en' };
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => server.inject({ url: '/login', headers })),
  );
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(rendered.filter((page) => page === 'en /login')).toHaveLength(1);
});

test('pages of any one person are rendered once, for all of them', async ({ server }) => {
  const headers = { ...spain, cookie: 'language=fr' };
  const ask = (url: string) => server.inject({ url, headers });
  const [first, second] = [await ask('/user/1'), await ask('/user/2?from=mail')];
  expect(first.body).toContain('<h1>fr /user/:profileId</h1>');
  expect(second.body).toContain('<h1>fr /user/:profileId</h1>');
  expect(rendered.filter((page) => page === 'fr /user/:profileId')).toHaveLength(1);
});

test('letters with accents arrive whole in boot.json', async ({ server }) => {
  const { rawPayload, headers } = await server.inject({ url: '/boot.json', headers: spain });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['content-length']).toBe(String(rawPayload.byteLength));
  const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawPayload));
  expect(read).toMatchObject({ brand: { tagline: 'Siéntate. Aquí se habla.' } });
});

test('nothing runs without this visitor’s nonce', async ({ server }) => {
  const [first, second] = [
    await server.inject({ url: '/', headers: italy }),
    await server.inject({ url: '/', headers: italy }),
  ];
  const nonceOf = (policy: unknown) =>
    /script-src 'nonce-([\w-]{22})' 'strict-dynamic'/.exec(String(policy))?.[1];
  const nonce = nonceOf(first.headers['content-security-policy']);
  expect(nonce).toBeDefined();
  expect(nonceOf(second.headers['content-security-policy'])).not.toBe(nonce);
  const scripts = first.body.match(/<script(?![^>]*application\/json)[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  expect(first.body).not.toContain('__NONCE__');
  expect(String(first.headers['content-security-policy'])).toContain("frame-ancestors 'self'");
  expect(first.headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
  });
});

/** Where a page may load pictures from. */
const imagesOf = (policy: unknown) => /img-src ([^;]*)/.exec(String(policy))?.[1]?.split(' ') ?? [];

test('a photo has one address at all of a brand’s hostnames, whole, and every page may load it', async ({
  app,
  server,
  world,
}) => {
  const first = 'http://localhost:3000';
  const key = `photos/${world.brand().id}/0190a7a0-0000-7000-8000-000000000002/160.webp`;
  await app.storage.put(key, Buffer.from('picture'), 'image/webp');
  for (const host of ['localhost:3000', 'it.localhost:3000', '127.0.0.1:3000']) {
    const page = await server.inject({ url: '/', headers: { host } });
    expect(imagesOf(page.headers['content-security-policy']), host).toContain(first);
    const booted = z.decode(boot, (await server.inject({ url: '/boot.json', headers: { host } })).json());
    expect(booted.brand.photoHost, host).toBe(`${first}/media`);
  }
  const { headers } = await server.inject({ url: `/media/${key}`, headers: { host: 'localhost:3000' } });
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const other = await server.inject({ url: '/', headers: spain });
  expect(imagesOf(other.headers['content-security-policy'])).not.toContain(first);
});

test('the console may load the photos of all brands', async ({ server }) => {
  const { headers } = await server.inject({ url: '/console', headers: spain });
  const images = imagesOf(headers['content-security-policy']);
  expect(images).toEqual(expect.arrayContaining(['http://localhost:3000', 'http://es.localhost:3000']));
});

test('a brand with a photo host of its own has photos there, and those that wait at its site', async ({
  app,
  world,
}) => {
  const brand = world.brand();
  const photos = { ...brand.settings.photos, host: 'https://img.lunaria.example/p' };
  const elsewhere = { ...brand, settings: { ...brand.settings, photos } };
  const brands = { ...app.brands, byHostname: () => elsewhere };
  const { server: other } = await createHttpServer({ ...app, brands });
  await addPages({ ...app, brands }, other, { source, reads: pageReads, strict: true });
  const { headers } = await other.inject({ url: '/', headers: italy });
  const images = imagesOf(headers['content-security-policy']);
  expect(images).toEqual(expect.arrayContaining(['https://img.lunaria.example', 'http://localhost:3000']));
});

test('a page may reach the services that its brand reports to, and no others', async ({
  app,
  server,
  world,
}) => {
  const brand = world.brand();
  const pixels = [
    { kind: 'meta', pixelId: '1234567890' },
    { kind: 'ga4', measurementId: 'G-ABCD1234' },
    {
      kind: 'image',
      category: 'advertising',
      events: {
        lead: 'https://pixel.network.example/l?c={clickid}',
        attempt: 'https://pixel.network.example/a',
      },
    },
  ] as const;
  const reporting = { ...brand, settings: { ...brand.settings, pixels: [...pixels] } };
  const brands = { ...app.brands, byHostname: () => reporting };
  const { server: other } = await createHttpServer({ ...app, brands });
  await addPages({ ...app, brands }, other, { source, reads: pageReads, strict: true });
  const policyOf = async (asked: typeof server) =>
    String((await asked.inject({ url: '/', headers: italy })).headers['content-security-policy']).split('; ');
  const [before, after] = [await policyOf(server), await policyOf(other)];
  const added = after.map((line, index) =>
    line.split(' ').filter((word) => !before[index]?.split(' ').includes(word) && !word.includes('nonce-')),
  );
  expect(Object.fromEntries(after.map((line, index) => [line.split(' ')[0], added[index]]))).toMatchObject({
    'img-src': ['https://www.facebook.com', 'https://pixel.network.example'],
    'connect-src': ['https://region1.google-analytics.com'],
  });
  expect(added.flat()).toHaveLength(3);
});

test('a bank may show its page from anywhere, and no other site may do anything', async ({ server }) => {
  const policyOf = async (url: string) =>
    String((await server.inject({ url, headers: italy })).headers['content-security-policy']);
  const banks = "'self' https: http://localhost:* http://127.0.0.1:*";
  expect(await policyOf('/')).toContain(`; frame-src ${banks}; form-action ${banks}; `);
  expect(await policyOf('/console')).toContain("; frame-src 'self'; form-action 'self'; ");
});

test('with real money banks are reached by https alone', async ({ app }) => {
  const config = { ...app.config, environment: 'production' } as const;
  const { server } = await createHttpServer({ ...app, config });
  await addPages({ ...app, config }, server, { source, reads: pageReads, strict: true });
  const { headers } = await server.inject({ url: '/', headers: italy });
  expect(String(headers['content-security-policy'])).toContain(
    "; frame-src 'self' https:; form-action 'self' https:; ",
  );
});

test('Apple finds what it has asked for on the hostname of a brand that pays by it', async ({
  app,
  server,
  world,
}) => {
  const url = '/.well-known/apple-developer-merchantid-domain-association';
  expect((await server.inject({ url, headers: italy })).statusCode).toBe(404);
  const brand = world.brand();
  const wallet = { merchantId: 'merchant.lunaria', merchantName: 'Lunaria', appleDomainAssociation: '7B22' };
  const paying = { ...brand, settings: { ...brand.settings, wallet } };
  const brands = { ...app.brands, byHostname: () => paying };
  const { server: other } = await createHttpServer({ ...app, brands });
  await addPages({ ...app, brands }, other, { source, reads: pageReads, strict: true });
  const found = await other.inject({ url, headers: italy });
  expect([found.statusCode, found.body]).toEqual([200, '7B22']);
  expect(found.headers['content-type']).toContain('text/plain');
});

test('the language is the country’s until the visitor chooses another', async ({ server }) => {
  const ask = async (cookie?: string) =>
    (await server.inject({ url: '/login', headers: { ...spain, ...(cookie ? { cookie } : {}) } })).body;
  expect(await ask()).toContain('<h1>es /login</h1>');
  expect(await ask('a=b; language=fr')).toContain('<h1>fr /login</h1>');
  expect(await ask('language=xx')).toContain('<h1>es /login</h1>');
});

test('manifest and icons are the brand’s own', async ({ server }) => {
  const [here, there] = [
    await server.inject({ url: '/manifest.webmanifest', headers: italy }),
    await server.inject({ url: '/manifest.webmanifest', headers: spain }),
  ];
  expect(here.json()).toMatchObject({
    name: 'Lunaria',
    display: 'standalone',
    icons: expect.arrayContaining([expect.objectContaining({ sizes: '512x512', purpose: 'maskable' })]),
    screenshots: [
      { src: '/brand-pictures/lunaria/phone.webp', sizes: '780x1688', form_factor: 'narrow' },
      { src: '/brand-pictures/lunaria/desk.webp', sizes: '2880x1800', form_factor: 'wide' },
    ],
  });
  expect(there.json()).toMatchObject({ name: 'Verbena' });
  const icon = await server.inject({ url: '/icons/192.png', headers: italy });
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
  const other = await server.inject({ url: '/icons/192.png', headers: spain });
  expect(icon.rawPayload.equals(other.rawPayload)).toBe(false);
});

test('calls that do not exist are 404 in JSON, screens are pages, missing files are not, unknown addresses are 404 with a page', async ({
  server,
}) => {
  const get = (url: string) => server.inject({ url, headers: italy });
  expect((await get('/pay/nothing')).statusCode).toBe(404);
  expect((await get('/paymentPage')).headers['content-type']).toContain('text/html');
  expect((await get('/chats/some-id?x=1')).statusCode).toBe(200);
  expect((await get('/picture.png')).statusCode).toBe(404);
  const nowhere = await get('/nowhere');
  expect([nowhere.statusCode, nowhere.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
});

test('a brand’s pictures are served on its own hostnames only', async ({ app, server, world }) => {
  const key = `photos/${world.brand().id}/0190a7a0-0000-7000-8000-000000000001/160.webp`;
  await app.storage.put(key, Buffer.from('picture'), 'image/webp');
  const at = (headers: { host: string }, path = `/media/${key}`) => server.inject({ url: path, headers });
  const found = await at(italy);
  expect([found.statusCode, found.body, found.headers['content-type']]).toEqual([
    200,
    'picture',
    'image/webp',
  ]);
  expect((await at(spain)).statusCode).toBe(404);
  const blurred = blurredKey(world.brand().id, '0190a7a0-0000-4000-8000-000000000001');
  await app.storage.put(blurred, Buffer.from('blurred'), 'image/webp');
  expect((await at(italy, `/media/${blurred}`)).body).toBe('blurred');
  expect((await at(spain, `/media/${blurred}`)).statusCode).toBe(404);
  const copy = blurred.replace('blurred', 'exports');
  await app.storage.put(copy, Buffer.from('private'), 'image/webp');
  expect((await at(italy, `/media/${copy}`)).statusCode).toBe(404);
  expect((await at(italy, '/media/..%2fsecret-key')).statusCode).toBe(404);
  expect((await at(italy, `/media/${key.replace('160', '999')}`)).statusCode).toBe(404);
});
