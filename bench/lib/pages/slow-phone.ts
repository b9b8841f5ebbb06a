import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { AccountsServer } from '../accounts.ts';
import { openPhone, waitUntilIdle } from './browser.ts';
import { addressOf, benchPages } from './page-list.ts';
import type { BenchPage } from './page-list.ts';

/** Slow 4G as Lighthouse has it: 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const TIMES_SLOWER = 4;

export interface Visits {
  /** Seconds until what the person came for is seen. */
  cold: number;
  /** The same with the files of the first visit in the browser's cache. */
  second: number;
}

/** A first and a second visit of a page. */
export async function timeVisits(browser: Browser, server: AccountsServer, page: BenchPage): Promise<Visits> {
  const context = await openPhone(browser, server, page.audience);
  try {
    const visit = async () => {
      const tab = await openSlowTab(context, page.content);
      await tab.goto(addressOf(page, server), { waitUntil: 'commit' });
      const seconds = ((await seenAt(tab, page.content)) - (await begunAt(tab))) / 1_000;
      await waitUntilIdle(tab);
      await tab.close();
      return seconds;
    };
    return { cold: await visit(), second: await visit() };
  } finally {
    await context.close();
  }
}

/** Seconds from the first press on a landing, as soon as it is seen, until it is answered: that something is missing. */
export async function timePress(browser: Browser, server: AccountsServer): Promise<number> {
  const context = await openPhone(browser, server, 'visitor');
  try {
    const answer = 'form [aria-invalid=true]';
    const tab = await openSlowTab(context, answer);
    await tab.addInitScript(
      `addEventListener('click', () => (window.benchPressed ??= Date.now()), { capture: true })`,
    );
    await tab.goto(addressOf(benchPages.landing, server), { waitUntil: 'commit' });
    await tab.locator('form [type=submit]').last().click();
    const seen = await seenAt(tab, answer);
    return (seen - Number(await tab.evaluate('window.benchPressed'))) / 1_000;
  } finally {
    await context.close();
  }
}

/** Seconds from sending the last step of a sign-up until people are seen. */
export async function timeSignUp(browser: Browser, server: AccountsServer): Promise<number> {
  const context = await openPhone(browser, server, 'visitor');
  try {
    const tab = await openSlowTab(context, benchPages.search.content);
    await tab.goto(addressOf(benchPages.landing, server));
    await tab.locator(benchPages.landing.content).waitFor({ state: 'attached' });
    const next = () => tab.locator('form [type=submit]').last().click();
    await tab.locator('[name=gender]').first().check();
    await tab.locator('[name=seeks]').nth(1).check();
    await next();
    await tab.locator('[role=combobox]').fill('Peru');
    await tab.locator('[role=option]').first().click();
    await tab.locator('[name=age]').fill('45');
    await next();
    await tab.locator('[name=email]').fill(`${crypto.randomUUID()}@people.example`);
    await tab.locator('[name=password]').fill('una frase che ricordo');
    await tab.locator('[name=terms]').check();
    await tab.locator('[name=adult]').check();
    // What was fetched while the questions were answered has come, as it has for a person.
    await waitUntilIdle(tab);
    await tab.evaluate(
      `document.addEventListener('submit', () => sessionStorage.setItem('benchSent', Date.now()), { capture: true })`,
    );
    await next();
    const seen = await seenAt(tab, benchPages.search.content);
    const sent = Number(await tab.evaluate(`sessionStorage.getItem('benchSent')`));
    return (seen - sent) / 1_000;
  } finally {
    await context.close();
  }
}

/** A page that records when something is first seen on it. */
async function openSlowTab(context: BrowserContext, content: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.addInitScript(`{
    window.benchSeen = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(${JSON.stringify(content)})?.checkVisibility()) resolve(Date.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const cores = 1 + Math.floor(Math.random() * 1_000_000);
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => cores });
  }`);
  const devtools = await context.newCDPSession(tab);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
  return tab;
}

const PATIENCE_MS = 60_000;

async function seenAt(tab: Page, content: string): Promise<number> {
  // Meanwhile another document may have come.
  await tab.locator(content).first().waitFor({ state: 'visible', timeout: PATIENCE_MS });
  return Number(await tab.evaluate('window.benchSeen'));
}

const begunAt = async (tab: Page) => Number(await tab.evaluate('performance.timeOrigin'));
