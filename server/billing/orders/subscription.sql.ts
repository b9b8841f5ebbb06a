import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LocalText } from '#contract/kernel/fields.ts';
import type { Period } from '#contract/kernel/money.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { lockAccount } from './lock-account.ts';

export interface CurrentPlan {
  id: string;
  product_id: string;
  version: number;
  state: 'active' | 'past_due';
  period: number;
  period_start: Date;
  period_end: Date;
  next_charge_at: Date | null;
  next_product_id: string | null;
  next_version: number | null;
  payment_method_id: string | null;
  created_at: Date;
  name: LocalText;
  every: Period;
  price_cents: number;
  credits_price_cents: number;
  /** What the next period costs, and the name of its plan where that is another one. */
  renewal_cents: number;
  next_name: LocalText | null;
}

/** The current plan of an account that is given by two expressions. */
export const currentPlanOf = (brandId: RawBuilder<unknown>, accountId: RawBuilder<unknown>) => sql`
  select s.id, s.product_id, s.version, s.state, s.period, s.period_start, s.period_end, s.next_charge_at,
    s.next_product_id, s.next_version, s.payment_method_id, s.created_at, t.name, t.every, t.price_cents,
    t.credits_price_cents, f.renewal_cents, case when s.next_product_id is not null then f.name end as next_name
  from current_subscription s
  join plan_terms t on t.brand_id = s.brand_id and t.product_id = s.product_id and t.version = s.version
  join plan_terms f on f.brand_id = s.brand_id and f.product_id = s.following_product_id
    and f.version = s.following_version
  where s.brand_id = ${brandId} and s.account_id = ${accountId}`;

const current = (brandId: string, accountId: string) =>
  currentPlanOf(sql`${brandId}::uuid`, sql`${accountId}::uuid`);

/** The current plan, if there is one: active or past due. */
export async function findCurrentPlan(
  db: DbOrTx,
  brandId: string,
  accountId: string,
): Promise<CurrentPlan | undefined> {
  const { rows } = await sql<CurrentPlan>`${current(brandId, accountId)}`.execute(db);
  return rows[0];
}

export async function lockCurrentPlan(
  tx: Tx,
  brandId: string,
  accountId: string,
): Promise<CurrentPlan | undefined> {
  await lockAccount(tx, { brandId, accountId });
  const { rows } = await sql<CurrentPlan>`${current(brandId, accountId)} for update of s`.execute(tx);
  return rows[0];
}

/** The buyer, unless the account is gone. */
export function readBuyer(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['flow_id', 'first_bought_at', 'age_verified_at', 'email', 'language', 'level', 'status'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

interface Change {
  nextChargeAt?: Date | null;
  next?: { productId: string; version: number } | null;
  endReason?: 'left' | 'closed' | 'no_card' | null;
}

/** What a member can change about a plan that goes on for now. */
export async function updateSubscription(tx: Tx, brandId: string, id: string, change: Change): Promise<void> {
  const { nextChargeAt, next, endReason } = change;
  await tx
    .updateTable('subscription')
    .set({
      ...(nextChargeAt !== undefined && { next_charge_at: nextChargeAt }),
      ...(next !== undefined && {
        next_product_id: next?.productId ?? null,
        next_version: next?.version ?? null,
      }),
      ...(endReason !== undefined && { end_reason: endReason }),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

/** The order of a plan that was chosen for the next period and is not wanted any more. No payment for it was tried. */
export async function dropScheduledPlan(
  tx: Tx,
  brandId: string,
  { id, period }: Pick<CurrentPlan, 'id' | 'period'>,
): Promise<void> {
  await sql`
    with unwanted as (
      select p.id from purchase p
      where p.brand_id = ${brandId}::uuid and p.subscription_id = ${id}::uuid and p.kind = 'renewal'
        and p.period = ${period + 1}::integer and p.state = 'created'
        and not exists (
          select from payment_attempt a where a.brand_id = p.brand_id and a.purchase_id = p.id)
      for update
    ), consent as (
      delete from purchase_consent c using unwanted
      where c.brand_id = ${brandId}::uuid and c.purchase_id = unwanted.id
    )
    delete from purchase p using unwanted where p.brand_id = ${brandId}::uuid and p.id = unwanted.id`.execute(
    tx,
  );
}

/** A renewal that can still be paid: of the period that follows the last one that was. */
export async function findOpenRenewal(
  db: DbOrTx,
  brandId: string,
  { id, period }: Pick<CurrentPlan, 'id' | 'period'>,
) {
  return db
    .selectFrom('purchase')
    .select(['id', 'product_id', 'version', 'amount_cents', 'credits', 'created_at'])
    .select('vat_basis_points as vatBasisPoints')
    .where('brand_id', '=', brandId)
    .where('subscription_id', '=', id)
    .where('kind', '=', 'renewal')
    .where('period', '=', period + 1)
    .where('state', 'in', ['created', 'awaiting_payment'])
    .executeTakeFirst();
}
