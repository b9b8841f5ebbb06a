/** The one place that keeps a charge within what its owner allows themselves. */

import { sql } from 'kysely';
import type { SpendingPeriod } from '#contract/billing/spending.ts';
import type { Country } from '#contract/countries/list.ts';
import { timeZoneIn } from '#server/countries/local-time.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

interface Owner {
  brandId: string;
  accountId: string;
  /** By whose clock days, weeks and months begin. */
  country: Country;
}

/** Until when the owner of a row with the columns of an attempt pauses. Age checks and cards that are put on file cost nothing. */
export const pausedUntil = (attempt: string) => {
  const of = (column: string) => sql.ref(`${attempt}.${column}`);
  return sql`case when ${of('amount_cents')} > 0 then (
    select l.until from spending_pause l
    where l.brand_id = ${of('brand_id')} and l.account_id = ${of('account_id')} and l.until > ${of('at')}) end`;
};

/**
 * Which limit of its owner's such a row would pass, in the time zone of its `zone`. As the account's money changes only by the
 * version that the attempt raises, of two tabs that pay at the same time the second counts what the first has begun. Where
 * several limits are in the way, the one that lasts longest says when it is free again.
 */
export const limitReached = (attempt: string) => {
  const of = (column: string) => sql.ref(`${attempt}.${column}`);
  return sql`case when ${of('amount_cents')} > 0 and (
      select count(*) from spending_limit l
      where l.brand_id = ${of('brand_id')} and l.account_id = ${of('account_id')}) > 0 then (
    select jsonb_build_object('period', w.period, 'limitCents', w.limit_cents, 'spentCents', w.spent_cents, 'endsAt', w.ends_at)
    from spending_windows(${of('brand_id')}, ${of('account_id')}, ${of('zone')}, ${of('at')}) w
    where w.limit_cents is not null and w.spent_cents + ${of('amount_cents')} > w.limit_cents
    order by w.ends_at desc limit 1) end`;
};

export interface ReachedLimit {
  period: SpendingPeriod;
  limitCents: number;
  spentCents: number;
  endsAt: string;
}

export function describeReached(
  { period, limitCents, spentCents, endsAt }: ReachedLimit,
  amountCents: number,
) {
  return {
    period,
    limitCents,
    leftCents: Math.max(0, limitCents - spentCents),
    freeAt: amountCents > limitCents ? null : new Date(endsAt).getTime(),
  };
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
  { brandId, accountId, country }: Owner,
  at: Date,
): Promise<WindowRow[]> {
  const { rows } = await sql<WindowRow>`
    select period, ends_at as "endsAt", greatest(0, spent_cents) as "spentCents", limit_cents as "limitCents",
      next_cents as "nextCents", next_from as "nextFrom"
    from spending_windows(${brandId}::uuid, ${accountId}::uuid, ${timeZoneIn(country, null)}::text,
      ${at}::timestamptz)`.execute(db);
  return rows;
}
