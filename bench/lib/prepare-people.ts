import { buildList } from '#server/discovery/search/jobs.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { startServer } from '#server/start.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Statement } from '#testing/record-statements.ts';
import { answerLength } from './answer-length.ts';
import type { OwnCall } from './answer-length.ts';
import { makePeopleCalls } from './people-calls.ts';
import type { PeopleCalls } from './people-calls.ts';
import type { Scale } from './people-statements.ts';
import { productEnvironment } from './product.ts';
import type { ScaleDatabase } from './scale-folder.ts';

/** How many requests of each sort are looked at closely. */
const SAMPLES = 40;

/** As many connections as the server keeps to the database. */
export const POOL = 10;

/** A server of many people, with nothing limited that one machine alone would be stopped by. */
export function peopleEnvironment({ url }: ScaleDatabase, dataDir: string): Record<string, string> {
  return {
    ...productEnvironment({
      databaseUrl: url,
      dataDir,
      roles: 'web,payment',
      unlimited: ['REQUESTS_ADDRESS', 'SEARCH_ACCOUNT', 'SEARCH_ADDRESS'],
    }),
    DATABASE_POOL: String(POOL),
  };
}

export interface Prepared {
  calls: PeopleCalls;
  /** Milliseconds that it took to build the list that is searched. */
  listTook: number;
  /** What each of some requests asks of the database, and how long its answer is before it is sealed. */
  look(calls: readonly OwnCall[]): Promise<{ reads: Statement[][]; bytes: number }>;
  stop(): Promise<void>;
}

/** The server inside this process, for all that is to be known before anything is measured. */
export async function preparePeople(
  environment: Record<string, string>,
  host: string,
  scale: Scale,
): Promise<Prepared> {
  const { app, port, stop } = await startServer(readConfig(environment), () => {});
  try {
    const brand = app.brands.byHostname(host);
    if (!brand) throw new Error(`there is no brand at ${host}`);
    const begun = performance.now();
    await buildList(app, { brandId: brand.id, gender: 'female' });
    const listTook = performance.now() - begun;
    const visitor = { origin: '', ip: '127.0.0.1', userAgent: 'bench', language: 'it' } as const;
    const calls = await makePeopleCalls({ app, ...visitor, brand, brandId: brand.id }, scale);
    return { calls, listTook, look: (some) => lookAt(port, host, some), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function lookAt(port: number, host: string, calls: readonly OwnCall[]) {
  const some = calls.slice(0, SAMPLES);
  const reads: Statement[][] = [];
  let bytes = 0;
  // The first time fills caches, which is not what a member usually waits for.
  for (const call of some) await answerLength({ port, host }, call);
  for (const call of some) {
    const statements = await recordStatements(
      async () => (bytes += await answerLength({ port, host }, call)),
    );
    reads.push(statements);
  }
  return { reads, bytes: Math.round(bytes / some.length) };
}
