import type { Page } from '@playwright/test';
import { consoleUrl } from './console-pages.ts';
import { brands, expect, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { freshMember } from './fresh-member.ts';
import { ownerToken } from './staff.ts';

/** What the pages' policy forbade while a page was open. A browser reports it though the page goes on as if nothing were. */
async function watchPolicy(page: Page): Promise<string[]> {
  const broken: string[] = [];
  await page.exposeFunction('noteViolation', (violation: string) => void broken.push(violation));
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation: (violation: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      noteViolation(`${violatedDirective} forbids ${blockedURI} in ${sourceFile} at ${location.pathname}`),
    );
  });
  return broken;
}

for (const brand of Object.keys(brands) as BrandKey[]) {
  test(`nothing that a page of ${brand} does is forbidden by its own policy`, async ({ page }) => {
    const broken = await watchPolicy(page);
    await page.goto(siteUrl(brand));
    await page.getByRole('radio').first().check();
    await expect(page.locator('h1').first()).toBeVisible();
    await freshMember(page, brand);
    for (const path of ['/find', '/profile', '/vip_plan/cred', '/purchase']) {
      await page.goto(siteUrl(brand, path));
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    }
    expect(broken).toEqual([]);
  });
}

test('nothing that a page of the console does is forbidden by its own policy', async ({ page }) => {
  const broken = await watchPolicy(page);
  await page.goto(consoleUrl());
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await page.addInitScript((token) => sessionStorage.setItem('staffToken', token), ownerToken());
  for (const path of ['', 'members', 'audit']) {
    await page.goto(consoleUrl(path));
    await expect(page.locator('h1').first()).toBeVisible();
  }
  expect(broken).toEqual([]);
});
