import { sql } from 'kysely';
import type { Country } from '#contract/countries/list.ts';
import type { App } from '#server/app.ts';
import { daysBetween } from '#server/countries/local-time.ts';
import { readMessageCredits } from '#server/credits/ledger.ts';
import type { AfterCommit, DbOrTx, Tx } from '#server/platform/database/database.ts';
import { startRefund } from '../refunds/start-refund.ts';
import type { CurrentPlan } from './subscription.sql.ts';

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

interface Account {
  brandId: string;
  accountId: string;
  /** The brand's, by whose calendar days are counted. */
  country: Country;
}

interface UnusedPlan {
  daysCents: number;
  /** Credits of the present period that are still there to be handed back, and what they are worth then. */
  credits: number;
  creditsCents: number;
  /** What it can be refunded from: payments with what is left of them, the newest first. */
  sources: { attemptId: string; refundableCents: number }[];
}

/** A plan that replaced another was partly paid by it, and that one by an earlier one: how far back we look. */
const MOST_REPLACED = 5;

/** What is unused of the present period, of what was really paid for it. */
export async function readUnused(
  db: DbOrTx,
  { brandId, accountId, country }: Account,
  plan: CurrentPlan,
  at: Date,
): Promise<UnusedPlan> {
  let parts = await readPaidParts(db, brandId, plan);
  const paidCents = parts.reduce((sum, part) => sum + part.refundable_cents + part.credit_cents, 0);
  const credits = parts.reduce((sum, part) => sum + part.credits, 0);
  const notReturned = parts.reduce((sum, part) => sum + part.credits - part.accounted_credits, 0);
  const sources = asSources(parts);
  let began = plan.created_at;
  for (
    let depth = 0;
    depth < MOST_REPLACED && parts.some(({ credit_cents }) => credit_cents > 0);
    depth += 1
  ) {
    const replaced = await findReplaced(db, brandId, { accountId, at: began });
    if (!replaced) break;
    parts = await readPaidParts(db, brandId, replaced);
    sources.push(...asSources(parts));
    began = replaced.created_at;
  }
  const held = await readMessageCredits(db, brandId, accountId);
  const returnable = Math.max(0, Math.min(notReturned, held));
  const { price_cents: totalCents, credits_price_cents: creditsPriceCents, period_start, period_end } = plan;
  const span = { start: period_start, end: period_end, country };
  const unused = unusedValue({ paidCents, totalCents, creditsPriceCents, credits, span }, at, returnable);
  const most = sources.reduce((sum, { refundableCents }) => sum + refundableCents, 0);
  const daysCents = Math.min(unused.daysCents, most);
  const creditsCents = Math.min(unused.creditsCents, most - daysCents);
  return { daysCents, credits: creditsCents > 0 ? returnable : 0, creditsCents, sources };
}

function asSources(parts: Awaited<ReturnType<typeof readPaidParts>>): UnusedPlan['sources'] {
  return parts.map(({ attempt_id: attemptId, refundable_cents: refundableCents }) => ({
    attemptId,
    refundableCents,
  }));
}

/** Refunds so much of it, against these credits. Answers with what is really refunded. */
export async function refundUnused(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  refund: {
    brandId: string;
    unused: UnusedPlan;
    cents: number;
    credits?: number;
    reason: 'left' | 'replaced';
  },
): Promise<number> {
  const { brandId, unused, cents, reason } = refund;
  let refunded = 0;
  let credits = refund.credits ?? 0;
  for (const { attemptId, refundableCents } of unused.sources) {
    const amountCents = Math.min(refundableCents, cents - refunded);
    if (amountCents <= 0) continue;
    const part = { brandId, attemptId, amountCents, credits, reason };
    const started = await startRefund(app, tx, afterCommit, part);
    if (!started) continue;
    refunded += started.amountCents;
    // They go with the first part.
    credits = 0;
  }
  return refunded;
}

interface PaidPart {
  attempt_id: string;
  /** What was captured and not refunded. */
  refundable_cents: number;
  /** What was carried over from the plan before, and paid there. */
  credit_cents: number;
  /** Credits that came with it, and those that refunds have dealt with. */
  credits: number;
  accounted_credits: number;
}

/** By what the present period was paid, newest first. */
async function readPaidParts(
  db: DbOrTx,
  brandId: string,
  { id, period }: Pick<CurrentPlan, 'id' | 'period'>,
): Promise<PaidPart[]> {
  const { rows } = await sql<PaidPart>`
    select a.id as attempt_id, p.credit_cents, p.credits, (
        select coalesce(sum(r.credits_taken + r.credits_written_off), 0)::integer from refund r
        where r.brand_id = a.brand_id and r.attempt_id = a.id and r.state <> 'failed') as accounted_credits,
      a.refundable_cents
    from purchase p
    join refundable_attempt a on a.brand_id = p.brand_id and a.purchase_id = p.id and a.captured_at is not null
    where p.brand_id = ${brandId}::uuid and p.subscription_id = ${id}::uuid and p.state = 'fulfilled'
      and (${period}::integer = 1 and p.kind in ('plan', 'upgrade')
        or p.kind = 'renewal' and p.period = ${period}::integer)
    order by a.captured_at desc, a.id desc limit 5`.execute(db);
  return rows;
}

/** The plan that a better one replaced then. */
async function findReplaced(db: DbOrTx, brandId: string, { accountId, at }: { accountId: string; at: Date }) {
  return db
    .selectFrom('subscription')
    .select(['id', 'period', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('end_reason', '=', 'replaced')
    .where('ended_at', '=', at)
    .executeTakeFirst();
}
