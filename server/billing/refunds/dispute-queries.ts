import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export type DisputeState = 'announced' | 'lost' | 'reversed' | 'lost_again';

export function lockDispute(tx: Tx, brandId: string, attemptId: string, reference: string) {
  return tx
    .selectFrom('dispute')
    .select(['id', 'state', 'amount_cents'])
    .where('brand_id', '=', brandId)
    .where('attempt_id', '=', attemptId)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
}

interface NewDispute {
  brandId: string;
  id: string;
  attemptId: string;
  reference: string;
  amountCents: number;
  state: DisputeState;
  at: Date;
}

export async function insertDispute(tx: Tx, dispute: NewDispute): Promise<void> {
  await tx
    .insertInto('dispute')
    .values({
      brand_id: dispute.brandId,
      id: dispute.id,
      attempt_id: dispute.attemptId,
      reference: dispute.reference,
      amount_cents: dispute.amountCents,
      state: dispute.state,
      created_at: dispute.at,
      changed_at: dispute.at,
    })
    .execute();
}

export async function changeDispute(
  tx: Tx,
  brandId: string,
  id: string,
  { state, amountCents, at }: { state: DisputeState; amountCents: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('dispute')
    .set({ state, amount_cents: amountCents, changed_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

/**
 * The plan that a payment began and all better ones that took over what was unused of it: they were paid by it as well.
 */
export async function listSuccessors(tx: Tx, brandId: string, subscriptionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive heir as (
      select s.brand_id, s.id, s.account_id, s.ended_at, s.end_reason from subscription s
      where s.brand_id = ${brandId}::uuid and s.id = ${subscriptionId}::uuid
      union
      select s.brand_id, s.id, s.account_id, s.ended_at, s.end_reason from heir h
      join subscription s on s.brand_id = h.brand_id and s.account_id = h.account_id and s.created_at = h.ended_at
        and s.id <> h.id
      join purchase u on u.brand_id = s.brand_id and u.subscription_id = s.id and u.kind = 'upgrade'
        and u.state = 'fulfilled' and u.credit_cents > 0
      where h.end_reason = 'replaced'
    )
    select id from heir`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What banks have taken of a payment and kept. */
export async function sumLostDisputes(tx: Tx, brandId: string, attemptId: string) {
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::int as cents from dispute
    where brand_id = ${brandId}::uuid and attempt_id = ${attemptId}::uuid and state in ('lost', 'lost_again')`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, cents: 0 };
}
