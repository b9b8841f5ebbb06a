import sharp from 'sharp';
import type { App } from '#server/app.ts';
import { pageReads } from '#server/modules.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { expect, test as base } from '#testing/harness.ts';
import type { Brand } from '../directory.ts';
import type { PageSource } from './page-source.ts';
import { addPages } from './routes.ts';

const found = ['/', '/legal/faq'];

const source: PageSource = {
  template: '<html><head><!--head--></head><body><!--app--></body></html>',
  beforePaint: '',
  askEarly: '',
  consoleTemplate: '<html></html>',
  previewTemplate: '<html></html>',
  preparedPath: (path) => path,
  indexedPaths: found,
  fontFiles: new Map(),
  render: async ({ url }) => ({
    html: '',
    head: '',
    links: '',
    calls: '',
    membersLinks: '',
    title: `At ${url}`,
    description: url === '/' ? '' : `About "${url}"`,
    indexed: found.includes(url),
    status: 200,
    readable: true,
    rests: false,
    faults: [],
  }),
};

/** The site of one brand, which the demo's Italian one becomes once it is no demo any more. */
async function serveSite(app: App, brand: Brand, reads = pageReads) {
  const settings = { ...brand.settings, demo: false };
  const real = { ...brand, settings };
  const brands = { ...app.brands, byHostname: () => real };
  const { server } = await createHttpServer({ ...app, brands });
  await addPages({ ...app, brands }, server, { source, reads, strict: true });
  const get = (url: string) => server.inject({ url, headers: { host: 'it.localhost:3000' } });
  return { get };
}

const test = base.extend('demoSite', { scope: 'file' }, async ({ app }) => {
  const { server } = await createHttpServer(app);
  await addPages(app, server, { source, reads: pageReads, strict: true });
  return (url: string) => server.inject({ url, headers: { host: 'it.localhost:3000' } });
});

const linksIn = (body: string) =>
  [...body.matchAll(/<link [^>]*rel="(canonical|alternate)"(?: hreflang="([\w-]+)")? href="([^"]+)">/g)].map(
    ([, rel, language, href]) => [language ?? rel, href],
  );
const graphIn = (body: string) => {
  const [, json = '{}'] = /<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/s.exec(body) ?? [];
  return (JSON.parse(json) as { '@graph'?: Record<string, unknown>[] })['@graph'] ?? [];
};
const contentOf = (body: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(body)?.[1];

test('a page says in which languages it is to be had, each at one address', async ({ app, world }) => {
  const { get } = await serveSite(app, world.brand());
  const origin = 'http://localhost:3000';
  const alternates = (path: string) => [
    ['it', `${origin}${path}`],
    ['es', `${origin}${path}?lang=es`],
    ['en', `${origin}${path}?lang=en`],
    ['fr', `${origin}${path}?lang=fr`],
    ['x-default', `${origin}${path}`],
  ];
  const usual = await get('/legal/faq?tid=abc');
  expect(linksIn(usual.body)).toEqual([['canonical', `${origin}/legal/faq`], ...alternates('/legal/faq')]);
  const french = await get('/?lang=fr');
  expect(french.body).toContain('<html lang="fr"');
  expect(linksIn(french.body)).toEqual([['canonical', `${origin}/?lang=fr`], ...alternates('/')]);
  // The country's own language may be named, and is the same page.
  expect(linksIn((await get('/?lang=it')).body)[0]).toEqual(['canonical', `${origin}/`]);
  expect(linksIn((await get('/?lang=xx')).body)[0]).toEqual(['canonical', `${origin}/`]);
});

test('only public pages are found, and nothing of a demo', async ({ app, world, demoSite }) => {
  const { get } = await serveSite(app, world.brand());
  const listed = await get('/');
  expect(listed.headers['x-robots-tag']).toBeUndefined();
  expect(contentOf(listed.body, 'robots')).toBeUndefined();
  for (const answer of [await get('/chats'), await demoSite('/'), await demoSite('/chats')]) {
    expect(answer.headers['x-robots-tag']).toBe('noindex');
    expect(contentOf(answer.body, 'robots')).toBe('noindex');
  }
  expect(linksIn((await get('/chats')).body)).toEqual([]);

  const map = await get('/sitemap.xml');
  expect(map.headers['content-type']).toContain('application/xml');
  const places = [...map.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place);
  expect(places).toHaveLength(found.length * 4);
  expect(places).toContain('http://localhost:3000/legal/faq?lang=en');
  expect((await get('/robots.txt')).body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
  expect((await demoSite('/sitemap.xml')).statusCode).toBe(404);
  expect((await demoSite('/robots.txt')).body).not.toContain('Sitemap');
  expect((await demoSite('/robots.txt')).body).toContain('Disallow: /pay/\n');
});

test('a shared link has a title, a sentence and a picture of the brand in the page’s language', async ({
  app,
  world,
}) => {
  const { get } = await serveSite(app, world.brand());
  const { body } = await get('/legal/faq?lang=es');
  expect(contentOf(body, 'og:title')).toBe('At /legal/faq');
  expect(contentOf(body, 'description')).toBe('About &quot;/legal/faq&quot;');
  expect(contentOf(body, 'og:url')).toBe('http://localhost:3000/legal/faq?lang=es');
  expect(contentOf(body, 'twitter:card')).toBe('summary_large_image');
  const address = new URL(contentOf(body, 'og:image') ?? '');
  const picture = await get(address.pathname);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  const italian = new URL(contentOf((await get('/')).body, 'og:image') ?? '').pathname;
  expect(italian).not.toBe(address.pathname);
  expect((await get(italian)).rawPayload.equals(picture.rawPayload)).toBe(false);

  const outdated = await get('/share/es-000000000000.png');
  expect([outdated.statusCode, outdated.headers.location]).toEqual([302, address.pathname]);
  expect((await get('/share/xx-000000000000.png')).statusCode).toBe(404);
});

test('search engines read the company, the true average and the questions, and nothing that is made up', async ({
  app,
  world,
  demoSite,
}) => {
  const review = {
    name: 'Ada',
    gender: 'female',
    age: 40,
    text: '</script>',
    stars: 4,
    answer: null,
    demo: false,
  } as const;
  const reviews = { reviews: [review], total: 3, average: 4.333 };
  const { get } = await serveSite(app, world.brand(), { ...pageReads, listReviews: async () => reviews });
  const [company, site] = graphIn((await get('/')).body);
  expect(company).toMatchObject({
    '@type': 'Organization',
    name: 'Lunaria',
    legalName: world.brand().settings.company.name,
    aggregateRating: { ratingValue: 4.3, reviewCount: 3 },
  });
  expect(site).toMatchObject({ '@type': 'WebSite', inLanguage: 'it' });

  const [, , faq] = graphIn((await get('/legal/faq')).body);
  const { mainEntity } = faq as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };
  expect(mainEntity.length).toBeGreaterThan(3);
  for (const { name, acceptedAnswer } of mainEntity) {
    expect(name).toMatch(/\?$/);
    expect(name + acceptedAnswer.text).not.toMatch(/[<>]|&\w+;/);
  }

  const none = { ...pageReads, listReviews: async () => ({ reviews: [], total: 0, average: null }) };
  const newBrand = await serveSite(app, world.brand(), none);
  expect(graphIn((await newBrand.get('/')).body)[0]).not.toHaveProperty('aggregateRating');
  expect(graphIn((await demoSite('/')).body)[0]).not.toHaveProperty('aggregateRating');
});
