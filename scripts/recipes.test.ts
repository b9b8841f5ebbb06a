/** Follows recipes of `docs/recipes.md` in a copy of the repository, counts the files, and sees that the new thing is there. */

import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualOrLong } from '#testing/long-runs.ts';
import { country } from '#testing/recipes/country.ts';
import { notificationKind } from '#testing/recipes/notification-kind.ts';
import { profileField } from '#testing/recipes/profile-field.ts';
import { provider } from '#testing/recipes/provider.ts';
import { fileCount, follow } from '#testing/recipes/recipe.ts';
import { staffPage } from '#testing/recipes/staff-page.ts';

const recipes = [notificationKind, profileField, staffPage, country, provider];

const root = join(import.meta.dirname, '..');
const folders =
  'bench,brands,console,contract,docs,e2e,embedded-postgres,packages,sandbox,scripts,server,site,testing';
let copy = '';

/** All of them in one copy, because its types take a while to check. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'serenata-recipes-'));
  for (const path of globSync(`{{${folders}},*.{json,ts},.ox*}`, { cwd: root }))
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const recipe of recipes) follow(recipe, copy);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What a program prints. One that fails says so with all that it printed. */
async function run(...args: string[]): Promise<string> {
  const printed = promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 50_000_000 });
  const { stdout } = await printed.catch((failure: { stdout: string; stderr: string }) => {
    throw new Error(`${failure.stdout}\n${failure.stderr}`);
  });
  return stdout;
}

/** The server's project reads files of `packages` without a browser's types; the apps' projects check those. */
async function findTypeErrors(project: string): Promise<string[]> {
  const said = await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project).catch(String);
  return said.split('\n').filter((line) => line.includes(': error TS') && !line.includes('packages/'));
}

/** The paragraph of a recipe. */
function paragraphOf(heading: string): string {
  const text = readFileSync(join(root, 'docs/recipes.md'), 'utf8');
  const found = text.split('\n\n').find((paragraph) => paragraph.startsWith(`**${heading}**`));
  return found?.replaceAll('\n', ' ') ?? '';
}

test.each(recipes)('$heading: as few files as promised, all of which the recipe names', (recipe) => {
  const count = fileCount(recipe);
  expect(count).toBeLessThanOrEqual(recipe.atMost);
  const paragraph = paragraphOf(recipe.heading);
  expect(paragraph).toContain(`(${count} files`);
  const named = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  const isNamed = (path: string) =>
    named.some((name) => {
      const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/<\w+>/g, '[\\w-]+');
      return new RegExp(`(?:^|/)${pattern}${name.endsWith('/') ? '.*' : '$'}`).test(path);
    });
  const paths = [...Object.keys(recipe.files), ...Object.keys(recipe.changes)];
  expect(paths.filter((path) => !isNamed(path))).toEqual([]);
});

test('what was added is in the lists of the copy that follow from its entry', async () => {
  await run('scripts/contract-files.ts');
  const lists = `
    import { endpoints } from '#contract/api.ts';
    import { providerName } from '#contract/billing/payment-checks.ts';
    import { COUNTRIES } from '#contract/countries/list.ts';
    import { defaultNotificationSettings } from '#contract/notification/settings.ts';
    import { saveOwnProfile } from '#contract/profile/own-profile.ts';
    import { pages } from '#console/shell/paths.ts';
    import { paymentVariables } from '#server/platform/config/payment-config.ts';
    import { fieldNames } from '#server/discovery/search/fields.ts';
    console.log(JSON.stringify({
      calls: endpoints.map(({ path }) => path),
      providers: providerName.options,
      countries: COUNTRIES,
      kinds: Object.keys(defaultNotificationSettings.pace),
      saved: saveOwnProfile.body.encode({ pets: 'cat' }),
      pages,
      variables: Object.keys(paymentVariables),
      searched: fieldNames,
    }));`;
  const found = JSON.parse(await run('--input-type=module', '--eval', lists)) as unknown;
  expect(found).toMatchObject({
    calls: expect.arrayContaining(['/newcomers', '/orders/examplepay/checkTransactionStatus']),
    providers: expect.arrayContaining(['examplepay']),
    countries: expect.arrayContaining(['fr']),
    kinds: expect.arrayContaining(['anniversary']),
    saved: { animali: 'cat' },
    pages: { newcomers: '/newcomers' },
    variables: expect.arrayContaining(['EXAMPLEPAY_API_KEY']),
    searched: expect.arrayContaining(['pets']),
  });
});

/** Types and a database of the copy take minutes, so that `npm run test:long` alone waits for them. */
const promises = usualOrLong<string[]>([], ['its types fit, and what was added works on a real database']);

test.each(promises)('%s', async () => {
  cpSync(join(copy, 'testing/recipes/added.txt'), join(copy, 'scripts/added.test.ts'));
  await run('scripts/database-types.ts');
  for (const project of ['tsconfig.json', 'console/tsconfig.json', 'site/tsconfig.json'])
    expect(await findTypeErrors(project)).toEqual([]);
  await run('node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'scripts/added.test.ts');
});
