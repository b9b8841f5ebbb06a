import type { Browser, Page } from '@playwright/test';
import { desktop, expect, test } from './fixtures.ts';
import { runServer } from './run-server.ts';
import { openOwner } from './staff.ts';

export const consoleUrl = (path = '', host = 'localhost') =>
  `http://${host}:${process.env['E2E_PORT']}/console/${path}`;

interface Login {
  email: string;
  password: string;
}

export async function signInToConsole(page: Page, { email, password }: Login): Promise<void> {
  await page.goto(consoleUrl());
  await page.getByLabel('Indirizzo e-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(page.getByRole('heading', { name: 'Panoramica' })).toBeVisible();
}

async function newBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, locale: 'it-IT', reducedMotion: 'reduce' });
  return context.newPage();
}

/** Somebody of the staff at a browser of their own. */
export async function openConsole(browser: Browser, login: Login, path = ''): Promise<Page> {
  const page = await newBrowser(browser);
  await signInToConsole(page, login);
  if (path) await page.goto(consoleUrl(path));
  return page;
}

/** The same for somebody who is signed in already, and has shown a second factor. */
export async function openConsoleAs(browser: Browser, token: string, path = ''): Promise<Page> {
  const page = await newBrowser(browser);
  await page.addInitScript((staffToken) => sessionStorage.setItem('staffToken', staffToken), token);
  await page.goto(consoleUrl(path));
  return page;
}

/**
 * The journeys of this file have a server to themselves, on which moderators decide: what waits there is theirs alone.
 * They run one after the other.
 */
export function useModeratedServer(): void {
  let stop = async () => {};
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    const before = { ...process.env };
    const server = await runServer({ MODERATION: 'manual' });
    Object.assign(process.env, server.environment);
    process.env['E2E_OWNER_TOKEN'] = await openOwner(server.owner);
    stop = async () => {
      Object.assign(process.env, before);
      await server.stop();
    };
  });
  test.afterAll(() => stop());
}
