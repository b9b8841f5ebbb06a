import { sql } from 'kysely';
import type { PurchaseKind } from '#contract/billing/orders.ts';
import type { Country } from '#contract/countries/list.ts';
import type { Tax } from '#contract/countries/vat-rates.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import { byteaOf } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { lockAccountOfPurchase } from './lock-account.ts';

/** A purchase as its row says it. */
export interface Purchase {
  brandId: string;
  id: string;
  accountId: string;
  kind: PurchaseKind;
  productId: string | null;
  version: number | null;
  flowId: string;
  language: Language;
  country: Country;
  vatBasisPoints: number | null;
  amountCents: number;
  creditCents: number;
  credits: number;
  /** It is an offer for a first purchase. */
  firstOffer: boolean;
  state: 'created' | 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'expired';
  subscriptionId: string | null;
  period: number | null;
}

export const purchaseColumns = [
  'brand_id as brandId',
  'id',
  'account_id as accountId',
  'kind',
  'product_id as productId',
  'version',
  'flow_id as flowId',
  'language',
  'country',
  'vat_basis_points as vatBasisPoints',
  'amount_cents as amountCents',
  'credit_cents as creditCents',
  'credits',
  'first_offer as firstOffer',
  'state',
  'subscription_id as subscriptionId',
  'period',
  'token_used_at as tokenUsedAt',
  'expires_at as expiresAt',
] as const;

/** The same of `p`, for statements that join it with much else. */
export const purchaseJson = sql<Purchase>`jsonb_build_object('brandId', p.brand_id, 'id', p.id,
  'accountId', p.account_id, 'kind', p.kind, 'productId', p.product_id, 'version', p.version, 'flowId', p.flow_id,
  'language', p.language, 'country', p.country, 'vatBasisPoints', p.vat_basis_points, 'amountCents', p.amount_cents,
  'creditCents', p.credit_cents, 'credits', p.credits, 'firstOffer', p.first_offer, 'state', p.state,
  'subscriptionId', p.subscription_id, 'period', p.period)`;

/** A purchase with what its token is worth. */
export interface Order extends Purchase {
  tokenUsedAt: Date | null;
  expiresAt: Date | null;
}

export function readOrderById(db: DbOrTx, brandId: string, id: string): Promise<Order | undefined> {
  return db
    .selectFrom('purchase')
    .select(purchaseColumns)
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks are taken in this order, so that there are no deadlocks: the account, the purchase, its attempts. */
export async function lockOrder(tx: Tx, brandId: string, id: string): Promise<Order> {
  await lockAccountOfPurchase(tx, brandId, id);
  return tx
    .selectFrom('purchase')
    .select(purchaseColumns)
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** What is put down of an order: of one that a member makes, and of the next period of a plan. */
export interface OrderRow extends Omit<Purchase, 'state' | 'vatBasisPoints'> {
  tax: Tax;
  /** Missing where nothing is paid by a token, as the next period of a plan. */
  tokenHash: Buffer | null;
  expiresAt: Date | null;
  addedTo: string | null;
  at: Date;
}

/** One as a row of a statement's given values, which has the columns of `orderFields`. */
export function orderRow(order: OrderRow) {
  const { tax, tokenHash } = order;
  return {
    brand_id: order.brandId,
    id: order.id,
    account_id: order.accountId,
    kind: order.kind,
    product_id: order.productId,
    version: order.version,
    flow_id: order.flowId,
    language: order.language,
    country: order.country,
    vat_country: tax.country,
    vat_basis_points: tax.basisPoints,
    vat_evidence: tax.evidence,
    amount_cents: order.amountCents,
    credit_cents: order.creditCents,
    credits: order.credits,
    first_offer: order.firstOffer,
    subscription_id: order.subscriptionId,
    period: order.period,
    token_hash: tokenHash && byteaOf(tokenHash),
    expires_at: order.expiresAt,
    added_to: order.addedTo,
    created_at: order.at,
  };
}

export const orderFields = sql`brand_id uuid, id uuid, account_id uuid, kind text, product_id text, version integer,
  flow_id text, language text, country text, vat_country text, vat_basis_points smallint, vat_evidence jsonb,
  amount_cents integer, credit_cents integer, credits integer, first_offer boolean, subscription_id uuid, period integer,
  token_hash bytea, expires_at timestamptz, added_to uuid, created_at timestamptz`;

const columns =
  sql.raw(`brand_id, id, account_id, kind, product_id, version, flow_id, language, country, vat_country,
  vat_basis_points, vat_evidence, amount_cents, credit_cents, credits, first_offer, subscription_id, period, token_hash,
  expires_at, added_to, created_at`);

/** The part of a statement that puts down those of `given`. */
export const insertPurchases = (given: string) => sql`
  insert into purchase (${columns}) select ${columns} from ${sql.ref(given)}`;

export interface NewOrder extends OrderRow {
  /** By what its owner would be known to buy no more; null where it is nothing that is sold. */
  block: { hash: Buffer; stops: string[] } | null;
  untouched: { since: Date; most: number };
}

type Hindrance = 'block' | 'untouched' | undefined;

/** Those of several members together. */
export const newOrders: Batch<NewOrder, Hindrance> = {
  run: insertOrders,
  keyOf: ({ accountId }) => accountId,
};

export async function insertOrder(db: DbOrTx, order: NewOrder): Promise<Hindrance> {
  const [hindrance] = await insertOrders(db, [order]);
  return hindrance;
}

/**
 * Puts orders down, unless an owner may buy nothing of the sort or has made many without trying to pay them. Answers with
 * what is in the way. The state is a filter, so that the owner's orders are looked through and not all that are open.
 */
async function insertOrders(db: DbOrTx, orders: readonly NewOrder[]): Promise<Hindrance[]> {
  const { rows } = await sql<{ id: string; blocked: boolean; many: boolean }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(orders.map(rowOf))}::jsonb) as g (
        ${orderFields}, block_hash bytea, block_stops text[], since timestamptz, most integer)
    ), hindrance as materialized (
      select g.id, exists (
          select from payment_block b
          where b.brand_id = g.brand_id and b.kind = 'account' and b.value_hash = g.block_hash
            and b.stops = any (g.block_stops)) as blocked,
        (select count(*) filter (where p.state = 'created') from purchase p
          where p.brand_id = g.brand_id and p.account_id = g.account_id and p.created_at > g.since) >= g.most as many
      from given g
    ), allowed as (
      select given.* from given join hindrance using (id) where not blocked and not many
    ), made as (${insertPurchases('allowed')}
    )
    select id, blocked, many from hindrance`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return orders.map(({ id }) => {
    const { blocked, many } = found.get(id) ?? { blocked: false, many: true };
    if (blocked) return 'block';
    return many ? 'untouched' : undefined;
  });
}

function rowOf({ block, untouched, ...order }: NewOrder) {
  return {
    ...orderRow(order),
    block_hash: block && byteaOf(block.hash),
    block_stops: block?.stops ?? [],
    since: untouched.since,
    most: untouched.most,
  };
}

/**
 * Makes an order that exists payable: a renewal that is owed, or what was added to a paid one. Answers with its amount, or
 * with nothing where nothing is owed.
 */
export async function giveToken(
  db: DbOrTx,
  owed: { brandId: string; accountId: string; id: string; tokenHash: Buffer; expiresAt: Date },
): Promise<number | undefined> {
  const row = await db
    .updateTable('purchase')
    .set({ token_hash: owed.tokenHash, token_used_at: null, expires_at: owed.expiresAt })
    .where('brand_id', '=', owed.brandId)
    .where('account_id', '=', owed.accountId)
    .where('id', '=', owed.id)
    .where(({ eb, or }) => or([eb('kind', '=', 'renewal'), eb('added_to', 'is not', null)]))
    .where('state', 'in', ['created', 'awaiting_payment'])
    .returning('amount_cents')
    .executeTakeFirst();
  return row?.amount_cents;
}

/** The same plan that was added to the same order before, unless that came to nothing. */
export function findAddedOrder(
  db: DbOrTx,
  { brandId, accountId, id }: Purchase,
  productId: string,
): Promise<Order | undefined> {
  return db
    .selectFrom('purchase')
    .select(purchaseColumns)
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('added_to', '=', id)
    .where('product_id', '=', productId)
    .where('state', 'not in', ['failed', 'expired'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
