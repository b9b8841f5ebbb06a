import { desktop, expect, expectAccessible, phone, siteUrl, test } from './fixtures.ts';
import type { Page } from '@playwright/test';
import { declineCookies, signIn } from './people.ts';

/** In groups, so that a slow machine has the time for each. */
const publicPaths = [
  ['/', '/login', '/find', '/forgotPassword'],
  ['/loginWithGoogle', '/asignup?mail=luna@posta.example', '/resetPassword?token=x', '/unsubscribe'],
  ['/contactUs', '/legal/terms', '/offline'],
];
const memberPaths = [
  ['/find', '/match', '/chats', '/chats/some-id', '/notifications'],
  ['/profile', '/vip_plan/cred', '/purchase', '/ko'],
];

/** The other combinations differ in nothing that these do not show: colours are computed for every brand by a test of its own. */
const looks = [
  { brand: 'lunaria', colorScheme: 'light', viewport: phone },
  { brand: 'verbena', colorScheme: 'dark', viewport: desktop },
] as const;

for (const { brand, colorScheme, viewport } of looks) {
  test.describe(`${brand}, ${colorScheme}, ${viewport.width} wide`, () => {
    test.use({ colorScheme, viewport });

    for (const paths of publicPaths) {
      test(`nothing stands in a visitor’s way: ${paths.join(' ')}`, async ({ page }) => {
        await page.goto(siteUrl(brand));
        await declineCookies(page, brand);
        for (const path of paths) await expectAccessibleAt(page, siteUrl(brand, path));
      });
    }

    test('nothing stands in the way of a newcomer’s first look', async ({ page }) => {
      await expectAccessibleAt(page, siteUrl(brand));
    });

    for (const paths of memberPaths) {
      test(`nothing stands in a member’s way: ${paths.join(' ')}`, async ({ page }) => {
        await signIn(page, brand, 'credits');
        await declineCookies(page, brand);
        for (const path of paths) await expectAccessibleAt(page, siteUrl(brand, path));
      });
    }
  });
}

async function expectAccessibleAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('h1').first()).toBeVisible();
  await expectAccessible(page);
}
