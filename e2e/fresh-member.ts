import type { Page } from '@playwright/test';
import { boot } from '#contract/brand/boot.ts';
import { siteUrl } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { type Newcomer, signUpBehindTheScenes } from './newcomers.ts';

/** A member who signed up a moment ago and is signed in on this page, for tests that change an account. */
export async function freshMember(page: Page, brand: BrandKey): Promise<Newcomer> {
  const newcomer = await signUpBehindTheScenes(brand);
  await signInAs(page, brand, newcomer);
  return newcomer;
}

/** What a browser keeps of the member who is signed in there. */
export type OpenSession = Pick<Newcomer, 'token' | 'trackerId'>;

/** Signs a member in on this page, without the pages for it. The cookies are declined, too, unless they are wanted. */
export async function signInAs(
  page: Page,
  brand: BrandKey,
  { token, trackerId }: OpenSession,
  { cookies = false } = {},
): Promise<void> {
  // The smallest thing at the brand's address, to reach its storage.
  const answer = await page.goto(siteUrl(brand, '/boot.json'), { waitUntil: 'commit' });
  const { cookieConsent } = boot.parse(await answer?.json()).brand;
  const choice = {
    measurement: cookies,
    advertising: cookies,
    way: 'notice',
    logged: 'visitor',
    id: crypto.randomUUID(),
    version: cookieConsent?.policyVersion,
    at: Date.now(),
  };
  const kept = { token, trackerId, cookiePolicy: JSON.stringify(choice) };
  await page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, kept);
}
