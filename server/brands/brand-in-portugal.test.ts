import { purchaseTerms } from '#contract/billing/purchase-terms.ts';
import { countries } from '#contract/countries/list.ts';
import { vatOf } from '#contract/kernel/money.ts';
import { register } from '#server/accounts/signup/register.ts';
import { helpText } from '#server/companion/script.ts';
import { listRegions, searchCities } from '#server/countries/find-places.ts';
import { dayInWords } from '#server/countries/local-time.ts';
import { buildStaleLists } from '#server/discovery/search/jobs.ts';
import { searchPeople } from '#server/discovery/search/search-people.ts';
import { newcomer, stranger } from '#testing/accounts/newcomer.ts';
import { expect, test as base } from '#testing/harness.ts';
import { brandFile } from './brand-file.ts';
import { readBrandFiles } from './brand-files.ts';
import { legalHtml } from './legal-text.ts';
import { makeBoot } from './pages/boot.ts';
import { saveBrand } from './save-brand.ts';

/** A brand's file as an operator writes it who speaks one language alone: all texts in English, in a third country. */
async function brandInPortugal() {
  const [file] = await readBrandFiles();
  const inEnglish = JSON.stringify(file, (_, value: unknown) => {
    const isText = typeof value === 'object' && value !== null && 'it' in value && 'en' in value;
    return isText ? { en: value.en } : value;
  });
  const written = JSON.parse(inEnglish) as { settings: object };
  const home = { key: 'maresia', title: 'Maresia', hostnames: ['pt.localhost'], country: 'pt' };
  return brandFile.parse({
    ...written,
    settings: { ...written.settings, ...home, domain: 'maresia.example' },
  });
}

const test = base.extend('brand', { scope: 'file' }, async ({ app }) => {
  await saveBrand(app.db, await brandInPortugal());
  await app.brands.reload();
  const brand = app.brands.byKey('maresia');
  if (!brand) throw new Error('the brand is not there');
  return brand;
});

test('a visitor signs up there with a place of the country, and with no other', async ({ brand, world }) => {
  const visitor = stranger(world, brand);
  const { result } = await register(visitor, { member: newcomer({ region: 'Porto', city: 'Maia' }) });
  expect(result.user).toMatchObject({ region: 'Porto', city: 'Maia', language: 'en' });
  await expect(register(visitor, { member: newcomer() })).rejects.toMatchObject({ code: 'field.place' });
});

test('its regions and towns are found, however they are typed', async ({ app, brand, world }) => {
  const { country } = brand.settings;
  const regions = await listRegions({ app }, { country });
  expect(regions.map(({ region }) => region)).toContain('Lisboa');
  expect(regions).toHaveLength(20);
  expect(await searchCities({ app }, { country, text: 'evo' })).toEqual([{ city: 'Évora', region: 'Évora' }]);
  const ana = await world.profile({ brand, region: 'Porto' });
  await world.profile({ brand, region: 'Faro' });
  await buildStaleLists(app);
  const member = await world.member({ brand, region: 'Porto', level: 2 });
  const { result } = await searchPeople(member, { seeks: 'female', region: 'Porto' });
  expect(result.people.map(({ id }) => id)).toEqual([ana]);
});

test('its prices hold the VAT of the country, and its words are those of its law', ({ app, brand }) => {
  const { country, payment } = brand.settings;
  expect(vatOf(1230, countries[country].vatPercent)).toBe(230);
  const terms = purchaseTerms({
    language: 'en',
    country,
    descriptor: payment.descriptor,
    kind: 'plan',
    plan: { name: 'Month', renewalCents: 1230, period: 'month' },
    amountCents: 1230,
    creditCents: 0,
    credits: 0,
    keepForLater: false,
  });
  expect(terms.sentences.join(' ')).toContain('23% VAT');
  expect(legalHtml(brand, 'privacy', 'en')).toContain('www.cnpd.pt');
  expect(helpText('self_harm', 'en', country)).toContain('213 544 545: SOS Voz Amiga');
  // Lisbon is an hour behind Rome and Madrid.
  const lateEvening = new Date('2026-01-31T23:30:00Z');
  expect(dayInWords(lateEvening, 'en', 'es')).toBe('February 1, 2026');
  expect(dayInWords(lateEvening, 'en', country)).toBe('January 31, 2026');
  expect(app.brands.byHostname('pt.localhost')).toBe(brand);
});

test('its pages name the country as their language does', ({ brand, world }) => {
  const inFrench = { ...stranger(world, brand), language: 'fr' as const };
  expect(makeBoot(inFrench, {}).brand).toMatchObject({
    country: 'pt',
    countryWords: { whole: 'tout le Portugal', within: 'au Portugal' },
  });
});

test('a visitor whose language the brand does not speak gets the one that it does', ({ brand }) => {
  const { tagline } = brand.settings;
  expect(tagline.fr).toBe(tagline.en);
  expect(tagline.en).not.toBe('');
});

test('a text needs one language at least', async () => {
  const file = await brandInPortugal();
  const { success } = brandFile.safeParse({ ...file, settings: { ...file.settings, tagline: {} } });
  expect(success).toBe(false);
});
