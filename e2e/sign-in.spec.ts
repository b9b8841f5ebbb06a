import type { Page } from '@playwright/test';
import { requestReset } from '../contract/account/credentials.ts';
import { closeAccount } from '../contract/account/own-account.ts';
import { authenticate } from '../contract/account/sign-in.ts';
import { askApi } from './ask-api.ts';
import { brands, demoPassword, expect, expectAccessible, onlyIn, phone, siteUrl, test } from './fixtures.ts';
import { giveAuthenticator } from './authenticator.ts';
import type { BrandKey } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { mintLink, newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { linkInMail } from './outbox.ts';
import { fillSignIn, people, signIn } from './people.ts';
import { errorWords, words } from './words.ts';

test.use({ viewport: phone, isMobile: true, hasTouch: true });

const towns = { lunaria: 'Bologna', verbena: 'Zaragoza' } as const;

for (const brand of Object.keys(brands) as BrandKey[]) {
  const popup = (key: string) => words(brand, 'popups', key);
  const account = (key: string) => words(brand, 'account', key);
  const shell = (key: string) => words(brand, 'shell', key);
  const at = (path: string) => siteUrl(brand, path);
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: popup(`${name}.title`) });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  async function chooseTown(page: Page) {
    const town = dialog(page, 'setRegion').getByRole('combobox');
    await town.fill(towns[brand].slice(0, 5));
    await page.getByRole('option', { name: towns[brand] }).first().click();
    await press(page, popup('setRegion.save'));
    await expect(dialog(page, 'setRegion')).toBeHidden();
  }

  async function answerSandbox(page: Page, email: string, answer: 'Continue' | 'Cancel' = 'Continue') {
    await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Name').fill('Ada Prova');
    await page.getByRole('button', { name: answer }).click();
    await expect(page).toHaveURL((url) => url.origin === new URL(at('/')).origin);
  }

  async function typeSignIn(page: Page, { email, password }: { email: string; password: string }) {
    await page.goto(at('/login'));
    await fillSignIn(page, brand, email, password);
  }

  /** What is the same in every brand. */
  const once = onlyIn('verbena', brand);

  test.describe(brand, () => {
    once('Google lets somebody new in, who confirms and says where he lives', async ({ page }) => {
      const email = newAddress(brand);
      await page.goto(at('/login'));
      await press(page, shell('entry.google'));
      await answerSandbox(page, email);
      await expect(dialog(page, 'acceptTerms')).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
      await expectAccessible(page);
      await press(page, popup('acceptTerms.accept'));
      await expect(dialog(page, 'setRegion')).toBeVisible();
      await expectAccessible(page);
      await press(page, popup('setRegion.save'));
      await expect(page.getByText(popup('setRegion.missing'))).toBeVisible();
      await chooseTown(page);
      await expect(page).toHaveURL(at('/find'));
    });

    once(
      'Google opens the account that has its address, and goes on to where he wanted',
      async ({ page }) => {
        const { email } = await signUpBehindTheScenes(brand);
        await page.goto(at('/chats'));
        await page
          .getByRole('link', { name: shell('nav.signIn') })
          .first()
          .click();
        await press(page, shell('entry.google'));
        await answerSandbox(page, email);
        // Whoever made the account never proved the address was his, so its owner accepts the terms himself.
        await press(page, popup('acceptTerms.accept'));
        await expect(page).toHaveURL(at('/chats'));
        await expect(page.getByRole('heading', { name: shell('titles.chats') })).toBeVisible();
      },
    );

    once('who says no to Google is offered both ways, also after a reload', async ({ page }) => {
      await page.goto(at('/loginWithGoogle'));
      await press(page, shell('entry.google'));
      await answerSandbox(page, newAddress(brand), 'Cancel');
      await expect(page.getByText(account('google.left'))).toBeVisible();
      await expectAccessible(page);
      expect(new URL(page.url()).search).toBe('');
      await page.reload();
      await expect(page.getByRole('button', { name: shell('entry.google') })).toBeVisible();
      await expect(page.getByRole('heading', { name: shell('signUp.title') })).toBeVisible();
      await expect(page.getByText(account('google.left'))).toBeHidden();
    });

    once('an answer that this tab never asked for lets nobody in', async ({ page }) => {
      await page.goto(at('/loginWithGoogle?code=stolen&state=forged'));
      await expect(page.getByText(account('google.left'))).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    });

    once('a forgotten password is asked for, with the address already typed', async ({ page }) => {
      const { email } = await signUpBehindTheScenes(brand);
      await page.goto(at('/login'));
      await page.getByLabel(shell('entry.email')).fill(email);
      await page.getByRole('link', { name: shell('entry.forgotten') }).click();
      await expect(page.getByLabel(shell('entry.email'))).toHaveValue(email);
      await press(page, account('forgot.submit'));
      await expect(page.getByRole('heading', { name: account('forgot.sentTitle') })).toBeVisible();
      await expectAccessible(page);
    });

    once('a new password is chosen by following the mail, once', async ({ page }) => {
      const { email, password } = await signUpBehindTheScenes(brand);
      await askApi(requestReset, { email }, { brand });
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

    once('a reset for an address that nobody has says so', async ({ page }) => {
      await page.goto(at('/forgotPassword'));
      await press(page, account('forgot.submit'));
      await expect(page.getByText(shell('entry.emailMissing'))).toBeVisible();
      await page.getByLabel(shell('entry.email')).fill(newAddress(brand));
      await press(page, account('forgot.submit'));
      await expect(page.getByText(errorWords(brand, 'reset.unknown_email'))).toBeVisible();
      await page.goto(at('/resetPassword'));
      await expect(dialog(page, 'linkInvalid')).toBeVisible();
      await expect(page).toHaveURL(at('/find'));
    });

    once('who must confirm his address gets the mail again, or at another address', async ({ page }) => {
      const newcomer = await signUpBehindTheScenes(brand, '11');
      await signInAs(page, brand, newcomer);
      await page.goto(at('/find'));
      const shown = dialog(page, 'confirmEmail');
      await expect(shown.getByText(newcomer.email)).toBeVisible();
      await expect(page).toHaveURL(at('/find'));
      await expectAccessible(page);
      await press(page, popup('confirmEmail.resend'));
      await expect(shown.getByText(popup('confirmEmail.sentAgain'))).toBeVisible();
      await press(page, popup('confirmEmail.change'));
      await expectAccessible(page);
      await shown.getByLabel(popup('confirmEmail.newAddress')).fill(newcomer.email);
      await press(page, popup('confirmEmail.save'));
      await expect(shown.getByLabel(popup('confirmEmail.newAddress'))).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      const other = newAddress(brand);
      await shown.getByLabel(popup('confirmEmail.newAddress')).fill(other);
      await press(page, popup('confirmEmail.save'));
      await expect(shown.getByText(other)).toBeVisible();
      await expect(shown.getByRole('button', { name: popup('confirmEmail.change') })).toBeHidden();
      await page.goBack();
      await expect(shown).toBeHidden();

      const link = await linkInMail(other, 'confirm_email');
      expect(link).toMatch(/^\/confirmEmail\?token=/);
    });

    once(
      'the link of the mail confirms an address, and a second time says that it is done',
      async ({ page }) => {
        const { email } = await signUpBehindTheScenes(brand, '11');
        const link = await linkInMail(email, 'confirm_email');
        await page.goto(at(link));
        await expect(page).toHaveURL(at('/match'));
        await expect(page.getByText(account('confirm.done'))).toBeVisible();
        await page.goto(at(link));
        await expect(page.getByRole('heading', { name: account('confirm.alreadyTitle') })).toBeVisible();
        await expectAccessible(page);
      },
    );

    once('a link in the other tab confirms the address in this one, too', async ({ page, context }) => {
      const newcomer = await signUpBehindTheScenes(brand, '11');
      await signInAs(page, brand, newcomer);
      await page.goto(at('/find'));
      await expect(dialog(page, 'confirmEmail')).toBeVisible();
      const other = await context.newPage();
      await other.goto(at(await linkInMail(newcomer.email, 'confirm_email')));
      await expect(other).toHaveURL(at('/match'));
      await expect(dialog(page, 'confirmEmail')).toBeHidden();
    });

    once('a partner’s link makes an account, which asks for the terms first', async ({ page }) => {
      const link = await mintLink(brand, 'external', {
        email: newAddress(brand),
        red: '/chats',
        atHome: true,
      });
      await page.goto(at(link));
      await expect(dialog(page, 'acceptTerms')).toBeVisible();
      await expect(page).toHaveURL(at('/chats'));
      await page.reload();
      await expect(dialog(page, 'acceptTerms')).toBeVisible();
      await page.goBack();
      await page.goForward();
      await expect(dialog(page, 'acceptTerms')).toBeVisible();
      await press(page, popup('acceptTerms.accept'));
      await expect(dialog(page, 'acceptTerms')).toBeHidden();
      await expect(page.getByRole('heading', { name: shell('titles.chats') })).toBeVisible();
    });

    once(
      'the terms can be read before they are accepted, and signing out is the other way',
      async ({ page, context }) => {
        const link = await mintLink(brand, 'external', {
          email: newAddress(brand),
          red: '/chats',
          atHome: true,
        });
        await page.goto(at(link));
        const texts = context.waitForEvent('page');
        await dialog(page, 'acceptTerms').getByRole('link').first().click();
        const text = await texts;
        await expect(text.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(text.getByRole('dialog')).toBeHidden();
        await text.close();
        await press(page, popup('signOut'));
        await expect(page).toHaveURL(at('/'));
        await expect(page.getByRole('heading', { name: shell('signUp.title') })).toBeVisible();
      },
    );

    once('a partner’s link for somebody who is a member already leads to the sign-in', async ({ page }) => {
      const { email } = await signUpBehindTheScenes(brand);
      await page.goto(at(await mintLink(brand, 'external', { email, red: '/chats' })));
      await expect(page).toHaveURL(at('/login'));
      await expect(page.getByText(errorWords(brand, 'signup.email_taken'))).toBeVisible();
      await expectAccessible(page);
      for (const useless of [
        '/external_email?token=x',
        '/external_email?token=x&red=Ly9ldmlsLmV4YW1wbGU',
        '/external_email?red=L2NoYXRz',
      ]) {
        await page.goto(at(useless));
        await expect(page).toHaveURL(at('/find'));
      }
    });

    once('a link signs in whoever it is for, and goes on to where it points', async ({ page }) => {
      await signIn(page, brand, 'free', '/find');
      const { email } = await signUpBehindTheScenes(brand);
      await page.goto(at(await mintLink(brand, 'autologin', { email, red: '/profile' })));
      await expect(page).toHaveURL(at('/profile'));
      await expect(page.getByText(email).first()).toBeVisible();
      const history = await page.evaluate(() => JSON.stringify([location.href, Object.values(localStorage)]));
      expect(history).not.toContain('eyJ');
    });

    once('a link that is no good leads home and says so', async ({ page }) => {
      const told = page.waitForRequest((request) => request.url().endsWith('/api/log/client'));
      await page.goto(at('/autologin?token=broken&red=L2NoYXRz'));
      await expect(dialog(page, 'linkExpired')).toBeVisible();
      await expect(page).toHaveURL(at('/'));
      expect((await told).postData()).not.toContain('broken');
      await expectAccessible(page);
    });

    once('a disabled account is told so, by password and by link', async ({ page }) => {
      const email = people[brand].disabled;
      await typeSignIn(page, { email, password: demoPassword() });
      await expect(page.getByText(errorWords(brand, 'account.disabled'))).toBeVisible();
      await page.goto(at(await mintLink(brand, 'autologin', { email })));
      await expect(dialog(page, 'accountDisabled')).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    });

    once('who has no region yet is asked for it, and only then comes in', async ({ page }) => {
      await signIn(page, brand, 'blank');
      await expect(dialog(page, 'setRegion')).toBeVisible();
      await page.reload();
      await expect(dialog(page, 'setRegion')).toBeVisible();
      await page.keyboard.press('Escape');
      await chooseTown(page);
      await expect(page).toHaveURL(at('/find'));
      await page.reload();
      await expect(page.getByRole('heading', { name: shell('titles.find') })).toBeVisible();
      await expect(page.getByRole('dialog')).toBeHidden();
    });

    once('an account that is about to be deleted can be kept', async ({ page }) => {
      const newcomer = await signUpBehindTheScenes(brand);
      const { trackerId, password, token } = newcomer;
      await askApi(closeAccount, { trackerId, currentPassword: password }, { brand, token });
      await typeSignIn(page, newcomer);
      await expect(dialog(page, 'closing')).toBeVisible();
      await expectAccessible(page);
      await press(page, popup('closing.keep'));
      await expect(page.getByText(popup('closing.kept'))).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: shell('titles.find') })).toBeVisible();
      await expect(dialog(page, 'closing')).toBeHidden();
    });

    once('a passkey is offered once, and opens the door the next time', async ({ page }) => {
      await giveAuthenticator(page);
      await typeSignIn(page, await signUpBehindTheScenes(brand));
      await expect(dialog(page, 'offerPasskey')).toBeVisible();
      await expectAccessible(page);
      await press(page, popup('offerPasskey.make'));
      await expect(page.getByText(popup('offerPasskey.made'))).toBeVisible();
      await page.evaluate(() => localStorage.removeItem('token'));
      await page.goto(at('/chats'));
      await page
        .getByRole('link', { name: shell('nav.signIn') })
        .first()
        .click();
      await press(page, shell('entry.passkey'));
      await expect(page.getByRole('heading', { name: shell('titles.chats') })).toBeVisible();
    });

    once('a paywall’s address opens its popup over the home, and back closes it', async ({ page }) => {
      await signIn(page, brand, 'free', '/hook/cambia_regione');
      // The flow has words of its own for it.
      const title = { lunaria: 'Altrove c’è altra gente', verbena: '¿Quieres mirar más lejos?' }[brand];
      const paywall = page.getByRole('dialog', { name: title });
      await expect(paywall).toBeVisible();
      await expect(page).toHaveURL(at('/find'));
      await page.goBack();
      await expect(paywall).toBeHidden();
      await expect(page).toHaveURL(at('/find'));
    });
  });
}
