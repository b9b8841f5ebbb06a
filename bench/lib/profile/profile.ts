import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChatDatabase } from '../chat/database.ts';
import { startProduct } from '../chat/servers.ts';
import { CONNECTED, HOST, SATURATED_SECONDS, WARM_UP_SECONDS } from '../chat/shape.ts';
import { startGenerator } from '../chat/start-generator.ts';
import { root } from '../processes.ts';
import { EXPLAIN_TUNING, sumUpPlans } from './read-plans.ts';
import { heaviestOf } from './read-profile.ts';
import type { CpuProfile, Share } from './read-profile.ts';

/** Where the server and its database spend their time while members write as fast as they can. */
export async function profile(): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  let log: string[] | undefined;
  const database = await startChatDatabase(join(folder, 'ours'), {
    tuning: EXPLAIN_TUNING,
    log: (line) => void log?.push(line),
  });
  undo.defer(() => database.postgres.stop());
  const file = join(folder, 'server.cpuprofile');
  const server = await startProduct(database, join(folder, 'files'), {
    environment: {
      NODE_OPTIONS: `--import=${join(root, 'bench/lib/profile/cpu-profiler.ts')}`,
      PROFILE_FILE: file,
    },
  });
  undo.defer(() => server.stop());
  const generator = await startGenerator();
  undo.defer(() => generator.stop());
  await generator.open('socket.io', { port: server.port, host: HOST }, CONNECTED);
  await generator.saturate(WARM_UP_SECONDS);
  log = [];
  process.kill(server.pid, 'SIGUSR2');
  const { messages, seconds } = await generator.saturate(SATURATED_SECONDS);
  process.kill(server.pid, 'SIGUSR2');
  while (!existsSync(file)) await pause(100);
  // The log comes through a pipe, as does the profile through the disk.
  await pause(1_000);
  console.log(`${Math.round(messages / seconds)} messages a second\n`);
  const { functions, groups } = heaviestOf(JSON.parse(await readFile(file, 'utf8')) as CpuProfile);
  printShares('The server, by room and package', groups);
  printShares('The server, by function', functions);
  const { statements, reads, triggers } = sumUpPlans(log);
  const all = statements.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  console.log('The database, by statement (a sample; share of the time of these, how often, ms each)');
  for (const { statement, calls, milliseconds } of statements)
    console.log(
      `  ${percent(milliseconds / all)}  ${calls} ×  ${(milliseconds / calls).toFixed(3)} ms  ${statement}`,
    );
  console.log('\nReads of tables and indexes in the sample');
  for (const { what, calls } of reads) console.log(`  ${calls} ×  ${what}`);
  console.log('\nTriggers and foreign keys of the sample, by how often they were checked');
  for (const { what, calls } of triggers) console.log(`  ${calls} ×  ${what}`);
}

function printShares(title: string, shares: readonly Share[]): void {
  console.log(title);
  for (const { what, share } of shares) console.log(`  ${percent(share)}  ${what}`);
  console.log('');
}

const percent = (share: number) => `${(share * 100).toFixed(1).padStart(5)} %`;
