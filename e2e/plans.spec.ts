import type { Page } from '@playwright/test';
import { readBilling } from '#contract/billing/member-billing.ts';
import { LEAVE_PLAN_RELOAD_MS } from '#contract/kernel/constants.ts';
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
import { holdBack } from './pay-pages.ts';
import { words } from './words.ts';

/** Long stories, each with an account of its own. */
test.describe.configure({ timeout: 120_000 });

const SECOND = '5555555555554444';

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

  const billingOf = ({ token, trackerId }: OpenSession) =>
    askApi(readBilling, { trackerId }, { brand, token });

  test.describe(`plans of ${brand}`, () => {
    test.describe('on a phone', () => {
      test.use({ viewport: phone, isMobile: true, hasTouch: true });

      inItaly(
        'the first click selects and the second confirms, and there is a way back',
        async ({ page }) => {
          await freshMember(page, brand);
          const connected = page.waitForEvent('websocket');
          await openPlans(page);
          const connection = await connected;
          const back = page.getByRole('button', { name: words(brand, 'shell', 'nav.back') });
          await test.step('back from the plans is home, where one was nowhere else', async () => {
            await back.click();
            await expect(page).toHaveURL(siteUrl(brand, '/find'));
            await follow(page, '/vip_plan/cred');
          });
          // A member who comes for credits sees packs first, and chooses.
          await expect(page.getByRole('radio').first()).toHaveAccessibleName(
            new RegExp(`^${name('credits-100-welcome')} `),
          );
          await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
          await expect(page.getByRole('button', { name: t('summary.goOn') })).toHaveCount(0);
          // Four offers to compare, one recommended; the others wait behind a button.
          await expect(page.getByRole('radio')).toHaveCount(4);
          await expect(page.getByText(t('recommended.label'), { exact: true })).toHaveCount(1);
          await expect(page.getByText(t('recommended.perMessage'))).toBeVisible();
          await page.getByRole('button', { name: t('seeAll_other').replace('{{count}}', '2') }).click();
          await expect(page.getByRole('radio')).toHaveCount(6);
          // What is worse in every way than another one is not sold to them at all.
          for (const worse of ['vip-month', 'vip-quarter', 'credits-100'])
            await expect(card(page, worse)).toHaveCount(0);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width).toBeLessThanOrEqual(phone.width);
          await card(page, 'vip-year').click();
          await expect(card(page, 'vip-year')).toBeChecked();
          await expect(page).toHaveURL(siteUrl(brand, '/vip_plan/cred'));
          await card(page, 'vip-year').click();
          await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));
          // Coming back, the choice is still made, and the button confirms it.
          await follow(page, '/purchase');
          await expect(card(page, 'vip-year')).toBeChecked();
          await page.getByRole('button', { name: t('summary.goOn') }).click();
          await expect(page).toHaveURL(siteUrl(brand, '/purchase/pay'));

          await test.step('back from the plans is where one was', async () => {
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

      inSpain(
        'the cards of plan and packs stand apart; the plan is left when its period ends, kept after all, and left now',
        async ({ page }) => {
          const leave = await holdBack(page, LEAVE_PLAN_RELOAD_MS);
          const member = await freshMember(page, brand);
          await buy(brand, member, 'vip-month');
          await buy(brand, member, 'credits-100', SECOND, { keepForLater: true });
          await page.goto(siteUrl(brand, '/profile#plan'));
          const panel = page.getByRole('dialog', { name: p('plan.title') });
          await expect(panel.getByRole('heading', { name: name('vip-month') })).toBeVisible();
          await test.step('each card can go by itself', async () => {
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
          await panel.getByRole('button', { name: p('plan.leave') }).click();
          const leaving = page.getByRole('dialog', { name: p('plan.leaving.title') });
          await expect(leaving.getByRole('radio').first()).toBeChecked();
          await expectAccessible(page);
          await leaving.getByRole('button', { name: p('plan.leaving.confirm') }).click();
          await expect(page.getByRole('dialog', { name: p('plan.left.title') })).toBeVisible();

          await follow(page, '/find');
          await expect(page.getByRole('dialog')).toBeHidden();
          await follow(page, '/profile#plan');
          await expect(panel.getByText(p('plan.noNext'))).toBeVisible();
          await panel.getByRole('button', { name: p('plan.stay') }).click();
          await expect(panel.getByRole('button', { name: p('plan.leave') })).toBeVisible();
          await expect(panel.getByText(p('plan.noNext'))).toBeHidden();

          await test.step('a member who leaves now gets the unused days back', async () => {
            const { subscription } = await billingOf(member);
            const unused = formatMoney(subscription?.unusedCents ?? 0, brands[brand].language);
            await panel.getByRole('button', { name: p('plan.leave') }).click();
            await expect(leaving.getByText(unused)).toBeVisible();
            await leaving.getByRole('radio').last().check();
            await leaving.getByRole('button', { name: p('plan.leaving.confirm') }).click();
            const left = page.getByRole('dialog', { name: p('plan.left.title') });
            await expect(left.getByText(unused)).toBeVisible();
            // The page starts over by itself.
            const startedOver = page.waitForEvent('load');
            await leave.release();
            await startedOver;
            await expect(panel.getByRole('link', { name: p('plan.choose') })).toBeVisible();
            await expect(panel.getByText(p('plan.none'))).toBeVisible();
          });
        },
      );
    });

    test.describe('at a desk', () => {
      test.use({ viewport: desktop });

      inItaly(
        'two offers stand in a row beside the choice, and none moves when one is chosen',
        async ({ page }) => {
          await freshMember(page, brand);
          await openPlans(page);
          await expect(page.getByRole('heading', { name: t('summary.title') })).toBeVisible();
          const places = () =>
            page.getByRole('radio').evaluateAll((radios) =>
              radios.map((radio) => {
                const { left, right, top } = radio.getBoundingClientRect();
                return { left, right, top };
              }),
            );
          const before = await places();
          const [first, second] = before;
          expect(second?.top).toBe(first?.top);
          await page.getByRole('radio').nth(1).click();
          await expect(page.getByRole('button', { name: t('summary.goOn') })).toBeVisible();
          expect(await places()).toEqual(before);
          const summary = page.getByRole('region', { name: t('summary.title') });
          const end = await summary.evaluate((part) => part.getBoundingClientRect().right);
          // The page fills the desk.
          expect(end - (first?.left ?? 0)).toBeGreaterThan(1_200);
        },
      );
    });
  });
}
