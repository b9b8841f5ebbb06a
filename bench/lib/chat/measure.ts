import { cpuMilliseconds, familyCpuMilliseconds } from '../processes.ts';
import type { Talk } from './generator.ts';
import type { Alone } from './pgbench.ts';
import type { Generator } from './start-generator.ts';

/** A chat server under load, and what it costs. */
export interface Subject {
  pid: number;
  databasePid: number | undefined;
  generator: Generator;
}

export interface Measured extends Talk {
  perSecond: number;
  serverCpu: number;
  databaseCpu: number;
}

export interface Round {
  ours: Measured;
  /** At half of what ours bears. */
  half: Measured;
  /** Meanwhile, of a bare insert that is flushed to the disk. */
  insertP99: number;
  bare: Measured;
  pgbench: Alone | undefined;
  ejabberd: Measured | undefined;
}

export interface Memory {
  ours: number;
  bare: number;
  ejabberd: number | undefined;
}

/** Lets the generator talk, and looks at what that costs the server and its database. */
export async function load(
  { pid, databasePid, generator }: Subject,
  run: (generator: Generator) => Promise<Talk>,
): Promise<Measured> {
  const cpu = async () => ({
    server: await cpuMilliseconds(pid),
    database: databasePid === undefined ? 0 : await familyCpuMilliseconds(databasePid),
  });
  const before = await cpu();
  const talk = await run(generator);
  const after = await cpu();
  return {
    ...talk,
    perSecond: talk.messages / talk.seconds,
    serverCpu: (after.server - before.server) / talk.messages,
    databaseCpu: (after.database - before.database) / talk.messages,
  };
}
