import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { haveTalked } from '../messaging/conversation.ts';
import type { Member } from '../world.ts';

/** Makes a row for each date, and answers with a question: which of them are still there? */
export type AgedRows = (member: Member, dates: readonly Date[]) => Promise<() => Promise<boolean[]>>;

/** The database itself says what does not fit. */
export async function insert(db: Database, table: keyof DB, row: object): Promise<void> {
  await db.insertInto(table).values(row).execute();
}

/** One row a date, known again by one of its columns. */
export function aged(
  table: keyof DB,
  column: string,
  make: (member: Member, at: Date, key: string) => object | Promise<object>,
): AgedRows {
  return async (member, dates) => {
    const { db } = member.app;
    const keys: unknown[] = [];
    for (const at of dates) {
      const row = await make(member, at, newId());
      await insert(db, table, row);
      keys.push((row as Record<string, unknown>)[column]);
    }
    return () => present(db, table, column, keys);
  };
}

export async function present(db: Database, table: string, column: string, keys: readonly unknown[]) {
  const found: boolean[] = [];
  for (const key of keys) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${key} limit 1`.execute(db);
    found.push(rows.length > 0);
  }
  return found;
}

export const hash = () => Buffer.from(randomUUID().replaceAll('-', ''), 'latin1');

/** The same of what is forgotten of a visitor's arrival. */
export const forgotten =
  (column: 'device_hash' | 'origin_hash'): AgedRows =>
  async (member, dates) => {
    const { db } = member.app;
    const ids: string[] = [];
    for (const created_at of dates) {
      const id = newId();
      const { email, ...account } = await db
        .selectFrom('account')
        .select(['brand_id', 'email', 'flow_id', 'seeks', 'language'])
        .where('id', '=', member.accountId)
        .executeTakeFirstOrThrow();
      await insert(db, 'account', { ...account, id, email: `${id}-${email}`, tracker_id: id });
      const own = { brand_id: member.brandId, account_id: id, way: 'form', source: 'test' } as const;
      await insert(db, 'arrival', { ...own, [column]: hash(), created_at });
      ids.push(id);
    }
    return async () => {
      const rows = await db
        .selectFrom('arrival')
        .select(['account_id', column])
        .where('account_id', 'in', ids)
        .execute();
      return ids.map((id) => rows.find((row) => row.account_id === id)?.[column] !== null);
    };
  };

/** Two who have talked, and where. */
export async function conversationOf({ app: { db }, brandId, profileId }: Member): Promise<string> {
  const other = newId();
  const profile = {
    brand_id: brandId,
    id: other,
    kind: 'staff',
    status: 'visible',
    gender: 'female',
  } as const;
  const seen = { screen_name: 'Luna', country: 'it', moderated_at: new Date() } as const;
  await insert(db, 'profile', { ...profile, ...seen });
  const said = [{ by: 'first', text: 'Ciao' }] as const;
  return haveTalked(db, { brandId, first: profileId, second: other, said: [...said], at: new Date() });
}

export async function staffOf({ app: { db } }: Member): Promise<string> {
  const id = newId();
  await insert(db, 'staff', {
    id,
    email: `${id}@example.test`,
    name: 'Ines',
    password_hash: 'none',
  });
  return id;
}

export const reportOf = async (member: Member, decided_at: Date): Promise<string> => {
  const { brandId, profileId } = member;
  const id = newId();
  const report = { brand_id: brandId, id, about_id: profileId, reason: 'rude', status: 'closed' } as const;
  await insert(member.app.db, 'report', { ...report, outcome: 'dismissed', decided_at });
  return id;
};
