import type { Page } from '@playwright/test';
import { readBilling } from '../contract/billing/member-billing.ts';
import { pauseSpending } from '../contract/billing/spending.ts';
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
import { type OpenSession, freshMember } from './fresh-member.ts';
import {
  answerBank,
  buyButton,
  cards,
  expectPaid,
  openPayment,
  outcomePopup,
  payByCard,
  typeCard,
} from './pay-pages.ts';
import { words } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });

/** Cards of the sandbox that are kept, by what comes of them the next time. */
const later = { declined: '4000000000000341', asked: '4000002760003184' };

async function paidBy(brand: BrandKey, { token, trackerId }: OpenSession) {
  const { payments } = await askApi(readBilling, { trackerId }, { brand, token });
  return payments.filter(({ status }) => status === 'paid').map(({ amountCents }) => amountCents);
}

for (const brand of ['lunaria', 'verbena'] as const satisfies BrandKey[]) {
  const t = (key: string) => words(brand, 'pay', key);
  const name = (productId: string) => planName(brand, productId);
  const inItaly = onlyIn('lunaria', brand);
  const inSpain = onlyIn('verbena', brand);
  const sheet = (page: Page) => page.getByRole('dialog', { name: words(brand, 'popups', 'order.title') });
  const press = (page: Page) => sheet(page).locator('button[type=submit]');

  const seeAll = new RegExp(words(brand, 'plans', 'seeAll_other').replace('{{count}}', '\\d+'));

  /** The plans, with one chosen by the first click and confirmed by the second. */
  async function choose(
    page: Page,
    productId: string,
    { path = '/vip_plan/cred', loads = false }: { path?: string; loads?: boolean } = {},
  ) {
    if (loads) await page.goto(siteUrl(brand, path));
    else await follow(page, path);
    const card = page.getByRole('radio', { name: new RegExp(`^${name(productId)} `) });
    await expect(page.getByRole('radio').first()).toBeVisible();
    if (await card.isHidden()) await page.getByRole('button', { name: seeAll }).click();
    await card.click();
    await expect(card).toBeChecked();
    await card.click();
  }

  test.describe(`the order sheet of ${brand}`, () => {
    test.describe('on a phone', () => {
      test.use({ viewport: phone, isMobile: true, hasTouch: true });

      inItaly('who paid a plan buys a pack later by one press, once', async ({ page }) => {
        const member = await freshMember(page, brand);
        await buy(brand, member, 'vip-month');
        await choose(page, 'credits-300', { loads: true });
        const { payments, card } = await askApi(
          readBilling,
          { trackerId: member.trackerId },
          { brand, token: member.token },
        );
        expect(payments).toHaveLength(1);
        expect(card).toMatchObject({ lastFour: '1111' });
        const price = formatMoney(2490, brands[brand].language);
        await expect(sheet(page).getByText(price).first()).toBeVisible();
        await expect(sheet(page).getByText('•••• 1111')).toBeVisible();
        await expectAccessible(page);
        // Back closes it, with nothing done.
        await page.goBack();
        await expect(sheet(page)).toBeHidden();
        await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/cred'));
        await page.getByRole('button', { name: words(brand, 'plans', 'summary.goOn') }).click();
        // While it is charged it cannot be closed.
        let answer = () => {};
        const waits = new Promise<void>((resolve) => (answer = resolve));
        await page.route('**/orders/tryCharge', async (route) => {
          await waits;
          await route.continue();
        });
        await press(page).dblclick();
        await expect(press(page)).toHaveAttribute('aria-busy', 'true');
        await page.keyboard.press('Escape');
        await page.goBack();
        await expect(press(page)).toHaveAttribute('aria-busy', 'true');
        answer();
        await expect(outcomePopup(page, brand, 'success')).toBeVisible();
        expect(await paidBy(brand, member)).toHaveLength(2);
        await expect(page).toHaveURL(siteUrl(brand, '/chats'));
        await expect(outcomePopup(page, brand, 'success')).toBeHidden();
        expect(await paidBy(brand, member)).toEqual([2490, expect.any(Number)]);
      });

      inSpain('a card that is refused leads to the payment page, which says why', async ({ page }) => {
        const member = await freshMember(page, brand);
        await buy(brand, member, 'vip-month', later.declined);
        await choose(page, 'credits-250', { path: '/purchase', loads: true });
        await press(page).click();
        await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay?method=card'));
        await expect(page.getByRole('alert')).toContainText(t('refused.nothingTaken'));
        await expect(page.getByText(name('credits-250')).first()).toBeVisible();
        await expectAccessible(page);
        await payByCard(page, cards.good);
        await expectPaid(page, brand);
        expect(await paidBy(brand, member)).toHaveLength(2);
        await test.step('who has paused spending is told so, and has no button to press', async () => {
          await askApi(
            pauseSpending,
            { trackerId: member.trackerId, days: 1 },
            { brand, token: member.token },
          );
          await choose(page, 'credits-250', { path: '/purchase', loads: true });
          await expect(sheet(page).getByText(words(brand, 'spending', 'checkout.pausedTitle'))).toBeVisible();
          await expect(press(page)).toHaveCount(0);
          await expectAccessible(page);
          await follow(page, '/purchase/pay');
          await expect(page.getByText(t('summary.price'), { exact: true })).toBeVisible();
          await expect(page.getByText(t('summary.now'), { exact: true })).toHaveCount(0);
          await expect(buyButton(page)).toHaveCount(0);
        });
      });
    });

    test.describe('on a desktop', () => {
      test.use({ viewport: desktop });

      inItaly('the bank may ask, as ever, and a payment that was left there is told of', async ({ page }) => {
        const member = await freshMember(page, brand);
        await choose(page, 'vip-month', { path: '/purchase', loads: true });
        await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
        await payByCard(page, later.asked);
        await answerBank(page, 'right');
        await expectPaid(page, brand);
        await choose(page, 'credits-100');
        await press(page).click();
        await expect(page.getByRole('heading', { name: t('bank.title') })).toBeVisible();
        await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
        await expect(page.getByLabel('Password')).toBeVisible();
        await page.goBack();
        await expect(page.getByText(t('undecided.leftTitle'))).toBeVisible();
        await choose(page, 'credits-100');
        await press(page).click();
        await expect(sheet(page).getByText(t('undecided.title'))).toBeVisible();
        await sheet(page)
          .getByRole('button', { name: t('undecided.resume') })
          .click();
        await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
        await answerBank(page, 'right');
        await expectPaid(page, brand);
        expect(await paidBy(brand, member)).toHaveLength(2);
      });

      inItaly(
        'the keyboard opens it, stays in it and closes it; another method is a click away; a lost answer is looked for',
        async ({ page }) => {
          const member = await freshMember(page, brand);
          await buy(brand, member, 'vip-month');
          await page.goto(siteUrl(brand, '/vip_plan/cred'));
          const pack = page.getByRole('radio', { name: new RegExp(`^${name('credits-100')} `) });
          await pack.focus();
          await page.keyboard.press('Space');
          await page.keyboard.press('Enter');
          await expect(press(page)).toBeVisible();
          await expectAccessible(page);
          for (let tab = 0; tab < 6; tab += 1) {
            await page.keyboard.press('Tab');
            await expect(sheet(page).locator(':focus')).toHaveCount(1);
          }
          await page.keyboard.press('Escape');
          await expect(sheet(page)).toBeHidden();
          await expect(pack).toBeFocused();
          await page.keyboard.press('Enter');
          await sheet(page)
            .getByRole('button', { name: t('direct.other') })
            .click();
          await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
          await expect(buyButton(page)).toBeVisible();
          await page.goBack();
          await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/cred'));
          await expect(sheet(page)).toBeHidden();
          expect(await paidBy(brand, member)).toHaveLength(1);
          await test.step('an answer that got lost is looked for, and nobody pays twice', async () => {
            await page.route('**/orders/tryCharge', (route) => route.abort('internetdisconnected'), {
              times: 1,
            });
            await choose(page, 'credits-100');
            await press(page).click();
            await expect(page.getByText(t('checking.title'))).toBeVisible();
            await expect(outcomePopup(page, brand, 'success')).toBeVisible();
            expect(await paidBy(brand, member)).toHaveLength(2);
          });
        },
      );

      inItaly(
        'the plain flow wants its box ticked, on the form and here, and a cheaper plan goes its own way',
        async ({ page }) => {
          await openPayment(page, brand, { flowId: '0000', plan: 'plain-month' });
          await typeCard(page, cards.good);
          await buyButton(page).click();
          const ownBox = page.locator('input[name=disclaimer]');
          await expect(ownBox).toHaveAttribute('aria-invalid', 'true');
          await expectAccessible(page);
          await ownBox.check();
          await buyButton(page).click();
          await expectPaid(page, brand);
          await choose(page, 'plain-quarter');
          await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
          await choose(page, 'plain-credits-100');
          await press(page).click();
          const box = sheet(page).locator('input[name=disclaimer]');
          await expect(box).toHaveAttribute('aria-invalid', 'true');
          await box.check();
          await press(page).click();
          await expect(outcomePopup(page, brand, 'success')).toBeVisible();
        },
      );
    });
  });
}
