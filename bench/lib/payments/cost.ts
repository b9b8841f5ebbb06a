import { cpuMilliseconds, familyCpuMilliseconds } from '../processes.ts';

/** Whose work is looked at, by process. */
export interface Workers {
  server: number;
  /** PostgreSQL's first process. */
  database: number;
  sandbox: number;
}

/** CPU milliseconds of each. */
export type Cost = Record<keyof Workers, number>;

async function costSoFar({ server, database, sandbox }: Workers): Promise<Cost> {
  return {
    server: await cpuMilliseconds(server),
    database: await familyCpuMilliseconds(database),
    sandbox: await cpuMilliseconds(sandbox),
  };
}

/** What something costs each of them. */
export async function costOf<T>(
  workers: Workers,
  work: () => Promise<T>,
): Promise<{ result: T; cost: Cost }> {
  const before = await costSoFar(workers);
  const result = await work();
  const after = await costSoFar(workers);
  const cost = {
    server: after.server - before.server,
    database: after.database - before.database,
    sandbox: after.sandbox - before.sandbox,
  };
  return { result, cost };
}
