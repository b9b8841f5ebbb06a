import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import { openStates } from './attempts.ts';

const GIVEN_UP_AFTER = DAY;

/**
 * Orders that were not paid in time, and those whose every attempt came to nothing. One that is locked is passed by: it
 * is looked at again the next time, and no payer waits for us.
 */
export async function expirePurchases({ db, clock }: App): Promise<void> {
  const now = clock.now();
  await sql`
    with late as (
      select brand_id, id from purchase
      where unfinished and state = 'created' and kind <> 'renewal' and expires_at < ${now}::timestamptz
      for update skip locked
    )
    update purchase p set state = 'expired' from late where p.brand_id = late.brand_id and p.id = late.id`.execute(
    db,
  );
  await sql`
    with unpaid as (
      select p.brand_id, p.id from purchase p
      where p.unfinished and p.state = 'awaiting_payment' and p.kind <> 'renewal'
        and p.created_at < ${new Date(now.getTime() - GIVEN_UP_AFTER)}::timestamptz
        and not exists (
          select from payment_attempt a
          where a.brand_id = p.brand_id and a.purchase_id = p.id and a.state = any (${openStates}::text[]))
      for update skip locked
    )
    update purchase p set state = 'failed' from unpaid where p.brand_id = unpaid.brand_id and p.id = unpaid.id`.execute(
    db,
  );
}
