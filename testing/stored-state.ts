import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Of countries, and the same for all. They are many. */
export const PLACES = ['place', 'place_name', 'region'];

/** All that is stored, in short, but the minutes a server was up. Whatever changes nothing leaves it equal. */
export async function readStoredState(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all (${[...PLACES, 'uptime_minute']}::text[])
  `.execute(db);
  const contents = rows.map(
    ({ name }) =>
      sql`select ${name}::text as name, md5(string_agg(t::text, ',' order by t::text)) as content from ${sql.table(name)} as t`,
  );
  const state = await sql<{ name: string; content: string }>`${sql.join(contents, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(state.rows.map(({ name, content }) => [name, content]));
}
