import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { browserOptions } from '../../../playwright.config.ts';
import type { AccountsServer } from '../accounts.ts';
import { HOST } from '../accounts.ts';

/** Says so where it is not. */
export function isBrowserInstalled(): boolean {
  if (spawnSync(browserOptions.executablePath, ['--version']).status === 0) return true;
  console.log(
    '  Chromium is not installed (Debian: chromium-headless-shell; or CHROMIUM names it): left out',
  );
  return false;
}

/** A port of its own lets another program steer it, too. */
export function openBrowser(debuggingPort?: number): Promise<Browser> {
  const port = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`];
  return chromium.launch({ ...browserOptions, args: [...browserOptions.args, ...port] });
}

/** Who opens a page. */
export type Audience = 'visitor' | 'member' | 'staff';

/** A phone that has never been here, or that a member is signed in at. */
export async function openPhone(
  browser: Browser,
  server: AccountsServer,
  audience: Audience,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    // It would fetch the offline page meanwhile.
    serviceWorkers: 'block',
  });
  const stored = await storedFor(server, audience);
  await context.addInitScript(
    `for (const [name, value] of ${JSON.stringify(stored.local)}) localStorage.setItem(name, value);
    for (const [name, value] of ${JSON.stringify(stored.session)}) sessionStorage.setItem(name, value);`,
  );
  return context;
}

type Entries = [name: string, value: string][];

/** What the browser of such a person has stored. The cookies are declined, so that no banner is in the way. */
async function storedFor(
  server: AccountsServer,
  audience: Audience,
): Promise<{ local: Entries; session: Entries }> {
  if (audience === 'visitor') return { local: [], session: [] };
  if (audience === 'staff') return { local: [], session: [['staffToken', server.staffToken]] };
  const answer = await fetch(`http://127.0.0.1:${server.port}/boot.json`, { headers: { host: HOST } });
  const { brand } = (await answer.json()) as { brand: { cookieConsent?: { policyVersion: string } } };
  const choice = {
    measurement: false,
    advertising: false,
    way: 'notice',
    logged: 'visitor',
    id: crypto.randomUUID(),
    version: brand.cookieConsent?.policyVersion,
    at: Date.now(),
  };
  const { token, trackerId } = server.member;
  return {
    local: [
      ['token', token],
      ['trackerId', trackerId],
      ['cookiePolicy', JSON.stringify(choice)],
    ],
    session: [],
  };
}

/** Until the page has nothing more to do, with what waits until it has time. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))');
  await page.waitForLoadState('networkidle');
}
