import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBrandFiles, saveBrandFiles } from '#server/brands/brand-files.ts';
import { seedPlaces } from '#server/countries/seed-places.ts';
import { prepareDataFolder } from '#server/platform/config/data-folder.ts';
import { migrateToLatest } from '#server/platform/database/connect-database.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts';
import { fillPeople } from './people-at-scale.ts';
import type { Home, Scale } from './people-statements.ts';
import { root } from './processes.ts';

export interface ScaleDatabase {
  url: string;
  /** PostgreSQL's first process. */
  pid: number;
  stop(): Promise<void>;
}

/** What the folder holds, once it holds all of it. */
interface Mark {
  key: string;
  complete: boolean;
}

/** A load that breaks off is repeated, so it need not wait for the disk. */
const LOAD_TUNING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  shared_buffers: '1GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  autovacuum: 'off',
};

export const defaultFolder = () => process.env['BENCH_DATA'] ?? join(tmpdir(), 'serenata-bench-people');

/** The database of so many people, from an earlier run where it was made by the same schema and the same numbers. */
export async function openScaleDatabase(
  dataDir: string,
  scale: Scale,
  report: (what: string) => void,
): Promise<ScaleDatabase> {
  const folder = await prepareDataFolder(dataDir);
  const key = await keyOf(scale);
  const mark = await readMark(folder);
  if (mark?.key !== key || !mark.complete) await recreate(folder, key, scale, report);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  return { url: postgres.url, pid: postgres.pid, stop: () => postgres.stop() };
}

async function recreate(
  folder: string,
  key: string,
  scale: Scale,
  report: (what: string) => void,
): Promise<void> {
  if (existsSync(join(folder, 'postgres')) && !(await readMark(folder)))
    throw new Error(`${folder} holds a database that was not made here; name another folder.`);
  await writeMark(folder, { key, complete: false });
  await rm(join(folder, 'postgres'), { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, tuning: LOAD_TUNING });
  try {
    const handle = openDatabase({ url: postgres.url, poolSize: 2, onIdleError: () => {} });
    try {
      report('schema, places and brands');
      await migrateToLatest(handle.db);
      await seedPlaces(handle.db);
      await saveBrandFiles(handle.db);
      await fillPeople(handle.pool, await readHome(handle, new Date()), scale, report);
    } finally {
      await handle.close();
    }
  } finally {
    await postgres.stop();
  }
  await writeMark(folder, { key, complete: true });
}

/** People live at the first brand. */
export async function readHome({ db }: Pick<DatabaseHandle, 'db'>, now: Date): Promise<Home> {
  const [file] = await readBrandFiles();
  if (!file) throw new Error('there is no brand');
  const { key, country, defaultFlow } = file.settings;
  const { id } = await db.selectFrom('brand').select('id').where('key', '=', key).executeTakeFirstOrThrow();
  return { brandId: id, country, flowId: defaultFlow, now };
}

async function keyOf(scale: Scale): Promise<string> {
  const files = (await readdir(join(root, 'server/migrations'), { recursive: true }))
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => join('server/migrations', file));
  const rules = (await Array.fromAsync(glob('server/*/rules/*.sql', { cwd: root }))).sort();
  const sources = [...files, ...rules, 'bench/lib/people-statements.ts', 'bench/lib/people-at-scale.ts'];
  const texts = await Promise.all(sources.map((file) => readFile(join(root, file), 'utf8')));
  return hash('sha256', JSON.stringify([scale, texts]));
}

const markFile = (folder: string) => join(folder, 'people-at-scale.json');

async function readMark(folder: string): Promise<Mark | undefined> {
  const text = await readFile(markFile(folder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Mark);
}

async function writeMark(folder: string, mark: Mark): Promise<void> {
  await writeFile(markFile(folder), `${JSON.stringify(mark)}\n`);
}
