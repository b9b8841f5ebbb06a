/** The statements of sanctions. */

import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { SanctionKind } from '#contract/moderation/sanctions.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { Database, DbOrTx, Tx } from '#server/platform/database/database.ts';

export function listSanctionRows(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('sanction as s')
    .leftJoin('staff as by', 'by.id', 's.imposed_by')
    .leftJoin('staff as lifter', 'lifter.id', 's.lifted_by')
    .leftJoin('appeal as a', (join) =>
      join.onRef('a.brand_id', '=', 's.brand_id').onRef('a.decision_id', '=', 's.id'),
    )
    .select(['s.id', 's.kind', 's.reason', 's.note', 's.starts_at', 's.ends_at', 's.ended_at'])
    .select([
      's.strike_until',
      's.strike_revoked',
      'by.name as imposed_by_name',
      'lifter.name as lifted_by_name',
    ])
    .select('a.status as appeal')
    .where('s.brand_id', '=', brandId)
    .where('s.account_id', '=', accountId)
    .orderBy('s.starts_at', 'desc')
    .limit(50)
    .execute();
}

/** Answers whether it was not there before. */
export async function insertSanction(tx: Tx, row: Insertable<DB['sanction']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sanction')
    .values(row)
    .onConflict((conflict) => conflict.columns(['brand_id', 'id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

interface Ended {
  brandId: string;
  accountId: string;
  id: string;
  liftedBy: string | null;
  mistake: boolean;
  at: Date;
}

/** Answers with its sort, or nothing where there is nothing left to end. */
export async function markEnded(
  tx: Tx,
  { brandId, accountId, id, liftedBy, mistake, at }: Ended,
): Promise<SanctionKind | undefined> {
  const { rows } = await sql<{ kind: SanctionKind }>`
    update sanction set ended_at = coalesce(ended_at, ${at}::timestamptz), lifted_by = coalesce(lifted_by, ${liftedBy}::uuid),
      strike_revoked = strike_revoked or ${mistake}::boolean
    where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid and id = ${id}::uuid
      and (ended_at is null or ${mistake}::boolean and not strike_revoked)
    returning kind`.execute(tx);
  return rows[0]?.kind;
}

interface InForce {
  hidden: boolean;
  muted_until: Date | null;
  /** What keeps the member out, and until when; for good where that is null. */
  shut_out: { reason: string; until: Date | null } | null;
}

/** What all sanctions of an account that have not ended amount to. */
export async function readInForce(tx: Tx, brandId: string, accountId: string): Promise<InForce> {
  const rows = await tx
    .selectFrom('sanction')
    .select(['kind', 'reason', 'ends_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .orderBy(sql`kind = 'close'`, 'desc')
    .orderBy('ends_at', 'desc')
    .execute();
  const longest = rows.find(({ kind }) => kind === 'suspend' || kind === 'close');
  return {
    hidden: rows.some(({ kind }) => kind === 'hide'),
    muted_until: rows.find(({ kind }) => kind === 'mute')?.ends_at ?? null,
    shut_out: longest ? { reason: longest.reason, until: longest.ends_at } : null,
  };
}

export function findDueSanctions(db: Database, now: Date, limit: number) {
  return db
    .selectFrom('sanction')
    .select(['brand_id as brandId', 'account_id as accountId', 'id'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute();
}
