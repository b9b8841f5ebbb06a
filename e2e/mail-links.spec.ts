import { authenticate } from '#contract/account/sign-in.ts';
import { askApi } from './ask-api.ts';
import { account, at, brand, dialog, popup, press, shell } from './entry-pages.ts';
import { expect, expectAccessible, follow, phone, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { mintLink, newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { linkInMail } from './outbox.ts';
import { declineCookies, people, signIn } from './people.ts';
import { errorWords } from './words.ts';

test.use({ viewport: phone, isMobile: true, hasTouch: true });

test('a forgotten password is asked for, and a new one is chosen by following the mail, once', async ({
  page,
}) => {
  const { email, password } = await signUpBehindTheScenes(brand);
  await test.step('an invalid link, and an unknown address, say so', async () => {
    await page.goto(at('/resetPassword'));
    await expect(dialog(page, 'linkInvalid')).toBeVisible();
    await expect(page).toHaveURL(at('/find'));
    await page.keyboard.press('Escape');
    await follow(page, '/forgotPassword');
    // The notice would cover a part of the links below.
    await declineCookies(page, brand);
    await press(page, account('forgot.submit'));
    await expect(page.getByText(shell('entry.emailMissing'))).toBeVisible();
    await page.getByLabel(shell('entry.email')).fill(newAddress(brand));
    await press(page, account('forgot.submit'));
    await expect(page.getByText(errorWords(brand, 'reset.unknown_email'))).toBeVisible();
  });

  await test.step('the address that was typed at the sign-in is there already', async () => {
    await follow(page, '/login');
    await page.getByLabel(shell('entry.email')).fill(email);
    await page.getByRole('link', { name: shell('entry.forgotten') }).click();
    await expect(page.getByLabel(shell('entry.email'))).toHaveValue(email);
    await press(page, account('forgot.submit'));
    await expect(page.getByRole('heading', { name: account('forgot.sentTitle') })).toBeVisible();
  });

  const link = await linkInMail(email, 'reset_password');
  await page.goto(at(link));
  const [first, second] = [
    page.getByLabel(account('reset.password'), { exact: true }),
    page.getByLabel(account('reset.repeated'), { exact: true }),
  ];
  await first.fill('una nuova');
  await expect(page).toHaveURL(at('/resetPassword'));
  await second.fill('un altra');
  await press(page, account('reset.submit'));
  await expect(page.getByText(account('reset.different'))).toBeVisible();
  await expectAccessible(page);
  await second.fill('una nuova');
  await press(page, account('reset.submit'));
  await expect(page.getByText(account('reset.done'))).toBeVisible();
  await expect(page).toHaveURL(at('/find'));

  await page.goto(at(link));
  await first.fill('x');
  await second.fill('x');
  await press(page, account('reset.submit'));
  await expect(page.getByRole('heading', { name: account('reset.expiredTitle') })).toBeVisible();
  await expectAccessible(page);
  await expect(askApi(authenticate, { email, password }, { brand })).rejects.toThrow('401');
  await askApi(authenticate, { email, password: 'una nuova' }, { brand });
});

test('who must confirm their address gets the mail again, or at another address, and its link confirms it in every tab', async ({
  page,
  context,
}) => {
  const newcomer = await signUpBehindTheScenes(brand, '11');
  await signInAs(page, brand, newcomer);
  await page.goto(at('/find'));
  const shown = dialog(page, 'confirmEmail');
  await expect(shown.getByText(newcomer.email)).toBeVisible();
  await expect(page).toHaveURL(at('/find'));
  await press(page, popup('confirmEmail.resend'));
  await expect(shown.getByText(popup('confirmEmail.sentAgain'))).toBeVisible();
  await press(page, popup('confirmEmail.change'));
  await expectAccessible(page);
  await shown.getByLabel(popup('confirmEmail.newAddress')).fill(newcomer.email);
  await press(page, popup('confirmEmail.save'));
  await expect(shown.getByLabel(popup('confirmEmail.newAddress'))).toHaveAttribute('aria-invalid', 'true');
  const other = newAddress(brand);
  await shown.getByLabel(popup('confirmEmail.newAddress')).fill(other);
  await press(page, popup('confirmEmail.save'));
  await expect(shown.getByText(other)).toBeVisible();
  await expect(shown.getByRole('button', { name: popup('confirmEmail.change') })).toBeHidden();

  const link = await linkInMail(other, 'confirm_email');
  expect(link).toMatch(/^\/confirmEmail\?token=/);
  const tab = await context.newPage();
  await tab.goto(at(link));
  await expect(tab).toHaveURL(at('/match'));
  await expect(tab.getByText(account('confirm.done'))).toBeVisible();
  await expect(shown).toBeHidden();
  // A second time says that it is done.
  await tab.goto(at(link));
  await expect(tab.getByText(account('confirm.already'))).toBeVisible();
  await expect(tab).toHaveURL(at('/find'));
});

test('an invalid confirmation link leads home, says so, and is reported to the server', async ({ page }) => {
  const reported = page.waitForRequest((request) => request.postData()?.includes('confirm_email') ?? false);
  await page.goto(at('/confirmEmail?token=garbage'));
  await expect(dialog(page, 'linkExpired')).toBeVisible();
  await expect(page).toHaveURL(at('/'));
  await reported;
  await expectAccessible(page);
});

test('a partner’s link leads a member to the sign-in, and makes an account for others, which asks for the terms first', async ({
  page,
  context,
}) => {
  const { email } = await signUpBehindTheScenes(brand);
  await page.goto(at(await mintLink(brand, 'external', { email, red: '/chats' })));
  await expect(page).toHaveURL(at('/login'));
  await expect(page.getByText(errorWords(brand, 'signup.email_taken'))).toBeVisible();

  const partner = { email: newAddress(brand), red: '/chats', atHome: true };
  await page.goto(at(await mintLink(brand, 'external', partner)));
  await expect(page).toHaveURL(at('/chats'));
  await test.step('the terms can be read before they are accepted', async () => {
    const texts = context.waitForEvent('page');
    await dialog(page, 'acceptTerms').getByRole('link').first().click();
    const text = await texts;
    await expect(text.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(text.getByRole('dialog')).toBeHidden();
    await text.close();
  });
  await page.goBack();
  await page.goForward();
  await expect(dialog(page, 'acceptTerms')).toBeVisible();
  await press(page, popup('acceptTerms.accept'));
  await expect(dialog(page, 'acceptTerms')).toBeHidden();
  await expect(page.getByRole('heading', { name: shell('titles.chats') })).toBeVisible();
});

test('a link signs in its receiver, and goes on to where it points; an invalid one says so', async ({
  page,
}) => {
  const reported = page.waitForRequest((request) => request.url().endsWith('/api/log/client'));
  await page.goto(at('/autologin?token=broken&red=L2NoYXRz'));
  await expect(dialog(page, 'linkExpired')).toBeVisible();
  await expect(page).toHaveURL(at('/'));
  expect((await reported).postData()).not.toContain('broken');
  await expectAccessible(page);
  await page.goto(at(await mintLink(brand, 'autologin', { email: people[brand].disabled })));
  await expect(dialog(page, 'accountDisabled')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await signIn(page, brand, 'free', '/find');
  const { email } = await signUpBehindTheScenes(brand);
  await page.goto(at(await mintLink(brand, 'autologin', { email, red: '/profile' })));
  await expect(page).toHaveURL(at('/profile'));
  await expect(page.getByText(email).first()).toBeVisible();
  const history = await page.evaluate(() => JSON.stringify([location.href, Object.values(localStorage)]));
  expect(history).not.toContain('eyJ');
});
