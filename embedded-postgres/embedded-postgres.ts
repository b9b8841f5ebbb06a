import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { holdDataFolder, prepareDataFolder } from '#server/platform/config/data-folder.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import { chooseRunner } from './choose-user.ts';
import type { Binaries } from './choose-user.ts';
import {
  createCluster,
  databaseName,
  databaseUser,
  readClusterVersion,
  readPassword,
  returnCluster,
  findBinaries,
} from './create-cluster.ts';
import { endOrphan } from './end-orphan.ts';
import { launchPostmaster } from './postmaster.ts';
import type { Log, Settings } from './postmaster.ts';
import { supervise } from './supervise.ts';
import type { EmbeddedPostgres } from './supervise.ts';

export type { EmbeddedPostgres } from './supervise.ts';

type Options = {
  dataDir: string;
  log: Log;
  /** Settings of PostgreSQL on top of ours. */
  tuning?: Settings;
  /** Another PostgreSQL than the one that npm brought. */
  binaries?: Binaries;
  /** How long to wait for another server that still holds the folder. */
  patienceMs?: number;
};

const settings: Settings = {
  max_connections: 200,
  shared_buffers: '256MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  wal_buffers: '16MB',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  jit: 'off',
  timezone: 'UTC',
  // The caller gets its errors anyway, and their texts may hold what members wrote.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

/** Runs a PostgreSQL for this machine alone, with its files in the data folder. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log } = options;
  const folder = await prepareDataFolder(options.dataDir);
  const release = await holdDataFolder(folder, {
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
    onWait: (holder) => log(`Waiting for another Serenata${holder} to leave the data folder.`, 'info'),
  });
  try {
    const cluster = join(folder, 'postgres');
    const binaries = options.binaries ?? findBinaries();
    const version = await readClusterVersion(cluster);
    const runner = await chooseRunner(binaries, cluster);
    if (version === undefined) {
      log('Creating the database.', 'info');
      await createCluster({ cluster, binaries, runner });
    } else {
      checkClusterVersion(version, runner.version, cluster);
      if (runner.owner && (await stat(cluster)).uid === 0) await returnCluster(cluster, runner.owner);
      await endOrphan(cluster, (pids) =>
        log(`Stopping an old PostgreSQL (process ${pids.join(', ')}).`, 'info'),
      );
    }
    const launch = { cluster, binaries, runner, log, settings: { ...settings, ...options.tuning } };
    const password = await readPassword(cluster);
    const first = await launchPostmaster(launch);
    const { listening } = first;
    return supervise({
      url: `postgres://${databaseUser}:${password}@${listening.address(`/${databaseName}`)}`,
      first,
      async again() {
        await endOrphan(cluster, () => {});
        return launchPostmaster({ ...launch, listening });
      },
      release,
      log,
    });
  } catch (error) {
    release();
    throw error;
  }
}

function checkClusterVersion(found: number, ours: number, cluster: string): void {
  if (found === ours) return;
  throw new StartupFault(
    `The database in ${cluster} was made by PostgreSQL ${found}, but this is ${ours}; dump and restore it, or see DATA_DIR.`,
  );
}
