import type { Page } from '@playwright/test';
import { readDeck } from '../contract/discovery/deck.ts';
import { askApi } from './ask-api.ts';
import { desktop, expect, expectAccessible, phone, siteUrl, test } from './fixtures.ts';
import { expectWellMade } from './page-checks.ts';
import { declineCookies, signIn } from './people.ts';
import { words } from './words.ts';

const publicPaths = [
  '/',
  '/login',
  '/forgotPassword',
  '/loginWithGoogle',
  '/asignup?mail=luna@posta.example',
  '/resetPassword?token=x',
  '/contactUs',
  '/legal/terms',
  '/offline',
];
const memberPaths = [
  '/find',
  '/match',
  '/chats',
  '/notifications',
  '/profile',
  '/photoVerification',
  '/vip_plan/cred',
  '/purchase',
  '/purchase/pay',
  '/paymentPage',
  '/ko',
];

/**
 * Each page is looked at once, the pages in turn by these. The other combinations differ in nothing that these do not
 * show: colours are computed for every brand by a test of its own.
 */
const looks = [
  { brand: 'lunaria', colorScheme: 'light', viewport: phone },
  { brand: 'verbena', colorScheme: 'dark', viewport: desktop },
] as const;

for (const [turn, { brand, colorScheme, viewport }] of looks.entries()) {
  const inTurn = (_: string, index: number) => index % looks.length === turn;

  test.describe(`${brand}, ${colorScheme}, ${viewport.width} wide`, () => {
    test.use({ colorScheme, viewport });

    // Many pages, each looked at closely.
    test.describe.configure({ timeout: 120_000 });

    test('nothing stands in a visitor’s way', async ({ page }) => {
      await expectAccessibleAt(page, siteUrl(brand));
      await expect(page.getByRole('region', { name: words(brand, 'shell', 'cookies.title') })).toBeVisible();
      await expectNoNameTwice(page);
      await declineCookies(page, brand);
      for (const path of publicPaths.filter(inTurn)) await expectAccessibleAt(page, siteUrl(brand, path));
    });

    test('nothing stands in a member’s way', async ({ page }) => {
      const { token, trackerId } = await signIn(page, brand, 'credits', '/find');
      const { people } = (await askApi(readDeck, { trackerId }, { brand, token })).result;
      // A visit to a member would be news where other journeys count them.
      const somebody = people.find(({ kind }) => kind !== 'member');
      const paths = [...memberPaths, `/user/${somebody?.id}`, `/chats/${somebody?.id}`];
      for (const path of paths.filter(inTurn)) await expectAccessibleAt(page, siteUrl(brand, path));
    });
  });
}

/** On the landing not even links that lead to the same place have the same name. */
async function expectNoNameTwice(page: Page): Promise<void> {
  const outline = await page.locator('body').ariaSnapshot();
  const names = [...outline.matchAll(/^\s*- (?:link|button) "([^"]+)"/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
}

async function expectAccessibleAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('h1').first()).toBeVisible();
  await expectAccessible(page);
  await expectWellMade(page);
}
