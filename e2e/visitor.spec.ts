import type { Page } from '@playwright/test';
import { demoPassword, desktop, expect, expectAccessible, phone, siteUrl, test } from './fixtures.ts';
import { fillSignIn, people, turnToSignIn } from './people.ts';
import { words, wordsIn } from './words.ts';

/** Keeps the page's scripts back until they are released, as a slow connection would. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('every other path shows the entry at that path, tells what is missing or wrong, and goes on to it after sign-in', async ({
  page,
}) => {
  const brand = 'lunaria';
  const email = page.getByLabel(words(brand, 'shell', 'entry.email'));
  await page.goto(siteUrl(brand, '/chats'));
  await expect(page).toHaveURL(siteUrl(brand, '/chats'));
  await turnToSignIn(page, brand);
  await fillSignIn(page, brand, '', '');
  await expect(page.getByText(words(brand, 'shell', 'entry.emailMissing'))).toBeVisible();
  await expect(page.getByText(words(brand, 'shell', 'entry.passwordMissing'))).toBeVisible();
  await expect(email).toBeFocused();
  // A wrong password is refused, and what was typed stays.
  await fillSignIn(page, brand, 'nessuno@demo.example', 'sbagliata');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(email).toHaveValue('nessuno@demo.example');
  await expect(
    page.getByRole('button', { name: words(brand, 'shell', 'entry.submit'), exact: true }),
  ).toBeEnabled();
  await fillSignIn(page, brand, people[brand].free, demoPassword());
  await expect(page.getByRole('heading', { name: words(brand, 'shell', 'titles.chats') })).toBeVisible();
  await expect(page).toHaveURL(siteUrl(brand, '/chats'));
});

test('an address without a page is 404, says so in the site’s own words, and leads home', async ({
  page,
}) => {
  const brand = 'verbena';
  const answer = await page.goto(siteUrl(brand, '/nowhere/at/all'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByText(words(brand, 'shell', 'state.notFoundText'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: words(brand, 'shell', 'state.notFoundHome') }).click();
  await expect(page).toHaveURL(siteUrl(brand));
});

test('a visitor who answers and goes on before the scripts are there loses nothing', async ({ page }) => {
  const brand = 'verbena';
  const release = await holdScripts(page);
  await page.goto(siteUrl(brand), { waitUntil: 'commit' });
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  const choose = (question: 'gender' | 'seeks', answer: 'woman' | 'man') =>
    page
      .getByRole('radiogroup', { name: words(brand, 'shell', `signUp.${question}`) })
      .getByRole('radio', { name: words(brand, 'shell', `signUp.${answer}`) })
      .check();
  await choose('gender', 'woman');
  await choose('seeks', 'man');
  const next = page.getByRole('button', { name: words(brand, 'shell', 'signUp.next'), exact: true });
  await next.click();
  await expect(next).toHaveCSS('cursor', 'progress');
  await expect(page).toHaveURL(siteUrl(brand));
  release();
  await expect(page.getByRole('heading', { name: words(brand, 'signup', 'place.title') })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(2);
  // The page is the server's still: what was painted has not been made again.
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
});

test('a landing rests without its application until it is touched, asks about cookies meanwhile, and answers the first press', async ({
  page,
}) => {
  const brand = 'verbena';
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(request.url());
  });
  await page.goto(siteUrl(brand, '/signup'), { waitUntil: 'networkidle' });
  await expect(page.getByRole('region', { name: words(brand, 'shell', 'cookies.title') })).toBeVisible();
  const html = page.locator('html');
  await expect(html).not.toHaveAttribute('data-started');
  expect(fetched).toHaveLength(1);
  await turnToSignIn(page, brand);
  const email = page.getByLabel(words(brand, 'shell', 'entry.email'));
  await expect(email).toBeVisible();
  await expect(page).toHaveURL(siteUrl(brand, '/signup'));
  // A page that is loaded again shows what it showed.
  await page.reload({ waitUntil: 'networkidle' });
  await expect(html).toHaveAttribute('data-live');
  await expect(email).toBeVisible();
});

test('a form that is sent before the scripts are there is sent when they are', async ({ page }) => {
  const brand = 'lunaria';
  const release = await holdScripts(page);
  await page.goto(siteUrl(brand, '/login'), { waitUntil: 'commit' });
  await fillSignIn(page, brand, people[brand].free, demoPassword());
  await expect(page).toHaveURL(siteUrl(brand, '/login'));
  release();
  await expect(page).toHaveURL(siteUrl(brand, '/find'));
});

test('a language that is chosen before the scripts are there is taken', async ({ page }) => {
  const brand = 'lunaria';
  const release = await holdScripts(page);
  await page.goto(siteUrl(brand), { waitUntil: 'commit' });
  await page.getByLabel(words(brand, 'shell', 'footer.language')).selectOption('fr');
  await page.getByRole('button', { name: words(brand, 'shell', 'footer.cookieChoice') }).click();
  release();
  await expect(page.getByText(wordsIn('fr', 'home', 'features.honestTitle'))).toBeVisible();
});

test('what a visitor chooses is kept: cookies, and the language, on the server’s pages too', async ({
  page,
}) => {
  await page.goto(siteUrl('verbena'));
  const notice = page.getByRole('region', { name: words('verbena', 'shell', 'cookies.title') });
  await expect(notice).toBeVisible();
  // On a phone it leaves the page to its reader.
  await page.setViewportSize(phone);
  await expect.poll(async () => (await notice.boundingBox())?.height).toBeLessThanOrEqual(120);
  // And on the smallest its two answers, which are alike, stand beside the words.
  await page.setViewportSize({ width: 320, height: 568 });
  const place = async (name: 'accept' | 'reject') =>
    notice.getByRole('button', { name: words('verbena', 'shell', `cookies.${name}`) }).boundingBox();
  await expect.poll(async () => (await notice.boundingBox())?.height).toBeLessThanOrEqual(76);
  const [accept, reject, text] = [
    await place('accept'),
    await place('reject'),
    await notice.getByRole('paragraph').boundingBox(),
  ];
  expect([accept?.y, accept?.width]).toEqual([reject?.y, reject?.width]);
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan(reject?.x ?? 0);
  expect((accept?.x ?? 0) + (accept?.width ?? 0)).toBeLessThanOrEqual(320);

  await page.setViewportSize(desktop);
  await notice.getByRole('button', { name: words('verbena', 'shell', 'cookies.reject') }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: words('verbena', 'shell', 'footer.cookieChoice') }).click();
  const sheet = page.getByRole('dialog');
  const measuring = sheet.getByRole('switch', {
    name: words('verbena', 'popups', 'cookieChoices.measurement'),
  });
  await expect(measuring).not.toBeChecked();
  await measuring.check();
  await sheet.getByRole('button', { name: words('verbena', 'popups', 'cookieChoices.save') }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: words('verbena', 'shell', 'footer.cookieChoice') }).click();
  await expect(measuring).toBeChecked();
  await expect(
    sheet.getByRole('switch', { name: words('verbena', 'popups', 'cookieChoices.advertising') }),
  ).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByLabel(words('verbena', 'shell', 'footer.language')).selectOption('fr');
  await expect(page.getByText(wordsIn('fr', 'home', 'features.honestTitle'))).toBeVisible();
  const answer = await page.reload();
  expect(await answer?.text()).toContain('<html lang="fr"');
  await expect(page.getByText(wordsIn('fr', 'home', 'features.honestTitle'))).toBeVisible();
});

test.describe('with what the browser keeps', () => {
  test.use({ serviceWorkers: 'allow' });

  test('without a connection the site says so instead of breaking', async ({ page, context }) => {
    await page.goto(siteUrl('lunaria'));
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    // What the page fetches in its own time has come.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.goto(siteUrl('lunaria', '/legal/faq'), { waitUntil: 'commit' }).catch(() => {});
    await expect(
      page.getByRole('heading', { name: words('lunaria', 'shell', 'state.offlineTitle') }),
    ).toBeVisible();
    await context.setOffline(false);
  });
});

/** The words of a page, its titles included, as the server has sent it and as they stand once it is alive. */
const wordsOfPage = (page: Page) =>
  page.evaluate(() => [document.title, document.querySelector('main')?.textContent ?? '']);

test('pages that differ by brand alone come alive as the server has written them', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  for (const path of ['/trust', '/legal/terms?lang=en', '/legal/imprint', '/legal/privacy?lang=fr'])
    for (const brand of ['lunaria', 'verbena'] as const) {
      const release = await holdScripts(page);
      await page.goto(siteUrl(brand, path), { waitUntil: 'commit' });
      await expect(page.locator('main h1')).toBeVisible();
      const written = await wordsOfPage(page);
      release();
      await expect(page.locator('html')).toHaveAttribute('data-live', '');
      expect(await wordsOfPage(page)).toEqual(written);
      expect(written.join()).not.toContain(brand === 'lunaria' ? 'Verbena' : 'Lunaria');
      expect([path, faults]).toEqual([path, []]);
      await page.unrouteAll();
    }
});
