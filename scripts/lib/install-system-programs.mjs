import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Fault } from './fault.mjs';
import { runCommand } from './run-command.mjs';
import { showStep } from './show-step.mjs';

/** Programs that the tests drive for real, and the Debian packages that bring them. */
const programs = [
  { names: ['chromium', 'chromium-browser', 'google-chrome'], variable: 'CHROMIUM', debian: 'chromium' },
  { names: ['redis-server', 'valkey-server'], debian: 'redis-server' },
];

export async function installSystemPrograms(lock) {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const packages = missing.map(({ debian }) => debian);
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!canInstall) {
    throw new Fault(
      `The tests need ${packages.join(' and ')}: install them, for example with "sudo apt-get install ${packages.join(' ')}".`,
    );
  }
  const failure = `${packages.join(' and ')} could not be installed; install them by hand and try again.`;
  await showStep(`Installing ${packages.join(', ')}`, `Installed ${packages.join(', ')}`, async () => {
    await runCommand(['apt-get', 'update'], { lock, failure });
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
      { lock, failure },
    );
  });
}

function isThere({ names, variable }) {
  if (variable && process.env[variable] && existsSync(process.env[variable])) return true;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.some((name) => folders.some((folder) => existsSync(join(folder, name))));
}
