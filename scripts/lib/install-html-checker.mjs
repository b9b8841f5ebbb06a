import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNpm } from './find-programs.mjs';
import { runCommand } from './run-command.mjs';
import { showStep } from './show-step.mjs';

const VERSION = '26.9.27';

/**
 * Fetches the checker of the W3C, once. It is no package of the repository, because its install script fetches a Java of
 * its own with every installation. Answers with the file that Java runs.
 */
export async function installHtmlChecker(root) {
  const folder = join(root, `dist/html-checker-${VERSION}`);
  const checker = join(folder, 'node_modules/vnu-jar/build/dist/vnu.jar');
  if (existsSync(checker)) return checker;
  mkdirSync(folder, { recursive: true });
  await showStep({ doing: 'Fetching the HTML checker', done: 'Fetched the HTML checker' }, () =>
    runCommand(
      [
        ...findNpm(),
        'install',
        `--prefix=${folder}`,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        `vnu-jar@${VERSION}`,
      ],
      { failure: 'The HTML checker could not be fetched.' },
    ),
  );
  return checker;
}
