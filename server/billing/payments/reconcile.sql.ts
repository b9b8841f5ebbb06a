import { isUuid } from '../../platform/ids.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { Database } from '../../platform/database/database.ts';

export interface Booked {
  brandId: string;
  id: string;
  reference: string | null;
  state: string;
  amountCents: number;
  capturedCents: number;
  createdAt: Date;
}

const MOST_A_DAY = 500_000;

/** What we hold for paid since and until then, by this provider, and no report has named so far. */
export async function listUnreported(
  db: Database,
  provider: ProviderName,
  from: Date,
  to: Date,
): Promise<Booked[]> {
  const rows = await db
    .selectFrom('payment_attempt')
    .select(['brand_id', 'id', 'reference', 'state', 'amount_cents', 'captured_cents', 'created_at'])
    .where('provider', '=', provider)
    .where('captured_at', '>=', from)
    .where('captured_at', '<', to)
    .where('captured_cents', '>', 0)
    .where('reported_on', 'is', null)
    .limit(MOST_A_DAY)
    .execute();
  return rows.map((row) => ({
    brandId: row.brand_id,
    id: row.id,
    reference: row.reference,
    state: row.state,
    amountCents: row.amount_cents,
    capturedCents: row.captured_cents,
    createdAt: row.created_at,
  }));
}

export async function recordReported(db: Database, brandId: string, id: string, day: string): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ reported_on: day })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

export async function findLastDay(db: Database, provider: ProviderName): Promise<string | undefined> {
  const row = await db
    .selectFrom('reconciliation')
    .select('day')
    .where('provider', '=', provider)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.day;
}

export async function findRefundDone(db: Database, ours: string | null, reference: string) {
  const select = db.selectFrom('refund').select(['id', 'state', 'amount_cents']).limit(1);
  const isId = ours !== null && isUuid(ours);
  return (
    (isId ? await select.where('id', '=', ours).executeTakeFirst() : undefined) ??
    (await select.where('reference', '=', reference).executeTakeFirst())
  );
}

export async function saveReconciliation(
  db: Database,
  row: { provider: ProviderName; day: string; compared: number; differences: unknown[]; at: Date },
): Promise<void> {
  const values = { ...row, differences: JSON.stringify(row.differences) };
  await db
    .insertInto('reconciliation')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'day']).doUpdateSet({
        compared: values.compared,
        differences: values.differences,
        at: values.at,
      }),
    )
    .execute();
}

const MOST_UNMATCHED = 200;

/** What came within this time and is about nothing of ours so far. */
export function listUnmatchedEvents(db: Database, provider: ProviderName, from: Date, to: Date) {
  return db
    .selectFrom('provider_event')
    .select('event')
    .where('provider', '=', provider)
    .where('state', 'in', ['parked', 'unmatched'])
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .orderBy('received_at')
    .limit(MOST_UNMATCHED)
    .execute();
}
