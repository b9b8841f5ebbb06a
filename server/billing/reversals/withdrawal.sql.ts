import { sql } from 'kysely';
import type { LocalText } from '#contract/kernel/fields.ts';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import type { Purchase } from '../orders/orders.sql.ts';

export interface OwnPurchase extends Pick<Purchase, 'kind' | 'state'> {
  id: string;
  amount_cents: number;
  credit_cents: number;
  subscription_id: string | null;
  fulfilled_at: Date | null;
  name: LocalText | null;
  /** What was refunded for a withdrawal, and when. */
  withdrawn_cents: number | null;
  withdrawn_at: Date | null;
}

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
    select p.id, p.kind, p.state, p.amount_cents, p.credit_cents, p.subscription_id, p.fulfilled_at, plan.name,
      w.withdrawn_cents, w.withdrawn_at
    from purchase p
    left join plan_terms plan on plan.brand_id = p.brand_id and plan.product_id = p.product_id and plan.version = p.version
    cross join lateral (
      select sum(r.amount_cents)::integer as withdrawn_cents, min(r.created_at) as withdrawn_at from refund r
      where r.brand_id = p.brand_id and r.purchase_id = p.id and r.reason in ('withdrawal', 'cancelled')
        and r.state <> 'failed') w
    where p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid and p.id = ${orderId}::uuid`.execute(
    db,
  );
  return rows[0];
}

/** A purchase that is withdrawn from, as its price is made up. */
export interface WithdrawnPart {
  id: string;
  credits: number;
  creditCents: number;
  priceCents: number;
  creditsPriceCents: number;
  /** The days that it pays for, where they are the current period of a current plan. */
  span: { start: string; end: string } | null;
}

/** What falls with a purchase, and what it was paid with. */
export interface FallenPurchases {
  /** The purchase with those that followed it in the same plan, the oldest first. */
  own: WithdrawnPart[];
  /** The purchases of the plans that better ones have replaced, newest first, where it was paid with what was left of them. */
  replaced: string[];
  /** What of the plan's money went over into the better one that replaced it, and still stands there. */
  carriedCents: number;
  /**
   * From how many other purchases was withdrawn since then: by the account and, where cards are real, by others with the same
   * card or from the same device.
   */
  withdrawals: number;
}

export async function readFallenPurchases(
  db: DbOrTx,
  { brandId, accountId, orderId }: Owned,
  { since, byTraces }: { since: Date; byTraces: boolean },
): Promise<FallenPurchases> {
  const { rows } = await sql<FallenPurchases>`
    with own as materialized (
      select * from purchase
      where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid and id = ${orderId}::uuid
    )
    select ${ownParts} as own, ${replacedBy} as replaced, ${carriedOver} as "carriedCents",
      (
        select count(distinct r.purchase_id)::integer from refund r
        join payment_attempt a on a.brand_id = r.brand_id and a.id = r.attempt_id
        where r.brand_id = own.brand_id and r.reason in ('withdrawal', 'cancelled') and r.state <> 'failed'
          and r.created_at > ${since}::timestamptz and r.purchase_id <> own.id
          and (r.account_id = own.account_id or ${byTraces}::boolean and (
            a.fingerprint in (
              select mine.fingerprint from payment_attempt mine
              where mine.brand_id = own.brand_id and mine.purchase_id = own.id)
            or r.purchase_id in (
              select o.purchase_id from arrival mine
              join withdrawal_origin o on o.brand_id = mine.brand_id and o.origin_hash = mine.origin_hash
              where mine.brand_id = own.brand_id and mine.account_id = own.account_id)))) as withdrawals
    from own`.execute(db);
  if (!rows[0]) throw new Error('no such purchase');
  return rows[0];
}

/** They fall with it. */
const ownParts = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'credits', p.credits, 'creditCents', p.credit_cents, 'priceCents', plan.price_cents,
    'creditsPriceCents', plan.credits_price_cents, 'span', case
      when case when p.kind = 'renewal' then p.period else 1 end = s.period
        then jsonb_build_object('start', s.period_start, 'end', s.period_end) end) order by p.fulfilled_at, p.id)
  from (
    select p.* from purchase p
    where p.brand_id = own.brand_id and (p.id = own.id or p.subscription_id = own.subscription_id
      and p.state = 'fulfilled' and p.fulfilled_at >= own.fulfilled_at)
    order by p.fulfilled_at, p.id limit 50
  ) p
  join plan_terms plan on plan.brand_id = p.brand_id and plan.product_id = p.product_id and plan.version = p.version
  left join current_subscription s on s.brand_id = p.brand_id and s.id = p.subscription_id), '[]')`;

const replacedBy = sql`array(
  select p.id from purchase p
  join subscription s on s.brand_id = p.brand_id and s.id = p.subscription_id
  where own.credit_cents > 0 and p.brand_id = own.brand_id and p.account_id = own.account_id and p.state = 'fulfilled'
    and p.fulfilled_at < own.fulfilled_at and s.end_reason = 'replaced'
  order by p.fulfilled_at desc, p.id desc limit 10)`;

const carriedOver = sql`coalesce((
  select sum(u.credit_cents)::integer
  from subscription old
  join subscription better on better.brand_id = old.brand_id and better.account_id = old.account_id
    and better.created_at = old.ended_at and better.id <> old.id
  join purchase u on u.brand_id = better.brand_id and u.subscription_id = better.id and u.kind = 'upgrade'
    and u.state = 'fulfilled'
  where old.brand_id = own.brand_id and old.id = own.subscription_id and old.end_reason = 'replaced'
    and not exists (select from refund r where r.brand_id = u.brand_id and r.purchase_id = u.id
      and r.reason in ('withdrawal', 'cancelled') and r.state <> 'failed')), 0)`;

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
