import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { takeTrustSnapshots } from '#server/insight/trust.ts';
import { pageReads } from '#server/modules.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import type { BrandFile } from '../brand-file.ts';
import { readBrandFiles } from '../brand-files.ts';
import { saveBrand } from '../save-brand.ts';
import { builtPages } from './page-source.ts';
import type { PageSource } from './page-source.ts';
import { addPages } from './routes.ts';

const dist = join(import.meta.dirname, '../../../dist');
const files = await readBrandFiles();

/** The built site as a process has it that has rendered nothing yet. */
async function freshPages() {
  const copy = await makeFolder();
  await cp(dist, copy, { recursive: true });
  const { publicPaths } = (await import(join(copy, 'site-server/entry-server.js'))) as {
    publicPaths: string[];
  };
  return { source: await builtPages(copy), publicPaths };
}

const hostOf = ({ settings }: BrandFile) => settings.hostnames.at(-1) ?? '';

/** What one company says of itself and no other does. */
function wordsOf({ settings: { title, company, support, domain, payment } }: BrandFile): string[] {
  const said = [title, company.name, company.address, company.vat, company.legalForm, company.register];
  return [...said, support.email, support.phone, domain, payment.descriptor].filter(
    (word) => word !== undefined,
  );
}

/** The same brand after its company has moved and has another name, so that its terms are others. */
function moved(file: BrandFile): BrandFile {
  const { settings } = file;
  const company = {
    ...settings.company,
    name: `${settings.title} Nuova S.A.`,
    address: `Piazza ${settings.title} 7, 00000 Altrove`,
    vat: `XX ${settings.title} 7`,
  };
  return { ...file, settings: { ...settings, company } };
}

test('no public page of a brand says a word of another, in any language and order, before and after its terms change', async ({
  app,
  world,
}) => {
  for (let n = 0; n < 10; n += 1) await world.member({ brand: world.brand('lunaria') });
  for (let n = 0; n < 20; n += 1) await world.member({ brand: world.brand('verbena') });
  await takeTrustSnapshots(app);
  const { source, publicPaths } = await freshPages();
  const faults: unknown[] = [];
  const watched: PageSource = {
    ...source,
    async render(input) {
      const page = await source.render(input);
      faults.push(...page.faults);
      return page;
    },
  };
  const { server } = await createHttpServer(app);
  await addPages(app, server, { source: watched, reads: pageReads, strict: true });

  const look = async (brands: readonly BrandFile[], gone: readonly string[]) => {
    for (const path of publicPaths)
      for (const language of LANGUAGES)
        for (const brand of brands) {
          const { settings } = brand;
          const where = `${settings.key} ${language} ${path}`;
          const headers = { host: hostOf(brand) };
          const page = await server.inject({ url: `${path}?lang=${language}`, headers });
          expect([page.statusCode, page.body.includes(settings.title)], where).toEqual([200, true]);
          const others = brands.filter((other) => other !== brand).flatMap(wordsOf);
          const wrong = [...others, ...gone].filter((word) => page.body.includes(word));
          expect([where, wrong]).toEqual([where, []]);
          const [own, foreign] = settings.key === 'lunaria' ? ['>10<', '>20<'] : ['>20<', '>10<'];
          if (path === '/trust')
            expect([page.body.includes(own), page.body.includes(foreign)], where).toEqual([true, false]);
          if (path === '/legal/imprint') expect(page.body, where).toContain(settings.company.vat);
        }
  };
  await look(files, []);
  const changed = files.map(moved);
  for (const file of changed) await saveBrand(app.db, file);
  await app.brands.reload();
  const gone = files.flatMap(({ settings: { company } }) => [company.name, company.address, company.vat]);
  await look(changed.toReversed(), gone);
  expect(faults).toEqual([]);
});
