import { LEGAL_PAGES, LEGAL_VERSIONS, legalVersions, readLegalText } from '#contract/brand/legal.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import { escapeHtml } from '#contract/kernel/text.ts';
import { register } from '#server/accounts/signup/register.ts';
import { pageReads } from '#server/modules.ts';
import { retentionRows } from '#server/retention/retention.ts';
import { newcomer, stranger } from '#testing/accounts/newcomer.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { legalHtml, ourHtml, missingFacts } from './legal-text.ts';
import { brandRoutes } from './module.ts';

const all = LEGAL_PAGES.flatMap((page) => LANGUAGES.map((language) => [page, language] as const));
/** The tags of a text, with what they point at: they must be the same in every language. */
const shapeOf = (markup: string) => (markup.match(/<[^>]+>/g) ?? []).join('').replace(/<time[^>]*>/g, '');

test.for(all)('%s in %s is a whole text with the facts of the brand', ([page, language], { world }) => {
  for (const key of ['lunaria', 'verbena']) {
    const brand = world.brand(key);
    for (const { day } of legalVersions[page]) {
      const markup = ourHtml(brand, page, language, day);
      expect(markup).not.toMatch(/[{}]|undefined|\]\(/);
      expect(markup).toContain(`datetime="${day}"`);
      expect(shapeOf(markup)).toBe(shapeOf(ourHtml(brand, page, 'it', day)));
      expect(markup.length).toBeGreaterThan(700);
    }
  }
});

test.for(LANGUAGES)(
  'the terms in %s say who sells, what it costs and how to leave',
  (language, { world }) => {
    const brand = world.brand('verbena');
    const { company, support, payment, domain } = brand.settings;
    const markup = legalHtml(brand, 'terms', language);
    for (const fact of [
      company.name,
      company.vat,
      domain,
      support.email,
      payment.descriptor,
      '21',
      '15',
      '14',
    ]) {
      expect(markup).toContain(fact);
    }
    expect(markup).toContain('<h2 id="billingPolicy">');
    // Every price that is asked for, and how often.
    for (const { name, totalCents } of [...brand.plans.values()].filter(
      (plan) => plan.visible && plan.totalCents > 0,
    ))
      expect(markup.replaceAll('\u00a0:', ':')).toContain(
        `${name[language]}: ${formatMoney(totalCents, language)}, `,
      );
    expect(legalHtml(brand, 'privacy', language)).toContain('www.aepd.es');
  },
);

test.for(LANGUAGES)(
  'a list in %s ends like a sentence, and what can be reached is a link',
  (language, { world }) => {
    const brand = world.brand();
    const items = [...legalHtml(brand, 'terms', language).matchAll(/<ul>(.*?)<\/ul>/gs)].map(
      ([, list = '']) => [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => item.at(-1)),
    );
    expect(items.length).toBeGreaterThan(2);
    for (const ends of items) expect(ends).toEqual([...Array(ends.length - 1).fill(';'), '.']);
    const imprint = legalHtml(brand, 'imprint', language);
    const { phone } = brand.settings.support;
    expect(imprint).toContain(`<a href="tel:${phone.replaceAll(' ', '')}">${phone}</a>`);
    expect(imprint).toContain('<a href="https://www.agcom.it">www.agcom.it</a>');
  },
);

test('facts are escaped', ({ world }) => {
  const brand = world.brand();
  const company = { ...brand.settings.company, name: '<script>alert(1)</script> & Söhne' };
  const markup = legalHtml({ ...brand, settings: { ...brand.settings, company } }, 'terms', 'it');
  expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne');
  expect(markup).not.toContain('<script');
  expect(new Set(markup.match(/<\/?[a-z0-9]+/g))).toEqual(
    new Set([
      '<p',
      '<time',
      '</time',
      '</p',
      '<section',
      '<a',
      '</a',
      '<h2',
      '</h2',
      '<ul',
      '<li',
      '</li',
      '</ul',
      '</section',
    ]),
  );
});

test('the call answers with HTML of the brand that was called, whatever domain is claimed', async ({
  app,
  world,
}) => {
  const server = await serve(app, brandRoutes(pageReads));
  const send = (payload: object) =>
    server.inject({ method: 'POST', url: '/api/legal', headers: { host: 'localhost' }, payload });
  const answer = await send({ p: 'terms', d: 'verbena.example', l: 'fr' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toBe(legalHtml(world.brand('lunaria'), 'terms', 'fr'));
  expect((await send({ p: 'faq' })).body).toBe(legalHtml(world.brand('lunaria'), 'faq', 'it'));
  expect((await send({ p: 'other', l: 'it' })).statusCode).toBe(400);
  const { reply } = await callAs(server, readLegalText, { page: 'cookie', language: 'es' });
  expect(reply).toBe(legalHtml(world.brand('lunaria'), 'cookie', 'es'));
});

test('a new member accepts the version that stands there', async ({ db, world }) => {
  const email = 'accepts@test.example';
  await register(stranger(world), { member: newcomer({ email, newsletter: true }) });
  const consents = await db
    .selectFrom('consent as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['c.kind', 'c.text_version'])
    .where('a.email', '=', email)
    .orderBy('c.kind')
    .execute();
  expect(consents).toEqual([
    { kind: 'adult', text_version: LEGAL_VERSIONS.terms },
    { kind: 'newsletter', text_version: LEGAL_VERSIONS.privacy },
    { kind: 'terms', text_version: LEGAL_VERSIONS.terms },
  ]);
});

test('what has changed since a version is computed, and the version itself can be read', async ({
  app,
  world,
}) => {
  const server = await serve(app, brandRoutes(pageReads));
  const brand = world.brand('lunaria');
  const read = async (input: object) =>
    (await callAs(server, readLegalText, { page: 'terms', language: 'en', ...input })).reply;
  const [now, before] = [await read({}), await read({ version: '2026-11-15' })];
  expect(before).toBe(ourHtml(brand, 'terms', 'en', '2026-11-15'));
  const textsOf = (markup: string) =>
    new Set([...markup.matchAll(/<(?:h2|p|li)[^>]*>(.*?)<\/(?:h2|p|li)>/gs)].map(([, text]) => text));
  const marked = (markup: string, tag: 'ins' | 'del') =>
    [...markup.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text]) => text);
  const changes = await read({ since: '2026-11-15' });
  expect(marked(changes, 'ins').length).toBeGreaterThan(5);
  for (const text of marked(changes, 'ins')) expect([...textsOf(now)]).toContain(text);
  for (const text of marked(changes, 'del')) expect([...textsOf(before)]).toContain(text);
  // What reads the same is no change, also where a word of it has become a link.
  const readable = (text = '') => text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
  const added = new Set(marked(changes, 'ins').map(readable));
  expect(marked(changes, 'del').filter((text) => added.has(readable(text)))).toEqual([]);
  expect(marked(changes, 'ins')).toContain('Appeals');
  expect(changes).toContain('<h2>Moderation</h2>');
  expect(changes).not.toContain('to threaten, harass');
  const same = await read({ since: LEGAL_VERSIONS.terms });
  expect(same).not.toMatch(/<ins>|<del>/);
  const { status } = await callAs(server, readLegalText, { page: 'terms', version: '2026-11-16' });
  expect(status).toBe(404);
});

test('a missing fact is named with its pages, and the texts say nothing in its place', ({ world }) => {
  const brand = world.brand('lunaria');
  expect(missingFacts(brand)).toEqual([]);
  const { legalForm: _, register: __, ...company } = brand.settings.company;
  const settings = { ...brand.settings, company, legal: { processors: [] } };
  const bare = { ...brand, settings };
  expect(missingFacts(bare)).toEqual([
    { fact: 'legalForm', pages: ['imprint'] },
    { fact: 'register', pages: ['imprint'] },
    { fact: 'contactPoint', pages: ['dsa'] },
    { fact: 'officer', pages: ['privacy'] },
    { fact: 'hosting', pages: ['privacy', 'imprint'] },
    { fact: 'processors', pages: ['privacy'] },
  ]);
  for (const [page, language] of all) {
    const markup = legalHtml(bare, page, language);
    expect(markup).not.toMatch(/[{}]|undefined/);
    expect(markup).toContain('<section>');
  }
  expect(legalHtml(brand, 'dsa', 'en')).toContain('article 11');
  expect(legalHtml(bare, 'dsa', 'en')).not.toContain('article 11');
  expect(legalHtml(bare, 'imprint', 'en')).toContain(company.name);
});

test('the texts say what a brand tells advertisers, and by what right', ({ world }) => {
  const brand = world.brand('lunaria');
  const pageOf = (settings: Partial<typeof brand.settings>, page: 'privacy' | 'cookie') =>
    legalHtml({ ...brand, settings: { ...brand.settings, ...settings } }, page, 'en');
  const target = { name: 'network', sources: ['ads'], campaigns: [], events: {}, payouts: {} };
  const by = (basis: 'consent' | 'legitimate_interest') => ({ postbacks: [{ ...target, basis }] });
  expect(pageOf({ postbacks: [] }, 'privacy')).not.toContain('code of the click');
  expect(pageOf(by('consent'), 'privacy')).toContain('If you have allowed advertising');
  expect(pageOf(by('legitimate_interest'), 'privacy')).toContain('You may object at any time');
  expect(pageOf({ pixels: [] }, 'cookie')).not.toContain('the browser reports a sign-up');
  expect(pageOf({ pixels: [{ kind: 'meta', pixelId: '123456' }] }, 'cookie')).toContain(
    'the browser reports a sign-up',
  );
});

test.for(LANGUAGES)(
  'the privacy notice in %s says of all that is kept how long and why',
  async (language, { app }) => {
    const server = await serve(app, brandRoutes(pageReads));
    const { reply } = await callAs(server, readLegalText, { page: 'privacy', language });
    for (const { data, period, purpose, basis } of retentionRows(language))
      for (const words of [data, period, purpose, basis]) expect(reply).toContain(escapeHtml(words));
  },
);
