import type { Insertable } from 'kysely';
import type { Passkey } from '../../platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';

export function readPasskeys(db: DbOrTx, brandId: string, accountId: string, limit: number) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'transports', 'created_at', 'last_used_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Counts them, and lets nobody add another one to the account until the transaction ends. */
export async function countPasskeys(tx: Tx, brandId: string, accountId: string): Promise<number> {
  await tx
    .selectFrom('account')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
  const { count } = await tx
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Answers whether it was kept. It is not where somebody has it already. */
export async function insertPasskey(tx: Tx, passkey: Insertable<Passkey>): Promise<boolean> {
  const kept = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** A passkey and whom it opens to, for nobody else to use at the same time. */
export function lockPasskey(tx: Tx, brandId: string, id: string) {
  return tx
    .selectFrom('passkey as p')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['p.id', 'p.account_id', 'p.public_key', 'p.counter', 'a.status', 'a.tracker_id'])
    .where('p.brand_id', '=', brandId)
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirst();
}

export async function markPasskeyUsed(
  tx: Tx,
  brandId: string,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

export async function deletePasskey(
  db: DbOrTx,
  brandId: string,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('passkey')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
