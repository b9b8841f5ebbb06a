import { sql } from 'kysely';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { VatEvidence } from '#contract/countries/vat-rates.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { LocalText } from '#contract/kernel/fields.ts';
import type { Period } from '#contract/kernel/money.ts';
import type { Database, DbOrTx, Tx } from '#server/platform/database/database.ts';
import { insertPurchases, orderFields, orderRow } from '../orders/orders.sql.ts';
import type { OrderRow, Purchase } from '../orders/orders.sql.ts';
import { openInSql } from '../payments/attempts.ts';

interface Claim {
  brandId: string;
  id: string;
  accountId: string;
}

interface ClaimRequest {
  now: Date;
  until: Date;
  limit: number;
  passOver?: readonly PassedOver[];
}

/** Those of a brand, or of all, that renew by this provider. */
export interface PassedOver {
  provider: ProviderName;
  brandId: string | null;
}

/**
 * Claims subscriptions that are due, by postponing them for a while: no other worker claims them in the meantime, and after a
 * crash they are due again. A statement of its own: it skips what others have locked, and keeps no lock itself. Those that
 * renew by certain providers can be passed over.
 */
export async function claimDue(
  db: Database,
  { now, until, limit, passOver = [] }: ClaimRequest,
): Promise<Claim[]> {
  // Looked up for each by its key, in the order in which they are due.
  const isWanted = sql`not exists (
    select from payment_method m join unnest(${passOver.map(({ provider }) => provider)}::text[],
      ${passOver.map(({ brandId }) => brandId)}::uuid[]) as off (provider, brand_id) on off.provider = m.provider
    where m.brand_id = s.brand_id and m.id = s.payment_method_id and coalesce(off.brand_id, s.brand_id) = s.brand_id)`;
  const { rows } = await sql<Claim>`
    with due as (
      select s.brand_id, s.id from subscription s
      where s.next_charge_at <= ${now}::timestamptz${passOver.length > 0 ? sql` and ${isWanted}` : sql``}
      order by s.next_charge_at limit ${limit}::integer
      for update skip locked
    )
    update subscription s set next_charge_at = ${until}::timestamptz
    from due where s.brand_id = due.brand_id and s.id = due.id
    returning s.brand_id as "brandId", s.id, s.account_id as "accountId"`.execute(db);
  return rows;
}

/** All that decides what becomes of a subscription that is due. */
export interface Due {
  brandId: string;
  id: string;
  accountId: string;
  state: 'active' | 'past_due';
  /** The one that is paid for. */
  period: number;
  tries: number;
  /** The plan of the next period. */
  productId: string;
  version: number;
  amountCents: number;
  credits: number;
  every: Period;
  name: LocalText;
  /** Null where the account is gone. */
  status: 'active' | 'disabled' | 'closing' | null;
  flowId: string | null;
  language: Language | null;
  paymentMethodId: string | null;
  /** The order of the next period, once there is one, and when it was first due. */
  purchaseId: string | null;
  purchaseState: Purchase['state'] | null;
  dueSince: Date | null;
  /** An attempt to pay it is under way. */
  underWay: boolean;
  /** How often our charges were declined, and the last outcome and payment method. */
  refusals: number;
  lastOutcome: PaymentOutcome | null;
  lastMethodId: string | null;
  /** What the card's network said to that, and when it was. */
  lastAdvice: string | null;
  lastDeclinedAt: Date | null;
  /** There is consent to pay so much for every period, or for this very one. */
  hasConsent: boolean;
  hasConsentForThis: boolean;
  announcedAtPurchase: boolean;
  noticeSentAt: Date | null;
  /** What spoke for where the member lives when the plan began; null where nothing was written down. */
  vatEvidence: VatEvidence | null;
}

/** Of the order by which the subscription `s` began, with the country of what it was paid with. */
const evidenceOfPlan = sql<VatEvidence | null>`(
  select f.vat_evidence || jsonb_strip_nulls(jsonb_build_object('card', t.payer_country))
  from purchase f
  left join payment_attempt t on t.brand_id = f.brand_id and t.purchase_id = f.id and t.payer_country is not null
  where f.brand_id = s.brand_id and f.subscription_id = s.id and f.kind in ('plan', 'upgrade') and f.state = 'fulfilled'
  order by f.created_at, f.id, t.captured_at limit 1)`;

export async function readPlanEvidence(
  db: DbOrTx,
  brandId: string,
  subscriptionId: string,
): Promise<VatEvidence | null> {
  const { rows } = await sql<{ evidence: VatEvidence | null }>`
    select ${evidenceOfPlan} as evidence from subscription s
    where s.brand_id = ${brandId}::uuid and s.id = ${subscriptionId}::uuid`.execute(db);
  return rows[0]?.evidence ?? null;
}

/** Those that were not changed since they were claimed until then. */
export async function readDue(db: DbOrTx, claims: readonly Claim[], until: Date): Promise<Due[]> {
  const brandIds = claims.map(({ brandId }) => brandId);
  const ids = claims.map(({ id }) => id);
  const { rows } = await sql<Due>`
    select s.brand_id as "brandId", s.id, s.account_id as "accountId", s.state, s.period, s.tries,
      f.product_id as "productId", f.version, f.renewal_credits as credits, f.every, f.name,
      coalesce(o.amount_cents, f.renewal_cents) as "amountCents",
      a.status, a.flow_id as "flowId", a.language, m.id as "paymentMethodId",
      o.id as "purchaseId", o.state as "purchaseState", o.created_at as "dueSince",
      coalesce(t.under_way, false) as "underWay", coalesce(t.refusals, 0) as refusals,
      l.outcome as "lastOutcome", l.payment_method_id as "lastMethodId",
      l.advice as "lastAdvice", l.created_at as "lastDeclinedAt",
      exists (
        select from purchase q
        join purchase_consent c on c.brand_id = q.brand_id and c.purchase_id = q.id
        where q.brand_id = s.brand_id and q.subscription_id = s.id
          and (q.state = 'fulfilled' or q.id = o.id)
          and c.renewal_cents >= coalesce(o.amount_cents, f.renewal_cents)) as "hasConsent",
      exists (
        select from purchase_consent c where c.brand_id = s.brand_id and c.purchase_id = o.id) as "hasConsentForThis",
      exists (
        select from renewal_notice n
        where n.brand_id = s.brand_id and n.subscription_id = s.id and n.period = s.period + 1
          and n.kind = 'at_purchase' and n.amount_cents = coalesce(o.amount_cents, f.renewal_cents)
      ) as "announcedAtPurchase",
      n.sent_at as "noticeSentAt", ${evidenceOfPlan} as "vatEvidence"
    from unnest(${brandIds}::uuid[], ${ids}::uuid[]) as claim (brand_id, id)
    join current_subscription s on s.brand_id = claim.brand_id and s.id = claim.id
      and s.next_charge_at = ${until}::timestamptz
    join plan_terms f on f.brand_id = s.brand_id and f.product_id = s.following_product_id
      and f.version = s.following_version
    left join account a on a.brand_id = s.brand_id and a.id = s.account_id
    left join payment_method m on m.brand_id = s.brand_id and m.id = s.payment_method_id and m.status = 'active'
    -- By its key for each, however few renewals the database believes there to be.
    left join lateral (
      select * from purchase p
      where p.brand_id = s.brand_id and p.subscription_id = s.id and p.period = s.period + 1 and p.kind = 'renewal' limit 1
    ) o on true
    left join lateral (
      select bool_or(x.state in (${openInSql})) as under_way,
        (count(*) filter (where x.initiated_by = 'merchant' and x.state = 'declined'))::integer as refusals
      from payment_attempt x where x.brand_id = s.brand_id and x.purchase_id = o.id
    ) t on true
    left join lateral (
      select x.outcome, x.payment_method_id, x.advice, x.created_at from payment_attempt x
      where x.brand_id = s.brand_id and x.purchase_id = o.id and x.initiated_by = 'merchant' and x.state = 'declined'
      order by x.created_at desc, x.id desc limit 1
    ) l on true
    left join renewal_notice n on n.brand_id = s.brand_id and n.subscription_id = s.id
      and n.period = s.period + 1 and n.kind = 'before'
      and n.amount_cents = coalesce(o.amount_cents, f.renewal_cents)`.execute(db);
  return rows;
}

export type NewRenewal = Omit<OrderRow, keyof typeof renewal | 'at'>;

const renewal = {
  kind: 'renewal',
  creditCents: 0,
  firstOffer: false,
  tokenHash: null,
  expiresAt: null,
  addedTo: null,
} as const;

/**
 * The orders of periods to come, one to a period. One that was made ahead is due from now on. Answers with the ids of
 * those that there are now, by subscription.
 */
export async function insertRenewals(
  tx: Tx,
  renewals: readonly NewRenewal[],
  at: Date,
): Promise<Map<string, string>> {
  if (renewals.length === 0) return new Map();
  // One value for all of them: with one for each column of each, the statement would be read and planned again every time.
  const rows = renewals.map((order) => orderRow({ ...renewal, ...order, at }));
  const { rows: made } = await sql<{ id: string; subscription_id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${orderFields})
    )${insertPurchases('given')}
    on conflict (brand_id, subscription_id, period) where kind = 'renewal'
      do update set created_at = excluded.created_at where purchase.state = 'created'
    returning id, subscription_id`.execute(tx);
  return new Map(made.map(({ id, subscription_id: subscriptionId }) => [subscriptionId, id]));
}

/** How often our charges for it were declined, and what the card's network said to the last of them. */
export async function readRefusals(tx: Tx, brandId: string, purchaseId: string) {
  const { rows } = await sql<{ count: number; advice: string | null; lastAt: Date | null }>`
    select count(*)::integer as count, max(created_at) as "lastAt",
      (array_agg(advice order by created_at desc, id desc))[1] as advice
    from payment_attempt
    where brand_id = ${brandId}::uuid and purchase_id = ${purchaseId}::uuid
      and initiated_by = 'merchant' and state = 'declined'`.execute(tx);
  return rows[0] ?? { count: 0, advice: null, lastAt: null };
}

/** Unless it has moved on. */
export async function scheduleNextCharge(
  db: DbOrTx,
  { brandId, id, period }: Pick<Due, 'brandId' | 'id' | 'period'>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ next_charge_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('period', '=', period)
    // Then it runs, as the table itself sees to.
    .where('next_charge_at', 'is not', null)
    .execute();
}
