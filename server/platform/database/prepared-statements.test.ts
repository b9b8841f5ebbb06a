import pg from 'pg';
import { onTestFinished } from 'vitest';
import { expect, test } from '#testing/harness.ts';
import { openDatabase } from './database.ts';
import { preparingClient } from './prepared-statements.ts';

async function connect(url: string, most?: number) {
  const pool = new pg.Pool({ connectionString: url, max: 1, Client: preparingClient(most) });
  const prepared = async () => {
    const { rows } = await pool.query<{ statement: string }>(
      'select statement from pg_prepared_statements order by 1',
    );
    return rows.map(({ statement }) => statement);
  };
  return { pool, prepared, [Symbol.asyncDispose]: () => pool.end() };
}

test('a statement is prepared from its second use on, and answers the same', async ({ handle }) => {
  await using connection = await connect(handle.pool.options.connectionString ?? '');
  const ask = (value: number) => connection.pool.query<{ sum: number }>('select $1::int + 1 as sum', [value]);
  expect((await ask(1)).rows).toEqual([{ sum: 2 }]);
  expect(await connection.prepared()).toEqual([]);
  expect((await ask(2)).rows).toEqual([{ sum: 3 }]);
  expect((await ask(3)).rows).toEqual([{ sum: 4 }]);
  expect(await connection.prepared()).toEqual(['select $1::int + 1 as sum']);
});

test('what takes no values is sent as it is', async ({ handle }) => {
  await using connection = await connect(handle.pool.options.connectionString ?? '');
  for (let count = 0; count < 3; count += 1) await connection.pool.query('select 1');
  expect(await connection.prepared()).toEqual([]);
});

test('texts that come once do not push out those that come again', async ({ handle }) => {
  await using connection = await connect(handle.pool.options.connectionString ?? '', 3);
  const often = 'select $1::int as often';
  for (let count = 0; count < 2; count += 1) await connection.pool.query(often, [count]);
  for (let count = 0; count < 20; count += 1)
    await connection.pool.query(`select $1::int as once_${count}`, [count]);
  const later = 'select $1::int as later';
  for (let count = 0; count < 3; count += 1) await connection.pool.query(later, [count]);
  expect(await connection.prepared()).toEqual([later, often]);
});

test('past the limit nothing more is prepared, and everything is still answered', async ({ handle }) => {
  await using connection = await connect(handle.pool.options.connectionString ?? '', 2);
  for (const name of ['a', 'b', 'c', 'd'])
    for (let count = 0; count < 3; count += 1)
      expect((await connection.pool.query(`select $1::int as ${name}`, [count])).rows).toEqual([
        { [name]: count },
      ]);
  expect(await connection.prepared()).toHaveLength(2);
});

test('where statements are planned once, their values are never looked at for a plan', async ({ handle }) => {
  const url = handle.pool.options.connectionString ?? '';
  const { rows } = await handle.pool.query<{ name: string }>('select current_database() as name');
  const name = pg.escapeIdentifier(rows[0]?.name ?? '');
  // As PostgreSQL comes: the one of the tests plans once, whatever is asked for.
  await handle.pool.query(`alter database ${name} set plan_cache_mode = auto`);
  onTestFinished(async () => void (await handle.pool.query(`alter database ${name} reset plan_cache_mode`)));
  const plansOf = async (plansOnce: boolean) => {
    const { pool, close } = openDatabase({ url, poolSize: 1, onIdleError: () => {}, plansOnce });
    for (let count = 0; count < 4; count += 1)
      await pool.query('select count(*) from brand where key = any ($1::text[])', [[`${count}`]]);
    const counted = await pool.query<{ custom: number; generic: number }>(
      'select custom_plans as custom, generic_plans as generic from pg_prepared_statements',
    );
    await close();
    return counted.rows;
  };
  expect(await plansOf(false)).toEqual([{ custom: 3, generic: 0 }]);
  expect(await plansOf(true)).toEqual([{ custom: 0, generic: 3 }]);
});
