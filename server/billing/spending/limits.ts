/** The one place that keeps a charge within what its owner allows themselves. */

import { sql } from 'kysely';
import type { SpendingPeriod } from '#contract/billing/spending.ts';
import type { Country } from '#contract/countries/list.ts';
import { fail } from '#contract/kernel/errors.ts';
import { timeZoneIn } from '#server/countries/local-time.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

interface Charge {
  brandId: string;
  accountId: string;
  /** By whose clock days, weeks and months begin. */
  country: Country;
  amountCents: number;
}

/**
 * Refuses what would pass a limit of the member's own, or is asked for during a pause. Where it is asked in the transaction
 * of the attempt, with the account locked, of two tabs that pay at the same time the second counts what the first has begun.
 */
export async function requireWithinLimits(db: DbOrTx, charge: Charge, at: Date): Promise<void> {
  const { brandId, accountId, country, amountCents } = charge;
  // Age checks and cards that are put on file cost nothing.
  if (amountCents === 0) return;
  const { rows } = await sql<{
    paused_until: Date | null;
    period: SpendingPeriod | null;
    limit_cents: number;
    spent_cents: number;
    ends_at: Date;
  }>`
    select pause.until as paused_until, w.period, w.limit_cents, w.spent_cents, w.ends_at
    from (values (true)) as one
    left join spending_pause pause on pause.brand_id = ${brandId}::uuid and pause.account_id = ${accountId}::uuid
      and pause.until > ${at}::timestamptz
    left join spending_windows(${brandId}::uuid, ${accountId}::uuid, ${timeZoneIn(country, null)}::text,
      ${at}::timestamptz) w on w.limit_cents is not null and w.spent_cents + ${amountCents}::integer > w.limit_cents
    -- Where several limits are in the way, the one that lasts longest says when it is free again.
    order by w.ends_at desc nulls last limit 1`.execute(db);
  const [found] = rows;
  if (found?.paused_until) fail('spending.paused', { until: found.paused_until.getTime() });
  if (!found?.period) return;
  const { period, limit_cents: limitCents, spent_cents: spentCents, ends_at: endsAt } = found;
  fail('spending.limit_reached', {
    period,
    limitCents,
    leftCents: Math.max(0, limitCents - spentCents),
    freeAt: amountCents > limitCents ? null : endsAt.getTime(),
  });
}

export interface WindowRow {
  period: SpendingPeriod;
  endsAt: Date;
  spentCents: number;
  limitCents: number | null;
  nextCents: number | null;
  nextFrom: Date | null;
}

/** The member's day, week and month with what was spent in them and the limits that hold. */
export async function readWindows(
  db: DbOrTx,
  { brandId, accountId, country }: Omit<Charge, 'amountCents'>,
  at: Date,
): Promise<WindowRow[]> {
  const { rows } = await sql<WindowRow>`
    select period, ends_at as "endsAt", greatest(0, spent_cents) as "spentCents", limit_cents as "limitCents",
      next_cents as "nextCents", next_from as "nextFrom"
    from spending_windows(${brandId}::uuid, ${accountId}::uuid, ${timeZoneIn(country, null)}::text,
      ${at}::timestamptz)`.execute(db);
  return rows;
}
