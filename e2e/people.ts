import type { Page } from '@playwright/test';
import { authenticate } from '#contract/account/sign-in.ts';
import { askApi } from './ask-api.ts';
import { demoPassword, siteUrl } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { type OpenSession, signInAs } from './fresh-member.ts';
import { words } from './words.ts';

/** The demo accounts, by what they are for. */
export const people = {
  lunaria: {
    free: 'libero@demo.lunaria.example',
    credits: 'crediti@demo.lunaria.example',
    vip: 'vip@demo.lunaria.example',
    woman: 'donna@demo.lunaria.example',
    plain: 'plain@demo.lunaria.example',
    invites: 'inviti@demo.lunaria.example',
    blank: 'nuovo@demo.lunaria.example',
    disabled: 'disabled@demo.lunaria.example',
  },
  verbena: {
    free: 'libre@demo.verbena.example',
    credits: 'creditos@demo.verbena.example',
    vip: 'vip@demo.verbena.example',
    woman: 'mujer@demo.verbena.example',
    plain: 'plain@demo.verbena.example',
    invites: 'invitaciones@demo.verbena.example',
    blank: 'nuevo@demo.verbena.example',
    disabled: 'disabled@demo.verbena.example',
  },
} as const;
export type Person = keyof (typeof people)['lunaria'];

/** Turns the card that offers to sign up. */
export async function turnToSignIn(page: Page, brand: BrandKey): Promise<void> {
  const card = page.locator('section', { hasText: words(brand, 'shell', 'signUp.haveAccount') });
  await card.getByRole('link', { name: words(brand, 'shell', 'nav.signIn') }).click();
}

/** Fills in the form that is on the page. */
export async function fillSignIn(
  page: Page,
  brand: BrandKey,
  email: string,
  password: string,
): Promise<void> {
  const form = page.locator('form', {
    has: page.getByLabel(words(brand, 'shell', 'entry.password'), { exact: true }),
  });
  await form.getByLabel(words(brand, 'shell', 'entry.email')).fill(email);
  await form.getByLabel(words(brand, 'shell', 'entry.password'), { exact: true }).fill(password);
  await form.getByRole('button', { name: words(brand, 'shell', 'entry.submit'), exact: true }).click();
}

/** Signs a member in on this page, without the form for it, and goes on from there. */
export async function signIn(page: Page, brand: BrandKey, person: Person, path = '/'): Promise<OpenSession> {
  const given = { email: people[brand][person], password: demoPassword() };
  const session = await askApi(authenticate, given, { brand });
  await signInAs(page, brand, session);
  await page.goto(siteUrl(brand, path));
  return session;
}

/** Signs out by the button of the bar, which asks first. */
export async function signOut(page: Page, brand: BrandKey): Promise<void> {
  const name = words(brand, 'shell', 'nav.signOut');
  await page.getByRole('button', { name }).click();
  const question = page.getByRole('dialog', { name: words(brand, 'popups', 'confirmSignOut.title') });
  await question.getByRole('button', { name: words(brand, 'popups', 'signOut') }).click();
}

/** Puts the banner away, as most people do first, unless that is done. */
export async function declineCookies(page: Page, brand: BrandKey): Promise<void> {
  if (await page.evaluate(() => localStorage.getItem('cookiePolicy'))) return;
  await page.getByRole('button', { name: words(brand, 'shell', 'cookies.reject') }).click();
}
