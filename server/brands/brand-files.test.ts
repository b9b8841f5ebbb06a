import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { seedDemo } from '#server/demo/seed.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { standIns } from '#testing/demo.ts';
import { expect, test } from '#testing/harness.ts';
import { brandsFolder, readBrandFolder } from './brand-files.ts';

/** A folder with the demo's brands, to add others to. */
async function copyFolder(): Promise<string> {
  const folder = await makeFolder();
  for (const name of ['lunaria.json', 'verbena.json']) await cp(join(brandsFolder, name), join(folder, name));
  return folder;
}

const everywhere = (text: string) => ({ it: text, es: text, en: text, fr: text });

/** What an operator who follows the recipe writes, by the names that the recipe has for it. */
const written: Record<string, unknown> = {
  key: 'mybrand',
  hostnames: ['mybrand.localhost'],
  title: 'Ginestra',
  tagline: everywhere('Ginestra'),
  description: everywhere('Ginestra'),
  country: 'es',
  company: { name: 'Amapola Digital S.L.', address: 'Calle Mayor 1, Madrid', vat: 'ES B12345678' },
  support: { email: 'ayuda@ginestra.example', phone: '+34 000 000 000' },
  domain: 'ginestra.example',
  logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" d="M2 2h20v20H2z"/></svg>',
  'payment.descriptor': 'GINESTRA',
  'payment.company': 'Amapola Digital S.L.',
  'theme.primary': '#336699',
  'theme.accent': '#993366',
  'theme.ink': '#101820',
  'theme.paper': '#ffffff',
  'theme.radius': 4,
  'theme.hero': 'tiles',
  'theme.surfaces': 'line',
  'theme.buttons': 'square',
};

/** The names of settings in the steps of the README's recipe. */
async function namesInRecipe(): Promise<string[]> {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, recipe = ''] = /## A brand in five minutes\n(.*?)\n## /s.exec(readme) ?? [];
  const [, settings = '', theme = ''] = recipe.split(/^\d\. /m).slice(1);
  // What a name may be set to stands in brackets behind it.
  const names = (step: string) =>
    [...step.replaceAll(/\([^)]*\)/g, '').matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
  return [
    ...names(settings).filter((name) => name !== 'settings' && name !== 'mybrand.localhost'),
    ...names(theme)
      .filter((name) => name !== 'settings.theme')
      .map((name) => `theme.${name}`),
  ];
}

const json = z.record(z.string(), z.unknown());

/** The copy of a brand's file with some settings changed. */
async function copyBrand(folder: string, name: string, changes: Record<string, unknown>): Promise<void> {
  const file = json.parse(JSON.parse(await readFile(join(brandsFolder, 'lunaria.json'), 'utf8')));
  const settings = json.parse(file['settings']);
  for (const [path, value] of Object.entries(changes)) {
    const [first = '', second] = path.split('.');
    settings[first] = second === undefined ? value : { ...json.parse(settings[first]), [second]: value };
  }
  await writeFile(join(folder, name), JSON.stringify({ ...file, settings }));
}

test(
  'the README’s recipe names what a brand of one’s own must change, and such a brand is served',
  { timeout: 120_000 },
  async ({ app }) => {
    const folder = await copyFolder();
    expect((await namesInRecipe()).toSorted()).toEqual(Object.keys(written).toSorted());
    await copyBrand(folder, 'mybrand.json', written);
    await seedDemo(app, () => {}, { ...standIns, folder });
    expect(app.brands.refused()).toEqual([]);
    expect(app.brands.byHostname('mybrand.localhost')?.settings.title).toBe('Ginestra');
  },
);

test(
  'a brand that is wrong is left out by its file’s name, and the others are served',
  { timeout: 120_000 },
  async ({ app }) => {
    const folder = await copyFolder();
    const own = { key: 'own', hostnames: ['own.localhost'], title: 'Ginestra', domain: 'ginestra.example' };
    await copyBrand(folder, 'unlawful.json', { ...own, company: written['company'] });
    await copyBrand(folder, 'taken.json', { key: 'taken', hostnames: ['taken.localhost', 'es.localhost'] });
    await copyBrand(folder, 'twin.json', { title: 'Another' });
    await copyBrand(folder, 'untitled.json', {
      key: 'untitled',
      hostnames: ['untitled.localhost'],
      title: '',
    });
    await writeFile(join(folder, 'torn.json'), '{');
    await seedDemo(app, () => {}, { ...standIns, folder });
    const reasons = new Map(app.brands.refused().map(({ name, reason }) => [name, reason]));
    expect([...reasons.keys()].toSorted()).toEqual(
      ['taken', 'torn', 'twin', 'unlawful', 'untitled'].map((name) => `brands/${name}.json`),
    );
    expect(reasons.get('brands/unlawful.json')).toContain(
      'payment.descriptor: nobody would know “LUNARIA DEMO” again on a statement',
    );
    expect(reasons.get('brands/taken.json')).toBe(
      'settings.hostnames: es.localhost belongs to the brand verbena, so that taken is not published with it.',
    );
    expect(reasons.get('brands/twin.json')).toContain(
      'settings.key: lunaria is the key of brands/lunaria.json',
    );
    expect(reasons.get('brands/untitled.json')).toContain('settings.title');
    expect(reasons.get('brands/torn.json')).toContain('is not JSON');
    expect(app.brands.byHostname('own.localhost')).toBeUndefined();
    expect(app.brands.byHostname('es.localhost')?.key).toBe('verbena');
    expect(app.brands.byHostname('localhost')?.settings.title).toBe('Lunaria');

    // Once it is right, the next start takes it in.
    await copyBrand(folder, 'unlawful.json', {
      ...own,
      company: written['company'],
      'payment.descriptor': 'GINESTRA',
    });
    await seedDemo(app, () => {}, { ...standIns, folder });
    expect(app.brands.byHostname('own.localhost')?.key).toBe('own');
  },
);

test('the demo’s own files are all in order', async () => {
  expect(await readBrandFolder()).toMatchObject({
    files: [{ name: 'brands/lunaria.json' }, { name: 'brands/verbena.json' }],
    refused: [],
  });
});
