import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../testing/harness.ts';

const PLANS = join(import.meta.dirname, '../docs/plans');

/** What stands in docs/plans: a statement, an empty line, and further in how the newest PostgreSQL goes about it. */
async function readStatements(): Promise<Map<string, string>> {
  const statements = new Map<string, string>();
  for (const file of await readdir(PLANS)) {
    const parts = (await readFile(join(PLANS, file), 'utf8')).split('\n\n');
    for (const part of parts) if (/^\S/.test(part)) statements.set(part.trim(), file);
  }
  return statements;
}

test('all that members and the staff wait for is understood and planned by this PostgreSQL', async ({
  handle,
}) => {
  const client = await handle.pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    const statements = await readStatements();
    expect(statements.size).toBeGreaterThan(90);
    const faults: string[] = [];
    for (const [text, file] of statements) {
      const places = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
      const values = Array.from({ length: Math.max(0, ...places) }, () => 'null');
      const given = values.length > 0 ? ` (${values.join(', ')})` : '';
      try {
        await client.query(`prepare planned as ${text}`);
        await client.query(`explain (costs off) execute planned${given}`);
      } catch (error) {
        faults.push(`${file}: ${String(error)}: ${text}`);
      }
      await client.query('deallocate all');
    }
    expect(faults).toEqual([]);
  } finally {
    client.release(true);
  }
});
