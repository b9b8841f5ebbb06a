import type { Locator, Page } from '@playwright/test';
import { readDeck } from '#contract/discovery/deck.ts';
import { askApi } from './ask-api.ts';
import { desktop, expect, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { signUpBehindTheScenes } from './newcomers.ts';
import { expectWellMade } from './page-checks.ts';
import { declineCookies } from './people.ts';
import { signInBehindTheScenes } from './talk.ts';
import { type Visit, followAway, keepNewsAway, visitsOf } from './visits.ts';
import { words, wordsIn } from './words.ts';

type Viewport = { width: number; height: number };
/**
 * Each page is looked at once, the pages in turn by these. The other combinations differ in nothing that these do not
 * show: colours are computed for every brand by a test of its own.
 */
const looks = [
  { brand: 'lunaria', colorScheme: 'light', viewport: phone },
  { brand: 'verbena', colorScheme: 'dark', viewport: desktop },
] as const;

for (const [turn, look] of looks.entries()) {
  const { brand, colorScheme, viewport } = look;
  const inTurn = (_: Visit, index: number) => index % looks.length === turn;

  test.describe(`${brand}, ${colorScheme}, ${viewport.width} wide`, () => {
    test.use({ colorScheme, viewport });

    // Many pages, each looked at closely.
    test.describe.configure({ timeout: 180_000 });

    test('nothing stands in a visitor’s way', async ({ page }) => {
      await page.goto(siteUrl(brand));
      await expectPageAccessible(page, viewport);
      await expect(page.getByRole('region', { name: words(brand, 'shell', 'cookies.title') })).toBeVisible();
      await expectNoNameTwice(page);
      await declineCookies(page, brand);
      for (const visit of visitsOf('visitor').filter(inTurn)) await expectAccessibleAt(page, look, visit);
    });

    test('nothing stands in a member’s way', async ({ page }) => {
      const session = await signInBehindTheScenes(brand, 'credits');
      await keepNewsAway(page);
      await signInAs(page, brand, session);
      const { people } = (await askApi(readDeck, session, { brand, token: session.token })).result;
      // A visit to a member would be news where other journeys count them.
      const id = String(people.find(({ kind }) => kind !== 'member')?.id);
      const [first, ...others] = visitsOf('member').filter(inTurn);
      for (const visit of [{ ...first!, loads: true }, ...others])
        await expectAccessibleAt(page, look, { ...visit, at: visit.at.replace(':id', id) });
    });
  });
}

test('by keyboard alone: in from the landing, to a person’s profile, and a message', async ({ page }) => {
  const brand = 'lunaria';
  const { email, password } = await signUpBehindTheScenes(brand);
  const { keyboard } = page;
  await page.setViewportSize(phone);
  await page.goto(siteUrl(brand, '/login'));
  // Before it is reached it lies under the notice about cookies.
  await tabTo(page, page.getByRole('link', { name: words(brand, 'shell', 'footer.privacy'), exact: true }));

  await page.setViewportSize(desktop);
  await page.goto(siteUrl(brand));
  const button = (file: string, key: string) =>
    page.getByRole('button', { name: words(brand, file, key), exact: true });

  await tabTo(page, page.getByRole('link', { name: words(brand, 'shell', 'skip') }));
  await tabTo(page, button('shell', 'cookies.reject'));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: words(brand, 'shell', 'nav.signIn'), exact: true }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByLabel(words(brand, 'shell', 'entry.email')));
  await keyboard.insertText(email);
  await tabTo(page, page.getByLabel(words(brand, 'shell', 'entry.password'), { exact: true }));
  await keyboard.insertText(password);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(siteUrl(brand, '/find'));
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('main').locator('a[href^="/user/"]').first().or(dialog).first()).toBeVisible();
  if (await dialog.isVisible()) await keyboard.press('Escape');

  await tabTo(page, page.getByRole('main').locator('a[href^="/user/"]').first());
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\//);
  await tabTo(page, page.getByRole('main').locator('a[href^="/chats/"]').first());
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chats\//);
  const text = page.getByRole('textbox');
  await tabTo(page, text);
  await keyboard.insertText('Buonasera, come va?');
  await keyboard.press('Enter');
  await expect(text).toHaveValue('');
  await expect(page.locator('[data-row]', { hasText: 'Buonasera, come va?' })).toBeVisible();
});

test('a link in a language leads there, and what follows stays in it until another is chosen', async ({
  page,
}) => {
  const brand = 'verbena';
  const html = page.locator('html');
  await page.goto(siteUrl(brand, '/?tid=kept&lang=fr'));
  await expect(html).toHaveAttribute('lang', 'fr');
  const served = await page.evaluate(async () => (await fetch('/legal/faq')).text());
  expect(served).toMatch(/<html[^>]* lang="fr"/);
  await followAway(page, '/legal/faq');
  await expect(html).toHaveAttribute('lang', 'fr');
  await test.step('on paper stands the text alone, black on white', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).not.toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await page.emulateMedia({ media: null, colorScheme: null });
  });
  await page.goBack();
  await page.getByLabel(wordsIn('fr', 'shell', 'footer.language')).selectOption('en');
  await expect(page).toHaveURL(siteUrl(brand, '/?tid=kept'));
  await expect(html).toHaveAttribute('lang', 'en');
});

/** Goes on with the tab key until something has the focus, and shows it. Nothing on the way lies under a bar. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab');
    const [covered, isThere] = await target.evaluate(lookAtFocus);
    expect(covered).toBeNull();
    if (!isThere) continue;
    expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
    return;
  }
  throw new Error(`the tab key does not lead to ${String(target)} at ${page.url()}`);
}

/** Runs in the page: what has the focus, where it lies under something else, and whether that is what is looked for. */
function lookAtFocus(target: Element): [covered: string | null, isThere: boolean] {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return [null, false];
  const { left, top, width, height } = focused.getBoundingClientRect();
  const shown = document.elementFromPoint(left + width / 2, top + height / 2);
  const label = focused.closest('label');
  const isSeen = shown && (focused.contains(shown) || shown.contains(focused) || label?.contains(shown));
  const under = `${focused.outerHTML.slice(0, 120)} under ${shown?.outerHTML.slice(0, 120) ?? 'nothing'}`;
  return [isSeen ? null : under, focused === target];
}

/** On the landing not even links that lead to the same place have the same name. */
async function expectNoNameTwice(page: Page): Promise<void> {
  const outline = await page.locator('body').ariaSnapshot();
  const names = [...outline.matchAll(/^\s*- (?:link|button) "([^"]+)"/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
}

async function expectAccessibleAt(
  page: Page,
  { brand, viewport }: { brand: BrandKey; viewport: Viewport },
  { at, loads = false }: Visit,
): Promise<void> {
  await test.step(at, async () => {
    if (loads) await page.goto(siteUrl(brand, at));
    else await followAway(page, at);
    await expectPageAccessible(page, viewport);
  });
}

async function expectPageAccessible(page: Page, viewport: Viewport): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expectWellMade(page, viewport);
}
