import { sql } from 'kysely';
import type { LocalText } from '#contract/kernel/fields.ts';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

export interface OwnPurchase {
  id: string;
  amount_cents: number;
  credit_cents: number;
  subscription_id: string | null;
  fulfilled_at: Date | null;
  name: LocalText | null;
}

const purchaseColumns = sql`p.id, p.amount_cents, p.credit_cents, p.subscription_id, p.fulfilled_at,
  plan.name`;
const withPlan = sql`purchase p left join plan_terms plan
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

/** A plan's purchase with those that followed it in the same plan, oldest first: they fall with it. */
export async function listWithFollowing(
  db: DbOrTx,
  brandId: string,
  { id, subscription_id, fulfilled_at }: OwnPurchase,
) {
  const { rows } = await sql<{ id: string }>`
    select id from purchase
    where brand_id = ${brandId}::uuid and (id = ${id}::uuid or subscription_id = ${subscription_id}::uuid
      and state = 'fulfilled' and fulfilled_at >= ${fulfilled_at}::timestamptz)
    order by fulfilled_at, id limit 50`.execute(db);
  return rows.map((row) => row.id);
}

/** What can still be refunded of purchases. */
export async function readRefundable(db: DbOrTx, brandId: string, purchaseIds: string[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(a.refundable_cents), 0)::int as cents from refundable_attempt a
    where a.brand_id = ${brandId}::uuid and a.purchase_id = any(${purchaseIds}::uuid[])`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** What of a plan's money went over into the better one that replaced it, and still stands there. */
export async function readCarriedOver(db: DbOrTx, brandId: string, subscriptionId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(u.credit_cents), 0)::int as cents
    from subscription old
    join subscription better on better.brand_id = old.brand_id and better.account_id = old.account_id
      and better.created_at = old.ended_at and better.id <> old.id
    join purchase u on u.brand_id = better.brand_id and u.subscription_id = better.id and u.kind = 'upgrade'
      and u.state = 'fulfilled'
    where old.brand_id = ${brandId}::uuid and old.id = ${subscriptionId}::uuid and old.end_reason = 'replaced'
      and not exists (select from refund r where r.brand_id = u.brand_id and r.purchase_id = u.id
        and r.reason in ('withdrawal', 'cancelled') and r.state <> 'failed')`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** The purchases of the plans that better ones have replaced, newest first. */
export async function listReplaced(db: DbOrTx, { brandId, accountId }: Omit<Owned, 'orderId'>, before: Date) {
  const { rows } = await sql<{ id: string }>`
    select p.id from purchase p
    join subscription s on s.brand_id = p.brand_id and s.id = p.subscription_id
    where p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid and p.state = 'fulfilled'
      and p.fulfilled_at < ${before}::timestamptz and s.end_reason = 'replaced'
    order by p.fulfilled_at desc, p.id desc limit 10`.execute(db);
  return rows.map((row) => row.id);
}

/** What was refunded for a withdrawal, and when. */
export async function findWithdrawal(db: DbOrTx, brandId: string, purchaseId: string) {
  const { rows } = await sql<{ cents: number; at: Date | null }>`
    select coalesce(sum(amount_cents), 0)::int as cents, min(created_at) as at from refund
    where brand_id = ${brandId}::uuid and purchase_id = ${purchaseId}::uuid
      and reason in ('withdrawal', 'cancelled') and state <> 'failed'`.execute(db);
  const { cents, at } = rows[0] ?? { cents: 0, at: null };
  return at ? { cents, at } : undefined;
}

/** A purchase that is withdrawn from, as its price is made up. */
export interface WithdrawnPart {
  refundable_cents: number;
  credit_cents: number;
  credits: number;
  accounted_credits: number;
  price_cents: number;
  credits_price_cents: number;
  /** The days that it pays for, where they are the current period of a current plan. */
  start: Date | null;
  end: Date | null;
}

export async function readWithdrawnParts(
  db: DbOrTx,
  brandId: string,
  purchaseIds: readonly string[],
): Promise<WithdrawnPart[]> {
  const { rows } = await sql<WithdrawnPart>`
    select p.credit_cents, p.credits, plan.price_cents, plan.credits_price_cents,
      coalesce(t.refundable_cents, 0)::integer as refundable_cents, coalesce(t.accounted, 0)::integer as accounted_credits,
      case when current then s.period_start end as start, case when current then s.period_end end as "end"
    from purchase p
    join plan_terms plan on plan.brand_id = p.brand_id and plan.product_id = p.product_id and plan.version = p.version
    left join current_subscription s on s.brand_id = p.brand_id and s.id = p.subscription_id
    cross join lateral (select coalesce(case when p.kind = 'renewal' then p.period else 1 end = s.period, false) as current) c
    cross join lateral (
      select sum(a.refundable_cents) as refundable_cents, sum(r.credits) as accounted
      from refundable_attempt a
      cross join lateral (
        select coalesce(sum(f.credits_taken + f.credits_written_off), 0) as credits
        from refund f where f.brand_id = a.brand_id and f.attempt_id = a.id and f.state <> 'failed') r
      where a.brand_id = p.brand_id and a.purchase_id = p.id and a.captured_at is not null
    ) t
    where p.brand_id = ${brandId}::uuid and p.id = any (${purchaseIds}::uuid[])
    order by p.fulfilled_at desc, p.id desc`.execute(db);
  return rows;
}

/**
 * From how many purchases was withdrawn since then: by the account and, where cards are real, by others with the same
 * card or from the same device.
 */
export async function countWithdrawals(
  db: DbOrTx,
  { brandId, accountId, orderId }: Owned,
  { since, byTraces }: { since: Date; byTraces: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct r.purchase_id)::integer as count from refund r
    join payment_attempt a on a.brand_id = r.brand_id and a.id = r.attempt_id
    where r.brand_id = ${brandId}::uuid and r.reason in ('withdrawal', 'cancelled') and r.state <> 'failed'
      and r.created_at > ${since}::timestamptz and r.purchase_id <> ${orderId}::uuid
      and (r.account_id = ${accountId}::uuid or ${byTraces}::boolean and (
        a.fingerprint in (
          select mine.fingerprint from payment_attempt mine
          where mine.brand_id = r.brand_id and mine.purchase_id = ${orderId}::uuid)
        or r.purchase_id in (
          select o.purchase_id from arrival mine
          join withdrawal_origin o on o.brand_id = mine.brand_id and o.origin_hash = mine.origin_hash
          where mine.brand_id = r.brand_id and mine.account_id = ${accountId}::uuid)))`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Writes down from where the account came that withdraws, as far as that is still known. */
export async function recordOrigin(tx: Tx, { brandId, accountId, orderId }: Owned, at: Date): Promise<void> {
  await sql`
    insert into withdrawal_origin (brand_id, purchase_id, origin_hash, created_at)
    select brand_id, ${orderId}::uuid, origin_hash, ${at}::timestamptz from arrival
    where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid and origin_hash is not null
    on conflict (brand_id, purchase_id) do update set created_at = excluded.created_at`.execute(tx);
}

/** A member may withdraw from everything once a year, by account, card and origin. Origins are forgotten after that. */
export const ORIGINS_KEPT = 365 * DAY;

export async function forgetOrigins({ db, clock }: App): Promise<void> {
  const before = new Date(clock.now().getTime() - ORIGINS_KEPT);
  await db.deleteFrom('withdrawal_origin').where('created_at', '<', before).execute();
}
