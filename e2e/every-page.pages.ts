/**
 * Every page of site and console, for axe and for the checker of the W3C: `npm run check:pages` reads afterwards what is
 * kept here. The site is looked at in both brands, and in every language where visitors see it.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pages } from '#console/shell/paths.ts';
import { readDeck } from '#contract/discovery/deck.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { LANGUAGE_PARAMETER } from '#contract/kernel/languages.ts';
import { askApi } from './ask-api.ts';
import { consoleUrl, openConsoleAs } from './console-pages.ts';
import { consoleAddresses, consoleEntries, goTo, makeWork } from './console-visits.ts';
import { desktop, expect, findBarriers, phone, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { ownerToken } from './staff.ts';
import { signInBehindTheScenes } from './talk.ts';
import { expectCome, keepNewsAway, visitsOf } from './visits.ts';
import { wordsIn } from './words.ts';

test.describe.configure({ timeout: 600_000 });

const folder = join(import.meta.dirname, '../test-results/pages');
/** Goes on after what is wrong, so that all of it is reported. */
const softly = expect.configure({ soft: true });

async function keep(name: string, html: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name.replaceAll(/[^\w-]+/g, '_')}.html`), html);
}

/** Asks axe, and keeps the page as it stands now. */
async function look(page: Page, name: string): Promise<void> {
  softly(await findBarriers(page), name).toEqual([]);
  await keep(name, await page.content());
}

for (const [brand, colorScheme, viewport] of [
  ['lunaria', 'dark', desktop],
  ['verbena', 'light', phone],
] as const)
  test.describe(brand, () => {
    test.use({ colorScheme, viewport });

    for (const [turn, language] of LANGUAGES.entries())
      test(`a quarter of the visitors' pages in ${language}, and the home`, async ({ page }) => {
        const quarter = visitsOf('visitor').filter((_, index) => index % LANGUAGES.length === turn);
        for (const at of ['/', ...quarter.map((visit) => visit.at)]) {
          const name = `${brand} ${language} visitor ${at}`;
          const path = `${at}${at.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}`;
          const answer = await page.goto(siteUrl(brand, path));
          await expectCome(page);
          // Before any script has changed it.
          await keep(`${name} as served`, (await answer?.text()) ?? '');
          await look(page, name);
          // The notice lies over whatever is at the window's edge, until it is scrolled away.
          if (at === '/')
            await page.getByRole('button', { name: wordsIn(language, 'shell', 'cookies.reject') }).click();
        }
      });

    test("members' pages", async ({ page }) => {
      const session = await signInBehindTheScenes(brand, 'credits');
      const { people } = (await askApi(readDeck, session, { brand, token: session.token })).result;
      const id = String(people.find(({ kind }) => kind !== 'member')?.id);
      await keepNewsAway(page);
      await signInAs(page, brand, session);
      for (const { at } of visitsOf('member')) {
        await page.goto(siteUrl(brand, at.replace(':id', id)));
        await expectCome(page);
        await look(page, `${brand} member ${at}`);
      }
    });
  });

test('the console', async ({ page: entrance, browser }) => {
  for (const name of consoleEntries) {
    await entrance.goto(consoleUrl(pages[name].slice(1)));
    await expect(entrance.getByRole('heading').first()).toBeVisible();
    await look(entrance, `console ${name}`);
  }
  const email = await makeWork();
  const page = await openConsoleAs(browser, ownerToken());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [name, address] of await consoleAddresses(page, email)) {
    await goTo(page, name, address);
    await look(page, `console ${name}`);
  }
});
