import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { changeLevel } from '#server/credits/notify-balance.ts';
import type { AfterCommit, Tx, DbOrTx } from '#server/platform/database/database.ts';
import { GRACE_PERIOD } from '../terms/plan-terms.ts';

interface Account {
  brandId: string;
  accountId: string;
}

/**
 * Sets the level to what is paid for: that of the current plan, at least 1 with a purchase that is not refunded or with
 * bought credits left, else 0. Answers whether it was another one.
 */
export async function recomputeLevel(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId }: Account,
): Promise<boolean> {
  const graceFrom = new Date(app.clock.now().getTime() - GRACE_PERIOD);
  const found = await readEntitlement(tx, { brandId, accountId, graceFrom });
  if (!found || found.entitled === found.level) return false;
  return changeLevel(app, tx, afterCommit, { brandId, accountId, level: found.entitled });
}

/** By the current plan, by purchases whose money was not refunded, and by credits that are left and were paid for. */
async function readEntitlement(db: DbOrTx, { brandId, accountId, graceFrom }: Account & { graceFrom: Date }) {
  const { rows } = await sql<{ level: number; entitled: 0 | 1 | 2 }>`
    select paid.level, case when paid.paid_level > 0 then paid.paid_level when (
        select b.message_credits > 0 and (
          select sum(l.amount) > 0 from ledger_entry l
          where l.brand_id = b.brand_id and l.account_id = b.account_id and l.credit = 'message'
            and l.reason in ('purchase', 'renewal', 'refund', 'chargeback'))
        from balance b where b.brand_id = ${brandId}::uuid and b.account_id = ${accountId}::uuid)
      then 1 else 0 end as entitled
    from (
      select a.level, greatest(0, (
          select t.level from current_subscription s
          join plan_terms t on t.brand_id = s.brand_id and t.product_id = s.product_id and t.version = s.version
          where s.brand_id = a.brand_id and s.account_id = a.id
            and (s.state = 'active' or s.period_end > ${graceFrom}::timestamptz)), (
          select max(t.lasting_level) from purchase q
          join plan_terms t on t.brand_id = q.brand_id and t.product_id = q.product_id and t.version = q.version
          where q.brand_id = a.brand_id and q.account_id = a.id and q.state = 'fulfilled' and q.amount_cents > 0
            and exists (
              select from refundable_attempt x
              where x.brand_id = q.brand_id and x.purchase_id = q.id and x.refundable_cents > 0))) as paid_level
      from account a where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid) as paid`.execute(db);
  return rows[0];
}
