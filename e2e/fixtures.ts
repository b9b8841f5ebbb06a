import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type Axe from 'axe-core';

export { expect } from '@playwright/test';

export const brands = {
  lunaria: { host: 'it.localhost', language: 'it', title: 'Lunaria' },
  verbena: { host: 'es.localhost', language: 'es', title: 'Verbena' },
} as const;
export type BrandKey = keyof typeof brands;

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

export function siteUrl(brand: BrandKey, path = '/'): string {
  return `http://${brands[brand].host}:${process.env['E2E_PORT']}${path}`;
}

export const demoPassword = (): string => process.env['E2E_DEMO_PASSWORD'] ?? '';

const siteHosts = new Set<string>(Object.values(brands).map(({ host }) => host));
type Waiting = NonNullable<Parameters<Page['reload']>[0]>;

/** Until the page answers. A landing rests until it is touched, so it is touched. */
export async function comeAlive(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('pointermove')));
    await expect(page.locator('html')).toHaveAttribute('data-live', '', { timeout: 500 });
  }).toPass();
}

/**
 * Makes going to a page of the site, and reloading it, wait until it answers, as what is clicked before may be lost.
 * Its pictures may come later.
 */
export function awaitLife(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const untilLive = async (go: (options: Waiting) => ReturnType<Page['goto']>, options: Waiting = {}) => {
    if (options.waitUntil) return go(options);
    const answer = await go({ ...options, waitUntil: 'domcontentloaded' });
    if (siteHosts.has(new URL(page.url()).hostname)) await comeAlive(page);
    return answer;
  };
  page.goto = (address, options) => untilLive((given) => goto(address, given), options);
  page.reload = (options) => untilLive(reload, options);
  return page;
}

/**
 * The list of passkeys under an address field is the browser's, and one without windows has none, though it says so.
 * Where there is a list, a reader that always agrees would answer it before the test has chosen.
 */
function hidePasskeyList(): void {
  if ('PublicKeyCredential' in window)
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
}

/** A context that journeys of the same settings use one after the other, so that each finds the site's files in its cache. */
interface SharedContext {
  context: BrowserContext;
  /** Forgets everything else of its user, as a browser does that is installed again. */
  clear(): Promise<void>;
}

/** Where journeys go now: some have a server of their own. */
const origins = () =>
  ['it.localhost', 'es.localhost', 'localhost'].map((host) => `http://${host}:${process.env['E2E_PORT']}`);

async function openShared(browser: Browser): Promise<SharedContext> {
  // The settings are those of the journey that runs now.
  const context = await browser.newContext();
  await context.addInitScript(hidePasskeyList);
  const idle = await context.newPage();
  const devtools = await context.newCDPSession(idle);
  return {
    context,
    async clear() {
      for (const page of context.pages()) if (page !== idle) await page.close();
      await context.unrouteAll();
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage';
      for (const origin of origins())
        await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
    },
  };
}

/** A page that fails its test when anything goes wrong that a person might not notice. */
export const test = base.extend<
  { context: BrowserContext; page: Page; closeOthers: void },
  { sharedContexts: Map<string, SharedContext> }
>({
  sharedContexts: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  // Other people's pages would work on behind the journeys that follow.
  closeOthers: [
    async ({ browser, sharedContexts }, use) => {
      await use();
      const shared = new Set([...sharedContexts.values()].map(({ context }) => context));
      for (const context of browser.contexts()) if (!shared.has(context)) await context.close();
    },
    { auto: true },
  ],
  context: async (
    {
      browser,
      sharedContexts,
      viewport,
      locale,
      isMobile,
      hasTouch,
      colorScheme,
      contextOptions,
      serviceWorkers,
    },
    use,
  ) => {
    const settings = { viewport, locale, isMobile, hasTouch, colorScheme, contextOptions, serviceWorkers };
    const key = JSON.stringify(settings);
    const shared = sharedContexts.get(key) ?? (await openShared(browser));
    sharedContexts.set(key, shared);
    shared.context.on('page', awaitLife);
    await use(shared.context);
    shared.context.off('page', awaitLife);
    await shared.clear();
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      // A page of ours in a flow's frame runs no scripts, and the browser says so. What a service worker cannot fetch
      // without a connection has failed, for the browser.
      const expected = /status of 4\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED|document's frame is sandboxed/;
      if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text());
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

type Journey = Parameters<typeof test>[2];

/** Tells a journey in one brand alone. */
export function onlyIn(wanted: BrandKey, brand: BrandKey): (title: string, journey: Journey) => void {
  return (title, journey) => {
    if (brand === wanted) test(title, journey);
  };
}

/** Gives the connection back, and waits until the page knows: it learns of it a moment later. */
export async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
}

/** Goes to another page of the site as one of its links does, without loading the site again. */
export async function follow(page: Page, path: string): Promise<void> {
  // Before the page is alive a link would load the site.
  if (!path.startsWith('/console')) await comeAlive(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export async function expectAccessible(page: Page): Promise<void> {
  // What is in frames would have to be looked at there.
  expect(page.frames()).toHaveLength(1);
  expect(await findBarriers(page)).toEqual([]);
}

/** Looks at the page, or at what is open over it: the page below is out of reach then, and was looked at before. */
export async function findBarriers(page: Page): Promise<string[]> {
  // It stays for the next look, until the site is loaded again: reading it takes as long as a look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource);
  return page.evaluate(async () => {
    // Colours on their way to others are no fault.
    const running = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity);
    const settled = Promise.allSettled(running.map(({ finished }) => finished));
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 2_000))]);
    const { axe } = window as unknown as { axe: typeof Axe };
    const open = [...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility());
    const found = await axe.run(open.length > 0 ? { include: open } : document, {
      resultTypes: ['violations'],
      // None of these rules looks into style sheets, and to fetch and read them takes as long as all of the rules.
      preload: { assets: ['media'] },
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  });
}
