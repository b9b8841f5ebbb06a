import type { Page } from '@playwright/test';
import { giveAuthenticator } from './authenticator.ts';
import { account, at, brand, dialog, popup, press, shell } from './entry-pages.ts';
import { expect, expectAccessible, phone, test } from './fixtures.ts';
import { newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { fillSignIn } from './people.ts';

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

test('Google lets a new member in, who confirms, says where they live, and goes on to where they wanted', async ({
  page,
}) => {
  const email = newAddress(brand);
  await test.step('who says no to Google is offered both ways', async () => {
    await page.goto(at('/chats'));
    await page
      .getByRole('link', { name: shell('nav.signIn') })
      .first()
      .click();
    await press(page, shell('entry.google'));
    await answerSandbox(page, email, 'Cancel');
    await expect(page.getByText(account('google.left'))).toBeVisible();
    await expectAccessible(page);
    expect(new URL(page.url()).search).toBe('');
    await expect(page.getByRole('heading', { name: shell('signUp.title') })).toBeVisible();
  });

  await press(page, shell('entry.google'));
  await answerSandbox(page, email);
  await expect(dialog(page, 'acceptTerms')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expectAccessible(page);
  await press(page, popup('acceptTerms.accept'));
  await test.step('who has no region yet is asked for it until they have answered', async () => {
    await expect(dialog(page, 'setRegion')).toBeVisible();
    await expectAccessible(page);
    await press(page, popup('setRegion.save'));
    await expect(page.getByText(popup('setRegion.missing'))).toBeVisible();
    await page.reload();
    await expect(dialog(page, 'setRegion')).toBeVisible();
    await page.keyboard.press('Escape');
    await chooseTown(page);
  });
  await expect(page).toHaveURL(at('/chats'));
  await expect(page.getByRole('heading', { name: shell('titles.chats') })).toBeVisible();
});

test('a passkey is offered once, and opens the door the next time', async ({ page }) => {
  await giveAuthenticator(page);
  const { email, password } = await signUpBehindTheScenes(brand);
  await page.goto(at('/login'));
  await fillSignIn(page, brand, email, password);
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
