import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { quantile } from '../processes.ts';

/** So many a second: enough to see the slow ones, and too few to be a load. */
const PER_SECOND = 40;

/** The p99, in ms, of inserting one row that is on the disk when it is answered: what the machine grants at that moment. */
export async function measureFlushedInserts(url: string, seconds: number): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(
      'create table if not exists bare_insert (id bigserial primary key, text text not null)',
    );
    const took: number[] = [];
    const begun = performance.now();
    for (let count = 0; performance.now() - begun < seconds * 1_000; count += 1) {
      const due = begun + (count * 1_000) / PER_SECOND;
      await pause(Math.max(0, due - performance.now()));
      const before = performance.now();
      await client.query('insert into bare_insert (text) values ($1)', ['Ciao']);
      took.push(performance.now() - before);
    }
    return quantile(took, 0.99);
  } finally {
    await client.end();
  }
}
