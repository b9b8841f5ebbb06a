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

export function readOrderByToken(db: DbOrTx, brandId: string, tokenHash: Buffer): Promise<Order | undefined> {
  return db
    .selectFrom('purchase')
    .select(purchaseColumns)
    .where('token_hash', '=', tokenHash)
    .where('brand_id', '=', brandId)
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
}

export async function insertOrder(db: DbOrTx, order: NewOrder): Promise<void> {
  await db
    .insertInto('purchase')
    .values({
      brand_id: order.brandId,
      id: order.id,
      account_id: order.accountId,
      kind: order.kind,
      product_id: order.productId,
      version: order.version,
      flow_id: order.flowId,
      language: order.language,
      country: order.country,
      vat_country: order.tax.country,
      vat_basis_points: order.tax.basisPoints,
      vat_evidence: JSON.stringify(order.tax.evidence),
      amount_cents: order.amountCents,
      credit_cents: order.creditCents,
      credits: order.credits,
      subscription_id: order.subscriptionId,
      token_hash: order.tokenHash,
      expires_at: order.expiresAt,
      added_to: order.addedTo,
      created_at: order.at,
    })
    .execute();
}

/** Orders of a member's that were made since then and that nobody has tried to pay. */
export async function countUntouchedOrders(
  db: DbOrTx,
  { brandId, accountId, since }: { brandId: string; accountId: string; since: Date },
): Promise<number> {
  const row = await db
    .selectFrom('purchase')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .where('state', '=', 'created')
    .executeTakeFirstOrThrow();
  return row.count;
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
