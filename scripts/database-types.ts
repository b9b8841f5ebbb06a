/** Writes the types of the migrated schema, or with `--check` fails when the committed ones are out of date. */

import { readFile, writeFile } from 'node:fs/promises';
import { withScratchDatabase } from './lib/scratch-database.ts';

const target = new URL('../server/platform/database/database-types.gen.ts', import.meta.url);

interface Column {
  table: string;
  name: string;
  type: string;
  element: string | null;
  nullable: boolean;
  defaulted: boolean;
  check: string | null;
}

const scalarTypes: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'Json',
  numeric: 'number',
  text: 'string',
  timestamptz: 'Timestamp',
  uuid: 'string',
};

function scalarType(name: string): string {
  const type = scalarTypes[name];
  if (!type) throw new Error(`no type is known for the database's ${name}`);
  return type;
}

/** `check (kind in ('a', 'b'))` on one column becomes `'a' | 'b'`. */
function literalsOf(check: string | null): string | undefined {
  const list = check?.match(/^CHECK \(\(+"?\w+"?\)?(?:::text)? = ANY \(\(?ARRAY\[(.+?)\]/)?.[1];
  const words = list?.match(/'[^']*'/g);
  return words?.join(' | ');
}

/** Columns whose values are listed in the contract, so that one more needs no migration. */
const listedTypes: Record<string, string> = { country: 'Country', language: 'Language' };

function columnType({ name, type, element, nullable, defaulted, check }: Column): string {
  const base = element
    ? `${scalarType(element)}[]`
    : (listedTypes[name] ?? literalsOf(check) ?? scalarType(type));
  const full = nullable ? `${base} | null` : base;
  return defaulted ? `Generated<${full}>` : full;
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

async function generate(): Promise<string> {
  const columns = await withScratchDatabase(async (pool) => {
    const { rows } = await pool.query<Column>(`
      select c.relname as "table", a.attname as name, t.typname as type, e.typname as element,
        not a.attnotnull as nullable, a.atthasdef as defaulted,
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%= ANY (%' order by k.oid limit 1) as "check"
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely_%'
      order by c.relname, a.attnum`);
    return rows;
  });
  const tables = Map.groupBy(columns, ({ table }) => table);
  const interfaces = [...tables].map(
    ([table, list]) =>
      `export interface ${pascal(table)} {\n${list.map((column) => `  ${column.name}: ${columnType(column)};\n`).join('')}}\n`,
  );
  const database = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)};\n`).join('');
  return [
    '/** Generated from the migrated schema by `npm run generate`. Not to be edited. */',
    "import type { ColumnType } from 'kysely';",
    "import type { Country } from '#contract/countries/list.ts';",
    "import type { Language } from '#contract/kernel/constants.ts';\n",
    'type Generated<T> = T extends ColumnType<infer Read, infer Insert, infer Update>',
    '  ? ColumnType<Read, Insert | undefined, Update>',
    '  : ColumnType<T, T | undefined, T>;',
    'type Json = ColumnType<unknown, string, string>;',
    'type Timestamp = ColumnType<Date, Date | string, Date | string>;\n',
    `${interfaces.join('\n')}\nexport interface DB {\n${database}}\n`,
  ].join('\n');
}

const fresh = await generate();
if (process.argv.includes('--check')) {
  const committed = await readFile(target, 'utf8').catch(() => '');
  if (committed !== fresh) {
    console.error('server/platform/database/database-types.gen.ts is out of date: run `npm run generate`.');
    process.exitCode = 1;
  }
} else {
  await writeFile(target, fresh);
}
