import type { Page } from '@playwright/test';
import { readBilling } from '../contract/billing/member-billing.ts';
import { formatMoney } from '../contract/kernel/money.ts';
import { askApi } from './ask-api.ts';
import { buy, planName } from './buy.ts';
import {
  brands,
  desktop,
  expect,
  expectAccessible,
  follow,
  onlyIn,
  phone,
  siteUrl,
  test,
} from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { freshMember, signInAs } from './fresh-member.ts';
import { signUpBehindTheScenes } from './newcomers.ts';
import { cardField, cards, expectPaid, payByCard } from './pay-pages.ts';
import { words } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });

/** Words up to the first thing they name. */
const start = (text: string) => text.replace(/\{\{.*$/, '').trim();

for (const brand of ['lunaria', 'verbena'] as const satisfies BrandKey[]) {
  const t = (key: string) => words(brand, 'plans', key);
  const p = (key: string) => words(brand, 'profile', key);
  const name = (productId: string) => planName(brand, productId);
  const card = (page: Page, productId: string) =>
    page.getByRole('radio', { name: new RegExp(`^${name(productId)} `) });
  const inItaly = onlyIn('lunaria', brand);
  const inSpain = onlyIn('verbena', brand);

  async function openPlans(page: Page, path = '/vip_plan/cred') {
    await page.goto(siteUrl(brand, path));
    await expect(page.getByRole('radio').first()).toBeVisible();
  }

  /** The panel of the own plan, with what it says by now. */
  async function openPanel(page: Page) {
    await page.goto(siteUrl(brand, '/profile#plan'));
    const panel = page.getByRole('dialog', { name: p('plan.title') });
    await expect(panel.getByRole('heading', { name: p('plan.payments.title'), exact: true })).toBeVisible();
    return panel;
  }

  test.describe(`plans of ${brand}`, () => {
    test.describe('on a phone', () => {
      test.use({ viewport: phone, isMobile: true, hasTouch: true });

      inItaly(
        'the first click selects and the second confirms, and there is a way back',
        async ({ page }) => {
          await freshMember(page, brand);
          await openPlans(page);
          await expect(card(page, 'vip-month-welcome')).toBeChecked();
          // Four offers to compare, one recommended; what costs as much for less waits behind a button.
          await expect(page.getByRole('radio')).toHaveCount(4);
          await expect(page.getByText(t('recommended.label'), { exact: true })).toHaveCount(1);
          await expect(page.getByText(t('recommended.flexible'))).toBeVisible();
          await expect(card(page, 'vip-month')).toBeHidden();
          await page.getByRole('button', { name: t('seeAll_other').replace('{{count}}', '5') }).click();
          await expect(card(page, 'vip-month')).toBeVisible();
          await expect(page.getByRole('radio')).toHaveCount(9);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width).toBeLessThanOrEqual(phone.width);
          // The plan that is proposed is not confirmed by touching it once.
          await card(page, 'vip-month-welcome').click();
          await card(page, 'vip-quarter').click();
          await expect(card(page, 'vip-quarter')).toBeChecked();
          await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/cred'));
          await card(page, 'vip-quarter').click();
          await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
          // Coming back, the choice is still made, and the button confirms it.
          await follow(page, '/purchase');
          await expect(card(page, 'vip-quarter')).toBeChecked();
          await page.getByRole('button', { name: t('summary.goOn') }).click();
          await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));

          await test.step('back from the plans is where one was, else home', async () => {
            const back = page.getByRole('button', { name: words(brand, 'shell', 'nav.back') });
            const connected = page.waitForEvent('websocket');
            await openPlans(page);
            const connection = await connected;
            await back.click();
            await expect(page).toHaveURL(siteUrl(brand, '/find'));
            await follow(page, '/profile#plan');
            await page.getByRole('link', { name: words(brand, 'profile', 'plan.choose') }).click();
            await expect(page.getByRole('radio').first()).toBeVisible();
            await page.getByRole('button', { name: t('summary.goOn') }).click();
            await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
            await page.goBack();
            await expect(page.getByRole('radio').first()).toBeVisible();
            await back.click();
            await expect(page).toHaveURL(siteUrl(brand, '/profile#plan'));
            // Entering and leaving the payment page has not ended the connection.
            expect(connection.isClosed()).toBe(false);
          });
        },
      );

      inSpain('where the age is asked for, that comes first and the choice waits', async ({ page }) => {
        await signInAs(page, brand, await signUpBehindTheScenes(brand, '12'));
        await openPlans(page);
        await expect(page.getByText(t('age.title'))).toBeVisible();
        await expectAccessible(page);
        await card(page, 'vip-year').click();
        // What is chosen has its price; it is the check that costs nothing.
        const afterAge = t('summary.afterAge').replace('{{price}}', '').trim();
        await expect(page.getByText(afterAge)).not.toContainText('0,00');
        await page.getByRole('button', { name: t('summary.goOnAge') }).click();
        await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
        await expect(page.getByText(name('age-check')).first()).toBeVisible();
        // Once it is done, what was chosen is paid next, by the card that was typed.
        await payByCard(page, cards.good);
        await expectPaid(page, brand);
        await page.getByRole('button', { name: words(brand, 'pay', 'paid.toPay') }).click();
        await expect(page.getByRole('heading', { name: name('vip-year') })).toBeVisible();
        await expect(cardField(page, 'number')).toHaveValue('4111 1111 1111 1111');
        await expect(cardField(page, 'securityCode')).toHaveValue('');
      });

      inSpain(
        'a plan is left when its period ends, kept after all, and left now for the unused days',
        async ({ page }) => {
          const member = await freshMember(page, brand);
          await buy(brand, member, 'vip-month');
          const panel = await openPanel(page);
          await expect(panel.getByRole('heading', { name: name('vip-month') })).toBeVisible();
          await expect(panel.getByText('•••• 1111')).toBeVisible();
          await panel.getByRole('button', { name: p('plan.leave') }).click();
          const leaving = page.getByRole('dialog', { name: p('plan.leaving.title') });
          await expect(leaving.getByRole('radio').first()).toBeChecked();
          await expectAccessible(page);
          await leaving.getByRole('button', { name: p('plan.leaving.confirm') }).click();
          await expect(page.getByRole('dialog', { name: p('plan.left.title') })).toBeVisible();

          await follow(page, '/profile#plan');
          const again = page.getByRole('dialog', { name: p('plan.title') });
          await expect(again.getByText(p('plan.noNext'))).toBeVisible();
          await again.getByRole('button', { name: p('plan.stay') }).click();
          await expect(again.getByRole('button', { name: p('plan.leave') })).toBeVisible();
          await expect(again.getByText(p('plan.noNext'))).toBeHidden();

          await test.step('whoever leaves now gets the unused days back', async () => {
            const { trackerId, token } = member;
            const { subscription } = await askApi(readBilling, { trackerId }, { brand, token });
            const unused = formatMoney(subscription?.unusedCents ?? 0, brands[brand].language);
            await again.getByRole('button', { name: p('plan.leave') }).click();
            await expect(leaving.getByText(unused)).toBeVisible();
            await leaving.getByRole('radio').last().check();
            await leaving.getByRole('button', { name: p('plan.leaving.confirm') }).click();
            const left = page.getByRole('dialog', { name: p('plan.left.title') });
            await expect(left.getByText(unused)).toBeVisible();
            // The page starts over by itself.
            await page.waitForEvent('load');
            const after = page.getByRole('dialog', { name: p('plan.title') });
            await expect(after.getByRole('link', { name: p('plan.choose') })).toBeVisible();
            await expect(after.getByText(p('plan.none'))).toBeVisible();
          });
        },
      );
    });

    test.describe('on a desktop', () => {
      test.use({ viewport: desktop });

      inItaly(
        'the keyboard chooses; offers for a first purchase end with it, and the own plan is marked',
        async ({ page }) => {
          const member = await freshMember(page, brand);
          await openPlans(page);
          await test.step('the keyboard chooses and confirms', async () => {
            await card(page, 'vip-month-welcome').focus();
            await page.keyboard.press('ArrowDown');
            await expect(card(page, 'vip-quarter')).toBeChecked();
            await page.keyboard.press('Space');
            await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/cred'));
            await page.keyboard.press('Enter');
            await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
            await page.goBack();
          });
          await expect(card(page, 'credits-100-welcome')).toBeVisible();
          await buy(brand, member, 'credits-100-welcome');
          await buy(brand, member, 'vip-month');
          await page.reload();
          await expect(card(page, 'credits-100')).toBeVisible();
          await expect(card(page, 'credits-100-welcome')).toBeHidden();
          await expect(card(page, 'vip-month-welcome')).toBeHidden();
          await expect(page.getByText(t('own.label'))).toBeVisible();
          await expect(card(page, 'vip-month')).toBeHidden();
          // A dearer plan begins now, a cheaper one when what was paid for is over.
          await expect(page.getByText(start(t('change.credited'))).first()).toBeVisible();
          await expect(page.getByText(start(t('change.later'))).first()).toBeVisible();
          await expectAccessible(page);
          // Where it is not known whether there is a plan, none is sold as if there were none.
          const ownBilling = /\/billing\/[^/]+$/;
          await page.route(ownBilling, (route) => route.fulfill({ status: 400, json: {} }));
          await page.reload();
          const retry = page.getByRole('button', { name: words(brand, 'shell', 'state.retry') });
          await expect(retry).toBeVisible();
          await expect(page.getByRole('radio')).toHaveCount(0);
          await page.unroute(ownBilling);
          await retry.click();
          await page.getByRole('link', { name: t('own.manage') }).click();
          await expect(page.getByRole('dialog', { name: p('plan.title') })).toBeVisible();
        },
      );
    });
  });
}
