import type { FrameLocator, Locator, Page } from '@playwright/test';
import { PAID_REDIRECT_MS } from '../contract/kernel/constants.ts';
import { expect, siteUrl } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { type OpenSession, signInAs } from './fresh-member.ts';
import { signUpBehindTheScenes } from './newcomers.ts';
import { words } from './words.ts';

/** The sandbox's cards, by what comes of them. */
export const cards = {
  good: '4111111111111111',
  asked: '5454545454545454',
  fundsShort: '4000000000009995',
  wrongCode: '4000000000000127',
  cardBlocked: '4000000000009987',
  declined: '4000000000000002',
} as const;

/** Somebody new, on the payment page with a plan. */
export async function openPayment(
  page: Page,
  brand: BrandKey,
  { plan, flowId = '7', query = '' }: { plan?: string; flowId?: string; query?: string } = {},
): Promise<OpenSession> {
  const member = await signUpBehindTheScenes(brand, flowId);
  await signInAs(page, brand, member);
  await openPaymentAgain(page, brand, plan, query);
  return member;
}

export async function openPaymentAgain(
  page: Page,
  brand: BrandKey,
  plan?: string,
  query = '',
): Promise<void> {
  if (plan) await page.evaluate((id) => sessionStorage.setItem('chosenPlan', id), plan);
  await page.goto(siteUrl(brand, `/purchase/pay${query}`));
  await expect(buyButton(page)).toBeVisible();
}

/** The one that buys, whatever its words. */
export function buyButton(page: Page): Locator {
  return page.locator('main form button[type=submit]');
}

export function cardField(page: Page, name: string): Locator {
  return page.locator(`main form input[name=${name}]`);
}

/** Types a card as a person does: the fields hand over to each other. */
export async function typeCard(page: Page, number: string): Promise<void> {
  for (const field of ['securityCode', 'expiry', 'number']) await cardField(page, field).fill('');
  await page.keyboard.type(number);
  await expect(cardField(page, 'expiry')).toBeFocused();
  await page.keyboard.type('330');
  await expect(cardField(page, 'securityCode')).toBeFocused();
  await page.keyboard.type('737');
  await cardField(page, 'firstName').fill('Anna');
  await cardField(page, 'lastName').fill('Rossi');
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await buyButton(page).click();
}

/** The sandbox's bank, in a frame or on a page of its own. */
export async function answerBank(
  bank: Page | FrameLocator,
  answer: 'right' | 'wrong' | 'cancel',
): Promise<void> {
  const password = bank.getByLabel('Password');
  await expect(password).toBeVisible();
  await password.fill(answer === 'right' ? 'password' : 'nothing');
  await bank.getByRole('button', { name: answer === 'cancel' ? 'Cancel' : 'Confirm' }).click();
}

export async function expectPaid(page: Page, brand: BrandKey): Promise<void> {
  await expect(page.getByRole('heading', { name: words(brand, 'pay', 'paid.title') })).toBeVisible();
  await expect(page).toHaveURL(siteUrl(brand, '/ok'));
}

/** The paid page goes on by itself after a while. Here it waits for its button, however slow the machine is. */
export async function stayWhenPaid(page: Page): Promise<void> {
  await page.addInitScript((goesOnAfter) => {
    const begin = window.setTimeout.bind(window);
    const never = 2 ** 31 - 1;
    const patient = (handler: TimerHandler, delay?: number, ...rest: unknown[]) =>
      begin(handler, delay === goesOnAfter ? never : delay, ...rest);
    Object.assign(window, { setTimeout: patient });
  }, PAID_REDIRECT_MS);
}

/** The popup of an outcome, by the name of its words. */
export function outcomePopup(page: Page, brand: BrandKey, outcome: string): Locator {
  return page.getByRole('dialog', { name: words(brand, 'pay', `outcomes.${outcome}.title`) });
}

/** What the payment form says of a refusal, by the name of its words. */
export function refusalNotice(page: Page, brand: BrandKey, outcome: string): Locator {
  return page.getByRole('alert').filter({ hasText: words(brand, 'pay', `outcomes.${outcome}.title`) });
}
