/**
 * What axe and the checker of the W3C find wrong with the pages of site and console: the browser goes to each of them
 * (e2e/every-page.pages.ts), and the checker reads what it kept. Runs on Node 20 and newer.
 */

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApps } from './lib/build-apps.mjs';
import { checkHtml } from './lib/check-html.mjs';
import { Fault } from './lib/fault.mjs';
import { findNode } from './lib/find-programs.mjs';
import { installHtmlChecker } from './lib/install-html-checker.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { installSystemPrograms, pageCheckPrograms } from './lib/install-system-programs.mjs';
import { holdWorkLock } from './lib/work-lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

async function prepare() {
  const lock = await holdWorkLock(join(root, 'dist/.start-lock'));
  try {
    await installPackages(root, lock, { tools: true });
    await buildApps(root, lock);
    await installSystemPrograms(pageCheckPrograms);
    return await installHtmlChecker(root);
  } finally {
    lock.release();
  }
}

async function main() {
  const checker = await prepare();
  const folder = join(root, 'test-results/pages');
  rmSync(folder, { recursive: true, force: true });
  const { status } = spawnSync(findNode(root), ['node_modules/@playwright/test/cli.js', 'test'], {
    cwd: root,
    env: { ...process.env, CHECK_PAGES: '1' },
    stdio: 'inherit',
  });
  const { pages, faults } = checkHtml(checker, folder);
  for (const fault of faults) console.log(fault);
  console.log(`${pages} pages read by the HTML checker, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : (status ?? 1);
}

main().catch((error) => {
  console.error(error instanceof Fault ? error.message : error);
  process.exitCode = 1;
});
