import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { withServices } from '../world.ts';
import type { Member } from '../world.ts';

/** The same member at the same database, with a note of every transaction that had to be tried again. */
export function watched<M extends Member>(member: M, pool: pg.Pool): M & { collisions: string[] } {
  const collisions: string[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      const { code = '' } = event.level === 'error' ? (event.error as { code?: string }) : {};
      if (code.startsWith('40')) collisions.push(code);
    },
  });
  return { ...withServices(member, { db, replica: db }), collisions };
}
