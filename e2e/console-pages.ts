import type { Browser, BrowserContext, Page } from '@playwright/test';
import { desktop, test } from './fixtures.ts';
import { runServer } from './run-server.ts';
import { openStaff } from './staff.ts';

export const consoleUrl = (path = '', host = 'localhost') =>
  `http://${host}:${process.env['E2E_PORT']}/console/${path}`;

interface Login {
  email: string;
  password: string;
}

/**
 * A person of the staff, signed in without the pages for it, at a browser of their own or in a tab: each tab has its own
 * session, and finds what another has loaded.
 */
export async function openConsole(place: Browser | BrowserContext, login: Login, path = ''): Promise<Page> {
  return openConsoleAs(place, await openStaff(login), path);
}

/** The same for a person who is signed in already, and has shown a second factor. */
export async function openConsoleAs(
  place: Browser | BrowserContext,
  token: string,
  path = '',
): Promise<Page> {
  const context =
    'newContext' in place
      ? await place.newContext({ viewport: desktop, locale: 'it-IT', reducedMotion: 'reduce' })
      : place;
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
    process.env['E2E_OWNER_TOKEN'] = await openStaff(server.owner);
    stop = async () => {
      Object.assign(process.env, before);
      await server.stop();
    };
  });
  test.afterAll(() => stop());
}
