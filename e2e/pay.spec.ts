import { readBilling } from '../contract/billing/member-billing.ts';
import { askApi } from './ask-api.ts';
import { planName } from './buy.ts';
import { bubble, her, newcomerAtLevel, said, thread, withHer } from './chat-pages.ts';
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
  openPayment,
  openPaymentAgain,
  payByCard,
  refusalNotice,
  stayWhenPaid,
  typeCard,
} from './pay-pages.ts';
import { signInBehindTheScenes, write, writerOf } from './talk.ts';
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
    'a plan is paid by card: what is missing is said, and what it brought is told',
    async ({ page }) => {
      const member = await openPayment(page, brand, { plan: 'vip-month' });
      await expect(page.getByRole('heading', { name: planName(brand, 'vip-month') })).toBeVisible();
      await buyButton(page).click();
      await expect(cardField(page, 'number')).toBeFocused();
      for (const fault of ['number', 'month', 'code', 'firstName', 'lastName'])
        await expect(page.getByText(t(`faults.${fault}`))).toBeVisible();
      await expectAccessible(page);
      await typeCard(page, cards.good);
      await expect(cardField(page, 'number')).toHaveValue('4111 1111 1111 1111');
      await expect(cardField(page, 'expiry')).toHaveValue('03/30');
      await expect(page.getByRole('img', { name: 'Visa' })).toBeVisible();
      await buyButton(page).click();
      await expectPaid(page, brand);
      await expect(page.getByText(planName(brand, 'vip-month'))).toBeVisible();
      await expectAccessible(page);
      const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      expect(kept).not.toMatch(/4111 ?1111/);
      expect(await paymentsOf(brand, member)).toHaveLength(1);
      await expect(page).toHaveURL(siteUrl(brand, '/chats'));
    },
  );

  inItaly('a reply that is bought is led back to, where it is marked as new', async ({ page }) => {
    const member = await newcomerAtLevel(0);
    const question = said('Che musica ascolti?');
    await write(brand, member, her.id, question);
    const giulia = await signInBehindTheScenes(brand, 'woman');
    const answer = said('Un po’ di tutto.');
    await write(brand, giulia, await writerOf(brand, giulia, question), answer);
    await stayWhenPaid(page);
    await signInAs(page, brand, member);
    await page.goto(withHer);
    await thread(page)
      .getByRole('button', { name: words(brand, 'chat', 'locked.read') })
      .click();
    await page.getByRole('button', { name: words(brand, 'popups', 'seePlans') }).click();
    await page.getByRole('button', { name: words(brand, 'plans', 'summary.goOn') }).click();
    await payByCard(page, cards.good);
    await expectPaid(page, brand);
    await expect(page.getByText(t('paid.vip.title'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('backTo').replace('{{name}}', her.name) }).click();
    await expect(page).toHaveURL(withHer);
    await expect(bubble(page, answer)).toBeVisible();
    await expect(thread(page).getByText(words(brand, 'chat', 'unread'))).toBeVisible();
  });

  inItaly('Adyen: the bank asks on its own page, by a form that sends itself', async ({ page }) => {
    const member = await openPayment(page, brand);
    await test.step('what the bank did not accept is told, and nothing is paid', async () => {
      await payByCard(page, cards.asked);
      await page.getByRole('button', { name: t('bank.now') }).click();
      await answerBank(page, 'wrong');
      await expect(refusalNotice(page, brand, 'checkFailed')).toBeVisible();
      expect(await paymentsOf(brand, member)).toHaveLength(0);
    });
    await test.step('whoever leaves the bank by the back button finds the form again', async () => {
      await payByCard(page, cards.asked);
      await expect(page.getByLabel('Password')).toBeVisible();
      await page.goBack();
      await expect(page.getByText(t('undecided.leftTitle'))).toBeVisible();
      await payByCard(page, cards.good);
      await expect(page.getByText(t('undecided.title'))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('undecided.callOff') }).click();
      await expect(page.getByText(t('undecided.title'))).toBeHidden();
    });
    await test.step('what it accepted is paid', async () => {
      await payByCard(page, cards.asked);
      await expect(page.getByRole('heading', { name: t('bank.title') })).toBeVisible();
      await answerBank(page, 'right');
      await expectPaid(page, brand);
    });
  });

  inSpain('TrustPay: the bank asks in a frame', async ({ page }) => {
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
      expect(await paymentsOf(brand, member)).toHaveLength(0);
    });
    await test.step('a check that is passed pays', async () => {
      await page.getByRole('button', { name: t('undecided.callOff') }).click();
      // The form moves up when the notice goes.
      await expect(page.getByText(t('undecided.leftTitle'))).toBeHidden();
      await payByCard(page, cards.asked);
      await answerBank(frame, 'right');
      await expectPaid(page, brand);
    });
  });

  inItaly(
    'Maxpay: an age is verified by a card for nothing, which pays what was chosen if he likes',
    async ({ page }) => {
      await openPayment(page, brand, { flowId: '12', plan: 'vip-month' });
      await expect(page.getByRole('heading', { level: 1, name: t('titles.verification') })).toBeVisible();
      await page.getByRole('checkbox', { name: t('keep.ageLabel') }).check();
      await payByCard(page, cards.asked);
      await answerBank(page, 'right');
      await expectPaid(page, brand);
      await expect(page.getByText(t('paid.verification'))).toBeVisible();
      await page.getByRole('button', { name: t('paid.toPay') }).click();
      await expect(page.getByRole('radio', { name: /5454/ })).toBeChecked();
      await expect(cardField(page, 'number')).toHaveCount(0);
    },
  );

  inItaly(
    'PayPal, from the page with the ways of paying: cancelled there, nothing; approved there, paid',
    async ({ page }) => {
      const member = await signUpBehindTheScenes(brand);
      await signInAs(page, brand, member);
      await test.step('a failure has its words, and a success that is none leads on', async () => {
        await page.goto(siteUrl(brand, '/ko?errorMsg=insufficient_funds'));
        await expect(page.getByText(t('outcomes.fundsShort.text'))).toBeVisible();
        await follow(page, '/ok');
        await expect(page).toHaveURL(siteUrl(brand, '/chats'));
      });
      await follow(page, '/paymentPage');
      await page.getByRole('link', { name: method('paypal') }).click();
      await expect(page.getByRole('radio', { name: method('paypal') })).toBeChecked();
      await buyButton(page).click();
      await page.getByRole('button', { name: t('bank.now') }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText(t('undecided.leftTitle'))).toBeVisible();
      expect(await paymentsOf(brand, member)).toHaveLength(0);
      await page.getByRole('button', { name: t('undecided.callOff') }).click();
      // The form moves up when the notice goes.
      await expect(page.getByText(t('undecided.leftTitle'))).toBeHidden();
      await page.getByRole('radio', { name: method('paypal') }).check();
      await buyButton(page).click();
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expectPaid(page, brand);
    },
  );

  inItaly('the wallets are stand-ins that say so, and pay', async ({ page }) => {
    await openPayment(page, brand);
    await page.getByRole('radio', { name: method('googlepay') }).check();
    await buyButton(page).click();
    const google = page.getByRole('dialog', { name: method('googlepay') });
    await expect(google.getByText(t('standIn.mark'), { exact: true })).toBeVisible();
    await google.getByRole('radio', { name: t('standIn.declined') }).check();
    await google.locator('button', { hasText: /€/ }).click();
    await expect(refusalNotice(page, brand, 'fundsShort')).toBeVisible();
    await page.getByRole('radio', { name: method('applepay') }).check();
    await buyButton(page).click();
    await page
      .getByRole('dialog', { name: method('applepay') })
      .locator('button', { hasText: /€/ })
      .click();
    await expectPaid(page, brand);
  });

  inItaly('without a network nothing is paid until it is back, and then once', async ({ context, page }) => {
    const member = await openPayment(page, brand);
    await typeCard(page, cards.good);
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

  inItaly('what was paid in another tab is not paid again', async ({ context, page }) => {
    const member = await openPayment(page, brand, { plan: 'vip-month' });
    const other = await context.newPage();
    await other.goto(siteUrl(brand, '/boot.json'), { waitUntil: 'commit' });
    await openPaymentAgain(other, brand, 'vip-month');
    await payByCard(other, cards.good);
    await expectPaid(other, brand);
    await page.bringToFront();
    await expect(page.getByRole('heading', { name: t('nothing.paidTitle') })).toBeVisible();
    expect(await paymentsOf(brand, member)).toHaveLength(1);
  });
}
