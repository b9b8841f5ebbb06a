import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const browsers = [
  process.env['CHROMIUM'],
  // Without windows, menus and extensions it needs a third less of the processor for the same pages.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const findBrowser = (among: typeof browsers) => among.find((path) => path && existsSync(path)) ?? 'chromium';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's Chromium, as tests and benches start it. */
export const browserOptions = {
  executablePath: findBrowser(browsers),
  // The one without windows has none; so no journey is offered them in the others either.
  args: [...args, '--disable-notifications'],
};

/** The one that can show notifications. */
export const notifyingBrowser = {
  executablePath: findBrowser(browsers.filter((path) => !path?.endsWith('headless-shell'))),
  args,
};

export default defineConfig({
  testDir: 'e2e',
  // Every page for outside tools takes some minutes, and is looked at on demand (scripts/check-pages.mjs).
  testMatch: process.env['CHECK_PAGES'] ? '**/*.pages.ts' : '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A journey waits for its server a third of the time, so three share two cores well.
  workers: 3,
  // On a machine that others share a journey may be given a second chance; the report names those that needed it.
  retries: process.env['CI'] ? 1 : 0,
  // Slowness is no failure: use cases run beside, and the longest journeys scan many pages.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  globalSetup: './e2e/start-server.ts',
  use: {
    // Traces cost as much as the journeys themselves, so they are made only to look for a fault.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // It fetches the offline page into every fresh profile; the journey without a connection wants it.
    serviceWorkers: 'block',
    // Without a graphics card every moving picture is drawn by the processor the tests need.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browserOptions,
  },
});
