import { storageKeys } from '#contract/kernel/storage-keys.ts';
import { brands, demoPassword, desktop, expect, follow, siteUrl, test } from './fixtures.ts';
import { declineCookies, fillSignIn, people, signOut } from './people.ts';
import { words } from './words.ts';

test.use({ viewport: desktop });

const brand = 'lunaria';
const nav = (key: string) => words(brand, 'shell', `nav.${key}`);

test('a member signs in and stays signed in; what the browser keeps of them is shown before the server answers, and goes when they go, in every tab', async ({
  page,
  context,
}) => {
  await page.goto(siteUrl(brand, '/login'));
  await declineCookies(page, brand);
  await fillSignIn(page, brand, people[brand].free, demoPassword());
  await expect(page).toHaveURL(siteUrl(brand, '/find'));
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
    // A tap on the wrong button is taken back.
    await page.getByRole('button', { name: nav('signOut') }).click();
    const question = page.getByRole('dialog', { name: words(brand, 'popups', 'confirmSignOut.title') });
    await question.getByRole('button', { name: words(brand, 'popups', 'confirmSignOut.stay') }).click();
    await expect(question).toBeHidden();
    const other = await context.newPage();
    await other.goto(siteUrl(brand, '/'));
    await expect(other).toHaveURL(siteUrl(brand, '/find'));
    await follow(other, '/chats');
    await expect(other.getByRole('heading', { name: words(brand, 'shell', 'titles.chats') })).toBeVisible();
    // A tab behind another draws once a second, and a click waits for that.
    await page.bringToFront();
    await signOut(page, brand);
    await expect(page).toHaveURL(siteUrl(brand, '/'));
    await expect(page.getByRole('link', { name: nav('signIn') }).first()).toBeVisible();
    await expect(other.getByText(words(brand, 'shell', 'signUp.haveAccount'))).toBeVisible();
    await expect.poll(kept).toEqual([null, null, null]);
  });

  await test.step('a member who comes home from another page sees how many are there now', async () => {
    await follow(page, '/login');
    await expect(page.getByLabel(words(brand, 'shell', 'entry.password'), { exact: true })).toBeVisible();
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
