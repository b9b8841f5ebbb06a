import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Country } from '#contract/countries/list.ts';
import { daysBetween } from '#server/countries/local-time.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

interface Span {
  start: Date;
  end: Date;
  /** By whose clock and calendar its days are counted. */
  country: Country;
}

/** What the days are worth that are left of a period. A day that has begun is used. */
export function unusedDaysCents(paidCents: number, { start, end, country }: Span, at: Date): number {
  const days = Math.round(daysBetween(start, end, country));
  const used = Math.ceil(daysBetween(start, at, country));
  const left = Math.min(days, Math.max(0, days - used));
  return days > 0 ? Math.round((paidCents * left) / days) : 0;
}

/** What was paid for a plan's period or for a pack, and how its price is made up. */
export interface Paid {
  /** Really paid and not refunded yet, by money or by what was carried over. */
  paidCents: number;
  /** The price, and the part of it that is for the credits: the rest is for the days. */
  totalCents: number;
  creditsPriceCents: number;
  /** Credits that came with it. */
  credits: number;
  /** The days that it pays for; a pack pays for none. */
  span: Span | null;
}

interface Unused {
  daysCents: number;
  /** What the credits are worth that are handed back. */
  creditsCents: number;
}

/**
 * What of a payment is unused: the days that have not begun, and the credits that are handed back. Both parts together
 * never exceed what was paid, and credits that are kept or spent are worth nothing.
 */
export function unusedValue(paid: Paid, at: Date, returnedCredits: number): Unused {
  const { paidCents, totalCents, creditsPriceCents, credits, span } = paid;
  const creditsPaid = totalCents > 0 ? Math.round((paidCents * creditsPriceCents) / totalCents) : 0;
  const returned = Math.min(Math.max(0, returnedCredits), credits);
  return {
    daysCents: span ? unusedDaysCents(paidCents - creditsPaid, span, at) : 0,
    creditsCents: credits > 0 ? Math.floor((creditsPaid * returned) / credits) : 0,
  };
}

/** By what a plan's present period was paid, as the database says it. */
export interface PaidFor {
  priceCents: number;
  creditsPriceCents: number;
  start: string;
  end: string;
  /** Message credits that its owner has, from wherever. */
  heldCredits: number;
  payments: PaidPart[];
}

/** A payment for the period, or for the plans before it that went into it. */
interface PaidPart {
  /** 0 for the plan itself, 1 for the one that it replaced. */
  depth: number;
  attemptId: string;
  purchaseId: string;
  provider: ProviderName;
  /** What was captured and not refunded. */
  refundableCents: number;
  /** What was carried over from the plan before, and paid there. */
  creditCents: number;
  /** Credits that came with it, and those that refunds have dealt with. */
  credits: number;
  accountedCredits: number;
}

/** A plan that replaced another was partly paid by it, and that one by an earlier one: how far back we look. */
const MOST_REPLACED = 5;

/** As a value of a statement that has the subscription by this name. */
export const paidForJson = (plan: string) => {
  const of = (column: string) => sql.ref(`${plan}.${column}`);
  return sql<PaidFor>`(
    select jsonb_build_object('priceCents', terms.price_cents, 'creditsPriceCents', terms.credits_price_cents,
      'start', ${of('period_start')}, 'end', ${of('period_end')},
      'heldCredits', coalesce((
        select b.message_credits from balance b
        where b.brand_id = ${of('brand_id')} and b.account_id = ${of('account_id')}), 0),
      'payments', coalesce((
        with recursive paid_for as (
          select ${of('brand_id')}, ${of('account_id')}, ${of('id')}, ${of('period')}, ${of('created_at')}, 0 as depth
          union all
          select r.brand_id, r.account_id, r.id, r.period, r.created_at, f.depth + 1
          from paid_for f
          join subscription r on r.brand_id = f.brand_id and r.account_id = f.account_id
            and r.end_reason = 'replaced' and r.ended_at = f.created_at
          where f.depth < ${MOST_REPLACED}::integer and exists (
            select from purchase q
            where q.brand_id = f.brand_id and q.subscription_id = f.id and q.credit_cents > 0 and ${paysFor('q')})
        )
        select jsonb_agg(jsonb_build_object('depth', f.depth, 'attemptId', paid.attempt_id, 'purchaseId', paid.id,
          'provider', paid.provider, 'refundableCents', paid.refundable_cents, 'creditCents', paid.credit_cents,
          'credits', paid.credits, 'accountedCredits', paid.accounted)
          order by f.depth, paid.captured_at desc, paid.attempt_id desc)
        from paid_for f
        cross join lateral (
          select q.id, q.credit_cents, q.credits, a.id as attempt_id, a.provider, a.refundable_cents, a.captured_at, (
              select coalesce(sum(r.credits_taken + r.credits_written_off), 0) from refund r
              where r.brand_id = a.brand_id and r.attempt_id = a.id and r.state <> 'failed') as accounted
          from purchase q
          join refundable_attempt a on a.brand_id = q.brand_id and a.purchase_id = q.id and a.captured_at is not null
          where q.brand_id = f.brand_id and q.subscription_id = f.id and ${paysFor('q')}
          order by a.captured_at desc, a.id desc limit 5
        ) as paid), '[]'))
    from plan_terms terms
    where terms.brand_id = ${of('brand_id')} and terms.product_id = ${of('product_id')} and terms.version = ${of('version')})`;
};

/** Whether a purchase has paid for the present period of the plan `f`. */
const paysFor = (purchase: string) => {
  const of = (column: string) => sql.ref(`${purchase}.${column}`);
  return sql`${of('state')} = 'fulfilled' and (f.period = 1 and ${of('kind')} in ('plan', 'upgrade')
    or ${of('kind')} = 'renewal' and ${of('period')} = f.period)`;
};

export interface UnusedPlan {
  daysCents: number;
  /** Credits of the present period that are still there to be handed back, and what they are worth then. */
  credits: number;
  creditsCents: number;
  /** What it can be refunded from: payments with what is left of them, the newest first. */
  sources: Pick<PaidPart, 'attemptId' | 'purchaseId' | 'provider' | 'refundableCents'>[];
}

/** What is unused of the present period, of what was really paid for it. */
export function unusedOf(paidFor: PaidFor, country: Country, at: Date): UnusedPlan {
  const { priceCents: totalCents, creditsPriceCents, heldCredits, payments: sources } = paidFor;
  const own = sources.filter(({ depth }) => depth === 0);
  const sum = (value: (part: PaidPart) => number, of = own) => of.reduce((all, part) => all + value(part), 0);
  const paidCents = sum(({ refundableCents, creditCents }) => refundableCents + creditCents);
  const credits = sum((part) => part.credits);
  const notReturned = sum((part) => part.credits - part.accountedCredits);
  const returnable = Math.max(0, Math.min(notReturned, heldCredits));
  const span = { start: new Date(paidFor.start), end: new Date(paidFor.end), country };
  const unused = unusedValue({ paidCents, totalCents, creditsPriceCents, credits, span }, at, returnable);
  const most = sum(({ refundableCents }) => refundableCents, sources);
  const daysCents = Math.min(unused.daysCents, most);
  const creditsCents = Math.min(unused.creditsCents, most - daysCents);
  return { daysCents, credits: creditsCents > 0 ? returnable : 0, creditsCents, sources };
}

export async function readUnused(
  db: DbOrTx,
  { brandId, id, country, at }: { brandId: string; id: string; country: Country; at: Date },
): Promise<UnusedPlan> {
  const { rows } = await sql<{ paid: PaidFor }>`
    select ${paidForJson('s')} as paid from subscription s
    where s.brand_id = ${brandId}::uuid and s.id = ${id}::uuid`.execute(db);
  if (!rows[0]) throw new Error('a plan is gone');
  return unusedOf(rows[0].paid, country, at);
}

/** What of each payment goes back where so much does: of the newest first. */
export function shareOut({ sources }: Pick<UnusedPlan, 'sources'>, cents: number) {
  let left = cents;
  return sources.flatMap(({ attemptId, purchaseId, provider, refundableCents }) => {
    const amountCents = Math.min(refundableCents, left);
    if (amountCents <= 0) return [];
    left -= amountCents;
    return [{ attemptId, purchaseId, provider, amountCents }];
  });
}
