import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { giveAuthenticator } from './authenticator.ts';
import { inDatabase } from './database.ts';
import { account, at, brand, dialog, popup, press, shell } from './entry-pages.ts';
import { demoPassword, expect, expectAccessible, phone, test } from './fixtures.ts';
import { mintLink, newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { fillSignIn, people, signIn } from './people.ts';
import { errorWords } from './words.ts';

test.use({ viewport: phone, isMobile: true, hasTouch: true });

const TOWN = 'Zaragoza';

async function chooseTown(page: Page) {
  const town = dialog(page, 'setRegion').getByRole('combobox');
  await town.fill(TOWN.slice(0, 5));
  await page.getByRole('option', { name: TOWN }).first().click();
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

test('Google lets somebody new in, who confirms and says where he lives', async ({ page }) => {
  const email = newAddress(brand);
  await test.step('who says no to Google is offered both ways, also after a reload', async () => {
    await page.goto(at('/loginWithGoogle'));
    await press(page, shell('entry.google'));
    await answerSandbox(page, email, 'Cancel');
    await expect(page.getByText(account('google.left'))).toBeVisible();
    await expectAccessible(page);
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await expect(page.getByRole('button', { name: shell('entry.google') })).toBeVisible();
    await expect(page.getByRole('heading', { name: shell('signUp.title') })).toBeVisible();
    await expect(page.getByText(account('google.left'))).toBeHidden();
  });

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

test('Google opens the account that has its address, and goes on to where he wanted', async ({ page }) => {
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
});

test('a disabled account is told so, by password and by link', async ({ page }) => {
  const email = people[brand].disabled;
  await typeSignIn(page, { email, password: demoPassword() });
  await expect(page.getByText(errorWords(brand, 'account.disabled'))).toBeVisible();
  await page.goto(at(await mintLink(brand, 'autologin', { email })));
  await expect(dialog(page, 'accountDisabled')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('who has no region yet is asked for it, and only then comes in', async ({ page }) => {
  const newcomer = await signUpBehindTheScenes(brand);
  await inDatabase(async (db) => {
    await sql`update profile p set region = null, city = null from account a
      where a.brand_id = p.brand_id and a.id = p.account_id and a.tracker_id = ${newcomer.trackerId}`.execute(
      db,
    );
  });
  await typeSignIn(page, newcomer);
  await expect(dialog(page, 'setRegion')).toBeVisible();
  await page.reload();
  await expect(dialog(page, 'setRegion')).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseTown(page);
  await expect(page).toHaveURL(at('/find'));
  await expect(page.getByRole('heading', { name: shell('titles.find') })).toBeVisible();
});

test('a passkey is offered once, and opens the door the next time', async ({ page }) => {
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

test('a paywall’s address opens its popup over the home, and back closes it', async ({ page }) => {
  await signIn(page, brand, 'free', '/hook/cambia_regione');
  // The flow has words of its own for it.
  const paywall = page.getByRole('dialog', { name: '¿Quieres mirar más lejos?' });
  await expect(paywall).toBeVisible();
  await expect(page).toHaveURL(at('/find'));
  await page.goBack();
  await expect(paywall).toBeHidden();
  await expect(page).toHaveURL(at('/find'));
});
