import type { Browser, Page } from '@playwright/test';
import { staffSignIn } from '../contract/staff/sign-in.ts';
import { askApi } from './ask-api.ts';
import { desktop, test } from './fixtures.ts';
import { runServer } from './run-server.ts';
import { openOwner } from './staff.ts';

export const consoleUrl = (path = '', host = 'localhost') =>
  `http://${host}:${process.env['E2E_PORT']}/console/${path}`;

interface Login {
  email: string;
  password: string;
}

/** Somebody of the staff at a browser of their own, signed in without the pages for it. */
export async function openConsole(browser: Browser, login: Login, path = ''): Promise<Page> {
  const { token } = await askApi(staffSignIn, login, {});
  return openConsoleAs(browser, token, path);
}

/** The same for somebody who is signed in already, and has shown a second factor. */
export async function openConsoleAs(browser: Browser, token: string, path = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, locale: 'it-IT', reducedMotion: 'reduce' });
  const page = await context.newPage();
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
