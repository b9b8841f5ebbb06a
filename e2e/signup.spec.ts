import { brands, demoPassword, expect, expectAccessible, onlyIn, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { newAddress } from './newcomers.ts';
import { declineCookies, people } from './people.ts';
import { PASSWORD, signUpCard, storedToken, useNewDevice } from './sign-up-pages.ts';
import { errorWords, words } from './words.ts';

test.use({ viewport: phone, isMobile: true, hasTouch: true });
test.beforeEach(async ({ page }) => useNewDevice(page));

const landings = {
  lunaria: [['/', '/find']],
  verbena: [['/chats', '/chats']],
} as const;

for (const brand of Object.keys(brands) as BrandKey[]) {
  /** What is the same in every brand. */
  const once = onlyIn('lunaria', brand);

  test.describe(brand, () => {
    for (const [from, to] of landings[brand]) {
      test(`somebody who lands at ${from} signs up and arrives at ${to}`, async ({ page }) => {
        const click = page.waitForRequest((request) => request.url().endsWith('/payment/api/importClick'));
        await page.goto(siteUrl(brand, `${from}?campid=c-9&src=radio&kcampaign=autumn`));
        // Who clicked is not said, as he has not consented.
        expect((await click).postDataJSON()).toEqual({ kcampaign: 'autumn', pageType: expect.any(String) });
        await declineCookies(page, brand);
        await signUpCard(page, brand).signUp(newAddress(brand));
        await expect(page).toHaveURL((url) => url.pathname === to);
        const title = to === '/chats' ? 'titles.chats' : 'titles.find';
        await expect(page.locator('h1').first()).toHaveText(words(brand, 'shell', title));
        expect(await storedToken(page)).not.toBeNull();
        expect(await page.evaluate(() => sessionStorage.getItem('signUpDraft'))).toBeNull();
      });
    }

    once(
      'each step tells its own faults, in order, takes the focus to the first, and stands in nobody’s way',
      async ({ page }) => {
        const card = signUpCard(page, brand);
        await page.goto(siteUrl(brand));
        await declineCookies(page, brand);
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
      },
    );

    once('back goes a step back, and what was typed stays', async ({ page }) => {
      const card = signUpCard(page, brand);
      await page.goto(siteUrl(brand, '/signup'));
      await declineCookies(page, brand);
      await card.answerFirst();
      await card.answerSecond();
      await card.answerThird('somebody@example.org');
      await page.goBack();
      await expect(card.age()).toHaveValue('45');
      await card.back();
      await expect(card.gender()).toBeChecked();
      await expect(page).toHaveURL(siteUrl(brand, '/signup'));
      await page.goForward();
      await page.goForward();
      await expect(card.email()).toHaveValue('somebody@example.org');
      await expect(card.password()).toHaveValue(PASSWORD);
    });

    once('a reload keeps everything but the password', async ({ page }) => {
      const card = signUpCard(page, brand);
      await page.goto(siteUrl(brand));
      await declineCookies(page, brand);
      await card.answerFirst();
      await card.answerSecond();
      await card.answerThird('somebody@example.org');
      await page.reload();
      await expect(card.email()).toHaveValue('somebody@example.org');
      await expect(card.password()).toHaveValue('');
      await card.password().pressSequentially(PASSWORD);
      await expect(card.password()).toHaveValue(PASSWORD);
      await expect(card.tick('terms')).toBeChecked();
      await card.back();
      await expect(card.age()).toHaveValue('45');
      await card.back();
      await expect(card.seeks()).toBeChecked();
    });

    once('an address that is taken can be signed in with, right there', async ({ page }) => {
      const card = signUpCard(page, brand);
      const email = people[brand].free;
      await page.goto(siteUrl(brand, '/chats'));
      await declineCookies(page, brand);
      await card.signUp(email);
      const notice = page.getByRole('alert');
      await expect(notice).toContainText(errorWords(brand, 'signup.email_taken'));
      await expect(card.password()).toHaveValue(PASSWORD);
      await notice.getByRole('button').click();
      await expect(card.email()).toHaveValue(email);
      await card.password().fill(demoPassword());
      await page.getByRole('button', { name: words(brand, 'shell', 'entry.submit'), exact: true }).click();
      await expect(page.getByRole('heading', { name: words(brand, 'shell', 'titles.chats') })).toBeVisible();
      await expect(page).toHaveURL(siteUrl(brand, '/chats'));
    });

    once('a link that knows the address asks for the town alone', async ({ page }) => {
      const card = signUpCard(page, brand);
      const email = newAddress(brand);
      await page.goto(siteUrl(brand, `/asignup?mail=${encodeURIComponent(email)}`));
      await declineCookies(page, brand);
      const address = page.getByLabel(words(brand, 'signup', 'auto.as'));
      await expect(address).toHaveValue(email);
      await expect(address).toHaveAttribute('readonly');
      await page.getByRole('button', { name: words(brand, 'signup', 'auto.submit'), exact: true }).click();
      await expect(card.fault('field.place')).toBeVisible();
      await card.pickTown();
      await page.getByRole('button', { name: words(brand, 'signup', 'auto.submit'), exact: true }).click();
      await expect(
        page.getByRole('dialog', { name: words(brand, 'popups', 'acceptTerms.title') }),
      ).toBeVisible();
      expect(await storedToken(page)).not.toBeNull();
    });
  });
}

test('an address that came damaged can be mended', async ({ page }) => {
  await page.goto(siteUrl('lunaria', '/asignup?mail=marco%40example'));
  await declineCookies(page, 'lunaria');
  const address = page.getByLabel(words('lunaria', 'signup', 'auto.as'));
  await expect(address).toHaveValue('marco@example');
  await expect(address).toBeEditable();
  await page.getByRole('button', { name: words('lunaria', 'signup', 'auto.submit'), exact: true }).click();
  await expect(page.getByText(errorWords('lunaria', 'field.email'))).toBeVisible();
  await expect(address).toBeFocused();
});

test.describe('with the keyboard alone', () => {
  test.use({ isMobile: false, hasTouch: false });

  test('everything can be answered', async ({ page }) => {
    const { keyboard } = page;
    const card = signUpCard(page, 'lunaria');
    const reach = async (name: string) => {
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      for (let tabs = 0; tabs < 20 && (await focused()) !== name; tabs += 1) await keyboard.press('Tab');
      expect(await focused()).toBe(name);
    };
    await page.goto(siteUrl('lunaria', '/signup'));
    await declineCookies(page, 'lunaria');
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
    await keyboard.type(newAddress('lunaria'));
    await reach('password');
    await keyboard.type(PASSWORD);
    await reach('terms');
    await keyboard.press('Space');
    await reach('adult');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(siteUrl('lunaria', '/find'));
  });
});

test('without a connection or an answer it is said, nothing is lost, and it goes on when the connection is back', async ({
  page,
  context,
}) => {
  const card = signUpCard(page, 'verbena');
  await page.goto(siteUrl('verbena', '/signup'));
  await declineCookies(page, 'verbena');
  await card.answerFirst();
  await card.answerSecond();
  await card.answerThird(newAddress('verbena'));
  await context.setOffline(true);
  await card.submit();
  await expect(page.getByRole('alert')).toContainText(words('verbena', 'shell', 'entry.offline'));
  await expect(card.password()).toHaveValue(PASSWORD);
  await context.setOffline(false);
  // One that gets no answer is reported besides.
  await page.route('**/api/users/register', (route) => route.abort('internetdisconnected'), { times: 1 });
  const told = page.waitForRequest('**/api/log/client');
  await card.submit();
  expect((await told).postDataJSON()).toMatchObject({ subject: 'Errore authServices' });
  await expect(page.getByRole('alert')).toContainText(words('verbena', 'shell', 'entry.offline'));
  await card.submit();
  await expect(page).toHaveURL(siteUrl('verbena', '/find'));
});

test('who signed up from this device is reminded, and somebody else goes on', async ({ page }) => {
  const card = signUpCard(page, 'lunaria');
  await page.goto(siteUrl('lunaria', '/signup'));
  await declineCookies(page, 'lunaria');
  await card.signUp(newAddress('lunaria'));
  await expect(page).toHaveURL(siteUrl('lunaria', '/find'));
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(siteUrl('lunaria', '/signup'));
  await card.signUp(newAddress('lunaria'));
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(errorWords('lunaria', 'signup.known_device'));
  await expect(notice).toContainText('•••');
  await expectAccessible(page);
  await page.getByRole('button', { name: words('lunaria', 'signup', 'refused.notMe') }).click();
  await expect(page).toHaveURL(siteUrl('lunaria', '/find'));
});

test('signing up in one tab brings the other along', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(siteUrl('lunaria'));
  await expect(signUpCard(other, 'lunaria').firstQuestion()).toBeVisible();
  // A tab behind another draws once a second, and a click waits for that.
  await page.bringToFront();
  await page.goto(siteUrl('lunaria', '/signup'));
  await declineCookies(page, 'lunaria');
  await signUpCard(page, 'lunaria').signUp(newAddress('lunaria'));
  await expect(page).toHaveURL(siteUrl('lunaria', '/find'));
  await expect(other).toHaveURL(siteUrl('lunaria', '/find'));
});
