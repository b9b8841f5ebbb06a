import { brands, desktop, expect, expectAccessible, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { declineCookies, signIn } from './people.ts';

const publicPaths = ['/', '/login', '/find', '/contactUs', '/legal/terms', '/unsubscribe', '/offline'];
const memberPaths = [
  '/find',
  '/match',
  '/chats',
  '/chats/some-id',
  '/notifications',
  '/profile',
  '/vip_plan/cred',
  '/purchase',
  '/ko',
];

/** The other combinations differ in nothing that these two do not show: colours are computed for every brand by a test of its own. */
const looks = [
  { colorScheme: 'light', viewport: phone },
  { colorScheme: 'dark', viewport: desktop },
] as const;

for (const brand of Object.keys(brands) as BrandKey[]) {
  for (const { colorScheme, viewport } of looks) {
    test.describe(`${brand}, ${colorScheme}, ${viewport.width} wide`, () => {
      test.use({ colorScheme, viewport });

      test('nothing stands in a visitor’s way', async ({ page }) => {
        await page.goto(siteUrl(brand));
        await expectAccessible(page);
        await declineCookies(page, brand);
        for (const path of publicPaths) {
          await page.goto(siteUrl(brand, path));
          await expect(page.locator('h1').first()).toBeVisible();
          await expectAccessible(page);
        }
      });

      test('nothing stands in a member’s way', async ({ page }) => {
        await signIn(page, brand, 'credits');
        await declineCookies(page, brand);
        for (const path of memberPaths) {
          await page.goto(siteUrl(brand, path));
          await expect(page.locator('h1').first()).toBeVisible();
          await expectAccessible(page);
        }
      });
    });
  }
}
