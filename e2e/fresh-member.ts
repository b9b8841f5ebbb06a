import type { Page } from '@playwright/test';
import { siteUrl } from './fixtures.ts';
import type { BrandKey } from './fixtures.ts';
import { type Newcomer, signUpBehindTheScenes } from './newcomers.ts';
import { declineCookies } from './people.ts';

/** Somebody who signed up a moment ago and is signed in on this page, for tests that change an account. */
export async function freshMember(page: Page, brand: BrandKey): Promise<Newcomer> {
  const newcomer = await signUpBehindTheScenes(brand);
  await signInAs(page, brand, newcomer);
  return newcomer;
}

/** Signs somebody in on this page, without the pages for it. */
export async function signInAs(page: Page, brand: BrandKey, newcomer: Newcomer): Promise<void> {
  // A page that asks for nothing, to reach the brand's own storage.
  await page.goto(siteUrl(brand, '/offline'));
  await declineCookies(page, brand);
  await page.evaluate(
    ({ token, trackerId }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('trackerId', trackerId);
    },
    { token: newcomer.token, trackerId: newcomer.trackerId },
  );
}
