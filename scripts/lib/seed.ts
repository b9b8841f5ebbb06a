import { seedDemo } from '#server/demo/seed.ts';
import { buildStaleLists } from '#server/discovery/search/jobs.ts';
import type { Config } from '#server/platform/config/config.ts';
import { startServer } from '#server/start.ts';
import { describeDemo, showSteps } from '#server/terminal.ts';
import { findRunningDatabase } from './reach-database.ts';
import type { Terminal } from './reach-database.ts';

/** Fills the database with the demo, or looks after what is missing of it, also beside a running server. */
export async function seed(
  config: Config,
  terminal: Terminal,
  { newPassword }: { newPassword: boolean },
): Promise<void> {
  const running = config.database.url ?? (await findRunningDatabase(config.dataDir));
  const steps = showSteps();
  const { app, stop } = await startServer(
    {
      ...config,
      // A node that serves no requests and runs no jobs.
      roles: [],
      port: 0,
      host: '127.0.0.1',
      seedDemo: false,
      database: { ...config.database, url: running },
      payments: { ...config.payments, sandboxPort: 0 },
    },
    steps.step,
  );
  try {
    await seedDemo(app, (done, total, what) => steps.step(`${what} (${done} of ${total})`), {
      again: true,
      newPassword,
    });
    await app.brands.reload();
    await buildStaleLists(app);
    steps.end();
    for (const { name, reason } of app.brands.refused()) terminal.error(`Left out: ${name}\n${reason}`);
    terminal.log((await describeDemo(app)).join('\n'));
  } finally {
    await stop();
  }
}
