import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode } from './find-programs.mjs';
import { runCommand } from './run-command.mjs';
import { showStep } from './show-step.mjs';

const sources = ['site', 'console', 'packages', 'contract', 'scripts/build.ts', 'package-lock.json'];

/** Builds both web apps unless they were built from exactly these sources. */
export async function buildApps(root, lock) {
  const script = join(root, 'scripts/build.ts');
  if (!existsSync(script)) return;
  const stamp = join(root, 'dist/.build-stamp');
  const fingerprint = takeFingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  let progress;
  const step = { doing: 'Building the web apps', done: 'Web apps built', look: () => progress };
  await showStep(step, async () => {
    rmSync(stamp, { force: true });
    await runCommand([findNode(root), script], {
      cwd: root,
      lock,
      failure: 'The web apps could not be built.',
      onLine: (line) => (progress = readProgress(line) ?? progress),
    });
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(stamp, fingerprint);
  });
}

/** `console after 8.1 s (2 of 4)`, as the build says it. */
function readProgress(line) {
  const [, part, done, total] = /^(.+) \((\d+) of (\d+)\)$/.exec(line) ?? [];
  return part === undefined
    ? undefined
    : { done: Number(done), total: Number(total), text: `${done} of ${total} parts, ${part}` };
}

function takeFingerprint(root) {
  const configs = readdirSync(root).filter((name) => /^vite\..*config\.\w+$/.test(name));
  const files = [...sources, ...configs].flatMap((path) => listFiles(root, path)).sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function listFiles(root, path) {
  if (!existsSync(join(root, path))) return [];
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules')
      .flatMap(({ name }) => listFiles(root, `${path}/${name}`));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
