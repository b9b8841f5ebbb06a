import { defineConfig } from 'vitest/config';
import { writeOutcome } from './scripts/lib/vitest-outcome.ts';

/** Long enough for a machine that does other things as well: slowness is no failure. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

/** The demo is put into an operator's own database, which is seldom the newest. */
const firstStartElsewhere = 'scripts/serenata-seed.test.ts';

/** What is also run on the oldest PostgreSQL that DATABASE_URL may name: between them they send every sort of statement. */
const statementFamilies = {
  include: [
    firstStartElsewhere,
    'server/{brands,chat,chat-photos,match,moderation,places,privacy,reactions,receipts}/*.test.ts',
    'server/{refunds,reviews,safety,search,signup,staff,subscriptions,tracking}/*.test.ts',
    'server/accounts/{own-sessions,sign-in}.test.ts',
    'server/billing/{create-order,pay-by-card,pay-elsewhere,payment-blocks}.test.ts',
    'server/core/{jobs,maintenance}.test.ts',
    'server/credits/{change-level,grant-credits}.test.ts',
    'server/hosts/staff-replies.test.ts',
    'server/profiles/{count-available,own-profile,read-people,read-person}.test.ts',
    'server/providers/webhooks.test.ts',
  ],
  /** Those that take long, for what they do besides, or send no statement. */
  exclude: [
    'server/chat/{blur-text,cover-phones,kill,merging,message-writer,preview,sanitise-html,two-nodes}.test.ts',
    'server/match/{deck-at-scale,deck-journey}.test.ts',
    'server/countries/{place-data,seed-places}.test.ts',
    'server/refunds/dispute.test.ts',
    'server/search/{entries,jobs,lists}.test.ts',
    'server/signup/{check-new-member,register-refusals,screen-name}.test.ts',
    'server/subscriptions/{dunning,periods,renew}.test.ts',
  ],
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: [
      'default',
      ['json', { outputFile: 'test-results/vitest.json' }],
      writeOutcome('test-results/vitest-outcome.json'),
    ],
    projects: [
      {
        test: {
          ...patience,
          name: 'server',
          include: ['{contract,server,sandbox,scripts}/**/*.test.ts'],
          exclude: [firstStartElsewhere],
          globalSetup: ['server/testing/global-setup.ts'],
          // Every file has a database of its own. Reading the server's code anew for each would take as long as its tests.
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          name: 'old-postgres',
          ...statementFamilies,
          globalSetup: ['server/testing/old-postgres-setup.ts'],
          isolate: false,
        },
      },
      {
        test: { ...patience, name: 'browser', include: ['{site,console}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
