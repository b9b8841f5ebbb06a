import type { Page } from '@playwright/test';
import { siteUrl } from './fixtures.ts';
import { words } from './words.ts';

/** The brand whose entries are tried. They are the same in every other. */
export const brand = 'verbena';

export const popup = (key: string) => words(brand, 'popups', key);
export const account = (key: string) => words(brand, 'account', key);
export const shell = (key: string) => words(brand, 'shell', key);
export const at = (path: string) => siteUrl(brand, path);
export const dialog = (page: Page, name: string) =>
  page.getByRole('dialog', { name: popup(`${name}.title`) });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
