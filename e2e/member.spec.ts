import { brands, demoPassword, expect, follow, onlyIn, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { fillSignIn, people, signIn, signOut } from './people.ts';
import { words } from './words.ts';

for (const brand of Object.keys(brands) as BrandKey[]) {
  const nav = (key: string) => words(brand, 'shell', `nav.${key}`);

  /** What is the same in every brand. */
  const once = onlyIn('verbena', brand);

  test.describe(brand, () => {
    once('a member signs in, stays signed in, and signs out in every tab', async ({ page, context }) => {
      await page.goto(siteUrl(brand, '/login'));
      await fillSignIn(page, brand, people[brand].free, demoPassword());
      await expect(page).toHaveURL(siteUrl(brand, '/find'));
      await page.goto(siteUrl(brand, '/'));
      await expect(page).toHaveURL(siteUrl(brand, '/find'));
      await expect(page.getByRole('heading', { name: words(brand, 'shell', 'titles.find') })).toBeVisible();
      // A tap on the wrong button is taken back.
      await page.getByRole('button', { name: nav('signOut') }).click();
      const question = page.getByRole('dialog', { name: words(brand, 'popups', 'confirmSignOut.title') });
      await question.getByRole('button', { name: words(brand, 'popups', 'confirmSignOut.stay') }).click();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(siteUrl(brand, '/find'));
      const other = await context.newPage();
      await other.goto(siteUrl(brand, '/chats'));
      await expect(other.getByRole('heading', { name: words(brand, 'shell', 'titles.chats') })).toBeVisible();
      // A tab behind another draws once a second, and a click waits for that.
      await page.bringToFront();
      await signOut(page, brand);
      await expect(page).toHaveURL(siteUrl(brand, '/'));
      await expect(page.getByRole('link', { name: nav('signIn') }).first()).toBeVisible();
      await expect(other.getByText(words(brand, 'shell', 'signUp.haveAccount'))).toBeVisible();
    });

    test.describe('on a phone', () => {
      test.use({ viewport: phone, isMobile: true, hasTouch: true });

      once('the menu below is there, but not where it would be in the way', async ({ page }) => {
        await signIn(page, brand, 'free', '/find');
        const menu = page.getByRole('navigation', { name: nav('label') });
        await expect(menu.getByRole('link')).toHaveCount(5);
        await menu.getByRole('link', { name: nav('notifications') }).click();
        await expect(
          page.getByRole('heading', { name: words(brand, 'shell', 'titles.notifications') }),
        ).toBeVisible();
        for (const path of ['/chats/some-id', '/vip_plan/cred', '/purchase/pay', '/unsubscribe']) {
          await follow(page, path);
          await expect(page).toHaveURL(siteUrl(brand, path));
          await expect(menu).toBeHidden();
        }
      });
    });
  });
}

test('a session that has ended elsewhere is told, and the page can be reached again', async ({ page }) => {
  await signIn(page, 'lunaria', 'credits');
  const status = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    return (await fetch('/api/users/logout', { method: 'POST', headers })).status;
  });
  expect(status).toBe(200);
  await page.goto(siteUrl('lunaria', '/profile'));
  await expect(page.getByText(words('lunaria', 'shell', 'signUp.haveAccount'))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
