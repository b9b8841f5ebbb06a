import type { Browser, Page } from '@playwright/test';
import { io } from 'socket.io-client';
import { readDeck } from '../contract/discovery/deck.ts';
import { SOCKET } from '../contract/kernel/constants.ts';
import { demoId } from '../server/demo/brand.ts';
import { sendRequest } from '../testing/http-request.ts';
import { askApi } from './ask-api.ts';
import {
  awaitLife,
  brands,
  desktop,
  expect,
  expectAccessible,
  follow,
  phone,
  siteUrl,
  test,
} from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { freshMember, signInAs } from './fresh-member.ts';
import { type Newcomer, signUpBehindTheScenes } from './newcomers.ts';
import { signIn } from './people.ts';
import { errorWords, words } from './words.ts';

const port = () => Number(process.env['E2E_PORT']);

/** The words of a brand, with the values a person reads in them. */
const speak =
  (brand: BrandKey) =>
  (file: string, key: string, values: Record<string, string | number> = {}) =>
    words(brand, file, key).replaceAll(/{{(\w+)[^}]*}}/g, (_, name: string) => String(values[name]));

/** Somebody at another place, once her connection is open. */
async function openElsewhere(browser: Browser, brand: BrandKey, person: 'woman'): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce' });
  const page = awaitLife(await context.newPage());
  const connected = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        // The packet with which a connection is opened.
        if (String(payload).startsWith('40')) resolve();
      }),
    );
  });
  await signIn(page, brand, person, '/find');
  await connected;
  return page;
}

/** Shows somebody's page with three photos, as not all of the demo's are drawn yet. */
async function giveThreePhotos(page: Page, id: string): Promise<void> {
  await page.route(`**/dispenser/${id}/**`, async (route) => {
    const { pathname, hostname } = new URL(route.request().url());
    const { authorization = '' } = await route.request().allHeaders();
    const answer = await sendRequest(port(), { path: pathname, host: hostname, headers: { authorization } });
    const [person] = answer.json() as { photos: { id: string }[] }[];
    const [photo] = person?.photos ?? [];
    const photos = [photo, { ...photo, id: 'second' }, { ...photo, id: 'third' }];
    await route.fulfill({ json: [{ ...person, photos }] });
  });
}

// One after the other: they all meet the same two people, whose news are counted.
test.describe.configure({ mode: 'default' });

test.describe('two people', () => {
  const brand = 'verbena';
  const t = speak(brand);
  const her = { id: demoId('verbena trial profile donna', 3), name: 'Lucía' };
  const he = { id: demoId('verbena trial profile crediti', 1), name: 'Sergio, 45' };

  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('a visit and a like reach the other one at once, and wait until they are seen; photos are looked at', async ({
    page,
    browser,
  }) => {
    const hers = await openElsewhere(browser, brand, 'woman');
    const bell = (count: number) =>
      hers.getByRole('link', {
        name: t('shell', `nav.unreadNotifications_${count === 1 ? 'one' : 'other'}`, { count }),
      });
    await giveThreePhotos(page, her.id);
    await signIn(page, brand, 'credits', `/user/${her.id}`);
    await expect(page.getByRole('heading', { name: `${her.name}, 36` })).toBeVisible();
    await expectAccessible(page);
    const card = hers.getByRole('region', { name: t('shell', 'messages') });
    await expect(card.getByText(t('people', 'news.visit'))).toBeVisible();
    await expect(bell(1)).toBeVisible();

    await page.getByRole('button', { name: t('people', 'like.give', { name: her.name }) }).click();
    await expect(page.getByText(t('people', 'like.sent', { name: her.name }))).toBeVisible();
    await expect(card.getByText(t('people', 'news.like'))).toBeVisible();
    // Nobody is told of the same person twice at a time.
    await expect(card.getByText(he.name)).toHaveCount(1);
    await expect(bell(2)).toBeVisible();
    await page.reload();
    const heart = page.getByRole('button', { name: t('people', 'like.liked', { name: her.name }) });
    await expect(heart).toHaveAttribute('aria-pressed', 'true');

    await test.step('photos are looked at with the keys, and Back closes them', async () => {
      const photo = (number: number) =>
        page.getByRole('button', { name: t('person', 'gallery.enlarge', { number, total: 3 }) });
      const viewer = page.getByRole('dialog', { name: t('person', 'gallery.label', { name: her.name }) });
      await photo(1).focus();
      await page.keyboard.press('ArrowRight');
      await expect(photo(2)).toBeFocused();
      await expect(photo(2)).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(viewer).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('End');
      await expect(
        viewer.getByRole('img', {
          name: t('person', 'gallery.photo', { name: her.name, number: 3, total: 3 }),
        }),
      ).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(photo(3)).toBeFocused();
      await photo(3).press('Enter');
      await expect(viewer).toBeVisible();
      await page.goBack();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL(siteUrl(brand, `/user/${her.id}`));
    });

    await bell(2).click();
    const rows = hers.getByRole('tabpanel').getByRole('link');
    await expect(rows).toHaveCount(1);
    await expectAccessible(hers);
    await hers.getByRole('tab', { name: t('notifications', 'visits') }).click();
    await expect(hers).toHaveURL(siteUrl(brand, '/notifications?tab=visits'));
    await expect(rows).toContainText([he.name]);
    await rows.click();
    await expect(hers).toHaveURL(siteUrl(brand, `/user/${he.id}`));
    await expect(bell(1)).toBeVisible();
    await hers.goBack();
    await expect(hers).toHaveURL(siteUrl(brand, '/notifications?tab=visits'));
    await expect(rows.getByText(t('notifications', 'unread'))).toBeHidden();
    await hers.getByRole('button', { name: t('notifications', 'markAll') }).click();
    await expect(bell(1)).toBeHidden();
    await expect(hers.getByRole('button', { name: t('notifications', 'markAll') })).toBeHidden();
    await hers.context().close();
  });
});

test.describe('a newcomer', () => {
  const brand = 'lunaria';
  const t = speak(brand);

  /** People he may see: their ids and names. */
  async function peopleFor({ token, trackerId }: Newcomer) {
    return (await askApi(readDeck, { trackerId }, { brand, token })).result.people;
  }

  /** Gives likes without a page, and waits until each is taken. */
  async function like({ token, trackerId }: Newcomer, ids: readonly string[]): Promise<void> {
    const socket = io(`http://127.0.0.1:${port()}`, {
      path: SOCKET.path,
      transports: ['websocket'],
      auth: { token },
      extraHeaders: { host: brands[brand].host },
    });
    for (const angelId of ids) {
      expect(await socket.timeout(10_000).emitWithAck('like', { trackerId, angelId })).toMatchObject({
        ok: true,
      });
    }
    socket.disconnect();
  }

  test('the last like opens the plans, and the one after it is not taken', async ({ page }) => {
    const member = await signUpBehindTheScenes(brand, '0000');
    const people = await peopleFor(member);
    await like(
      member,
      people.slice(0, 4).map(({ id }) => id),
    );
    await signInAs(page, brand, member);
    const [last, tooMany] = people.slice(4);
    await page.goto(siteUrl(brand, '/find'));
    for (const [person, taken] of [
      [last, true],
      [tooMany, false],
    ] as const) {
      await follow(page, `/user/${person?.id}`);
      const name = person?.screenName ?? '';
      await page.getByRole('button', { name: t('people', 'like.give', { name }) }).click();
      const paywall = page.getByRole('dialog');
      await expect(paywall.getByRole('link').or(paywall.getByRole('button')).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(paywall).toBeHidden();
      const heart = taken ? 'like.liked' : 'like.give';
      await expect(page.getByRole('button', { name: t('people', heart, { name }) })).toBeVisible();
    }
  });

  test('blocks somebody and takes it back, here and in the profile, and reports somebody', async ({
    page,
  }) => {
    const member = await freshMember(page, brand);
    const [person, worse] = await peopleFor(member);
    const path = `/user/${person?.id}`;
    const name = person?.screenName ?? '';
    const heading = page.getByRole('heading', { level: 1, name });
    const block = async () => {
      await page.getByRole('button', { name: t('person', 'more') }).click();
      await page.getByRole('menuitem', { name: t('person', 'block.open') }).click();
      const dialog = page.getByRole('dialog', { name: t('person', 'block.title', { name }) });
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: t('person', 'block.submit') }).click();
      await expect(page).toHaveURL(siteUrl(brand, '/find'));
    };
    await page.goto(siteUrl(brand, path));
    await block();
    await page.goBack();
    await expect(page.getByText(t('person', 'missing.title'))).toBeVisible();
    await page.getByRole('button', { name: t('person', 'block.undo') }).click();
    await expect(page.getByText(t('person', 'block.undone', { name }))).toBeVisible();
    await follow(page, '/find');
    await expect(page.getByText(t('person', 'missing.title'))).toBeHidden();
    await follow(page, path);
    await expect(heading).toBeVisible();

    await block();
    await follow(page, '/profile#blocked');
    const panel = page.getByRole('dialog', { name: t('profile', 'blocked.title') });
    await panel.getByRole('button', { name: t('profile', 'blocked.undoOne', { name }) }).click();
    await expect(panel.getByText(t('profile', 'blocked.none'))).toBeVisible();
    await follow(page, path);
    await expect(heading).toBeVisible();

    await test.step('a report: what was written stays until it is taken', async () => {
      await follow(page, `/user/${worse?.id}`);
      await page.getByRole('button', { name: t('person', 'more') }).click();
      await page.getByRole('menuitem', { name: t('person', 'report.open') }).click();
      const dialog = page.getByRole('dialog');
      const submit = dialog.getByRole('button', { name: t('person', 'report.submit') });
      await submit.click();
      await expect(dialog.getByText(t('person', 'report.missing'))).toBeVisible();
      await dialog.getByRole('radio', { name: t('person', 'reasons.money') }).check();
      await dialog.getByLabel(t('person', 'report.words')).fill('Mi ha chiesto un bonifico.');
      await expectAccessible(page);
      await page.route('**/reports', (route) =>
        route.fulfill({
          status: 429,
          json: { error: { code: 'request.too_many', message: '', retryAfter: 60 } },
        }),
      );
      await submit.click();
      await expect(dialog.getByRole('alert')).toContainText(errorWords(brand, 'request.too_many'));
      await page.unroute('**/reports');
      await expect(dialog.getByLabel(t('person', 'report.words'))).toHaveValue('Mi ha chiesto un bonifico.');
      await submit.click();
      await expect(dialog.getByText(t('person', 'report.thanks'))).toBeVisible();
      await dialog.getByRole('button', { name: t('person', 'report.close') }).click();
      await expect(page).toHaveURL(siteUrl(brand, '/find'));
      await expect(
        page.getByText(t('person', 'block.done', { name: worse?.screenName ?? '' })),
      ).toBeVisible();
      await follow(page, '/user/000000');
      await expect(page.getByText(t('person', 'missing.title'))).toBeVisible();
      await expectAccessible(page);
    });
  });
});
