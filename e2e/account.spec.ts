import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { closeAccount, listOwnSessions } from '#contract/account/own-account.ts';
import { authenticate } from '#contract/account/sign-in.ts';
import { askApi } from './ask-api.ts';
import { giveAuthenticator } from './authenticator.ts';
import { expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import { freshMember } from './fresh-member.ts';
import { newAddress, signUpBehindTheScenes } from './newcomers.ts';
import { linkInMail } from './outbox.ts';
import { declineCookies, fillSignIn } from './people.ts';
import { brand, button, field, openProfile, t } from './profile-pages.ts';
import { storedToken } from './sign-up-pages.ts';
import { errorWords, words, wordsIn } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });

test.use({ viewport: phone, isMobile: true, hasTouch: true });

/** Opens a row's panel and returns it. */
async function openRow(page: Page, row: string, title: string) {
  await page.getByRole('button', { name: t(row) }).click();
  const panel = page.getByRole('dialog', { name: t(title) });
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  return panel;
}

/** Waits, because a session leaves the list before the server has ended it. */
async function expectDead(token: string, trackerId: string) {
  await expect(async () => {
    await expect(askApi(listOwnSessions, { trackerId }, { brand, token })).rejects.toThrow('401');
  }).toPass();
}

test('a member’s account: devices, passkeys, a copy of their data, password, hiding, address and language', async ({
  page,
}) => {
  await giveAuthenticator(page);
  const { email, password, token, trackerId } = await freshMember(page, brand);
  const other = await askApi(authenticate, { email, password }, { brand });
  await openProfile(page);

  await test.step('another device is signed out, and Back closes the panel', async () => {
    const panel = await openRow(page, 'rows.sessions', 'sessions.title');
    await expect(panel.getByRole('listitem')).toHaveCount(2);
    await expect(panel.getByText(t('sessions.here'))).toHaveCount(1);
    await panel.getByRole('listitem').getByRole('button').click();
    await expect(panel.getByRole('listitem')).toHaveCount(1);
    await expectDead(other.token, trackerId);
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(siteUrl(brand, '/profile'));
  });

  await test.step('a passkey is added and removed', async () => {
    await follow(page, '/profile#passkeys');
    const passkeys = page.getByRole('dialog', { name: t('passkeys.title') });
    await expect(passkeys.getByText(t('passkeys.none'))).toBeVisible();
    await passkeys.getByRole('button', { name: t('passkeys.add') }).click();
    await expect(passkeys.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
    await passkeys.getByRole('listitem').getByRole('button').click();
    await passkeys.getByRole('button', { name: t('passkeys.sure') }).click();
    await expect(passkeys.getByText(t('passkeys.none'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(passkeys).toBeHidden();
  });

  await test.step('a copy of all data is made and downloaded', async () => {
    const copies = await openRow(page, 'rows.data', 'data.title');
    await button(page, 'data.request').click();
    const load = copies.getByRole('button', { name: t('data.download') });
    await expect(load).toBeVisible({ timeout: 30_000 });
    const started = page.waitForEvent('download');
    await load.click();
    const file = await started;
    expect(file.suggestedFilename()).toMatch(/^\w+-\d{4}-\d\d-\d\d\.zip$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    await page.keyboard.press('Escape');
    await expect(copies).toBeHidden();
  });

  await test.step('a new password signs out the other devices, and this one goes on', async () => {
    const newPassword = 'una frase tutta nuova';
    const change = await openRow(page, 'rows.password', 'password.title');
    await change.getByLabel(t('password.new'), { exact: true }).fill(newPassword);
    await button(page, 'password.submit').click();
    await expect(page.getByText(t('password.changed'))).toBeVisible();
    await expectDead(token, trackerId);
    await askApi(authenticate, { email, password: newPassword }, { brand });
    await page.getByRole('switch', { name: t('rows.hide') }).click();
    await expect(page.getByText(t('status.hidden'))).toBeVisible();
  });

  await test.step('the address changes when the mail sent to it is answered', async () => {
    await openRow(page, 'rows.email', 'email.title');
    await field(page, 'email.new').fill(email);
    await button(page, 'email.submit').click();
    await expect(page.getByText(errorWords(brand, 'email.same'))).toBeVisible();
    const second = newAddress(brand);
    await field(page, 'email.new').fill(second);
    await button(page, 'email.submit').click();
    await expect(page.getByText(t('email.waiting').replace('{{email}}', second))).toBeVisible();
    await page.goto(siteUrl(brand, await linkInMail(second, 'confirm_email')));
    await expect(page).toHaveURL(/\/(match|find)$/);

    await follow(page, '/profile#email');
    const third = newAddress(brand);
    await field(page, 'email.new').fill(third);
    await button(page, 'email.submit').click();
    // The link has opened this session, which is not enough to give the account another address, so the page asks.
    const proof = page.getByRole('dialog', { name: words(brand, 'account', 'proof.title') });
    await expect(proof).toBeVisible();
    await expectAccessible(page);
    await proof
      .getByLabel(words(brand, 'account', 'proof.password'), { exact: true })
      .fill('una frase tutta nuova');
    await proof.getByRole('button', { name: words(brand, 'account', 'proof.confirm') }).click();
    // What was begun goes on by itself, with the address that was typed.
    await expect(proof).toBeHidden();
    await expect(page.getByText(t('email.waiting').replace('{{email}}', third))).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('another language is kept, as is what was chosen before', async () => {
    await openRow(page, 'rows.language', 'language.title');
    await page.getByRole('radio', { name: 'English' }).check();
    await button(page, 'language.save').click();
    await expect(page.getByRole('heading', { name: wordsIn('en', 'profile', 'about.title') })).toBeVisible();
    await page.reload();
    await expect(page.getByText(wordsIn('en', 'profile', 'status.hidden'))).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('who deletes their account may keep it when they come back, at the door or later', async ({ page }) => {
  const { email, password, token, trackerId } = await signUpBehindTheScenes(brand);
  const close = (by: string) => askApi(closeAccount, { trackerId }, { brand, token: by });
  await close(token);
  const atTheDoor = page.getByRole('dialog', { name: words(brand, 'popups', 'closing.title') });
  const press = (key: string) => atTheDoor.getByRole('button', { name: words(brand, 'popups', key) }).click();
  await page.goto(siteUrl(brand, '/login'));
  await declineCookies(page, brand);
  await fillSignIn(page, brand, email, password);
  await expect(atTheDoor).toBeVisible();
  await expectAccessible(page);
  await press('closing.leave');
  await expect(atTheDoor).toBeHidden();
  await follow(page, '/profile');
  await expect(page.getByText(t('closing.text'))).toBeVisible();
  await expectAccessible(page);
  await button(page, 'closing.keep').click();
  await expect(page.getByText(t('closing.kept'))).toBeVisible();
  await expect(page.getByText(t('closing.text'))).toBeHidden();

  const second = await storedToken(page);
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(siteUrl(brand, '/login'));
  await close(second ?? '');
  await fillSignIn(page, brand, email, password);
  await press('closing.keep');
  await expect(page.getByText(words(brand, 'popups', 'closing.kept'))).toBeVisible();
  await expect(atTheDoor).toBeHidden();
});
