/** Everything: types, lint, unit, database, end-to-end in a real browser. Runs on Node 20 and newer. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApps } from './lib/build-apps.mjs';
import { Fault } from './lib/fault.mjs';
import { findNode } from './lib/find-programs.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { installSystemPrograms, testPrograms } from './lib/install-system-programs.mjs';
import { holdWorkLock } from './lib/work-lock.mjs';

/** Tries much more of what tests make up at random. */
const isLong = process.argv.includes('--long');
/** Says at the end what became dearer (`npm run bench -- guard`). */
const isGuarded = process.argv.includes('--guard');
const root = fileURLToPath(new URL('..', import.meta.url));

async function prepare() {
  const lock = await holdWorkLock(join(root, 'dist/.start-lock'));
  const prepareApps = async () => {
    await installPackages(root, lock, { tools: true });
    await buildApps(root, lock);
  };
  // Both wait for the network most of the time.
  const outcomes = await Promise.allSettled([prepareApps(), installSystemPrograms(testPrograms)]);
  lock.release();
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

async function main() {
  await prepare();
  const bin = join(root, 'node_modules/.bin');
  const { status } = spawnSync(findNode(root), ['scripts/lib/run-tests.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      ...(isLong && { TEST_LONG: '1' }),
      ...(isGuarded && { TEST_GUARD: '1' }),
    },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

main().catch((error) => {
  console.error(error instanceof Fault ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
});
