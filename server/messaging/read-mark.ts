import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * How far somebody has read, as the other one may be told: nobody has read words that are kept back from him. The names
 * are those of his inbox row and of his account in the statement.
 */
export function readMark(inbox: string, account: string): RawBuilder<number | null> {
  return sql.raw(`case when ${inbox}.pays and ${account}.replies_blurred then 0 else ${inbox}.read_to end`);
}
