import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        test: {
          ...patience,
          name: 'server',
          include: ['{contract,server,sandbox,scripts}/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          // Every file has a database of its own. Reading the server's code anew for each would take as long as its tests.
          isolate: false,
        },
      },
      {
        test: { ...patience, name: 'browser', include: ['{site,console}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
