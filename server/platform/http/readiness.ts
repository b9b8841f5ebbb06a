/**
 * Whether this node should get traffic. That is about this node alone: a database that all nodes share would throw all of
 * them out at once, and members would see the bare page of a proxy instead of our words.
 */

import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECOND } from '../clock.ts';
import type { Platform } from '../platform.ts';
import { withTimeout } from '../timeout.ts';

type State = 'ready' | 'draining' | 'data folder full' | 'data folder not writable';

export interface Readiness {
  status: State;
  /** Reported only: it does not change the status. */
  database: 'answers' | 'away';
}

const LEAST_FREE = 16 * 1024 * 1024;
/** A look at the disk or the database is reused for this long. */
const KEPT = SECOND;
const PATIENCE = SECOND;

export function watchReadiness(app: Platform, isDraining: () => boolean): () => Promise<Readiness> {
  const folder = lookedAtSometimes(() => within(checkFolder(app.config.dataDir), 'data folder not writable'));
  const database = lookedAtSometimes(() => within(checkDatabase(app), 'away'));
  app.metrics.watch('serenata_database_up', 'Whether the database answers this node.', async () =>
    Number((await database()) === 'answers'),
  );
  app.metrics.watch('serenata_data_folder_writable', 'Whether the data folder takes files.', async () =>
    Number((await folder()) === 'ready'),
  );
  return async () => {
    const [own, shared] = await Promise.all([folder(), database()]);
    return { status: isDraining() ? 'draining' : own, database: shared };
  };
}

/** Callers share one look until its answer is too old. */
function lookedAtSometimes<T>(look: () => Promise<T>): () => Promise<T> {
  let seen: { answer: Promise<T>; until: number } | undefined;
  return () => {
    if (!seen || seen.until <= performance.now()) seen = { answer: look(), until: performance.now() + KEPT };
    return seen.answer;
  };
}

/** A disk may hang as a database may. */
function within<T>(answer: Promise<T>, late: T): Promise<T> {
  return withTimeout(answer, PATIENCE, () => late).catch(() => late);
}

async function checkFolder(folder: string): Promise<State> {
  const file = join(folder, `.ready-${process.pid}`);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < LEAST_FREE) return 'data folder full';
  await writeFile(file, Buffer.alloc(1), { mode: 0o600 });
  await rm(file);
  return 'ready';
}

async function checkDatabase({ db }: Platform): Promise<Readiness['database']> {
  await db.selectFrom('brand').select('id').limit(1).execute();
  return 'answers';
}
