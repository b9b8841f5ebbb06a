import shell from '#console/locales/it/shell.json' with { type: 'json' };
import { pages } from '#console/shell/paths.ts';
import { consoleUrl, openConsoleAs } from './console-pages.ts';
import { consoleAddresses, consoleEntries, goTo, makeWork } from './console-visits.ts';
import { expect, test } from './fixtures.ts';
import { largeDesktop, largePhone, narrowPhone, openReader } from './readable.ts';
import { ownerToken } from './staff.ts';

const windows = [largePhone, narrowPhone, largeDesktop];

test.describe.configure({ timeout: 180_000 });

test('every page of the console can be read and pressed in large text and in narrow windows', async ({
  browser,
}) => {
  const email = await makeWork();
  const page = await openConsoleAs(browser, ownerToken());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const addresses = await consoleAddresses(page, email);
  const reader = await openReader(page);
  for (const window of windows) {
    await reader.resize(window);
    for (const [name, address] of addresses) {
      await goTo(page, name, address);
      await reader.expectReadable(name, [window]);
    }
  }

  await test.step('the menu and what it leads out of the page to', async () => {
    await goTo(page, 'people', pages.people);
    await reader.resize(largePhone);
    await page.getByRole('button', { name: shell.menu, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await reader.expectReadable('the menu', [largePhone, narrowPhone]);
    await page.getByRole('dialog').getByRole('button', { name: shell.close }).click();
    await page.getByRole('button', { name: 'Invita una persona' }).click();
    await expect(page.getByRole('dialog', { name: 'Invita una persona' })).toBeVisible();
    await reader.expectReadable('an invitation', windows);
  });
});

test('who has not come in yet can read and press everything as well', async ({ page }) => {
  const reader = await openReader(page);
  for (const name of consoleEntries) {
    await page.goto(consoleUrl(pages[name].slice(1)));
    await expect(page.getByRole('heading').first()).toBeVisible();
    await reader.expectReadable(name, windows);
  }
});
