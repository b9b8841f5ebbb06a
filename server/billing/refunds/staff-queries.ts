import { sql } from 'kysely';
import type { BlockKind, BlockScope } from '../payments/payment-blocks.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';

interface PaymentRow {
  id: string;
  account_id: string;
  kind: 'plan' | 'upgrade' | 'verification' | 'card' | 'renewal';
  product_id: string | null;
  amount_cents: number;
  state: string;
  created_at: Date;
  captured_cents: number;
  refunded_cents: number;
  charged_back_cents: number;
  attempt_state: string | null;
  provider: ProviderName | null;
  outcome: string | null;
}

interface Page {
  brandId: string;
  accountId: string | undefined;
  before: string | undefined;
  limit: number;
}

/** Purchases with what became of them, newest first. Ids are in the order of time. */
export async function listPaymentRows(db: DbOrTx, { brandId, accountId, before, limit }: Page) {
  const ofAccount = accountId === undefined ? sql`true` : sql`p.account_id = ${accountId}::uuid`;
  const onPage = before === undefined ? sql`true` : sql`p.id < ${before}::uuid`;
  const { rows } = await sql<PaymentRow>`
    select p.id, p.account_id, p.kind, p.product_id, p.amount_cents, p.state, p.created_at,
      coalesce(sums.captured, 0) as captured_cents, coalesce(sums.refunded, 0) as refunded_cents,
      coalesce(sums.charged_back, 0) as charged_back_cents,
      newest.state as attempt_state, newest.provider, newest.outcome
    from purchase p
    left join lateral (
      select sum(captured_cents)::int as captured, sum(refunded_cents)::int as refunded,
        sum(charged_back_cents)::int as charged_back
      from payment_attempt a where a.brand_id = p.brand_id and a.purchase_id = p.id
    ) sums on true
    left join lateral (
      select state, provider, outcome from payment_attempt a
      where a.brand_id = p.brand_id and a.purchase_id = p.id
      order by captured_at is null, id desc limit 1
    ) newest on true
    where p.brand_id = ${brandId}::uuid and ${ofAccount} and ${onPage}
    order by p.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The charges of a purchase that money was taken by, with the card, where there was one. */
export function listPurchaseCharges(db: DbOrTx, brandId: string, purchaseId: string) {
  return db
    .selectFrom('purchase as p')
    .leftJoin('payment_attempt as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.purchase_id', '=', 'p.id'),
    )
    .select(['a.id', 'a.captured_cents', 'a.fingerprint', 'a.network', 'a.last_four'])
    .where('p.brand_id', '=', brandId)
    .where('p.id', '=', purchaseId)
    .orderBy('a.created_at')
    .limit(50)
    .execute();
}

interface NewBlock {
  brandId: string;
  id: string;
  kind: BlockKind;
  stops: BlockScope;
  hash: Buffer;
  label: string;
  reason: string;
  at: Date;
}

/** The id of the block, which may have been there before. Support's word goes further than a rule's, and takes its place. */
export async function insertBlock(tx: Tx, block: NewBlock): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_block (brand_id, id, kind, stops, value_hash, label, reason, created_at)
    values (${block.brandId}::uuid, ${block.id}::uuid, ${block.kind}::text, ${block.stops}::text,
      ${block.hash}::bytea, ${block.label}::text, ${block.reason}::text, ${block.at}::timestamptz)
    on conflict (brand_id, kind, value_hash) do update
      set stops = excluded.stops, label = excluded.label, reason = excluded.reason
      where payment_block.stops = 'sales' and excluded.stops = 'charges'
    returning id`.execute(tx);
  if (rows[0]) return { id: rows[0].id, isNew: true };
  const known = await tx
    .selectFrom('payment_block')
    .select('id')
    .where('brand_id', '=', block.brandId)
    .where('kind', '=', block.kind)
    .where('value_hash', '=', block.hash)
    .executeTakeFirstOrThrow();
  return { id: known.id, isNew: false };
}

export async function deleteBlock(tx: Tx, brandId: string, id: string) {
  return tx
    .deleteFrom('payment_block')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .returning(['kind', 'label'])
    .executeTakeFirst();
}

export function listBlockRows(db: DbOrTx, { brandId, before, limit }: Omit<Page, 'accountId'>) {
  const query = db
    .selectFrom('payment_block')
    .select(['id', 'kind', 'label', 'reason', 'created_at'])
    .where('brand_id', '=', brandId)
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? query : query.where('id', '<', before)).execute();
}
