import { sql } from 'kysely';
import type { LocalText } from '../../../contract/kernel/fields.ts';
import type { Period } from '../../../contract/kernel/money.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';

export interface Notice {
  brandId: string;
  subscriptionId: string;
  /** The period that is going to be charged. */
  period: number;
  kind: 'at_purchase' | 'before';
  amountCents: number;
  chargeAt: Date;
  sentAt: Date;
}

/** A notice of another price takes the place of the one before. Answers whether there was anything to say. */
export async function recordNotice(db: DbOrTx, notice: Notice): Promise<boolean> {
  const { brandId, subscriptionId, period, kind, amountCents, chargeAt, sentAt } = notice;
  const { rows } = await sql`
    insert into renewal_notice as known (brand_id, subscription_id, period, kind, amount_cents, charge_at, sent_at)
    values (${brandId}::uuid, ${subscriptionId}::uuid, ${period}::integer, ${kind}::text, ${amountCents}::integer,
      ${chargeAt}::timestamptz, ${sentAt}::timestamptz)
    on conflict (brand_id, subscription_id, period, kind) do update set
      amount_cents = excluded.amount_cents, charge_at = excluded.charge_at, sent_at = excluded.sent_at
      where known.amount_cents <> excluded.amount_cents
    returning period`.execute(db);
  return rows.length === 1;
}

export interface DueNotice {
  brandId: string;
  subscriptionId: string;
  accountId: string;
  /** The period that is going to be charged. */
  period: number;
  amountCents: number;
  chargeAt: Date;
  name: LocalText;
}

/** How long before a charge the notice of it is due. */
export interface NoticeWindow {
  brandId: string;
  every: Period;
  until: Date;
  /** Having announced it at the purchase is enough. */
  unlessAtPurchase: boolean;
}

/** Renewals that come up and were not announced at this price. They are held until the caller has done so. */
export async function takeDueNotices(
  tx: Tx,
  leads: readonly NoticeWindow[],
  limit: number,
): Promise<DueNotice[]> {
  const farthest = new Date(Math.max(0, ...leads.map(({ until }) => until.getTime())));
  const { rows } = await sql<DueNotice>`
    select s.brand_id as "brandId", s.id as "subscriptionId", s.account_id as "accountId", s.period + 1 as period,
      p.total_cents as "amountCents", s.next_charge_at as "chargeAt", p.settings->'name' as name
    from subscription s
    join plan p on p.brand_id = s.brand_id and p.product_id = coalesce(s.next_product_id, s.product_id)
      and p.version = coalesce(s.next_version, s.version)
    join unnest(
      ${leads.map(({ brandId }) => brandId)}::uuid[], ${leads.map(({ every }) => every)}::text[],
      ${leads.map(({ until }) => until)}::timestamptz[],
      ${leads.map(({ unlessAtPurchase }) => unlessAtPurchase)}::boolean[]
    ) as lead (brand_id, every, until, unless_at_purchase) on lead.brand_id = s.brand_id and lead.every = p.period
    join account a on a.brand_id = s.brand_id and a.id = s.account_id and a.status = 'active'
    where s.next_charge_at <= ${farthest}::timestamptz and s.next_charge_at <= lead.until and s.state = 'active'
      and not exists (
        select from renewal_notice n
        where n.brand_id = s.brand_id and n.subscription_id = s.id and n.period = s.period + 1
          and n.amount_cents = p.total_cents
          and (n.kind = 'before' or lead.unless_at_purchase))
    order by s.next_charge_at limit ${limit}::integer
    for update of s skip locked`.execute(tx);
  return rows;
}
