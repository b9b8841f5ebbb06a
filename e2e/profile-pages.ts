import type { Page } from '@playwright/test';
import { expect, siteUrl } from './fixtures.ts';
import { words } from './words.ts';

/** The brand whose profile is tried. It is the same in every other. */
export const brand = 'verbena';

export const t = (key: string) => words(brand, 'profile', key);
export const field = (page: Page, key: string) => page.getByRole('textbox', { name: t(key), exact: true });
export const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });

export async function openProfile(page: Page, hash = ''): Promise<void> {
  await page.goto(siteUrl(brand, `/profile${hash}`));
  await expect(page.locator('h1', { hasText: words(brand, 'shell', 'titles.profile') })).toBeAttached();
}
