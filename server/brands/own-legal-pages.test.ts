import { closeAccount } from '#contract/account/own-account.ts';
import { acceptTerms } from '#contract/account/sign-up.ts';
import { LEGAL_VERSIONS, isStillAgreed } from '#contract/brand/legal.ts';
import type { BrandLegalPage } from '#contract/brand/legal.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { listBlocks } from '#contract/profile/blocks.ts';
import { describeUser } from '#server/accounts/describe-user.ts';
import { accounts } from '#server/accounts/module.ts';
import { countTermsConsents } from '#server/accounts/terms-consents.ts';
import type { StaffContext } from '#server/app.ts';
import { profiles } from '#server/profiles/module.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { makeEditedBrand } from '#testing/staff/edited-brand.ts';
import { atWork } from '#testing/staff/staff.ts';
import { readPart, saveDraft } from './editing/drafts.ts';
import { legalPageReader } from './editing/legal-pages.ts';
import { publishProposal } from './editing/publications.ts';
import { editionsOf } from './legal-editions.ts';
import { cleanLegalHtml } from './legal-page.ts';
import { legalHtml, legalReader } from './legal-text.ts';

const test = base.extend('brand', ({ world }) => makeEditedBrand(world));

async function write(
  context: StaffContext,
  brand: string,
  page: Partial<BrandLegalPage> & Pick<BrandLegalPage, 'page'>,
) {
  const part = `legal:${page.page}`;
  const live = await readPart(context, { brand, part }).catch(() => undefined);
  const content = { mode: 'own', text: {}, consentAgain: false, ...page };
  const { revision } = await saveDraft(context, {
    brand,
    part,
    content,
    revision: live?.draft?.revision ?? 0,
    basedOn: live?.live?.version ?? null,
  });
  return publishProposal(context, {
    brand,
    proposal: { of: 'drafts', parts: [{ part, revision }] },
    note: '',
  });
}

test.each([
  ['a script', '<p>Ciao<script>alert(1)</script></p>', '<p>Ciao</p>'],
  [
    'an event handler',
    '<p onclick="steal()">Ciao <b onmouseover=x>tu</b></p>',
    '<p>Ciao <strong>tu</strong></p>',
  ],
  ['a script in a link', '<p><a href="javascript:alert(1)">qui</a></p>', '<p>qui</p>'],
  ['a hidden script in a link', '<p><a href=" java&#10;script:alert(1)">qui</a></p>', '<p>qui</p>'],
  ['another site without its scheme', '<p><a href="//evil.example">qui</a></p>', '<p>qui</p>'],
  [
    'a picture, a style and a frame',
    '<p style="x"><img src=x onerror=y><iframe src=z>a</iframe>Ciao</p>',
    '<p>Ciao</p>',
  ],
  ['a drawing with a script', '<svg><script>x</script><p>a</p></svg><p>Ciao</p>', '<p>Ciao</p>'],
  [
    'what editors write',
    '<h1>Uno</h1><div>Due</div><ul><li>Tre</li></ul><p><br></p><p><a href="/legal/faq" target="_blank">Qui</a></p>',
    '<h2>Uno</h2><p>Due</p><ul><li>Tre</li></ul><p><a href="/legal/faq">Qui</a></p>',
  ],
])('of a legal text %s leaves what is harmless', (_, written, clean) => {
  expect(cleanLegalHtml(written)).toBe(clean);
  expect(cleanLegalHtml(clean)).toBe(clean);
});

test('an operator’s own page has the brand’s facts, keeps what the law asks for, and is ours again after a rollback', async ({
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const read = (language: 'it' | 'en' = 'it') => legalHtml(world.brand(brand), 'terms', language);
  const ours = read();
  const text = { it: '<h2>Chi siamo</h2><p>Siamo {company} <script>x</script></p>' };
  await write(ada, brand, { page: 'terms', text });
  const { company } = world.brand(brand).settings;
  expect(read()).toContain(`<p>Siamo ${company.name.replaceAll('&', '&amp;')} </p>`);
  // Moderation, appeals and what is paid stay below it; what is only ours is gone.
  for (const kept of ['id="offer"', 'id="moderation"', 'id="appeals"', 'id="billingPolicy"'])
    expect(read()).toContain(kept);
  expect(read()).not.toContain('Il tuo account');
  expect(read('en')).toContain('<section lang="it">');
  expect(legalHtml(world.brand('lunaria'), 'terms', 'it')).toBe(ours.replaceAll(brand, 'lunaria'));

  const refused = async (page: Parameters<typeof write>[2]) => {
    const failure = (await write(ada, brand, page).catch(
      (error: unknown) => error,
    )) as Failure<'brand.invalid'>;
    expect(failure).toBeInstanceOf(Failure);
    return failure.details.problems.map(({ path }) => path.join(' '));
  };
  expect(await refused({ page: 'imprint', text })).toEqual(['mode']);
  expect(await refused({ page: 'terms', text: { it: '<p>{officer} {nothing}</p>' } })).toEqual(['text it']);
  expect(await refused({ page: 'faq', text: { it: '<p> </p>' } })).toEqual(['text']);
  await write(ada, brand, { page: 'imprint', mode: 'added', text: { it: '<p>Aperti dal lunedì.</p>' } });
  const imprint = legalHtml(world.brand(brand), 'imprint', 'it');
  expect(imprint).toContain(company.vat);
  expect(imprint).toContain('Aperti dal lunedì.');

  await publishProposal(ada, { brand, proposal: { of: 'publication', publication: 1 }, note: '' });
  const withoutDate = (html: string) => html.replace(/<p>.*?<\/p>/s, '');
  expect(withoutDate(read())).toBe(withoutDate(ours));
});

test('terms that ask again keep members from what they do until they agree, let them leave, and count who has agreed', async ({
  app,
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const server = await serve(app, [...accounts.routes, ...profiles.routes]);
  const marco = await world.member({ brand: world.brand(brand) });
  const [lucia, elsewhere] = [await world.member({ brand: world.brand(brand) }), await world.member()];
  const hostname = `${brand}.localhost`;
  const look = async ({ trackerId, token }: typeof marco, host = hostname) =>
    (await callAs(server, listBlocks, { trackerId }, { token, hostname: host })).status;
  expect(await look(marco)).toBe(200);
  await write(ada, brand, { page: 'terms', text: { it: '<p>Prima stesura.</p>' } });
  expect(await look(marco)).toBe(200);

  await write(ada, brand, { page: 'terms', text: { it: '<p>Seconda stesura.</p>' }, consentAgain: true });
  const context = { ...marco, brand: world.brand(brand) };
  expect([await look(marco), await look(lucia), await look(elsewhere, 'it.localhost')]).toEqual([
    403, 403, 200,
  ]);
  expect(await describeUser(context, marco.accountId)).toMatchObject({
    accepted: false,
    agreedTerms: LEGAL_VERSIONS.terms,
  });
  const changes = await legalReader(() => [])(context, {
    page: 'terms',
    language: 'it',
    since: LEGAL_VERSIONS.terms,
    domain: '',
  } as never);
  expect(changes).toContain('<ins>Seconda stesura.</ins>');
  expect(await countTermsConsents(ada, { brand })).toMatchObject({ agreed: 0, counted: 0, toAsk: 2 });

  const { trackerId, token } = marco;
  const agreed = await callAs(
    server,
    acceptTerms,
    { trackerId, terms: true, adult: true },
    { token, hostname },
  );
  expect(agreed.reply.user).toMatchObject({ accepted: true, agreedTerms: null });
  expect(await look(marco)).toBe(200);
  const { edition, ...counts } = await countTermsConsents(ada, { brand });
  expect(counts).toEqual({ agreed: 1, counted: 0, toAsk: 1 });
  const consent = await app.db
    .selectFrom('consent')
    .select(['kind', 'text_version'])
    .where('account_id', '=', marco.accountId)
    .where('text_version', '=', edition)
    .execute();
  expect(consent).toEqual([{ kind: 'terms', text_version: edition }]);
  // No member is held: closing the account needs no consent.
  expect(closeAccount.beforeConsent).toBe(true);

  // A correction that asks no member leaves those who have agreed in peace, and the others are asked.
  await write(ada, brand, { page: 'terms', text: { it: '<p>Seconda stesura, corretta.</p>' } });
  expect([await look(marco), await look(lucia)]).toEqual([200, 403]);
  expect(await countTermsConsents(ada, { brand })).toMatchObject({ agreed: 0, counted: 1, toAsk: 1 });
  const { editions } = await legalPageReader(() => [])(ada, { brand, page: 'terms', language: 'it' });
  expect(editions.map(({ mode, consentAgain }) => [mode, consentAgain])).toEqual([
    ['own', false],
    ['own', true],
    ['own', false],
    ['ours', true],
    ['ours', false],
  ]);
});

test('who agreed to what is said again now is not asked, however often it was changed meanwhile', () => {
  const at = (version: number, text: string, consentAgain = false) => ({
    version,
    publishedAt: new Date(`2027-01-0${version}T12:00:00Z`),
    mode: 'own' as const,
    consentAgain,
    text,
  });
  const editions = editionsOf('terms', [at(1, 'a'), at(2, 'b', true), at(3, 'a')]);
  expect(editions.slice(0, 3).map(({ id }) => id)).toEqual(['2027-01-03.3', '2027-01-02.2', '2027-01-01.1']);
  expect(
    ['2027-01-01.1', '2027-01-02.2', LEGAL_VERSIONS.terms].map((id) => isStillAgreed(id, editions)),
  ).toEqual([true, true, false]);
});
