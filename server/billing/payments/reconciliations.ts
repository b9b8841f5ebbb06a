/** What reconciling reads of our books and stores of every day, and the list of it for operators. */

import { z } from 'zod';
import { providerName } from '../../../contract/billing/payment-checks.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { listReconciliations as listReconciliationsEndpoint } from '../../../contract/staff/billing.ts';
import type { StaffContext } from '../../app.ts';
import { cursorCodec } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Difference } from './reconcile.ts';

const PAGE = 50;
const MOST_A_DAY = 500_000;
const MOST_UNMATCHED = 200;

const lastDay = z.tuple([z.iso.date(), providerName]);
const cursor = cursorCodec('before', lastDay);

export async function listReconciliations(
  context: StaffContext,
  { before }: InputOf<typeof listReconciliationsEndpoint>,
): Promise<ReplyOf<typeof listReconciliationsEndpoint>> {
  const rows = await listReconciliationRows(context.app.db, cursor.decode(before), PAGE + 1);
  const days = rows.slice(0, PAGE).map(({ provider, day, compared, differences, at }) => ({
    provider,
    day,
    compared,
    differences: differences as Difference[],
    at: at.getTime(),
  }));
  const last = days.at(-1);
  return { days, next: rows.length > PAGE && last ? cursor.encode([last.day, last.provider]) : null };
}

function listReconciliationRows(db: Database, before: z.output<typeof lastDay> | undefined, limit: number) {
  let query = db
    .selectFrom('reconciliation')
    .select(['provider', 'day', 'compared', 'differences', 'at'])
    .orderBy('day', 'desc')
    .orderBy('provider', 'desc')
    .limit(limit);
  if (before) {
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('day', 'provider'), '<', tuple(...before)));
  }
  return query.execute();
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

export interface Booked {
  brandId: string;
  id: string;
  reference: string | null;
  state: string;
  amountCents: number;
  capturedCents: number;
  createdAt: Date;
}

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

export async function findRefundDone(db: Database, ours: string | null, reference: string) {
  const select = db.selectFrom('refund').select(['id', 'state', 'amount_cents']).limit(1);
  const isId = ours !== null && isUuid(ours);
  return (
    (isId ? await select.where('id', '=', ours).executeTakeFirst() : undefined) ??
    (await select.where('reference', '=', reference).executeTakeFirst())
  );
}

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
