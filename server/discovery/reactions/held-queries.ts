import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

type HeldKind = 'like' | 'visit';

interface Held {
  brandId: string;
  fromId: string;
  toId: string;
  kind: HeldKind;
  /** The key of the ledger entry that paid for it. */
  chargeKey: string | null;
}

/** Remembers that nobody was told of it yet. */
export async function holdReaction(tx: Tx, { brandId, fromId, toId, kind, chargeKey }: Held): Promise<void> {
  await tx
    .insertInto('held_reaction')
    .values({ brand_id: brandId, from_id: fromId, to_id: toId, kind, charge_key: chargeKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How somebody stands, once all who were reading it have finished: what they held by it is there now. */
export async function lockHolder(tx: Tx, brandId: string, profileId: string) {
  return tx
    .selectFrom('profile')
    .select(['status', 'account_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
}

export interface HeldRow {
  to_id: string;
  kind: HeldKind;
  charge_key: string | null;
}

/** Some of what somebody holds, which is held no longer. */
export async function takeHeld(tx: Tx, brandId: string, fromId: string, limit: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    delete from held_reaction h using (
      select to_id, kind from held_reaction
      where brand_id = ${brandId}::uuid and from_id = ${fromId}::uuid
      order by to_id, kind limit ${limit}::int
    ) as chosen
    where h.brand_id = ${brandId}::uuid and h.from_id = ${fromId}::uuid and h.to_id = chosen.to_id and h.kind = chosen.kind
    returning h.to_id, h.kind, h.charge_key`.execute(tx);
  return rows;
}

/** It reaches the other one now. Answers with the words that went with it. */
export async function bringToNow(
  tx: Tx,
  { brandId, fromId, toId, kind, at }: Omit<Held, 'chargeKey'> & { at: Date },
): Promise<string> {
  const row = await tx
    .updateTable('reaction')
    .set({ at })
    .where('brand_id', '=', brandId)
    .where('from_id', '=', fromId)
    .where('to_id', '=', toId)
    .where('kind', '=', kind)
    .returning('message')
    .executeTakeFirstOrThrow();
  return row.message;
}
