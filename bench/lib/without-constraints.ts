import type pg from 'pg';

interface Part {
  table: string;
  name: string;
  definition: string;
  /** Whether it points to other rows, is a key, or an index alone. */
  sort: 'reference' | 'key' | 'index';
}

/**
 * Does the work on tables that have neither keys, nor indexes, nor triggers for that while: a million rows are sorted
 * and checked at once in the end instead of one by one. Belongs into one transaction.
 */
export async function withoutConstraints(
  client: pg.PoolClient,
  tables: readonly string[],
  report: (what: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const parts = await findParts(client, tables);
  const references = parts.filter(({ sort }) => sort === 'reference');
  const keys = parts.filter(({ sort }) => sort === 'key');
  const indexes = parts.filter(({ sort }) => sort === 'index');
  for (const { table, name } of [...references, ...keys])
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);

  await work();

  const restore = ({ table, name, definition }: Part) =>
    client.query(`alter table ${table} add constraint ${name} ${definition}`);
  report('keys');
  for (const key of keys) await restore(key);
  for (const { name, definition } of indexes) {
    report(`index ${name}`);
    await client.query(definition);
  }
  // A reference is checked by a join, which needs to know how much there is.
  for (const table of tables) await client.query(`analyze ${table}`);
  report('references');
  for (const reference of references) await restore(reference);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
}

async function findParts(client: pg.PoolClient, tables: readonly string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition,
      case c.contype when 'f' then 'reference' else 'key' end as sort
    from pg_constraint c
    where (c.conrelid = any($1::regclass[]) and c.contype in ('p', 'u', 'f'))
      or (c.confrelid = any($1::regclass[]) and c.contype = 'f')
    union all
    select i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), 'index'
    from pg_index i
    where i.indrelid = any($1::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
    order by 1, 2`,
    [tables],
  );
  return rows;
}
