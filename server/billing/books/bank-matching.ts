import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';

/**
 * Finds the payouts that arrived: a line of the bank of the same amount, booked from a day before to ten days after. Where
 * several would do, the one that names the payout's reference, then the nearest day. Each line and each payout is used once.
 */
export async function matchBankLines(tx: Tx): Promise<number> {
  await sql`lock table payout in share row exclusive mode`.execute(tx);
  let matched = 0;
  for (;;) {
    // A line may be the best of two payouts: it goes to the nearer one, and the other looks again.
    const { numAffectedRows = 0n } = await sql`
      with candidate as (
        select p.id as payout_id, b.id as line_id, position(lower(p.reference) in lower(b.text)) = 0 as unnamed,
          abs(b.booked_on::date - p.paid_on::date) as days
        from payout p
        join bank_line b on b.amount_cents = p.amount_cents and b.closed_at is null
          and b.booked_on::date between p.paid_on::date - 1 and p.paid_on::date + 10
        where p.bank_line_id is null and not exists (select from payout o where o.bank_line_id = b.id)
      ), best_of_payout as (
        select distinct on (payout_id) * from candidate order by payout_id, unnamed, days, line_id
      ), best as (
        select distinct on (line_id) * from best_of_payout order by line_id, unnamed, days, payout_id
      )
      update payout set bank_line_id = best.line_id from best where payout.id = best.payout_id`.execute(tx);
    matched += Number(numAffectedRows);
    if (numAffectedRows === 0n) return matched;
  }
}
