import type { FrameLocator, Locator, Page } from '@playwright/test';
import { PAID_REDIRECT_MS } from '#contract/kernel/constants.ts';
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

/** A new member, on the payment page with a plan. */
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

/** Fills a card in. How the fields hand over to each other is a test of the form's own. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const card = { number, expiry: '0330', securityCode: '737', firstName: 'Anna', lastName: 'Rossi' };
  for (const [field, value] of Object.entries(card)) await cardField(page, field).fill(value);
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await buyButton(page).click();
}

/** Goes to the bank's page by the button, before the form sends itself. */
export async function goToBank(page: Page, brand: BrandKey): Promise<void> {
  await page.getByRole('button', { name: words(brand, 'pay', 'bank.now') }).click();
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

/** What pages do by themselves after such a while waits, however slow the machine is, until it is asked for. */
export async function holdBack(page: Page, milliseconds: number): Promise<{ release(): Promise<void> }> {
  await page.addInitScript((after) => {
    const [begin, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    const held = new Map<unknown, () => void>();
    const patient = (handler: () => void, delay?: number, ...rest: unknown[]) => {
      if (delay !== after) return begin(handler, delay, ...rest);
      const id = begin(() => {}, 2 ** 31 - 1);
      held.set(id, handler);
      return id;
    };
    const forget = (id?: number) => {
      held.delete(id);
      end(id);
    };
    const release = () => {
      for (const handler of held.values()) handler();
      held.clear();
    };
    Object.assign(window, { setTimeout: patient, clearTimeout: forget, releaseTimers: release });
  }, milliseconds);
  return {
    release: () => page.evaluate(() => (window as unknown as { releaseTimers(): void }).releaseTimers()),
  };
}

/** The paid page and its popup go on by themselves after a while. Here they wait for their button, or to be released. */
export const stayWhenPaid = (page: Page) => holdBack(page, PAID_REDIRECT_MS);

/** The popup of an outcome, by the name of its words. */
export function outcomePopup(page: Page, brand: BrandKey, outcome: string): Locator {
  return page.getByRole('dialog', { name: words(brand, 'pay', `outcomes.${outcome}.title`) });
}

/** What the payment form says of a refusal, by the name of its words. */
export function refusalNotice(page: Page, brand: BrandKey, outcome: string): Locator {
  return page.getByRole('alert').filter({ hasText: words(brand, 'pay', `outcomes.${outcome}.title`) });
}
