import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApps } from './build-apps.mjs';
import { Fault } from './fault.mjs';
import { installPackages } from './install-packages.mjs';
import { runScript } from './run-script.mjs';
import { holdWorkLock } from './work-lock.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * `[--tools] [--apps] [FILE [ARGUMENT …]]` installs the packages that are missing, with the developers' tools or not,
 * builds the web apps where they are asked for, then runs the file.
 */
export function runWithPackages(args) {
  const fileAt = args.findIndex((arg) => !arg.startsWith('--'));
  const wanted = fileAt === -1 ? args : args.slice(0, fileAt);
  return prepareAndRun(fileAt === -1 ? [] : args.slice(fileAt), {
    tools: wanted.includes('--tools'),
    apps: wanted.includes('--apps'),
  });
}

/** Prepares under a lock, since two at once must not install over each other. */
export async function prepareAndRun(command, { tools, apps }) {
  try {
    const lock = await holdWorkLock(join(root, 'dist/.start-lock'));
    try {
      await installPackages(root, lock, { tools });
      if (apps) await buildApps(root, lock);
    } finally {
      lock.release();
    }
    if (command.length > 0) process.exitCode = await runScript(root, command);
  } catch (error) {
    console.error(error instanceof Fault ? error.message : error);
    process.exitCode = error instanceof Fault ? error.exitCode : 1;
  }
}
