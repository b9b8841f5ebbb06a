import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserOptions } from './playwright.config.ts';
import { ownTexts } from './scripts/lib/page-libraries.ts';
import { writeOutcome } from './scripts/lib/vitest-outcome.ts';
import { reportProgress } from './scripts/lib/vitest-progress.ts';
import { keepFilesInMemory } from './testing/memory-folder.ts';

keepFilesInMemory();

/**
 * Long enough for a machine that does other things as well: slowness is no failure. In CI a test that needed its second
 * attempt passes, but is named in the closing lines, to be mended.
 */
const patience = {
  // The long versions try up to thirty times as much.
  testTimeout: process.env['TEST_LONG'] ? 900_000 : 180_000,
  hookTimeout: 180_000,
  // What is loaded only when it is needed takes longer than vitest's one second while the machine is busy.
  expect: { poll: { timeout: 60_000 } },
  retry: process.env['CI'] ? 1 : 0,
};

/** The apps' parts are tested with what they are built with. */
const asBuilt = { alias: [ownTexts] };

/** Parts and hooks that need a real browser: its history, its focus, its layout. */
const components = '{site,console,packages}/**/*.component.test.tsx';

/** What the apps do without a browser. */
const appTests = '{site,console,packages}/**/*.test.{ts,tsx}';

/** Those that put something else in a module's place, which others must not get, or look at what a module does first. */
const ownModules = [
  'site/src/entry-server.test.ts',
  'site/src/features/billing/paywall-truth.test.ts',
  'site/src/features/chat/data/messages-data.test.ts',
  'site/src/features/chat/data/outbox.test.ts',
  'site/src/features/chat/data/receipts.test.ts',
  'site/src/shell/member-query.test.ts',
];

/** An operator's own database is seldom the newest: how the demo is put into it, and what is asked of it most. */
const operatorsDatabase = ['scripts/serenata-seed.test.ts', 'server/frequent-calls.test.ts'];

/**
 * What is also run on the oldest PostgreSQL that DATABASE_URL may name: the first start with the demo, which sends the
 * statements of migrations and seeding, what members and the staff do all the time, and the files that send most of the
 * others that are written by hand (in .sql.ts files). Versions differ in those. What the query builder writes is the same
 * for all of them, so sign-in, orders, receipts, brands, reviews and the like are not run twice.
 */
const statementFamilies = [
  ...operatorsDatabase,
  'server/accounts/privacy/erase-accounts.test.ts',
  'server/billing/reversals/withdraw.test.ts',
  'server/billing/plans/plans.test.ts',
  'server/discovery/search/build-list.test.ts',
  'server/hosts/staff-queue.test.ts',
  'server/moderation/queue.test.ts',
  'server/platform/database/maintenance.test.ts',
  'server/platform/database/rules.test.ts',
  'server/platform/jobs/jobs.test.ts',
];
// A pattern that finds nothing is passed over in silence.
for (const file of [...statementFamilies, ...ownModules])
  if (!existsSync(join(import.meta.dirname, file))) throw new Error(`There is no ${file} to run.`);

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: [
      'default',
      ['json', { outputFile: 'test-results/vitest.json' }],
      writeOutcome('test-results/vitest-outcome.json'),
      reportProgress(console.log),
    ],
    projects: [
      {
        test: {
          ...patience,
          name: 'server',
          include: ['{contract,server,embedded-postgres,testing,sandbox,scripts,bench}/**/*.test.ts'],
          exclude: operatorsDatabase,
          globalSetup: ['testing/global-setup.ts'],
          // Every file has a database of its own. Reading the server's code again for each would take as long as its
          // tests.
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          name: 'old-postgres',
          include: statementFamilies,
          globalSetup: ['testing/old-postgres-setup.ts'],
          isolate: false,
        },
      },
      {
        resolve: asBuilt,
        test: {
          ...patience,
          name: 'browser',
          include: [appTests],
          exclude: [components, ...ownModules],
          pool: 'threads',
          // As on the server: reading the apps' code again for each file would take longer than its tests.
          isolate: false,
        },
      },
      {
        resolve: asBuilt,
        test: {
          ...patience,
          name: 'browser-own-modules',
          include: ownModules,
          // Starts no program: a thread is made faster than a process.
          pool: 'threads',
        },
      },
      {
        resolve: asBuilt,
        // All at once, before the first test: a library found later would reload the page under it.
        optimizeDeps: {
          entries: [components],
          include: [
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            'react-dom/server',
            '@fingerprintjs/fingerprintjs',
            '@tanstack/react-query',
            // Reached by pages that are tested one after the other.
            'culori/fn',
            // Asked for by a worker, which is looked into only when it starts.
            'altcha-lib',
            'altcha-lib/algorithms/web/pbkdf2',
          ],
        },
        test: {
          ...patience,
          name: 'components',
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
          include: [components],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browserOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
