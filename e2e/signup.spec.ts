import type { Page } from '@playwright/test';
import { demoPassword, expect, expectAccessible, phone, siteUrl, test } from './fixtures.ts';
import { newAddress } from './newcomers.ts';
import { declineCookies, people } from './people.ts';
import { leaveQuestions, PASSWORD, signUpCard, storedToken, useNewDevice } from './sign-up-pages.ts';
import { errorWords, words } from './words.ts';

test.use({ viewport: phone, isMobile: true, hasTouch: true });
test.beforeEach(async ({ page }) => useNewDevice(page));

const brand = 'lunaria';

/** Comes by an advertisement, and is counted. Who clicked is not said, as the visitor has not consented. */
async function land(page: Page): Promise<void> {
  const click = page.waitForRequest((request) => request.url().endsWith('/payment/api/importClick'));
  await page.goto(siteUrl(brand, `/?campid=c-9&src=radio&kcampaign=autumn`));
  expect((await click).postDataJSON()).toEqual({ kcampaign: 'autumn', pageType: expect.any(String) });
  await declineCookies(page, brand);
}

test('a visitor at / reads at each step what is missing, in order, keeps what was typed, signs up and arrives at /find', async ({
  page,
}) => {
  const card = signUpCard(page, brand);
  await land(page);
  await card.next();
  await expect(card.fault('field.gender')).toBeVisible();
  await expect(card.fault('field.seeks')).toBeVisible();
  await expect(page.locator('[name=gender]').first()).toBeFocused();
  await expectAccessible(page);
  await card.answerFirst();

  await card.age().fill('17');
  await card.next();
  await expect(card.fault('field.place')).toBeVisible();
  await expect(card.fault('field.age')).toBeVisible();
  await expect(card.town()).toBeFocused();
  await card.town().fill('san');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await card.pickTown();
  await expect(card.fault('field.place')).toBeHidden();
  await card.next();
  await expect(card.age()).toBeFocused();
  await card.age().fill('18');
  await card.next();

  await card.submit();
  for (const field of ['email', 'password', 'terms', 'adult']) {
    await expect(card.fault(`field.${field}`)).toBeVisible();
  }
  await expect(card.email()).toBeFocused();
  await expectAccessible(page);
  await card.email().fill('anna@gmial.con');
  await card.password().fill('a');
  await expect(page.getByText(words(brand, 'signup', 'strength.advice'))).toBeVisible();
  await page.getByRole('button', { name: 'anna@gmail.com' }).click();
  await expect(card.email()).toHaveValue('anna@gmail.com');
  await card.email().fill('not an address');
  await card.password().fill(PASSWORD);
  await card.submit();
  await expect(card.fault('field.email')).toBeVisible();
  await expect(card.fault('field.password')).toBeHidden();

  const email = newAddress(brand);
  await card.answerThird(email);
  await test.step('what was typed stays: a step back, and after a reload but for the password', async () => {
    await page.goBack();
    await expect(card.age()).toHaveValue('18');
    await card.back();
    await expect(card.gender()).toBeChecked();
    await expect(page).toHaveURL((url) => url.pathname === '/');
    await page.goForward();
    await page.goForward();
    await expect(card.email()).toHaveValue(email);
    await expect(card.password()).toHaveValue(PASSWORD);
    await page.reload();
    await expect(card.email()).toHaveValue(email);
    await expect(card.password()).toHaveValue('');
    await expect(card.tick('terms')).toBeChecked();
  });

  await test.step('without an answer it is said and reported, and it goes on when there is one', async () => {
    await card.answerThird(email);
    await page.route('**/api/users/register', (route) => route.abort('internetdisconnected'), { times: 1 });
    const logged = page.waitForRequest('**/api/log/client');
    await card.submit();
    expect((await logged).postDataJSON()).toMatchObject({ subject: 'Errore authServices' });
    await expect(page.getByRole('alert')).toContainText(words(brand, 'shell', 'entry.offline'));
    await expect(card.password()).toHaveValue(PASSWORD);
    await card.submit();
    await leaveQuestions(page, brand);
    await expect(page.locator('h1').first()).toHaveText(words(brand, 'shell', 'titles.find'));
    expect(await storedToken(page)).not.toBeNull();
    expect(await page.evaluate(() => sessionStorage.getItem('signUpDraft'))).toBeNull();
  });
});

for (const each of ['lunaria', 'verbena'] as const)
  test(`a visitor who has not answered the question about cookies finds the way on in every step at ${each}`, async ({
    page,
  }) => {
    const card = signUpCard(page, each);
    await page.goto(siteUrl(each));
    const notice = page.getByRole('region', { name: words(each, 'shell', 'cookies.title') });
    await expect(notice).toBeVisible();
    /** Pressed by the finger where it stands: a click would scroll it clear of the notice before. */
    const tap = async (name: string) => {
      const way = page.getByRole('button', { name, exact: true });
      await way.evaluate((button) => button.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
      const [box, bar] = [await way.boundingBox(), await notice.boundingBox()];
      if (!box || !bar) throw new Error(`${name} and the notice are not both there`);
      expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    await card.gender().check();
    await card.seeks().check();
    await tap(words(each, 'shell', 'signUp.next'));
    await expect(card.question('place.title')).toBeVisible();
    await card.pickTown();
    await card.age().fill('45');
    await tap(words(each, 'shell', 'signUp.next'));
    await expect(card.question('account.title')).toBeVisible();
    await card.answerThird(newAddress(each));
    await tap(words(each, 'signup', 'account.submit'));
    await leaveQuestions(page, each);
  });

test('an address that is taken can be signed in with, right there', async ({ page }) => {
  const card = signUpCard(page, brand);
  const email = people[brand].free;
  await page.goto(siteUrl(brand, '/chats'));
  await declineCookies(page, brand);
  await card.signUp(email);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(errorWords(brand, 'signup.email_taken'));
  await expect(card.password()).toHaveValue(PASSWORD);
  await expectAccessible(page);
  await notice.getByRole('button').click();
  await expect(card.email()).toHaveValue(email);
  await card.password().fill(demoPassword());
  await page.getByRole('button', { name: words(brand, 'shell', 'entry.submit'), exact: true }).click();
  await expect(page.getByRole('heading', { name: words(brand, 'shell', 'titles.chats') })).toBeVisible();
  await expect(page).toHaveURL(siteUrl(brand, '/chats'));
});

test('a link that knows the address asks for the town alone, and one that came damaged can be mended', async ({
  page,
}) => {
  const card = signUpCard(page, brand);
  const address = page.getByLabel(words(brand, 'signup', 'auto.as'));
  const submit = page.getByRole('button', { name: words(brand, 'signup', 'auto.submit'), exact: true });
  await page.goto(siteUrl(brand, '/asignup?mail=marco%40example'));
  await declineCookies(page, brand);
  await expect(address).toHaveValue('marco@example');
  await expect(address).toBeEditable();
  await submit.click();
  await expect(page.getByText(errorWords(brand, 'field.email'))).toBeVisible();
  await expect(address).toBeFocused();

  const email = newAddress(brand);
  await page.goto(siteUrl(brand, `/asignup?mail=${encodeURIComponent(email)}`));
  await expect(address).toHaveValue(email);
  await expect(address).toHaveAttribute('readonly');
  await submit.click();
  await expect(card.fault('field.place')).toBeVisible();
  await card.pickTown();
  await submit.click();
  await expect(page.getByRole('dialog', { name: words(brand, 'popups', 'acceptTerms.title') })).toBeVisible();
  expect(await storedToken(page)).not.toBeNull();
});

test.describe('with the keyboard alone', () => {
  test.use({ isMobile: false, hasTouch: false });

  test('everything can be answered', async ({ page }) => {
    const { keyboard } = page;
    const card = signUpCard(page, brand);
    const reach = async (name: string) => {
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      for (let tabs = 0; tabs < 20 && (await focused()) !== name; tabs += 1) await keyboard.press('Tab');
      expect(await focused()).toBe(name);
    };
    await page.goto(siteUrl(brand, '/signup'));
    await declineCookies(page, brand);
    await reach('gender');
    await keyboard.press('ArrowRight');
    await reach('seeks');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await expect(card.question('place.title')).toBeFocused();
    await reach('place');
    await keyboard.type('torin');
    await expect(page.getByRole('option', { name: 'Torino' }).first()).toBeVisible();
    await keyboard.press('Enter');
    await reach('age');
    await keyboard.type('52');
    await keyboard.press('Enter');
    await expect(card.question('account.title')).toBeFocused();
    await reach('email');
    await keyboard.insertText(newAddress(brand));
    await reach('password');
    await keyboard.insertText(PASSWORD);
    await reach('terms');
    await keyboard.press('Space');
    await reach('adult');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await leaveQuestions(page, brand);
  });
});
