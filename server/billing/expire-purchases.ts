import { sql } from 'kysely';
import type { App } from '../core/app.ts';
import { DAY } from '../core/clock.ts';
import { openStates } from './attempt-states.ts';

const GIVEN_UP_AFTER = DAY;

/** Orders that nobody paid in time, and those whose every attempt came to nothing. */
export async function expirePurchases({ db, clock }: App): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('state', '=', 'created')
    .where('kind', '<>', 'renewal')
    .where('expires_at', '<', now)
    .execute();
  await sql`
    update purchase p set state = 'failed'
    where p.state = 'awaiting_payment' and p.kind <> 'renewal'
      and p.created_at < ${new Date(now.getTime() - GIVEN_UP_AFTER)}::timestamptz
      and not exists (
        select from payment_attempt a
        where a.brand_id = p.brand_id and a.purchase_id = p.id and a.state = any (${openStates}::text[]))`.execute(
    db,
  );
}
