/** What about money waits for a decision of finance. */

import { sql } from 'kysely';
import type { StaffContext } from '#server/app.ts';
import { isOfOwnAccount } from '../books/merchant-accounts.ts';
import { isFailedRefund } from '../refunds/refund.sql.ts';
import { LOOKED_BACK } from './money-figures.ts';

interface WaitingMoney {
  brand_id: string;
  count: number;
  since: Date;
}

export async function readFailedRefunds(
  { app: { db, clock } }: StaffContext,
  brandIds: readonly string[],
): Promise<WaitingMoney[]> {
  const from = new Date(clock.now().getTime() - LOOKED_BACK);
  const { rows } = await sql<WaitingMoney>`
    select r.brand_id, count(*)::int as count, min(r.created_at) as since
    from refund r where ${isFailedRefund} and r.created_at > ${from}::timestamptz and r.brand_id = any(${brandIds}::uuid[])
    group by r.brand_id`.execute(db);
  return rows;
}

export async function readOpenDisputes(
  { app: { db } }: StaffContext,
  brandIds: readonly string[],
): Promise<WaitingMoney[]> {
  const { rows } = await sql<WaitingMoney>`
    select d.brand_id, count(*)::int as count, min(d.created_at) as since
    from dispute d where d.state = 'announced' and d.brand_id = any(${brandIds}::uuid[])
    group by d.brand_id`.execute(db);
  return rows;
}

/** Of merchant accounts that no brand uses but the caller's: they belong to no brand. */
export async function readOpenDifferences(
  context: StaffContext,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(found_at) as since
    from reconciliation_difference where closed_at is null and ${isOfOwnAccount(context)}`.execute(
    context.app.db,
  );
  return rows[0] ?? { count: 0, since: null };
}
