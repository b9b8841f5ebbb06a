import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Fault } from './fault.mjs';
import { runCommand } from './run-command.mjs';
import { showStep } from './show-step.mjs';

/** Where Debian keeps the versions that DATABASE_URL may name beside the newest, the oldest first. */
const oldPostgresFolders = [15, 16, 17].map((version) => `/usr/lib/postgresql/${version}/bin`);

const browser = {
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  variable: 'CHROMIUM',
  debian: 'chromium-headless-shell',
};

/** Programs that the tests drive for real, and the Debian packages that bring them. */
export const testPrograms = [
  browser,
  // The one without windows shows no notifications.
  { names: ['chromium', 'chromium-browser', 'google-chrome'], debian: 'chromium' },
  { names: ['redis-server', 'valkey-server'], debian: 'redis-server' },
  // Some tests run on an older PostgreSQL than the built-in one: Debian 12 has 15, Ubuntu 24.04 has 16, Debian 13 has 17.
  { names: ['postgres'], folders: oldPostgresFolders, debian: 'postgresql' },
];

/** What looks at pages, and the checker of the W3C, which is written in Java. */
export const pageCheckPrograms = [browser, { names: ['java'], debian: 'default-jre-headless' }];

export async function installSystemPrograms(programs) {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const packages = missing.map(({ debian }) => debian);
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!canInstall) {
    throw new Fault(
      `This needs ${packages.join(' and ')}: install them, for example with "sudo apt-get install ${packages.join(' ')}".`,
    );
  }
  const failure = `${packages.join(' and ')} could not be installed; install them by hand and try again.`;
  const names = packages.join(', ');
  await showStep({ doing: `Installing ${names}`, done: `Installed ${names}` }, async () => {
    await runCommand(['apt-get', 'update'], { failure });
    await runCommand(
      [
        'env',
        'DEBIAN_FRONTEND=noninteractive',
        'apt-get',
        'install',
        '-y',
        '--no-install-recommends',
        ...packages,
      ],
      { failure },
    );
  });
}

function isThere({ names, variable, folders = (process.env.PATH ?? '').split(delimiter) }) {
  if (variable && process.env[variable] && existsSync(process.env[variable])) return true;
  return names.some((name) => folders.some((folder) => existsSync(join(folder, name))));
}
