import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { KnownAttempt } from '../providers/provider.ts';

export interface AskedRow {
  brand_id: string;
  id: string;
  account_id: string;
  provider: ProviderName;
  reference: string | null;
  amount_cents: number;
  initiated_by: 'member' | 'merchant';
  token: string | null;
  method: NonNullable<KnownAttempt['method']>;
  asked: number;
  created_at: Date;
}

const LEASE = 10 * MINUTE;
const FORGOTTEN_AFTER = 5 * MINUTE;

/**
 * Takes attempts whose provider is to be asked, so that no other node asks as well. Those that nobody has settled
 * since they were made are among them: whoever made them has died.
 */
export async function takeAttemptsToAsk(db: Database, now: Date, limit: number): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    with due as (
      select brand_id, id from payment_attempt
      where (ask_at <= ${now}::timestamptz)
        or (ask_at is null and created_at <= ${new Date(now.getTime() - FORGOTTEN_AFTER)}::timestamptz
          and state in ('created', 'requires_action', 'processing', 'unknown', 'authorised'))
      order by ask_at nulls first
      limit ${limit}::integer
      for update skip locked
    )
    update payment_attempt a set asked = a.asked + 1, ask_at = ${new Date(now.getTime() + LEASE)}::timestamptz
    from due
    where a.brand_id = due.brand_id and a.id = due.id
    returning a.brand_id, a.id, a.account_id, a.provider, a.reference, a.amount_cents, a.initiated_by, a.method, a.asked, a.created_at,
      (select m.token from payment_method m where m.brand_id = a.brand_id and m.id = a.payment_method_id) as token`.execute(
    db,
  );
  return rows;
}

export async function planQuestion(db: Database, brandId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ ask_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('ask_at', 'is not', null)
    .execute();
}
