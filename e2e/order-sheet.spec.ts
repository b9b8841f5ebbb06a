import type { Page } from '@playwright/test';
import { readBilling } from '#contract/billing/member-billing.ts';
import { pauseSpending } from '#contract/billing/spending.ts';
import { formatMoney } from '#contract/kernel/money.ts';
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
  cardField,
  cards,
  expectPaid,
  goToBank,
  openPayment,
  outcomePopup,
  payByCard,
  stayWhenPaid,
  typeCard,
} from './pay-pages.ts';
import { words } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });

/** Cards of the sandbox that are kept, by what comes of them the next time. */
const later = { declined: '4000000000000341' };
const SECOND = '5555555555554444';

/** Words up to the first thing they name. */
const start = (text: string) => text.replace(/\{\{.*$/, '').trim();

const billingOf = (brand: BrandKey, { token, trackerId }: OpenSession) =>
  askApi(readBilling, { trackerId }, { brand, token });

async function paidBy(brand: BrandKey, member: OpenSession) {
  const { payments } = await billingOf(brand, member);
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

      inItaly(
        'a pack’s card is kept with a tick alone, and pays by a click, and later by one press, once',
        async ({ page }) => {
          const paid = await stayWhenPaid(page);
          // A flow that offers something more after a purchase.
          const member = await openPayment(page, brand, { plan: 'credits-300', flowId: '15' });
          await test.step('it is kept with a tick alone', async () => {
            const box = page.getByRole('checkbox', { name: t('keep.label') });
            await expect(box).not.toBeChecked();
            await expect(page.getByText(t('keep.hint'))).toBeVisible();
            await typeCard(page, SECOND);
            await box.check();
            await expectAccessible(page);
            await buyButton(page).click();
            await expectPaid(page, brand);
            expect(await billingOf(brand, member)).toMatchObject({ packCard: { lastFour: '4444' } });
          });
          await test.step('one offer waits under what was paid, is left by Back, and is bought in the sheet', async () => {
            const offer = page.getByRole('region', { name: t('upsell.title') });
            await expect(offer.getByRole('heading', { name: name('credits-800') })).toBeVisible();
            await expect(page.getByText(t('paid.soon'))).toBeHidden();
            await expectAccessible(page);
            const look = offer.getByRole('button', { name: t('upsell.look') });
            const left = page.waitForResponse('**/payment/api/cancelOrder');
            await look.click();
            await expect(press(page)).toBeVisible();
            await page.goBack();
            await expect(sheet(page)).toBeHidden();
            expect((await left).ok()).toBe(true);
            await page.reload();
            await look.click();
            await press(page).click();
            await expect(outcomePopup(page, brand, 'success')).toBeVisible();
            await outcomePopup(page, brand, 'success').getByRole('button').click();
            await expect(page).toHaveURL(siteUrl(brand, '/chats'));
            expect(await paidBy(brand, member)).toEqual([5490, 2490]);
          });
          await test.step('it pays by a click on the payment page', async () => {
            await page.evaluate(() => sessionStorage.setItem('chosenPlan', 'credits-100'));
            await follow(page, '/purchase/pay');
            const onFile = page.getByRole('radio', {
              name: t('methods.onFile').replace('{{name}}', 'Mastercard •••• 4444'),
            });
            await expect(onFile).toBeChecked();
            // What is on file is on file.
            await expect(page.getByRole('checkbox', { name: t('keep.label') })).toHaveCount(0);
            await expectAccessible(page);
            await page.getByRole('radio', { name: t('methods.otherCard') }).check();
            await expect(cardField(page, 'number')).toBeVisible();
            await onFile.check();
            await buyButton(page).click();
            await expect(outcomePopup(page, brand, 'success')).toBeVisible();
            await expectAccessible(page);
            await outcomePopup(page, brand, 'success').getByRole('button').click();
            await expect(page).toHaveURL(siteUrl(brand, '/chats'));
            expect(await paidBy(brand, member)).toHaveLength(3);
          });
          await choose(page, 'credits-300');
          const price = formatMoney(2490, brands[brand].language);
          await expect(sheet(page).getByText(price).first()).toBeVisible();
          await expect(sheet(page).getByText('•••• 4444')).toBeVisible();
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
          await paid.release();
          await expect(page).toHaveURL(siteUrl(brand, '/chats'));
          await expect(outcomePopup(page, brand, 'success')).toBeHidden();
          expect(await paidBy(brand, member)).toEqual([2490, expect.any(Number), 5490, 2490]);
        },
      );

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
        await test.step('a member who has paused spending reads so, and has no button to press', async () => {
          await askApi(
            pauseSpending,
            { trackerId: member.trackerId, days: 1 },
            { brand, token: member.token },
          );
          await choose(page, 'credits-250', { path: '/purchase' });
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

      inItaly(
        'the plan’s card is changed at the bank’s page, for nothing; the bank may ask when it pays, as ever',
        async ({ page }) => {
          const p = (key: string) => words(brand, 'profile', key);
          const panel = page.getByRole('dialog', { name: p('plan.title') });
          const member = await freshMember(page, brand);
          await buy(brand, member, 'vip-month');
          await page.goto(siteUrl(brand, '/vip_plan/cred'));
          await page.getByRole('link', { name: words(brand, 'plans', 'own.manage') }).click();
          await panel.getByRole('link', { name: p('plan.card.change') }).click();
          await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay?carta=1'));
          await expect(page.getByRole('checkbox')).toHaveCount(0);
          await payByCard(page, cards.asked);
          await goToBank(page, brand);
          await answerBank(page, 'right');
          await expectPaid(page, brand);
          await expect(page.getByText(t('paid.card'))).toBeVisible();
          expect((await billingOf(brand, member)).subscription?.card).toMatchObject({ lastFour: '5454' });
          await follow(page, '/profile#plan');
          await expect(panel.getByText('•••• 5454')).toBeVisible();
          await expect(panel.getByText('•••• 1111')).toBeHidden();
          expect(await paidBy(brand, member)).toHaveLength(1);

          await test.step('a payment that was left at the bank is announced, and can be gone on with', async () => {
            await choose(page, 'credits-100');
            await press(page).click();
            await expect(page.getByRole('heading', { name: t('bank.title') })).toBeVisible();
            await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
            await goToBank(page, brand);
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
            await expect(page.getByRole('heading', { name: t('bank.title') })).toBeVisible();
            expect(await paidBy(brand, member)).toHaveLength(1);
          });
        },
      );

      inItaly(
        'by keyboard: a plan is chosen, the own one is marked, and a pack is bought by the sheet',
        async ({ page }) => {
          const plans = (key: string) => words(brand, 'plans', key);
          const card = (productId: string) =>
            page.getByRole('radio', { name: new RegExp(`^${name(productId)} `) });
          const member = await freshMember(page, brand);
          await page.goto(siteUrl(brand, '/vip_plan/cred'));
          await test.step('the keyboard chooses and confirms', async () => {
            await card('vip-month-welcome').focus();
            await page.keyboard.press('ArrowDown');
            await expect(card('vip-year')).toBeChecked();
            await page.keyboard.press('Space');
            await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/cred'));
            await page.keyboard.press('Enter');
            await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
            await page.goBack();
          });
          await test.step('where it is not known whether there is a plan, none is sold as if there were none', async () => {
            await expect(card('credits-100-welcome')).toBeVisible();
            await buy(brand, member, 'credits-100-welcome');
            await buy(brand, member, 'vip-month');
            const ownBilling = /\/billing\/[^/]+$/;
            await page.route(ownBilling, (route) => route.fulfill({ status: 400, json: {} }));
            await page.reload();
            const retry = page.getByRole('button', { name: words(brand, 'shell', 'state.retry') });
            await expect(retry).toBeVisible();
            await expect(page.getByRole('radio')).toHaveCount(0);
            await page.unroute(ownBilling);
            await retry.click();
          });
          await test.step('offers for a first purchase end with it, and the own plan is marked', async () => {
            await expect(card('credits-100')).toBeVisible();
            await expect(card('credits-100-welcome')).toBeHidden();
            await expect(card('vip-month-welcome')).toBeHidden();
            await expect(page.getByText(plans('own.label'))).toBeVisible();
            await expect(card('vip-month')).toBeHidden();
            // A dearer plan begins now, a cheaper one when what was paid for is over.
            await page.getByRole('button', { name: seeAll }).click();
            await expect(page.getByText(start(plans('change.credited'))).first()).toBeVisible();
            await expect(page.getByText(start(plans('change.later'))).first()).toBeVisible();
            await expectAccessible(page);
          });
          await test.step('the sheet opens, keeps the focus and gives it back; another method is a click away', async () => {
            const pack = card('credits-100');
            await pack.focus();
            await page.keyboard.press('Space');
            await page.keyboard.press('Enter');
            await expect(press(page)).toBeVisible();
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
            expect(await paidBy(brand, member)).toHaveLength(2);
          });
          await test.step('an answer that got lost is looked for, and no payment is made twice', async () => {
            await page.route('**/orders/tryCharge', (route) => route.abort('internetdisconnected'), {
              times: 1,
            });
            await choose(page, 'credits-100');
            await press(page).click();
            await expect(page.getByText(t('checking.title'))).toBeVisible();
            await expect(outcomePopup(page, brand, 'success')).toBeVisible();
            expect(await paidBy(brand, member)).toHaveLength(3);
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
