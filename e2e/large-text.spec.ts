import type { Page } from '@playwright/test';
import { readDeck } from '#contract/discovery/deck.ts';
import { askApi } from './ask-api.ts';
import { buy } from './buy.ts';
import { expect, follow, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { type OpenSession, signInAs } from './fresh-member.ts';
import { newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { declineCookies } from './people.ts';
import {
  type Reader,
  type ReadingWindow,
  largeDesktop,
  largePhone,
  narrowPhone,
  openReader,
} from './readable.ts';
import { signUpCard } from './sign-up-pages.ts';
import { signInBehindTheScenes } from './talk.ts';
import { expectCome, followAway, keepNewsAway, visitsOf } from './visits.ts';
import { words } from './words.ts';

/** Many pages, each looked at closely. */
test.describe.configure({ timeout: 180_000 });
test.use({ viewport: phone });

const ordinaryPhone = { ...phone, text: 16 };
const phones = [largePhone, narrowPhone];
const everywhere = [...phones, largeDesktop];

/** Pages with columns or panes side by side, which large text at a desk has less room for. */
const withColumns =
  /^\/(?:$|signup|find|match|chats|user|notifications|vip_plan|purchase|profile|safety|trust|contactUs)/;
const windowsOf = (path: string): readonly ReadingWindow[] => (withColumns.test(path) ? everywhere : phones);

async function expectPagesReadable(
  page: Page,
  reader: Reader,
  brand: BrandKey,
  paths: readonly string[],
): Promise<void> {
  for (const [index, path] of paths.entries())
    await test.step(path, async () => {
      if (index === 0) await page.goto(siteUrl(brand, path));
      else await followAway(page, path);
      await expectCome(page);
      await reader.expectReadable(`${brand} ${path}`, windowsOf(path));
    });
}

/** The pages of members, about a person whom a visit does not surprise. */
async function memberPaths(brand: BrandKey, session: OpenSession): Promise<string[]> {
  const { people } = (await askApi(readDeck, session, { brand, token: session.token })).result;
  const id = String(people.find(({ kind }) => kind !== 'member')?.id);
  return visitsOf('member').map(({ at }) => at.replace(':id', id));
}

async function openAs(page: Page, brand: BrandKey, session: OpenSession): Promise<Reader> {
  await keepNewsAway(page);
  await signInAs(page, brand, session);
  return openReader(page);
}

for (const brand of ['lunaria', 'verbena'] as const) {
  const t = (file: string, key: string) => words(brand, file, key);

  test.describe(`everything of ${brand} can be read and pressed, in large text and on the narrowest phone`, () => {
    test('by a visitor: the landing with its question about cookies, and signing up', async ({ page }) => {
      const reader = await openReader(page);
      await page.goto(siteUrl(brand));
      const notice = page.getByRole('region', { name: t('shell', 'cookies.title') });
      await expect(notice).toBeVisible();
      await test.step('the notice is some lines with two equal answers, and lies over nothing that is wanted first', async () => {
        await reader.expectReadable(`${brand}, the landing with the notice`, [
          ordinaryPhone,
          largePhone,
          largeDesktop,
        ]);
        await reader.resize(largePhone);
        expect((await notice.boundingBox())?.height).toBeLessThan(largePhone.height / 3);
        const [reject, accept] = await Promise.all(
          (['reject', 'accept'] as const).map((name) =>
            notice.getByRole('button', { name: t('shell', `cookies.${name}`) }).boundingBox(),
          ),
        );
        expect([reject?.width, reject?.height, reject?.y]).toEqual([
          accept?.width,
          accept?.height,
          accept?.y,
        ]);
        await reader.resize(ordinaryPhone);
        const next = page.getByRole('button', { name: t('shell', 'signUp.next'), exact: true });
        const room = async () => {
          const [way, bar] = [await next.boundingBox(), await notice.boundingBox()];
          return (bar?.y ?? 0) - ((way?.y ?? 0) + (way?.height ?? 0));
        };
        await expect.poll(room).toBeGreaterThanOrEqual(0);
      });
      await page.getByRole('button', { name: t('shell', 'footer.cookieChoice') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await reader.expectReadable(`${brand}, the choice of cookies`, everywhere);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await declineCookies(page, brand);
      await reader.expectReadable(`${brand}, the landing`, windowsOf('/'));
      const card = signUpCard(page, brand);
      await card.answerFirst();
      await reader.expectReadable(`${brand}, the second question`, everywhere);
      await card.answerSecond();
      await reader.expectReadable(`${brand}, the third question`, everywhere);
    });
  });
}

test('a new member can read and press everything from the search to the payment', async ({ page }) => {
  const brand = 'verbena';
  const session = await signUpBehindTheScenes(brand);
  const reader = await openAs(page, brand, session);
  const paths = await memberPaths(brand, session);
  const first = paths.filter((path) => /^\/(find|match|user|chats|vip_plan|purchase|profile)/.test(path));
  await expectPagesReadable(page, reader, brand, first);
});

test('a visitor can read and press everything on every page', async ({ page }) => {
  const brand = 'lunaria';
  const reader = await openReader(page);
  await page.goto(siteUrl(brand));
  await declineCookies(page, brand);
  await expectPagesReadable(
    page,
    reader,
    brand,
    visitsOf('visitor').map(({ at }) => at),
  );
});

test('a member who pays and talks can read and press everything on every page', async ({ page }) => {
  const brand = 'lunaria';
  const session = await signInBehindTheScenes(brand, 'credits');
  const reader = await openAs(page, brand, session);
  await expectPagesReadable(page, reader, brand, await memberPaths(brand, session));
});

/** Opens what lies over a page, looks at it, and puts it away. */
async function expectOverlayReadable(
  page: Page,
  reader: Reader,
  name: string,
  open: () => Promise<void>,
): Promise<void> {
  await test.step(name, async () => {
    const overlay = page.getByRole('dialog').or(page.getByRole('menu')).filter({ visible: true }).last();
    // What opens it is pressed in large text, too.
    await reader.resize(largePhone);
    await open();
    await expect(overlay).toBeVisible();
    await expect(overlay.locator('[aria-busy=true]')).toHaveCount(0);
    await reader.expectReadable(name, everywhere);
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
  });
}

test('sheets, menus, the paywall and the photo viewer can be read and pressed', async ({ page }) => {
  const brand = 'lunaria';
  const t = (file: string, key: string) => words(brand, file, key);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const session = await signUpBehindTheScenes(brand);
  await buy(brand, session, 'credits-100', undefined, { keepForLater: true });
  const reader = await openAs(page, brand, session);
  const paths = await memberPaths(brand, session);
  const person = paths.find((path) => path.startsWith('/user/')) ?? '';
  await page.goto(siteUrl(brand, '/find'));
  await expectCome(page);
  await expectOverlayReadable(page, reader, 'filters', () => press(t('find', 'filters.title')));
  await expectOverlayReadable(page, reader, 'another place', () =>
    page.getByRole('button', { name: t('find', 'place.label') }).click(),
  );
  await expectOverlayReadable(page, reader, 'a paywall', () => follow(page, '/hook/cambia_regione'));
  await followAway(page, person);
  await expectCome(page);
  await expectOverlayReadable(page, reader, 'the photo viewer', () =>
    page
      .getByRole('button', { name: new RegExp(t('person', 'gallery.enlarge').replace(/\{\{.*$/, '')) })
      .first()
      .click(),
  );
  await expectOverlayReadable(page, reader, 'the menu of a profile', () => press(t('person', 'more')));
  await expectOverlayReadable(page, reader, 'reporting somebody', async () => {
    await press(t('person', 'more'));
    await page.getByRole('menuitem', { name: t('person', 'report.open') }).click();
  });
  await followAway(page, person.replace('/user/', '/chats/'));
  await expectCome(page);
  await expectOverlayReadable(page, reader, 'the menu of a conversation', () =>
    press(t('chat', 'menu.open')),
  );
  await followAway(page, '/vip_plan/cred');
  await expectCome(page);
  await expectOverlayReadable(page, reader, 'the order sheet', async () => {
    const pack = page.getByRole('radio').first();
    await pack.click();
    await expect(pack).toBeChecked();
    await pack.click();
  });
});

/** What opens over the profile, by the hash of the address. In one journey all of them would take longer than one may. */
const panels = {
  'signing in': ['email', 'password', 'passkeys', 'sessions'],
  'news and people': ['connections', 'notifications', 'blocked', 'language'],
  'money and data': ['plan', 'spending', 'review', 'data', 'close'],
};

for (const [what, group] of Object.entries(panels))
  test(`the panels of the own profile about ${what} can be read and pressed`, async ({ page }) => {
    const brand = 'lunaria';
    const session = await signUpBehindTheScenes(brand);
    await buy(brand, session, 'credits-100', undefined, { keepForLater: true });
    const reader = await openAs(page, brand, session);
    await page.goto(siteUrl(brand, '/profile'));
    await expectCome(page);
    for (const panel of group)
      await expectOverlayReadable(page, reader, `profile#${panel}`, () => follow(page, `/profile#${panel}`));
  });

test('the question before signing out can be read and pressed', async ({ page }) => {
  const brand = 'lunaria';
  const reader = await openAs(page, brand, await signUpBehindTheScenes(brand));
  await page.goto(siteUrl(brand, '/profile'));
  await expectCome(page);
  await expectOverlayReadable(page, reader, 'signing out', () =>
    page
      .getByRole('button', { name: words(brand, 'shell', 'nav.signOut'), exact: true })
      .first()
      .click(),
  );
});

test('what waits for a member who comes in can be read and pressed', async ({ page }) => {
  const brand = 'verbena';
  const dialog = (key: string) => page.getByRole('dialog', { name: words(brand, 'popups', `${key}.title`) });
  await test.step('an address to confirm', async () => {
    const reader = await openAs(page, brand, await signUpBehindTheScenes(brand, '11'));
    await reader.resize(largePhone);
    await page.goto(siteUrl(brand, '/find'));
    await expect(dialog('confirmEmail')).toBeVisible();
    await reader.expectReadable('an address to confirm', everywhere);
  });
  await test.step('terms to accept, over the whole window', async () => {
    await page.evaluate(() => localStorage.clear());
    const reader = await openReader(page);
    await reader.resize(largePhone);
    await page.goto(siteUrl(brand, `/asignup?mail=${encodeURIComponent(newAddress(brand))}`));
    await declineCookies(page, brand);
    await signUpCard(page, brand).pickTown();
    await page.getByRole('button', { name: words(brand, 'signup', 'auto.submit'), exact: true }).click();
    await expect(dialog('acceptTerms')).toBeVisible();
    await reader.expectReadable('terms to accept', everywhere);
  });
});
