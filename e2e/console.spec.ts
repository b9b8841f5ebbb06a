import { expect, expectAccessible, test } from './fixtures.ts';

const consoleUrl = (path = '') => `http://localhost:${process.env['E2E_PORT']}/console/${path}`;

test('an operator signs in, sees the brands with their true counts, jobs and the outbox', async ({
  page,
}) => {
  await page.goto(consoleUrl());
  await page.getByLabel(/e-?mail/i).fill(process.env['E2E_STAFF_EMAIL'] ?? '');
  await page
    .getByLabel(/password/i)
    .first()
    .fill(process.env['E2E_STAFF_PASSWORD'] ?? '');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText('Lunaria').first()).toBeVisible();
  await expect(page.getByText('Verbena').first()).toBeVisible();
  await expectAccessible(page);
  for (const path of ['reports', 'outbox', 'jobs', 'audit']) {
    await page.goto(consoleUrl(path));
    await expect(page.locator('h1').first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('a wrong password opens nothing', async ({ page }) => {
  await page.goto(consoleUrl());
  await page.getByLabel(/e-?mail/i).fill('owner@serenata.local');
  await page
    .getByLabel(/password/i)
    .first()
    .fill('wrong');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('alert')).toBeVisible();
});
