import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApps } from './build-apps.mjs';
import { Fault } from './fault.mjs';
import { installPackages } from './install-packages.mjs';
import { runServer } from './run-server.mjs';
import { holdWorkLock } from './work-lock.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Installs and builds what is missing or out of date, then runs the server until it ends. */
export async function startSerenata() {
  try {
    await prepare();
    process.exitCode = await runServer(root);
  } catch (error) {
    console.error(error instanceof Fault ? error.message : error);
    process.exitCode = error instanceof Fault ? error.exitCode : 1;
  }
}

/** Two starts at once must not install over each other. */
async function prepare() {
  const lock = await holdWorkLock(join(root, 'dist/.start-lock'));
  try {
    await installPackages(root, lock);
    await buildApps(root, lock);
  } finally {
    lock.release();
  }
}
