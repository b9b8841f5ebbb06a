import { sql } from 'kysely';
import type { PurchaseKind } from '../../../contract/billing/orders.ts';
import type { Country } from '../../../contract/countries/list.ts';
import type { Tax } from '../../../contract/countries/vat-rates.ts';
import type { Language } from '../../../contract/kernel/constants.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';
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
  'creditCents', p.credit_cents, 'credits', p.credits, 'state', p.state, 'subscriptionId', p.subscription_id,
  'period', p.period)`;

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

/** Locks are taken in this order, so that nobody deadlocks: the account, the purchase, its attempts. */
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

interface NewOrder extends Omit<Purchase, 'state' | 'period' | 'vatBasisPoints'> {
  tokenHash: Buffer;
  expiresAt: Date;
  addedTo: string | null;
  tax: Tax;
  at: Date;
  /** By what its owner would be known to buy no more; null where it is nothing that is sold. */
  block: { hash: Buffer; stops: string[] } | null;
  untouched: { since: Date; most: number };
}

/**
 * Puts an order down, unless its owner may buy nothing of the sort or has made many that nobody has tried to pay. Answers
 * with what is in the way. The state is a parameter, so that the owner's orders are looked through and not all that are open.
 */
export async function insertOrder(db: DbOrTx, order: NewOrder): Promise<'block' | 'untouched' | undefined> {
  const { block, untouched } = order;
  const { rows } = await sql<{ blocked: boolean; made: boolean }>`
    with hindrance as (
      select exists (
          select from payment_block b
          where b.brand_id = ${order.brandId}::uuid and b.kind = 'account' and b.value_hash = ${block?.hash ?? null}::bytea
            and b.stops = any (${block?.stops ?? []}::text[])) as blocked,
        (select count(*) from purchase p
          where p.brand_id = ${order.brandId}::uuid and p.account_id = ${order.accountId}::uuid
            and p.created_at > ${untouched.since}::timestamptz and p.state = ${'created'}::text) >= ${untouched.most}::integer as many
    ), made as (
      insert into purchase (brand_id, id, account_id, kind, product_id, version, flow_id, language, country, vat_country,
        vat_basis_points, vat_evidence, amount_cents, credit_cents, credits, subscription_id, token_hash, expires_at, added_to, created_at)
      select ${order.brandId}::uuid, ${order.id}::uuid, ${order.accountId}::uuid, ${order.kind}::text,
        ${order.productId}::text, ${order.version}::integer, ${order.flowId}::text, ${order.language}::text,
        ${order.country}::text, ${order.tax.country}::text, ${order.tax.basisPoints}::smallint,
        ${JSON.stringify(order.tax.evidence)}::jsonb, ${order.amountCents}::integer, ${order.creditCents}::integer, ${order.credits}::integer,
        ${order.subscriptionId}::uuid, ${order.tokenHash}::bytea, ${order.expiresAt}::timestamptz,
        ${order.addedTo}::uuid, ${order.at}::timestamptz
      from hindrance where not blocked and not many
      returning id
    )
    select blocked, exists (select from made) as made from hindrance`.execute(db);
  const [found] = rows;
  if (found?.made) return undefined;
  return found?.blocked ? 'block' : 'untouched';
}

/** Makes a renewal that is owed payable by hand. Answers with its amount, or with nothing where nothing is owed. */
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
    .where('kind', '=', 'renewal')
    .where('state', 'in', ['created', 'awaiting_payment'])
    .returning('amount_cents')
    .executeTakeFirst();
  return row?.amount_cents;
}

/** From here on the order waits for its payment, and its token is worth nothing. */
export async function markAwaiting(tx: Tx, brandId: string, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ state: 'awaiting_payment', token_used_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

/** The same plan that was added to the same order before, unless that came to nothing. */
export function findAddedOrder(
  tx: Tx,
  { brandId, accountId, id }: Purchase,
  productId: string,
): Promise<Order | undefined> {
  return tx
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

export async function changePurchase(
  tx: Tx,
  { brandId, id }: Purchase,
  state: Purchase['state'],
  more: { fulfilledAt?: Date; subscriptionId?: string | null } = {},
): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({
      state,
      ...(more.fulfilledAt && { fulfilled_at: more.fulfilledAt }),
      ...(more.subscriptionId && { subscription_id: more.subscriptionId }),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}
