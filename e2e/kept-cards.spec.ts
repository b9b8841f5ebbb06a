import type { Page } from '@playwright/test';
import { readBilling } from '../contract/billing/member-billing.ts';
import { askApi } from './ask-api.ts';
import { buy } from './buy.ts';
import { desktop, expect, expectAccessible, follow, onlyIn, phone, siteUrl, test } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { type OpenSession, freshMember } from './fresh-member.ts';
import {
  answerBank,
  buyButton,
  cardField,
  cards,
  expectPaid,
  openPayment,
  openPaymentAgain,
  outcomePopup,
  payByCard,
  typeCard,
} from './pay-pages.ts';
import { words } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });

const SECOND = '5555555555554444';

for (const brand of ['lunaria', 'verbena'] as const satisfies BrandKey[]) {
  const t = (key: string) => words(brand, 'pay', key);
  const p = (key: string) => words(brand, 'profile', key);
  const inItaly = onlyIn('lunaria', brand);
  const inSpain = onlyIn('verbena', brand);
  const box = (page: Page) => page.getByRole('checkbox', { name: t('keep.label') });

  const billingOf = ({ token, trackerId }: OpenSession) =>
    askApi(readBilling, { trackerId }, { brand, token });

  async function openPanel(page: Page, { loads = false } = {}) {
    if (loads) await page.goto(siteUrl(brand, '/profile#plan'));
    else await follow(page, '/profile#plan');
    const panel = page.getByRole('dialog', { name: p('plan.title') });
    await expect(panel.getByRole('heading', { name: p('plan.card.title'), exact: true })).toBeVisible();
    return panel;
  }

  test.describe(`kept cards of ${brand}, on a phone`, () => {
    test.use({ viewport: phone, isMobile: true, hasTouch: true });

    inItaly('a pack’s card is kept with a tick alone, and then pays by a click', async ({ page }) => {
      const member = await openPayment(page, brand, { plan: 'credits-300' });
      await expect(box(page)).not.toBeChecked();
      await expect(page.getByText(t('keep.hint'))).toBeVisible();
      await typeCard(page, SECOND);
      await box(page).check();
      await expectAccessible(page);
      await buyButton(page).click();
      await expectPaid(page, brand);
      expect(await billingOf(member)).toMatchObject({ packCard: { lastFour: '4444' } });

      await openPaymentAgain(page, brand, 'credits-100');
      const onFile = page.getByRole('radio', {
        name: t('methods.onFile').replace('{{name}}', 'Mastercard •••• 4444'),
      });
      await expect(onFile).toBeChecked();
      // What is on file is on file.
      await expect(box(page)).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('radio', { name: t('methods.otherCard') }).check();
      await expect(cardField(page, 'number')).toBeVisible();
      await onFile.check();
      await buyButton(page).click();
      await expect(outcomePopup(page, brand, 'success')).toBeVisible();
      await expectAccessible(page);
      await expect(page).toHaveURL(siteUrl(brand, '/chats'));
      await expect(outcomePopup(page, brand, 'success')).toBeHidden();
      const { payments } = await billingOf(member);
      expect(payments.filter(({ status }) => status === 'paid')).toHaveLength(2);
    });

    inSpain('the plan’s card and the one for packs stand apart, and each can go', async ({ page }) => {
      const member = await freshMember(page, brand);
      await buy(brand, member, 'vip-month');
      await openPaymentAgain(page, brand, 'credits-100', '?method=card');
      await typeCard(page, SECOND);
      await box(page).check();
      await buyButton(page).click();
      await expectPaid(page, brand);

      const panel = await openPanel(page);
      await expect(panel.getByText('•••• 1111')).toBeVisible();
      await expect(panel.getByText('•••• 4444')).toBeVisible();
      await expect(panel.getByText(p('plan.card.forPlan')).first()).toBeVisible();
      await expectAccessible(page);
      const remove = `${p('plan.card.remove')} ${p('plan.card.forPacks')}`;
      await panel.getByRole('button', { name: remove }).click();
      const step = page.getByRole('dialog', { name: p('plan.card.removeTitle') });
      await expect(step.getByText(p('plan.card.removeText'))).toBeVisible();
      await step.getByRole('button', { name: p('plan.card.removeNow') }).click();
      await expect(panel.getByText('•••• 4444')).toBeHidden();
      await expect(panel.getByText('•••• 1111')).toBeVisible();
      const { subscription } = await billingOf(member);
      expect(subscription).toMatchObject({ card: { lastFour: '1111' } });
      expect(subscription?.nextChargeAt).not.toBeNull();
    });
  });

  test.describe(`kept cards of ${brand}, on a desktop`, () => {
    test.use({ viewport: desktop });

    inItaly('the plan’s card is changed at the bank’s page, for nothing', async ({ page }) => {
      const member = await freshMember(page, brand);
      await buy(brand, member, 'vip-month');
      const panel = await openPanel(page, { loads: true });
      await panel.getByRole('link', { name: p('plan.card.change') }).click();
      await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay?carta=1'));
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await payByCard(page, cards.asked);
      await answerBank(page, 'right');
      await expectPaid(page, brand);
      await expect(page.getByText(t('paid.card'))).toBeVisible();
      expect((await billingOf(member)).subscription?.card).toMatchObject({ lastFour: '5454' });
      const again = await openPanel(page);
      await expect(again.getByText('•••• 5454')).toBeVisible();
      await expect(again.getByText('•••• 1111')).toBeHidden();
    });
  });
}
