import { storageKeys } from '../contract/kernel/storage-keys.ts';
import { brands, desktop, expect, follow, siteUrl, test } from './fixtures.ts';
import { declineCookies, signIn, signOut } from './people.ts';
import { words } from './words.ts';

test.use({ viewport: desktop });

const brand = 'lunaria';
const nav = (key: string) => words(brand, 'shell', `nav.${key}`);

test('what the browser keeps of a member is shown before the server answers, and goes when he goes', async ({
  page,
}) => {
  await signIn(page, brand, 'free', '/find');
  // The Italian brand's pages are opened at its second hostname here, and its photos are at the first.
  await test.step('photos have whole addresses, and every page may load them', async () => {
    // Not those out of focus, which are there for a moment before it is known who looks.
    const photos = page.getByRole('list', { name: words(brand, 'find', 'results') }).locator('img');
    await expect(photos.first()).toBeVisible();
    const missing = () =>
      photos.evaluateAll((images: HTMLImageElement[]) => {
        const isThere = ({ src, complete, naturalWidth }: HTMLImageElement) =>
          new URL(src).hostname === 'localhost' &&
          src.includes('/media/photos/') &&
          complete &&
          naturalWidth > 0;
        return images.length === 0
          ? ['all']
          : images.filter((image) => !isThere(image)).map(({ src }) => src);
      });
    await expect.poll(missing).toEqual([]);
  });

  await test.step('a member’s own picture is in the bar before the server knows who is there', async () => {
    const bar = page.getByRole('navigation', { name: nav('label') });
    const own = bar.getByRole('link', { name: nav('profile') }).locator('img');
    await expect(own).not.toHaveJSProperty('naturalWidth', 0);
    const address = await own.getAttribute('src');

    const { promise, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/users/verify', async (route) => {
      await promise;
      await route.continue();
    });
    await page.reload();
    await expect(page.locator('header img:visible')).toHaveAttribute('src', address ?? '');
    await expect(bar).toBeHidden();
    answer();
    await expect(own).toHaveAttribute('src', address ?? '');

    const keys = ['avatar', 'likeCredits', 'messageValue'] as const;
    const kept = () =>
      page.evaluate(
        (names) => names.map((name) => localStorage.getItem(name)),
        keys.map((key) => storageKeys[key].stored),
      );
    expect(await kept()).toEqual([address, expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
    await signOut(page, brand);
    await expect(page).toHaveURL(siteUrl(brand, '/'));
    await expect.poll(kept).toEqual([null, null, null]);
  });

  await test.step('somebody who comes home from another page is told how many are there now', async () => {
    await follow(page, '/login');
    await declineCookies(page, brand);
    const { stored } = storageKeys.availablePeople;
    await page.evaluate((name) => localStorage.setItem(name, '7777'), stored);
    const home = nav('home').replace('{{brand}}', brands[brand].title);
    await page.getByRole('link', { name: home }).first().click();
    await expect(page).toHaveURL(siteUrl(brand, '/'));
    const kept = () => page.evaluate((name) => localStorage.getItem(name), stored);
    await expect.poll(kept).not.toBe('7777');
    const sentence = words(brand, 'home', 'people_other').replace('{{where}}', 'in Italia');
    const count = new Intl.NumberFormat(brands[brand].language).format(Number(await kept()));
    await expect(page.getByText(sentence.replace('{{count, number}}', count))).toBeVisible();
  });
});
