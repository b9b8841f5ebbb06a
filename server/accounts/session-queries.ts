import type { DbOrTx, Tx } from '../platform/database/database.ts';

/** How and when the caller's session was opened, and the password that would prove more. */
export function readProof(
  db: DbOrTx,
  brandId: string,
  { accountId, sessionId }: { accountId: string; sessionId: string },
) {
  return db
    .selectFrom('session as s')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 's.brand_id').onRef('a.id', '=', 's.account_id'),
    )
    .select(['s.method', 's.created_at', 'a.password_hash'])
    .where('s.brand_id', '=', brandId)
    .where('s.id', '=', sessionId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

export function listSessions(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  { now, limit }: { now: Date; limit: number },
) {
  return db
    .selectFrom('session')
    .select(['id', 'method', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function hasSession(
  db: DbOrTx,
  brandId: string,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

interface PushToken {
  accountId: string;
  hash: Buffer;
  token: string;
  at: Date;
}

/** A device speaks for whoever used it last. */
export async function savePush(
  tx: Tx,
  brandId: string,
  { accountId, hash, token, at }: PushToken,
): Promise<void> {
  await tx
    .insertInto('push_token')
    .values({ brand_id: brandId, token_hash: hash, account_id: accountId, token, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'token_hash']).doUpdateSet({ account_id: accountId, created_at: at }),
    )
    .execute();
}

/** Keeps the newest ones of an account. */
export async function dropOldPush(tx: Tx, brandId: string, accountId: string, kept: number): Promise<void> {
  const old = tx
    .selectFrom('push_token')
    .select('token_hash')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .offset(kept);
  await tx
    .deleteFrom('push_token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', old)
    .execute();
}
