import { chmod, mkdir, readFile, realpath, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupFault } from './startup-fault.ts';

const leastFreeBytes = 64 * 1024 * 1024;

/** Creates the folder if need be, makes sure that it can be used, and answers with its real path. */
export async function prepareDataFolder(folder: string): Promise<string> {
  try {
    const isNew = await makeFolders(folder);
    // Root hands the database to another user, who must be able to pass through.
    if (isNew && process.getuid?.() === 0) await chmod(folder, 0o711);
    await tryToWrite(folder);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < leastFreeBytes) throw fullFolder(folder);
    return await realpath(folder);
  } catch (error) {
    throw explainFolderError(error, folder);
  }
}

/** A folder for what only this user may read. One that an earlier release left open is closed. */
export async function prepareClosedFolder(folder: string): Promise<string> {
  try {
    await makeFolders(folder);
    await chmod(folder, 0o700);
    return folder;
  } catch (error) {
    throw explainFolderError(error, folder);
  }
}

/**
 * Makes the folder and those above it, and says whether it was not there. One after the other: where a file system says of a
 * new folder that nothing is there, as /proc does, Node's own recursion would try for ever.
 */
async function makeFolders(folder: string): Promise<boolean> {
  const path = resolve(folder);
  const found = await stat(path).catch(undefinedIfMissing);
  if (found?.isDirectory()) return false;
  if (!found && dirname(path) !== path) await makeFolders(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return false;
    throw error;
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Says in one sentence why a folder cannot be used; what it does not know it gives back. */
export function explainFolderError(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return new StartupFault(`The data folder ${folder} may not be written by this user; see DATA_DIR.`);
    case 'EROFS':
      return new StartupFault(`The data folder ${folder} is on a read-only disk; see DATA_DIR.`);
    case 'ENOSPC':
    case 'EDQUOT':
      return fullFolder(folder);
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartupFault(`The data folder ${folder} is not a folder; see DATA_DIR.`);
    case 'ENOENT':
    case 'ENAMETOOLONG':
    case 'ELOOP':
      return new StartupFault(`The data folder ${folder} cannot be made; see DATA_DIR.`);
    case 'EINVAL':
    case 'EIO':
    case 'ENODEV':
    case 'ENOSYS':
    case 'ENOTSUP':
    case 'EOPNOTSUPP':
    case 'ENXIO':
    case 'ESTALE':
      return new StartupFault(
        `The file system of the data folder ${folder} cannot keep files safely (${code}); name a folder on an ordinary disk in DATA_DIR.`,
      );
    default:
      return error;
  }
}

export function fullFolder(folder: string): StartupFault {
  return new StartupFault(`The disk of the data folder ${folder} is full; make room or see DATA_DIR.`);
}

type HoldOptions = {
  /** How long to wait for a predecessor that is still stopping. */
  patienceMs?: number;
  onWait?: (holder: string) => void;
};

/** Makes sure that one process alone uses the folder. The answer gives it free again. */
export async function holdDataFolder(
  folder: string,
  { patienceMs = 10_000, onWait }: HoldOptions = {},
): Promise<() => void> {
  const pidFile = join(folder, 'serenata.pid');
  const deadline = Date.now() + patienceMs;
  let release = takeFileLock(join(folder, 'serenata.lock'));
  if (!release) onWait?.(await nameHolder(pidFile));
  while (!release) {
    if (Date.now() >= deadline) {
      const holder = await nameHolder(pidFile);
      throw new StartupFault(
        `The data folder ${folder} is in use by another Serenata${holder}; stop that one first, or see DATA_DIR.`,
      );
    }
    await pause(100);
    release = takeFileLock(join(folder, 'serenata.lock'));
  }
  await writeFile(pidFile, String(process.pid), { mode: 0o600 });
  return release;
}

/** SQLite's lock belongs to the kernel: it ends with the process, however that ends, and is never stale. */
function takeFileLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && error.message.includes('locked')) return undefined;
    throw cannotLock(dirname(file), error);
  }
  return () => lock.close();
}

function cannotLock(folder: string, cause: unknown): StartupFault {
  return new StartupFault(
    `Nothing in the data folder ${folder} can be locked; name a folder on an ordinary disk in DATA_DIR.`,
    { cause },
  );
}

async function nameHolder(pidFile: string): Promise<string> {
  const pid = await readFile(pidFile, 'utf8').catch(() => '');
  return pid === '' ? '' : ` (process ${pid})`;
}

async function tryToWrite(folder: string): Promise<void> {
  const file = join(folder, `.write-test-${process.pid}`);
  await writeFile(file, Buffer.alloc(8192), { flush: true });
  await rm(file);
}
