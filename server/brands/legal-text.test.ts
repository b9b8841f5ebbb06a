import { LEGAL_PAGES, LEGAL_VERSIONS, readLegalText } from '../../contract/brand/legal.ts';
import { LANGUAGES } from '../../contract/kernel/constants.ts';
import { newcomer, stranger } from '../../testing/accounts/newcomer.ts';
import { expect, test } from '../../testing/harness.ts';
import { callAs, serve } from '../../testing/http.ts';
import { register } from '../accounts/signup/register.ts';
import { legalHtml } from './legal-text.ts';
import { brandRoutes } from './module.ts';

const all = LEGAL_PAGES.flatMap((page) => LANGUAGES.map((language) => [page, language] as const));
/** The headings of a text, which must be the same in number in every language. */
const sectionsOf = (markup: string) => markup.split('<section>').length;

test.for(all)('%s in %s is a whole text with the facts of the brand', ([page, language], { world }) => {
  for (const key of ['lunaria', 'verbena']) {
    const brand = world.brand(key);
    const markup = legalHtml(brand, page, language);
    expect(markup).not.toMatch(/[{}]|undefined/);
    expect(markup).toContain(`datetime="${LEGAL_VERSIONS[page]}"`);
    expect(sectionsOf(markup)).toBe(sectionsOf(legalHtml(brand, page, 'it')));
    expect(markup.length).toBeGreaterThan(700);
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
    expect(legalHtml(brand, 'privacy', language)).toContain('www.aepd.es');
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
  const server = await serve(app, brandRoutes);
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

test('whoever signs up accepts the version that stands there', async ({ db, world }) => {
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
