/** The one read by which orders are made and paid. */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Country } from '#contract/countries/list.ts';
import type { App } from '#server/app.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import type { Database } from '#server/platform/database/database.ts';
import { purchaseJson } from './orders.sql.ts';
import type { Order } from './orders.sql.ts';
import { currentPlanOf } from './subscription.sql.ts';
import type { CurrentPlan, readBuyer } from './subscription.sql.ts';

/** The buyer, with the plan that they have and the order that their token pays. */
export interface Checkout {
  buyer: Buyer;
  /** What was done about their money until now. */
  moneyVersion: number;
  current: CurrentPlan | undefined;
  order: Order | undefined;
  /** With the order: what the buyer has or had on file. Null where that is more than is read with it. */
  methods: KnownMethod[] | null;
  residence: Residence;
}

/** A payment method as a statement names it that joins it with much else. */
export interface KnownMethod {
  id: string;
  provider: ProviderName;
  token: string;
  isActive: boolean;
  retiredAt: string | null;
  forPacks: boolean;
  createdAt: string;
}

/** The same of `m`. */
export const methodJson = sql<KnownMethod>`jsonb_build_object('id', m.id, 'provider', m.provider, 'token', m.token,
  'isActive', m.status = 'active', 'retiredAt', m.retired_at, 'forPacks', m.for_packs, 'createdAt', m.created_at)`;

/** More than almost any member has had on file. */
const MOST_METHODS = 20;

type Buyer = NonNullable<Awaited<ReturnType<typeof readBuyer>>>;

/** What we know of where a buyer lives: the country of their profile's place, and of what they last paid with. */
export interface Residence {
  place: Country | null;
  card: string | null;
}

interface CheckoutRequest {
  brandId: string;
  accountId: string;
  tokenHash?: Buffer | undefined;
}

/** All that a purchase is decided by; undefined where the account is gone. */
export function readCheckout(
  { batches }: Pick<App, 'batches'>,
  { brandId, accountId, tokenHash }: CheckoutRequest,
): Promise<Checkout | undefined> {
  return batches.add(checkouts, { brandId, accountId, tokenHash });
}

const checkouts: Batch<CheckoutRequest, Checkout | undefined> = {
  async run(db, asked) {
    const found = new Map((await readCheckouts(db, asked)).map((row) => [row.n, checkoutOf(row)]));
    return asked.map((_, index) => found.get(index + 1));
  },
};

interface CheckoutRow extends Buyer, Residence {
  n: number;
  money_version: number;
  plan: PlanJson | null;
  order: OrderJson | null;
  methods: KnownMethod[] | null;
}

async function readCheckouts(db: Database, asked: readonly CheckoutRequest[]): Promise<CheckoutRow[]> {
  const { rows } = await sql<CheckoutRow>`
    select asked.n, a.flow_id, a.first_bought_at, a.age_verified_at, a.email, a.language, a.level, a.status,
      v.version as money_version, to_jsonb(plan.*) as plan,
      (select o.country from profile o where o.brand_id = a.brand_id and o.account_id = a.id) as place,
      (select t.payer_country from payment_attempt t
        where t.brand_id = a.brand_id and t.account_id = a.id and t.captured_at is not null and t.payer_country is not null
        order by t.captured_at desc limit 1) as card,
      case when p.id is not null
        then ${purchaseJson} || jsonb_build_object('tokenUsedAt', p.token_used_at, 'expiresAt', p.expires_at) end as order,
      case when p.id is not null then (
        select coalesce(jsonb_agg(${methodJson}), '[]') from (
          select * from payment_method m where m.brand_id = a.brand_id and m.account_id = a.id
          limit ${sql.lit(MOST_METHODS + 1)}) as m) end as methods
    from unnest(${asked.map(({ brandId }) => brandId)}::uuid[], ${asked.map(({ accountId }) => accountId)}::uuid[],
      ${asked.map(({ tokenHash }) => tokenHash ?? null)}::bytea[]) with ordinality as asked (brand_id, account_id, token_hash, n)
    join account a on a.brand_id = asked.brand_id and a.id = asked.account_id
    join account_money v on v.brand_id = a.brand_id and v.account_id = a.id
    left join lateral (${currentPlanOf(sql`a.brand_id`, sql`a.id`)}) as plan on true
    left join purchase p on p.brand_id = a.brand_id and p.token_hash = asked.token_hash`.execute(db);
  return rows;
}

type Written<Row, Times extends keyof Row> = Omit<Row, Times> & Record<Times, string | null>;
type PlanJson = Written<CurrentPlan, 'period_start' | 'period_end' | 'next_charge_at' | 'created_at'>;
type OrderJson = Written<Order, 'tokenUsedAt' | 'expiresAt'>;

function checkoutOf(row: CheckoutRow): Checkout {
  const { n: _, money_version: moneyVersion, plan, order, methods, place, card, ...buyer } = row;
  return {
    buyer,
    moneyVersion,
    current: plan ? planOf(plan) : undefined,
    order: order ? orderOf(order) : undefined,
    methods: methods && methods.length <= MOST_METHODS ? methods : null,
    residence: { place, card },
  };
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

function planOf(plan: PlanJson): CurrentPlan {
  return {
    ...plan,
    period_start: new Date(plan.period_start ?? Number.NaN),
    period_end: new Date(plan.period_end ?? Number.NaN),
    created_at: new Date(plan.created_at ?? Number.NaN),
    next_charge_at: timeOf(plan.next_charge_at),
  };
}

function orderOf(order: OrderJson): Order {
  return { ...order, tokenUsedAt: timeOf(order.tokenUsedAt), expiresAt: timeOf(order.expiresAt) };
}
