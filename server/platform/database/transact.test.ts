import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { expect, test } from '#testing/harness.ts';
import { openDatabase, transact } from './database.ts';
import type { Database } from './database.ts';

async function twoRows(db: Database): Promise<string> {
  const table = `pair_${Math.random().toString(36).slice(2)}`;
  await sql`create table ${sql.table(table)} (id integer primary key, n integer not null default 0)`.execute(
    db,
  );
  await sql`insert into ${sql.table(table)} (id) values (1), (2)`.execute(db);
  return table;
}

test('two transactions that wait for each other both come through, with the effects of the run that did', async ({
  db,
}) => {
  const table = await twoRows(db);
  const add = (tx: Database, id: number) =>
    sql`update ${sql.table(table)} set n = n + 1 where id = ${id}`.execute(tx);
  let runs = 0;
  const effects: string[] = [];
  const both = Promise.withResolvers<void>();
  let first = 0;
  const inOrder = (ids: [number, number], name: string) =>
    transact(db, async (tx, afterCommit) => {
      runs += 1;
      afterCommit(() => void effects.push(name));
      await add(tx, ids[0]);
      first += 1;
      if (first === 2) both.resolve();
      // Only the first time: the second run finds the other one gone.
      await both.promise;
      await add(tx, ids[1]);
    });
  await Promise.all([inOrder([1, 2], 'one'), inOrder([2, 1], 'other')]);
  expect(runs).toBe(3);
  expect(effects.toSorted()).toEqual(['one', 'other']);
  const { rows } = await sql`select id, n from ${sql.table(table)} order by id`.execute(db);
  expect(rows).toEqual([
    { id: 1, n: 2 },
    { id: 2, n: 2 },
  ]);
});

test('a transaction that never comes through is given up, and what is no collision is not tried again', async ({
  db,
}) => {
  const runs = { collision: 0, other: 0 };
  const raise = (code: string) =>
    sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`;
  const collide = transact(db, async (tx) => {
    runs.collision += 1;
    await raise('40001').execute(tx);
  });
  await expect(collide).rejects.toMatchObject({ code: '40001' });
  const refuse = transact(db, async (tx) => {
    runs.other += 1;
    await raise('23514').execute(tx);
  });
  await expect(refuse).rejects.toMatchObject({ code: '23514' });
  expect(runs).toEqual({ collision: 8, other: 1 });
});

test('an effect that fails does not fail what was committed, nor the effects after it', async ({
  databaseUrl,
}) => {
  const failures: unknown[] = [];
  const onEffectError = (error: unknown) => failures.push(error);
  const handle = openDatabase({ url: databaseUrl, poolSize: 1, onIdleError: () => {}, onEffectError });
  onTestFinished(() => handle.close());
  const done: string[] = [];
  const answer = await transact(handle.db, async (tx, afterCommit) => {
    afterCommit(() => {
      throw new Error('a bad payload');
    });
    afterCommit(() => Promise.reject(new Error('nobody there')));
    afterCommit(() => void done.push('last'));
    await sql`select 1`.execute(tx);
    return 'committed';
  });
  expect(answer).toBe('committed');
  expect(done).toEqual(['last']);
  expect(failures).toEqual([new Error('a bad payload'), new Error('nobody there')]);
});
