import type { Page } from '@playwright/test';
import { desktop, expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { signUpBehindTheScenes } from './newcomers.ts';
import { declineCookies, signIn } from './people.ts';
import { words } from './words.ts';

const brand = 'lunaria';
const find = (key: string) => words(brand, 'find', key);
const results = (page: Page) => page.getByRole('list', { name: find('results') });
const names = (page: Page) => results(page).getByRole('heading').allTextContents();
const pageOf = (page: Page, number: number) => page.getByText(new RegExp(`pagina ${number} di \\d+`));
const placeButton = (page: Page) => page.getByRole('button', { name: new RegExp(find('place.label')) });

test.describe('on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('a place and filters leave out whom they say; the search is found again after a reload and a look', async ({
    page,
  }) => {
    await signIn(page, brand, 'vip', '/find');
    await test.step('a town with few people shows those around it', async () => {
      const error = { code: 'request.too_many', message: '', retryAfter: 1 };
      await page.route('**/regions/*', (route) => route.fulfill({ status: 429, json: { error } }));
      await placeButton(page).click();
      await expect(page.getByRole('alert').getByText(find('place.failed'))).toBeVisible();
      await page.unroute('**/regions/*');
      await page.getByRole('button', { name: words(brand, 'shell', 'state.retry') }).click();
      await expect(page.getByText(find('place.failed'))).toBeHidden();
      const [region, town] = [page.getByLabel(find('place.region')), page.getByLabel(find('place.town'))];
      await expect(region.getByRole('option', { name: 'Toscana', exact: true })).toBeAttached();
      await region.selectOption({ label: 'Tutta l’Italia' });
      await town.fill('civitav');
      await expect(page.getByRole('listbox', { name: find('place.town') })).toBeVisible();
      await page.getByRole('option', { name: /Civitavecchia/ }).click();
      await expect(region).toHaveValue('Lazio');
      await expect(town).toHaveValue('Civitavecchia');
      await expectAccessible(page);
      await test.step('a region has its towns to choose from, and no others', async () => {
        await region.selectOption({ label: 'Toscana' });
        await expect(town.getByRole('option', { name: 'Firenze', exact: true })).toBeAttached();
        await expect(town.getByRole('option', { name: 'Roma', exact: true })).toHaveCount(0);
        await expect(town.getByRole('option', { selected: true })).toHaveText(find('place.wholeRegion'));
        await region.selectOption({ label: 'Lazio' });
        await town.selectOption({ label: 'Civitavecchia' });
      });
      await page.getByRole('button', { name: find('place.search') }).click();
      await expect(placeButton(page)).toContainText('Civitavecchia, Lazio');
      await expect(page.getByText(/^Pochi profili a Civitavecchia/)).toBeVisible();
    });
    await test.step('the last page leads on to other searches', async () => {
      const shown = page.getByText(/pagina \d+ di \d+/);
      await expect(page.getByText(find('end.title'))).toBeHidden();
      const furthest = page
        .getByRole('navigation', { name: find('pager.label') })
        .getByRole('button')
        .nth(-2);
      while (!/pagina (\d+) di \1\b/.test((await shown.textContent()) ?? '')) {
        const before = (await shown.textContent()) ?? '';
        await furthest.click();
        await expect(shown).not.toHaveText(before);
      }
      await expect(page.getByText(find('end.title'))).toBeVisible();
      await page.getByRole('button', { name: find('noResults.elsewhere') }).click();
    });
    await page.getByLabel(find('place.region')).selectOption({ label: 'Tutta l’Italia' });
    await page.getByRole('button', { name: find('place.search') }).click();
    await expect(placeButton(page)).toContainText('Tutta l’Italia');
    // Those of the town stay until the others are there, and have fewer pages.
    await expect(page.getByText(/pagina 1 di \d\d/)).toBeVisible();

    const all = await pageOf(page, 1).textContent();
    const filters = page.getByRole('button', { name: find('filters.title') });
    await filters.click();
    await page.getByRole('slider', { name: find('filters.ageFrom'), exact: true }).fill('40');
    await page.getByRole('slider', { name: find('filters.ageTo'), exact: true }).fill('49');
    await expect(page.getByText('Da 40 a 49 anni')).toBeVisible();
    await page.getByLabel(find('filters.kind.staff')).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: find('filters.show') }).click();
    await expect(page.getByText(/^\d+ profil/)).not.toHaveText(all ?? '');
    await expect(page.getByRole('dialog')).toBeHidden();

    const first = await names(page);
    expect(first).toHaveLength(5);
    await page.getByRole('button', { name: find('pager.next') }).click();
    await expect(pageOf(page, 2)).toBeFocused();
    const second = await names(page);
    expect(second).not.toEqual(first);
    await test.step('it is found again', async () => {
      await page.reload();
      await expect(filters).toContainText('2');
      await expect(placeButton(page)).toContainText('Tutta l’Italia');
      await expect(pageOf(page, 2)).toBeVisible();
      expect(await names(page)).toEqual(second);
      for (const card of await results(page).getByRole('listitem').all()) {
        await expect(card).toContainText(words(brand, 'shell', 'kind.staff'));
        await expect(card.getByRole('heading')).toHaveText(/, 4\d/);
      }
      await results(page).getByRole('link').nth(1).click();
      await expect(page).toHaveURL(/\/user\//);
      await page.goBack();
      await expect(pageOf(page, 2)).toBeVisible();
      expect(await names(page)).toEqual(second);
      await page.getByRole('button', { name: find('pager.previous') }).click();
      await expect(pageOf(page, 1)).toBeFocused();
      expect(await names(page)).toEqual(first);
    });

    await filters.click();
    await page.getByLabel(find('filters.verified')).check();
    await page.getByRole('button', { name: find('filters.show') }).click();
    // Only a member's own profile can be verified.
    await expect(page.getByText(find('noResults.filteredTitle'))).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: find('filters.reset') }).click();
    await expect(page.getByText(all ?? '')).toBeVisible();
  });
});

test.describe('on a desk', () => {
  test.use({ viewport: desktop });

  test('where few people are the whole country is shown, and it is said; another region comes with a plan', async ({
    page,
  }) => {
    await signInAs(page, brand, await signUpBehindTheScenes(brand, '7', { region: 'Molise' }));
    await page.goto(siteUrl(brand, '/find'));
    await expect(page.getByText(/^Nella tua regione \(Molise\) ci sono ancora pochi profili/)).toBeVisible();
    await expect(results(page).getByRole('listitem')).toHaveCount(5);
    const own = (await placeButton(page).textContent()) ?? '';
    await placeButton(page).click();
    await page.getByLabel(find('place.region')).selectOption({ label: 'Toscana' });
    await expect(page.getByRole('button', { name: words(brand, 'popups', 'seePlans') })).toBeVisible();
    await page.getByRole('button', { name: words(brand, 'popups', 'later') }).click();
    await expect(placeButton(page)).toHaveText(own);
    // The popup takes a moment to leave the history, too.
    const entry = () => page.evaluate(() => history.state as unknown);
    await expect.poll(entry).not.toHaveProperty('usr.overlays');
    await test.step('the address of that paywall opens it over the page, and Back closes it', async () => {
      await follow(page, '/hook/cambia_regione');
      await expect(page.getByRole('button', { name: words(brand, 'popups', 'seePlans') })).toBeVisible();
      await expect(page).toHaveURL(siteUrl(brand, '/find'));
      await page.goBack();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page).toHaveURL(siteUrl(brand, '/find'));
    });
    await follow(page, '/match');
    await expect(page.getByText(/^Nella tua regione \(Molise\)/)).toBeVisible();
  });

  test('in a flow that says so, a card is looked at before the whole profile', async ({ page }) => {
    await signInAs(page, brand, await signUpBehindTheScenes(brand, '12'));
    await page.goto(siteUrl(brand, '/find'));
    const card = results(page).getByRole('listitem').first();
    const name = (await card.getByRole('link').textContent()) ?? '';
    await card.getByRole('link').click();
    const look = page.getByRole('dialog', { name });
    await expect(look.getByRole('link', { name: /^Scrivi a / })).toHaveAttribute('href', /\/chats\//);
    await page.goBack();
    await expect(look).toBeHidden();
    await card.getByRole('link').click();
    await look.getByRole('link', { name: find('look.profile') }).click();
    await expect(page).toHaveURL(/\/user\//);
    await page.goBack();
    await expect(card).toBeVisible();
    await expect(look).toBeHidden();
  });
});

test('a visitor sees who is here, out of focus, and is led to the card', async ({ page }) => {
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/media/')) pictures.push(request.url());
  });
  await page.goto(siteUrl(brand, '/find'));
  await declineCookies(page, brand);
  const seeAll = page.getByRole('button', { name: find('teaser.all') });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await seeAll.scrollIntoViewIfNeeded();
  await expect(page.getByText(/\d+ profili da conoscere/)).toBeVisible();
  await expect.poll(() => pictures.length).toBe(5);
  await expect(page.getByText(/^\p{L}\., \d\d$/u)).toHaveCount(5);
  for (const address of pictures) expect(address).toMatch(/\/media\/blurred\//);
  await expectAccessible(page);
  await seeAll.click();
  await expect(page.getByText(words(brand, 'shell', 'signUp.title'))).toBeFocused();
});
