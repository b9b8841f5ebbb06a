import type { Page } from '@playwright/test';
import { io } from 'socket.io-client';
import { readDeck } from '#contract/discovery/deck.ts';
import { SOCKET } from '#contract/kernel/constants.ts';
import { readPerson, recordVisit } from '#contract/profile/people.ts';
import { sendRequest } from '#testing/http-request.ts';
import { askApi } from './ask-api.ts';
import { brands, desktop, expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { type Newcomer, showToOthers, signUpBehindTheScenes } from './newcomers.ts';
import { like } from './talk.ts';
import { errorWords, words } from './words.ts';

const port = () => Number(process.env['E2E_PORT']);

/** The words of a brand, with the values a person reads in them. */
const speak =
  (brand: BrandKey) =>
  (file: string, key: string, values: Record<string, string | number> = {}) =>
    words(brand, file, key).replaceAll(/{{(\w+)[^}]*}}/g, (_, name: string) => String(values[name]));

/** Opens a page, and waits until its connection is open. */
async function openConnected(page: Page, address: string): Promise<void> {
  const connected = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        // The packet with which a connection is opened.
        if (String(payload).startsWith('40')) resolve();
      }),
    );
  });
  await page.goto(address);
  await connected;
}

/** Shows a person's page with three photos, as not all of the demo's are drawn yet. */
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

test.describe('the member who is liked', () => {
  const brand = 'verbena';
  const t = speak(brand);

  test.use({ viewport: desktop });

  test('a visit and a like reach the member at once, and wait until they are seen', async ({ page }) => {
    const woman = await signUpBehindTheScenes(brand, '7', { region: 'Comunidad de Madrid' }, 'female');
    const womanId = await showToOthers(woman);
    const man = await signUpBehindTheScenes(brand);
    const manId = await showToOthers(man);
    const asked = { id: manId, country: 'es', seeks: 'male' } as const;
    const [person] = await askApi(readPerson, asked, { brand, token: woman.token });
    const name = person?.screenName ?? '';
    const bell = (count: number) =>
      page.getByRole('link', {
        name: t('shell', `nav.unreadNotifications_${count === 1 ? 'one' : 'other'}`, { count }),
      });
    await signInAs(page, brand, woman);
    await openConnected(page, siteUrl(brand, '/find'));
    await askApi(recordVisit, { trackerId: man.trackerId, profileId: womanId }, { brand, token: man.token });
    const card = page.getByRole('region', { name: t('shell', 'messages') });
    await expect(card.getByText(t('people', 'news.visit'))).toBeVisible();
    await expect(bell(1)).toBeVisible();

    await like(brand, man, womanId);
    await expect(card.getByText(t('people', 'news.like'))).toBeVisible();
    // The same person is announced once at a time.
    await expect(card.getByText(name)).toHaveCount(1);
    await expect(bell(2)).toBeVisible();

    await bell(2).click();
    const rows = page.getByRole('tabpanel').getByRole('link');
    await expect(rows).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('tab', { name: t('notifications', 'visits') }).click();
    await expect(page).toHaveURL(siteUrl(brand, '/notifications?tab=visits'));
    await expect(rows).toContainText([name]);
    await rows.click();
    await expect(page).toHaveURL(siteUrl(brand, `/user/${manId}`));
    await expect(bell(1)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(siteUrl(brand, '/notifications?tab=visits'));
    await expect(rows.getByText(t('notifications', 'unread'))).toBeHidden();
    await page.getByRole('button', { name: t('notifications', 'markAll') }).click();
    await expect(bell(1)).toBeHidden();
    await expect(page.getByRole('button', { name: t('notifications', 'markAll') })).toBeHidden();
  });
});

test.describe('a newcomer', () => {
  const brand = 'lunaria';
  const t = speak(brand);

  /** People the member may see: their ids and names. */
  async function peopleFor({ token, trackerId }: Newcomer) {
    return (await askApi(readDeck, { trackerId }, { brand, token })).result.people;
  }

  /** Gives likes without a page, and waits until each is taken. */
  async function giveLikes({ token, trackerId }: Newcomer, ids: readonly string[]): Promise<void> {
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

  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('looks at photos, gives the last like, blocks a person and takes it back, and reports a person', async ({
    page,
  }) => {
    const member = await signUpBehindTheScenes(brand, '0000');
    const people = await peopleFor(member);
    await giveLikes(
      member,
      people.slice(0, 4).map(({ id }) => id),
    );
    await signInAs(page, brand, member);
    const [last, tooMany] = people.slice(4);
    const visited = page.waitForRequest((request) => request.url().endsWith('/collect/visited'));
    await giveThreePhotos(page, last?.id ?? '');
    await page.goto(siteUrl(brand, `/user/${last?.id}`));
    await visited;

    await test.step('photos are looked at with the keys, and Back closes them', async () => {
      const name = last?.screenName ?? '';
      const photo = (number: number) =>
        page.getByRole('button', { name: t('person', 'gallery.enlarge', { number, total: 3 }) });
      const viewer = page.getByRole('dialog', { name: t('person', 'gallery.label', { name }) });
      await photo(1).focus();
      await page.keyboard.press('ArrowRight');
      await expect(photo(2)).toBeFocused();
      await expect(photo(2)).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(viewer).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('End');
      await expect(
        viewer.getByRole('img', { name: t('person', 'gallery.photo', { name, number: 3, total: 3 }) }),
      ).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
      await expect(photo(3)).toBeFocused();
      await photo(3).press('Enter');
      await expect(viewer).toBeVisible();
      await page.goBack();
      await expect(viewer).toBeHidden();
      await expect(page).toHaveURL(siteUrl(brand, `/user/${last?.id}`));
    });

    await test.step('the last like opens the plans, and the one after it is not taken', async () => {
      for (const [person, taken] of [
        [last, true],
        [tooMany, false],
      ] as const) {
        if (!taken) await follow(page, `/user/${person?.id}`);
        const name = person?.screenName ?? '';
        await page.getByRole('button', { name: t('people', 'like.give', { name }) }).click();
        const paywall = page.getByRole('dialog');
        await expect(paywall.getByRole('link').or(paywall.getByRole('button')).first()).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(paywall).toBeHidden();
        const heart = taken ? 'like.takeBack' : 'like.give';
        await expect(page.getByRole('button', { name: t('people', heart, { name }) })).toBeVisible();
      }
    });

    const [person, worse] = people;
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
    await follow(page, path);
    await expect(heading).toBeVisible();
    await block();
    await page.goBack();
    await expect(page.getByText(t('person', 'missing.title'))).toBeVisible();
    await expectAccessible(page);
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
    });
  });
});
