/** What payments leave behind is deleted when it cannot be needed any more: the books last, because the law wants them. */

import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** What providers reported. It is settled long before, and cards can be disputed for a year and more. */
export const PROVIDER_EVENTS_KEPT = 400 * DAY;
/** Payment methods that were removed, as long as what they paid can be disputed. */
export const RETIRED_METHODS_KEPT = 540 * DAY;
/** By then a block that was never lifted keeps out another person. */
export const PAYMENT_BLOCKS_KEPT = 5 * 365 * DAY;
/** Ten years from the end of the year. The database does not let them be deleted before ten years are over. */
export const BOOKS_KEPT = 11 * 366 * DAY;

export async function deleteOldPaymentRecords({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  await db
    .deleteFrom('provider_event')
    .where('received_at', '<', ago(PROVIDER_EVENTS_KEPT))
    .where('state', 'not in', ['new', 'parked'])
    .execute();
  await db.deleteFrom('payment_method').where('retired_at', '<', ago(RETIRED_METHODS_KEPT)).execute();
  await db.deleteFrom('payment_block').where('created_at', '<', ago(PAYMENT_BLOCKS_KEPT)).execute();
  await deleteOldBooks(db, ago(BOOKS_KEPT));
}

/** A purchase goes with all that hangs on it, and a plan with its last purchase. */
async function deleteOldBooks(db: App['db'], before: Date): Promise<void> {
  const old = sql`select p.brand_id, p.id from purchase p where p.created_at < ${before}::timestamptz`;
  const attempts = sql`select a.brand_id, a.id from payment_attempt a where (a.brand_id, a.purchase_id) in (${old})`;
  const remove = async (tx: DbOrTx, table: string, column: string, which: typeof old) => {
    await sql`delete from ${sql.table(table)} where (brand_id, ${sql.ref(column)}) in (${which})`.execute(tx);
  };
  await transact(db, async (tx) => {
    await remove(tx, 'money_entry', 'attempt_id', attempts);
    await remove(tx, 'document', 'purchase_id', old);
    await remove(tx, 'payment_event', 'purchase_id', old);
    await remove(tx, 'pending_document', 'attempt_id', attempts);
    await remove(tx, 'refund', 'attempt_id', attempts);
    await remove(tx, 'dispute', 'attempt_id', attempts);
    await remove(tx, 'payment_attempt', 'purchase_id', old);
    await remove(tx, 'purchase_consent', 'purchase_id', old);
    await remove(tx, 'withdrawal_origin', 'purchase_id', old);
    await remove(tx, 'purchase', 'id', old);
    const ended = sql`select s.brand_id, s.id from subscription s where s.ended_at < ${before}::timestamptz
      and not exists (select from purchase p where p.brand_id = s.brand_id and p.subscription_id = s.id)`;
    await remove(tx, 'renewal_notice', 'subscription_id', ended);
    await remove(tx, 'subscription', 'id', ended);
    const day = before.toISOString().slice(0, 10);
    await sql`delete from reconciliation_difference where day < ${day}`.execute(tx);
    await sql`delete from reconciliation where day < ${day}`.execute(tx);
    await sql`delete from settlement_entry where day < ${day} and at < ${before}::timestamptz`.execute(tx);
    await sql`delete from payout where paid_on < ${day}`.execute(tx);
    await sql`
      delete from bank_line b where booked_on < ${day}
        and not exists (select from payout p where p.bank_line_id = b.id)`.execute(tx);
  });
}
