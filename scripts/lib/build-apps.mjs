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
  await showStep('Building the web apps', 'Web apps built', async () => {
    rmSync(stamp, { force: true });
    const command = [findNode(root), script];
    await runCommand(command, { cwd: root, lock, failure: 'The web apps could not be built.' });
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(stamp, fingerprint);
  });
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
