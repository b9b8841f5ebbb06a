import { sql } from 'kysely';
import type { CardOnFile } from '../../contract/billing.ts';
import type { LocalText } from '../../contract/fields.ts';
import type { PurchaseKind } from '../../contract/orders.ts';
import type { DbOrTx } from '../core/database.ts';
import { readPlan } from './queries.ts';
import type { LivingPlan, PlanRow } from './queries.ts';

export interface PaymentRow {
  id: string;
  kind: PurchaseKind;
  amount_cents: number;
  credits: number;
  created_at: Date;
  fulfilled_at: Date | null;
  name: LocalText | null;
  captured_cents: number;
  refunded_cents: number;
  /** What was taken and is not given back, nor about to be. */
  left_cents: number;
  charged_back: boolean;
  refunding: boolean;
  under_way: boolean;
}

interface Page {
  brandId: string;
  accountId: string;
  before: { at: Date; id: string } | undefined;
  limit: number;
}

/** Everything that somebody tried to pay, newest first. */
export async function listPayments(
  db: DbOrTx,
  { brandId, accountId, before, limit }: Page,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select q.id, q.kind, q.amount_cents, q.credits, q.created_at, q.fulfilled_at, p.settings->'name' as name,
      t.captured_cents, t.refunded_cents, t.charged_back, t.under_way,
      greatest(t.captured_cents - t.charged_back_cents - r.given_cents, 0) as left_cents, r.refunding
    from purchase q
    left join plan p on p.brand_id = q.brand_id and p.product_id = q.product_id and p.version = q.version
    cross join lateral (
      select coalesce(sum(a.captured_cents), 0)::integer as captured_cents,
        coalesce(sum(a.refunded_cents), 0)::integer as refunded_cents,
        coalesce(sum(a.charged_back_cents), 0)::integer as charged_back_cents,
        coalesce(bool_or(a.charged_back_cents > 0), false) as charged_back,
        coalesce(bool_or(a.state in ('created', 'requires_action', 'processing', 'unknown', 'authorised')), false)
          as under_way,
        count(*) as tries
      from payment_attempt a where a.brand_id = q.brand_id and a.purchase_id = q.id
    ) t
    cross join lateral (
      select coalesce(sum(f.amount_cents) filter (where f.state <> 'failed'), 0)::integer as given_cents,
        coalesce(bool_or(f.state in ('created', 'sent', 'unknown')), false) as refunding
      from payment_attempt a
      join refund f on f.brand_id = a.brand_id and f.attempt_id = a.id
      where a.brand_id = q.brand_id and a.purchase_id = q.id
    ) r
    where q.brand_id = ${brandId}::uuid and q.account_id = ${accountId}::uuid
      and q.kind in ('plan', 'upgrade', 'renewal') and (t.tries > 0 or q.state = 'fulfilled')
      and (${before === undefined}::boolean
        or (q.created_at, q.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by q.created_at desc, q.id desc limit ${limit}::integer`.execute(db);
  return rows;
}

export interface DocumentRow {
  id: string;
  purchase_id: string;
  kind: 'receipt' | 'credit_note';
  year: number;
  number: number;
}

/** Of these purchases, the charge first and then what was given back. */
export async function listDocuments(
  db: DbOrTx,
  brandId: string,
  purchaseIds: readonly string[],
): Promise<DocumentRow[]> {
  if (purchaseIds.length === 0) return [];
  return db
    .selectFrom('document')
    .select(['id', 'purchase_id', 'kind', 'year', 'number'])
    .where('brand_id', '=', brandId)
    .where('purchase_id', 'in', purchaseIds)
    .orderBy('created_at')
    .orderBy('number')
    .execute();
}

/** What can be charged without being typed again, and when a card showed that its holder is an adult. */
export async function readCardOnFile(
  db: DbOrTx,
  brandId: string,
  accountId: string,
): Promise<{ card: CardOnFile | null; ageVerifiedAt: Date | null }> {
  const row = await db
    .selectFrom('account as a')
    .leftJoin('payment_method as m', (join) =>
      join
        .onRef('m.brand_id', '=', 'a.brand_id')
        .onRef('m.account_id', '=', 'a.id')
        .on('m.status', '=', 'active'),
    )
    .select([
      'a.age_verified_at',
      'm.id',
      'm.kind',
      'm.network',
      'm.last_four',
      'm.expiry_month',
      'm.expiry_year',
    ])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!row) return { card: null, ageVerifiedAt: null };
  const { age_verified_at: ageVerifiedAt, id, kind } = row;
  if (id === null || kind === null) return { card: null, ageVerifiedAt };
  const card = {
    id,
    kind,
    network: row.network,
    lastFour: row.last_four,
    expiryMonth: row.expiry_month,
    expiryYear: row.expiry_year,
  };
  return { card, ageVerifiedAt };
}

/** The plan that was chosen for the next period, if one was. */
export async function readNextPlan(
  db: DbOrTx,
  brandId: string,
  { next_product_id: productId, next_version: version }: LivingPlan,
): Promise<PlanRow | undefined> {
  return productId === null || version === null ? undefined : readPlan(db, brandId, productId, version);
}
