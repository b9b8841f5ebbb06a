import type { Page } from '@playwright/test';
import { readBilling } from '#contract/billing/member-billing.ts';
import { askApi } from './ask-api.ts';
import { buy, planName } from './buy.ts';
import { desktop, expect, expectAccessible, follow, phone, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import { mintLink, signUpBehindTheScenes } from './newcomers.ts';
import { outcomePopup, stayWhenPaid } from './pay-pages.ts';
import { declineCookies } from './people.ts';
import { errorWords, words } from './words.ts';

const brand = 'lunaria';
const account = (key: string) => words(brand, 'account', key);
const proof = (page: Page) => page.getByRole('dialog', { name: account('proof.title') });

test.describe('on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('a member who came in by a mailed link proves who they are before the kept card pays, and it pays once', async ({
    page,
  }) => {
    const member = await signUpBehindTheScenes(brand);
    const { email, password, token, trackerId } = member;
    const paid = await stayWhenPaid(page);
    await signInAs(page, brand, member);
    await buy(brand, member, 'credits-100-welcome', undefined, { keepForLater: true });
    await page.goto(siteUrl(brand, await mintLink(brand, 'autologin', { email, red: '/vip_plan/cred' })));
    await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/cred'));
    const pack = page.getByRole('radio', { name: new RegExp(`^${planName(brand, 'credits-300')} `) });
    await expect(page.getByRole('radio').first()).toBeVisible();
    const seeAll = new RegExp(words(brand, 'plans', 'seeAll_other').replace('{{count}}', '\\d+'));
    if (await pack.isHidden()) await page.getByRole('button', { name: seeAll }).click();
    await pack.click();
    await expect(pack).toBeChecked();
    await pack.click();
    const sheet = page.getByRole('dialog', { name: words(brand, 'popups', 'order.title') });
    const pay = sheet.locator('button[type=submit]');
    await pay.click();
    await expect(proof(page).getByLabel(account('proof.password'), { exact: true })).toBeVisible();
    await expectAccessible(page);

    await test.step('let be, nothing is paid and the order stands as it was', async () => {
      await page.goBack();
      await expect(proof(page)).toBeHidden();
      await expect(sheet.getByText(errorWords(brand, 'password.needed'))).toBeVisible();
    });

    await pay.click();
    await proof(page).getByLabel(account('proof.password'), { exact: true }).fill(password);
    await proof(page)
      .getByRole('button', { name: account('proof.confirm') })
      .click();
    await expect(outcomePopup(page, brand, 'success')).toBeVisible();
    await paid.release();
    const { payments } = await askApi(readBilling, { trackerId }, { brand, token });
    expect(payments.filter(({ status }) => status === 'paid')).toHaveLength(2);
  });
});

test.describe('on a desktop', () => {
  test.use({ viewport: desktop });

  test('the linked Google account shows it in a window of its own, and is listed and removed', async ({
    page,
  }) => {
    const { email } = await signUpBehindTheScenes(brand);
    const answer = async (at: Page) => {
      await expect(at.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
      await at.getByLabel('E-mail').fill(email);
      await at.getByLabel('Name').fill('Ada Prova');
      await at.getByRole('button', { name: 'Continue' }).click();
    };
    await page.goto(siteUrl(brand, '/login'));
    await declineCookies(page, brand);
    await page.getByRole('button', { name: words(brand, 'shell', 'entry.google') }).click();
    await answer(page);
    // The address was never confirmed before, so its true owner agrees to the terms.
    await page.getByRole('button', { name: words(brand, 'popups', 'acceptTerms.accept') }).click();
    await expect(page).toHaveURL(/\/(find|match)$/);

    await page.goto(siteUrl(brand, await mintLink(brand, 'autologin', { email, red: '/profile' })));
    await expect(page).toHaveURL(siteUrl(brand, '/profile'));
    await follow(page, '/profile#data');
    const copies = page.getByRole('dialog', { name: words(brand, 'profile', 'data.title') });
    await copies.getByRole('button', { name: words(brand, 'profile', 'data.request') }).click();
    await expect(proof(page).getByText(account('proof.noPassword'))).toBeVisible();
    await expectAccessible(page);
    const opened = page.waitForEvent('popup');
    await proof(page)
      .getByRole('button', { name: account('proof.google') })
      .click();
    const window = await opened;
    await Promise.all([window.waitForEvent('close'), answer(window)]);
    await expect(proof(page)).toBeHidden();
    const load = copies.getByRole('button', { name: words(brand, 'profile', 'data.download') });
    await expect(load).toBeVisible({ timeout: 30_000 });

    await follow(page, '/profile#connections');
    const panel = page.getByRole('dialog', { name: words(brand, 'profile', 'connections.title') });
    await expect(panel.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
    await panel.getByRole('listitem').getByRole('button').click();
    await panel.getByRole('button', { name: words(brand, 'profile', 'connections.sure') }).click();
    // Without a password it is the only way in.
    await expect(panel.getByText(errorWords(brand, 'identity.last'))).toBeVisible();
  });
});
