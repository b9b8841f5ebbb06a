import { sql } from 'kysely';
import type { LocalText } from '../../contract/fields.ts';
import type { Language } from '../../contract/constants.ts';
import type { PurchaseKind } from '../../contract/orders.ts';
import { lockAccountOfPurchase } from '../billing/lock-account.ts';
import type { DbOrTx, Tx } from '../core/database.ts';

export interface OwnPurchase {
  id: string;
  kind: PurchaseKind;
  state: 'created' | 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'expired';
  amount_cents: number;
  credit_cents: number;
  subscription_id: string | null;
  fulfilled_at: Date | null;
  name: LocalText | null;
}

const purchaseColumns = sql`p.id, p.kind, p.state, p.amount_cents, p.credit_cents, p.subscription_id, p.fulfilled_at,
  plan.settings->'name' as name`;
const withPlan = sql`purchase p left join plan
  on plan.brand_id = p.brand_id and plan.product_id = p.product_id and plan.version = p.version`;

interface Owned {
  brandId: string;
  accountId: string;
  orderId: string;
}

export async function findOwnPurchase(
  db: DbOrTx,
  { brandId, accountId, orderId }: Owned,
): Promise<OwnPurchase | undefined> {
  const { rows } = await sql<OwnPurchase>`
    select ${purchaseColumns} from ${withPlan}
    where p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid and p.id = ${orderId}::uuid`.execute(
    db,
  );
  return rows[0];
}

/** Held until the transaction ends. */
export async function lockPurchase(tx: Tx, brandId: string, id: string) {
  await lockAccountOfPurchase(tx, brandId, id);
  return tx
    .selectFrom('purchase')
    .select(['state', 'kind'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** A plan's purchase with those that followed it in the same plan, oldest first: they fall with it. */
export async function listWithFollowing(
  tx: Tx,
  brandId: string,
  { id, subscription_id, fulfilled_at }: OwnPurchase,
) {
  const { rows } = await sql<{ id: string }>`
    select id from purchase
    where brand_id = ${brandId}::uuid and (id = ${id}::uuid or subscription_id = ${subscription_id}::uuid
      and state = 'fulfilled' and fulfilled_at >= ${fulfilled_at}::timestamptz)
    order by fulfilled_at, id limit 50`.execute(tx);
  return rows.map((row) => row.id);
}

/** What can still be given back of purchases. */
export async function readLeft(tx: Tx, brandId: string, purchaseIds: string[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(a.captured_cents - a.charged_back_cents - (
      select coalesce(sum(r.amount_cents), 0) from refund r
      where r.brand_id = a.brand_id and r.attempt_id = a.id and r.state <> 'failed')), 0)::int as cents
    from payment_attempt a
    where a.brand_id = ${brandId}::uuid and a.purchase_id = any(${purchaseIds}::uuid[])`.execute(tx);
  return rows[0]?.cents ?? 0;
}

/** What of a plan's money went over into the better one that replaced it, and still stands there. */
export async function readCarriedOver(tx: Tx, brandId: string, subscriptionId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(u.credit_cents), 0)::int as cents
    from subscription old
    join subscription better on better.brand_id = old.brand_id and better.account_id = old.account_id
      and better.created_at = old.ended_at and better.id <> old.id
    join purchase u on u.brand_id = better.brand_id and u.subscription_id = better.id and u.kind = 'upgrade'
      and u.state = 'fulfilled'
    where old.brand_id = ${brandId}::uuid and old.id = ${subscriptionId}::uuid and old.end_reason = 'replaced'
      and not exists (select from refund r where r.brand_id = u.brand_id and r.purchase_id = u.id
        and r.reason in ('withdrawal', 'cancelled') and r.state <> 'failed')`.execute(tx);
  return rows[0]?.cents ?? 0;
}

/** The purchases of the plans that better ones have replaced, newest first. */
export async function listReplaced(tx: Tx, { brandId, accountId }: Omit<Owned, 'orderId'>, before: Date) {
  const { rows } = await sql<{ id: string }>`
    select p.id from purchase p
    join subscription s on s.brand_id = p.brand_id and s.id = p.subscription_id
    where p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid and p.state = 'fulfilled'
      and p.fulfilled_at < ${before}::timestamptz and s.end_reason = 'replaced'
    order by p.fulfilled_at desc, p.id desc limit 10`.execute(tx);
  return rows.map((row) => row.id);
}

/** What was given back for having withdrawn, and when that was. */
export async function findWithdrawal(db: DbOrTx, brandId: string, purchaseId: string) {
  const { rows } = await sql<{ cents: number; at: Date | null }>`
    select coalesce(sum(amount_cents), 0)::int as cents, min(created_at) as at from refund
    where brand_id = ${brandId}::uuid and purchase_id = ${purchaseId}::uuid
      and reason in ('withdrawal', 'cancelled') and state <> 'failed'`.execute(db);
  const { cents, at } = rows[0] ?? { cents: 0, at: null };
  return at ? { cents, at } : undefined;
}

export async function expirePurchase(tx: Tx, brandId: string, id: string): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ state: 'expired' })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', 'in', ['created', 'awaiting_payment'])
    .execute();
}

export async function readAddress(
  db: DbOrTx,
  brandId: string,
  accountId: string,
): Promise<{ email: string; language: Language } | undefined> {
  return db
    .selectFrom('account')
    .select(['email', 'language'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}
