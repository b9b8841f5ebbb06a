import { watchParent } from '#embedded-postgres/watch-parent.ts';
import { readConfig, readEnvironment } from './platform/config/config.ts';
import type { Config } from './platform/config/config.ts';
import { StartupFault } from './platform/config/startup-fault.ts';
import { collectAtRest } from './platform/memory-at-rest.ts';
import { startServer } from './start.ts';
import type { RunningServer } from './start.ts';
import { announce, showSteps } from './terminal.ts';

/** How long an orderly stop may take beyond the time given to running requests. */
const GRACE_SECONDS = 20;

let running: RunningServer | undefined;
let stopping = false;

async function stop(config: Config): Promise<void> {
  if (stopping) return;
  stopping = true;
  const timer = setTimeout(() => process.exit(1), (config.shutdownSeconds + GRACE_SECONDS) * 1_000);
  timer.unref();
  await running?.stop();
  process.exit();
}

async function main(): Promise<void> {
  // Whatever is written here is for the user alone who runs the server, also when that is root.
  process.umask(0o077);
  const config = readConfig(readEnvironment());
  // While it is still starting there is nothing to drain: what was begun is finished or undone at the next start.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(config));
  watchParent(() => void stop(config));
  const steps = showSteps();
  running = await startServer(config, steps.step);
  steps.end();
  await announce(running);
  collectAtRest();
  // Each node has its own setting: one that joins the demo by DATABASE_URL leaves moderation to people unless its
  // setting says otherwise.
  running.app.log.info(
    { moderation: config.moderation },
    config.moderation === 'auto'
      ? 'moderation: nobody looks, everything is approved by itself'
      : 'moderation: everything waits for a moderator’s word',
  );
}

/** A reason not to start is one clear sentence, not a stack. */
main().catch((error: unknown) => {
  console.error(error instanceof StartupFault ? `\n${error.message}\n` : error);
  process.exit(1);
});
