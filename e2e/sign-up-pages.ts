import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { BrandKey } from './fixtures.ts';
import { errorWords, words } from './words.ts';

const towns = { lunaria: 'Perugia', verbena: 'Sevilla' } as const;

export const PASSWORD = 'una frase che ricordo';

/** The sign-up card of a brand, step by step. */
export function signUpCard(page: Page, brand: BrandKey) {
  const shell = (key: string) => words(brand, 'shell', `signUp.${key}`);
  const own = (key: string) => words(brand, 'signup', key);
  const group = (name: 'gender' | 'seeks') => page.getByRole('radiogroup', { name: shell(name) });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  const card = {
    gender: () => group('gender').getByRole('radio', { name: shell('man') }),
    seeks: () => group('seeks').getByRole('radio', { name: shell('woman') }),
    town: () => page.getByRole('combobox', { name: own('town.label') }),
    age: () => page.getByLabel(own('place.age')),
    email: () => page.getByLabel(words(brand, 'shell', 'entry.email'), { exact: true }),
    password: () => page.getByLabel(words(brand, 'shell', 'entry.password'), { exact: true }),
    tick: (name: 'terms' | 'adult'): Locator => page.locator(`[type=checkbox][name=${name}]`),
    question: (key: 'place.title' | 'account.title') => page.getByRole('heading', { name: own(key) }),
    firstQuestion: () => page.getByRole('heading', { name: shell('title') }),
    fault: (code: string) => page.getByText(errorWords(brand, code)),
    next: () => press(shell('next')),
    back: () => press(shell('back')),
    submit: () => press(own('account.submit')),

    async answerFirst() {
      await card.gender().check();
      await card.seeks().check();
      await card.next();
      await expect(card.question('place.title')).toBeVisible();
    },
    async pickTown() {
      await card.town().fill(towns[brand].slice(0, 4));
      await page.getByRole('option', { name: towns[brand] }).first().click();
      await expect(card.town()).toHaveValue(towns[brand]);
    },
    async answerSecond() {
      await card.pickTown();
      await card.age().fill('45');
      await card.next();
      await expect(card.question('account.title')).toBeVisible();
    },
    async answerThird(email: string) {
      await card.email().fill(email);
      await card.password().fill(PASSWORD);
      await card.tick('terms').check();
      await card.tick('adult').check();
    },
    async signUp(email: string) {
      await card.answerFirst();
      await card.answerSecond();
      await card.answerThird(email);
      await card.submit();
    },
  };
  return card;
}

/** Leaves the questions that come after the sign-up for another time. */
export async function leaveQuestions(page: Page, brand: BrandKey): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname.startsWith('/introduction/'));
  await page.getByRole('button', { name: words(brand, 'introduction', 'later'), exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/find');
}

/** Each test is a device of its own, as each newcomer is. */
export async function useNewDevice(page: Page): Promise<void> {
  const cores = 1 + Math.floor(Math.random() * 1_000_000);
  await page.addInitScript((count) => {
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => count });
  }, cores);
}

/** The token of the member who is signed in here, if there is one. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}
