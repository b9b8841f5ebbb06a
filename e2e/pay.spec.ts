import { readBilling } from '#contract/billing/member-billing.ts';
import { askApi } from './ask-api.ts';
import { buy, planName } from './buy.ts';
import { expect, expectAccessible, follow, onlyIn, phone, reconnect, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { type OpenSession, signInAs } from './fresh-member.ts';
import { signUpBehindTheScenes } from './newcomers.ts';
import {
  answerBank,
  buyButton,
  cardField,
  cards,
  expectPaid,
  goToBank,
  openPayment,
  openPaymentAgain,
  payByCard,
  refusalNotice,
  stayWhenPaid,
  typeCard,
} from './pay-pages.ts';
import { words } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });
test.use({ viewport: phone });

async function paymentsOf(brand: BrandKey, { token, trackerId }: OpenSession) {
  const { payments } = await askApi(readBilling, { trackerId }, { brand, token });
  return payments.filter(({ status }) => status === 'paid');
}

for (const brand of ['lunaria', 'verbena'] as const satisfies BrandKey[]) {
  const t = (key: string) => words(brand, 'pay', key);
  const inItaly = onlyIn('lunaria', brand);
  const inSpain = onlyIn('verbena', brand);
  const method = (name: string) => t(`methods.${name}`);

  inItaly(
    'a plan is paid by card, once, though the network goes; what it brought is told',
    async ({ context, page }) => {
      const paid = await stayWhenPaid(page);
      const member = await openPayment(page, brand, { plan: 'vip-year' });
      await expect(page.getByRole('heading', { name: planName(brand, 'vip-year') })).toBeVisible();
      await test.step('what is missing is said', async () => {
        await buyButton(page).click();
        await expect(cardField(page, 'number')).toBeFocused();
        for (const fault of ['number', 'month', 'code', 'firstName', 'lastName'])
          await expect(page.getByText(t(`faults.${fault}`))).toBeVisible();
        await expectAccessible(page);
      });
      await test.step('without a network nothing is paid until it is back, and then once', async () => {
        await typeCard(page, cards.good);
        await expect(cardField(page, 'expiry')).toHaveValue('03/30');
        await expect(page.getByRole('img', { name: 'Visa' })).toBeVisible();
        await context.setOffline(true);
        await buyButton(page).click();
        await expect(page.getByText(words(brand, 'shell', 'entry.offline'))).toBeVisible();
        await expect(cardField(page, 'number')).toHaveValue('4111 1111 1111 1111');
        await reconnect(page);
        await cardField(page, 'securityCode').fill('737');
        // Lost on its way there: it never arrived.
        await page.route('**/orders/tryCharge', (route) => route.abort('internetdisconnected'), { times: 1 });
        await buyButton(page).click();
        await expectPaid(page, brand);
        expect(await paymentsOf(brand, member)).toHaveLength(1);
      });
      await expect(page.getByText(planName(brand, 'vip-year'))).toBeVisible();
      await expect(page.getByText(t('paid.vip.title'))).toBeVisible();
      await expectAccessible(page);
      const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      expect(kept).not.toMatch(/4111 ?1111/);
      await paid.release();
      await expect(page).toHaveURL(siteUrl(brand, '/chats'));
    },
  );

  inItaly('paid elsewhere: the bank asks on its own page, and PayPal on its own', async ({ page }) => {
    const member = await openPayment(page, brand);
    await test.step('a refusal of the bank is shown, and nothing is paid', async () => {
      await payByCard(page, cards.asked);
      await goToBank(page, brand);
      await answerBank(page, 'wrong');
      await expect(refusalNotice(page, brand, 'checkFailed')).toBeVisible();
      expect(await paymentsOf(brand, member)).toHaveLength(0);
    });
    await test.step('a member who leaves the bank by the back button finds the form again', async () => {
      await payByCard(page, cards.asked);
      // The form sends itself.
      await expect(page.getByRole('heading', { name: t('bank.title') })).toBeVisible();
      await expect(page.getByLabel('Password')).toBeVisible();
      await page.goBack();
      await expect(page.getByText(t('undecided.leftTitle'))).toBeVisible();
      await payByCard(page, cards.good);
      await expect(page.getByText(t('undecided.title'))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('undecided.callOff') }).click();
      await expect(page.getByText(t('undecided.title'))).toBeHidden();
    });
    await test.step('a failure has its words, and a success that is none leads on', async () => {
      await follow(page, '/ko?errorMsg=insufficient_funds');
      await expect(page.getByText(t('outcomes.fundsShort.text'))).toBeVisible();
      await follow(page, '/ok');
      await expect(page).toHaveURL(siteUrl(brand, '/chats'));
    });
    await test.step('PayPal, from the page with the ways of paying: cancelled there, nothing; approved there, paid', async () => {
      await follow(page, '/paymentPage');
      await page.getByRole('link', { name: method('paypal') }).click();
      await expect(page.getByRole('radio', { name: method('paypal') })).toBeChecked();
      await buyButton(page).click();
      await goToBank(page, brand);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText(t('undecided.leftTitle'))).toBeVisible();
      expect(await paymentsOf(brand, member)).toHaveLength(0);
      await page.getByRole('button', { name: t('undecided.callOff') }).click();
      // The form moves up when the notice goes.
      await expect(page.getByText(t('undecided.leftTitle'))).toBeHidden();
      await page.getByRole('radio', { name: method('paypal') }).check();
      await buyButton(page).click();
      await goToBank(page, brand);
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expectPaid(page, brand);
    });
  });

  inSpain(
    'TrustPay: the bank asks in a frame; a wallet is a stand-in that says so, and pays',
    async ({ page }) => {
      const member = await openPayment(page, brand);
      const dialog = page.getByRole('dialog', { name: t('bank.frameTitle') });
      const frame = dialog.frameLocator('iframe');
      const expectFormKept = async () => {
        await expect(cardField(page, 'number')).toHaveValue('5454 5454 5454 5454');
        await expect(cardField(page, 'securityCode')).toHaveValue('');
      };
      await test.step('a check that failed keeps what was typed, but for the code', async () => {
        await payByCard(page, cards.asked);
        await answerBank(frame, 'wrong');
        await expect(refusalNotice(page, brand, 'checkFailed')).toBeVisible();
        await expectFormKept();
      });
      await test.step('a frame that is closed leaves the form as it was', async () => {
        await payByCard(page, cards.asked);
        await expect(frame.getByLabel('Password')).toBeVisible();
        // The back button asks before it ends a payment.
        await page.goBack();
        const question = page.getByRole('dialog', { name: t('bank.leaveTitle') });
        await question.getByRole('button', { name: t('bank.stay') }).click();
        await expect(frame.getByLabel('Password')).toBeVisible();
        await page.goBack();
        await question.getByRole('button', { name: t('bank.leave') }).click();
        await expect(page.getByText(t('undecided.leftTitle'))).toBeVisible();
        await expectFormKept();
        await page.getByRole('button', { name: t('undecided.callOff') }).click();
        // The form moves up when the notice goes.
        await expect(page.getByText(t('undecided.leftTitle'))).toBeHidden();
      });
      await test.step('a refusal of a wallet is shown, and another one pays', async () => {
        await page.getByRole('radio', { name: method('googlepay') }).check();
        await buyButton(page).click();
        const google = page.getByRole('dialog', { name: method('googlepay') });
        await expect(google.getByText(t('standIn.mark'), { exact: true })).toBeVisible();
        await google.getByRole('radio', { name: t('standIn.declined') }).check();
        await google.locator('button', { hasText: /€/ }).click();
        await expect(refusalNotice(page, brand, 'fundsShort')).toBeVisible();
        expect(await paymentsOf(brand, member)).toHaveLength(0);
        await page.getByRole('radio', { name: method('applepay') }).check();
        await buyButton(page).click();
        await page
          .getByRole('dialog', { name: method('applepay') })
          .locator('button', { hasText: /€/ })
          .click();
        await expectPaid(page, brand);
      });
      await test.step('a pack is paid by a wallet at TrustPay’s; one that is closed leaves nothing under way', async () => {
        await openPaymentAgain(page, brand, 'credits-250', '?method=googlepay');
        // What a wallet has paid there cannot be charged again, so nothing is to be kept.
        await expect(page.getByRole('checkbox', { name: t('keep.label') })).toHaveCount(0);
        const google = page.getByRole('dialog', { name: method('googlepay') });
        await buyButton(page).click();
        await expect(google).toBeVisible();
        const left = page.waitForResponse('**/payment/api/cancelOrder');
        await page.goBack();
        await expect(google).toBeHidden();
        expect((await left).ok()).toBe(true);
        const charged = page.waitForResponse('**/orders/trustpay/tryCharge');
        await buyButton(page).click();
        await google.locator('button', { hasText: /€/ }).click();
        await expectPaid(page, brand);
        expect((await charged).ok()).toBe(true);
      });
    },
  );

  inItaly(
    'where the age is asked for, that comes first, and what was chosen is paid next',
    async ({ context, page }) => {
      const plans = (key: string) => words(brand, 'plans', key);
      const member = await signUpBehindTheScenes(brand, '12');
      await signInAs(page, brand, member);
      await page.goto(siteUrl(brand, '/vip_plan/cred'));
      await expect(page.getByText(plans('age.title'))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('radio', { name: new RegExp(`^${planName(brand, 'vip-year')} `) }).click();
      // What is chosen has its price; it is the check that costs nothing.
      const afterAge = plans('summary.afterAge').replace('{{price}}', '').trim();
      await expect(page.getByText(afterAge)).not.toContainText('0,00');
      await page.getByRole('button', { name: plans('summary.goOnAge') }).click();
      await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
      await expect(page.getByRole('heading', { level: 1, name: t('titles.verification') })).toBeVisible();
      await expect(page.getByText(planName(brand, 'age-check')).first()).toBeVisible();
      await test.step('the card that verified it is kept if the payer likes, and stays typed', async () => {
        await typeCard(page, cards.good);
        await page.getByRole('checkbox', { name: t('keep.ageLabel') }).check();
        await buyButton(page).click();
        await expectPaid(page, brand);
        await expect(page.getByText(t('paid.verification'))).toBeVisible();
        await page.getByRole('button', { name: t('paid.toPay') }).click();
        await expect(page.getByRole('heading', { name: planName(brand, 'vip-year') })).toBeVisible();
        await expect(page.getByRole('radio', { name: /1111/ })).toBeChecked();
        await expect(cardField(page, 'number')).toHaveCount(0);
        await page.getByRole('radio', { name: t('methods.otherCard') }).check();
        await expect(cardField(page, 'number')).toHaveValue('4111 1111 1111 1111');
        await expect(cardField(page, 'securityCode')).toHaveValue('');
      });
      await test.step('what was paid elsewhere meanwhile is not paid again', async () => {
        const other = await context.newPage();
        await buy(brand, member, 'vip-year');
        await other.close();
        await page.bringToFront();
        await expect(page.getByRole('heading', { name: t('nothing.paidTitle') })).toBeVisible();
      });
    },
  );
}
