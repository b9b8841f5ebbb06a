import { execFile } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { makeFolder, startExternalPostgres } from '../database-fixtures.ts';

const run = promisify(execFile);
const SIZE = '128m';

interface SmallDisk {
  /** From now on PostgreSQL finds no room for another page. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
}

/**
 * A PostgreSQL whose tables lie on a disk of their own that can be filled. Where the machine does not let one be mounted, the
 * database itself says of every message and every session what it says when its disk is full: the story is the same.
 */
export async function startPostgresOnSmallDisk(): Promise<SmallDisk & { url: string }> {
  const dataDir = await makeFolder();
  // Its log of writes lies elsewhere: without room for that the whole server stops, which is another story.
  const tables = join(dataDir, 'postgres', 'base');
  await mkdir(tables, { recursive: true, mode: 0o700 });
  const isMounted = await mountSmallDisk(tables);
  const { url } = await startExternalPostgres(dataDir);
  return { url, ...(isMounted ? ballastIn(tables) : refusalsIn(url)) };
}

/** False where that is not permitted. */
export async function mountSmallDisk(folder: string, size = SIZE): Promise<boolean> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'none', folder]);
  } catch {
    return false;
  }
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])));
  return true;
}

function ballastIn(folder: string): SmallDisk {
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(ballast, Buffer.alloc(bavail * bsize));
    },
    makeRoom: () => rm(ballast),
  };
}

function refusalsIn(url: string): SmallDisk {
  async function ask(...statements: string[]): Promise<void> {
    const { pool, close } = openDatabase({ url, poolSize: 1, onIdleError: () => {} });
    for (const statement of statements) await pool.query(statement);
    await close();
  }
  const tables = ['message', 'session'];
  return {
    fill: () =>
      ask(
        `create function disk_full() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
        ...tables.map(
          (table) => `create trigger disk_full before insert on ${table} execute function disk_full()`,
        ),
      ),
    makeRoom: () => ask('drop function disk_full cascade'),
  };
}
