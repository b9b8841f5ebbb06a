import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LocalText } from '#contract/kernel/fields.ts';
import type { Period } from '#contract/kernel/money.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

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
  /** How often the charge of its next period was tried in vain. */
  tries: number;
  /** Why it is going to end, where it is. */
  end_reason: 'left' | 'closed' | 'no_card' | null;
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
    s.next_product_id, s.next_version, s.payment_method_id, s.tries, s.end_reason, s.created_at, t.name, t.every, t.price_cents,
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

/** The buyer, unless the account is gone. */
export function readBuyer(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['flow_id', 'first_bought_at', 'age_verified_at', 'email', 'language', 'level', 'status'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
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
