import type { Country } from '../../../contract/kernel/constants.ts';
import type { App } from '../../app.ts';
import type { AfterCommit, DbOrTx, Tx } from '../../platform/database/database.ts';
import { readMessageCredits } from '../../credits/spend-credits.ts';
import { startRefund } from '../refunds/start-refund.ts';
import { unusedValue } from './plan-value.ts';
import { findReplaced, readPaidParts } from './queries.ts';
import type { CurrentPlan } from './queries.ts';

interface Whose {
  brandId: string;
  accountId: string;
  /** The brand's, by whose calendar days are counted. */
  country: Country;
}

export interface UnusedPlan {
  daysCents: number;
  /** Credits of the present period that are still there to be handed back, and what they are worth then. */
  credits: number;
  creditsCents: number;
  /** Where it can be given back: payments with what is left of them, the newest first. */
  sources: { attemptId: string; leftCents: number }[];
}

/** A plan that took the place of another may have been paid by it, and that one by another still. */
const MOST_REPLACED = 5;

/** What is unused of the present period, of what was really paid for it. */
export async function readUnused(
  db: DbOrTx,
  { brandId, accountId, country }: Whose,
  plan: CurrentPlan,
  at: Date,
): Promise<UnusedPlan> {
  let parts = await readPaidParts(db, brandId, plan);
  const paidCents = parts.reduce((sum, part) => sum + part.left_cents + part.credit_cents, 0);
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
  const { total_cents: totalCents, credits_price_cents: creditsPriceCents, period_start, period_end } = plan;
  const span = { start: period_start, end: period_end, country };
  const unused = unusedValue({ paidCents, totalCents, creditsPriceCents, credits, span }, at, returnable);
  const most = sources.reduce((sum, { leftCents }) => sum + leftCents, 0);
  const daysCents = Math.min(unused.daysCents, most);
  const creditsCents = Math.min(unused.creditsCents, most - daysCents);
  return { daysCents, credits: creditsCents > 0 ? returnable : 0, creditsCents, sources };
}

function asSources(parts: Awaited<ReturnType<typeof readPaidParts>>): UnusedPlan['sources'] {
  return parts.map(({ attempt_id: attemptId, left_cents: leftCents }) => ({ attemptId, leftCents }));
}

/** Gives so much of it back, against these credits. Answers with what really goes back. */
export async function refundUnused(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  wish: { brandId: string; unused: UnusedPlan; cents: number; credits?: number; reason: 'left' | 'replaced' },
): Promise<number> {
  const { brandId, unused, cents, reason } = wish;
  let given = 0;
  let credits = wish.credits ?? 0;
  for (const { attemptId, leftCents } of unused.sources) {
    const amountCents = Math.min(leftCents, cents - given);
    if (amountCents <= 0) continue;
    const part = { brandId, attemptId, amountCents, credits, reason };
    const refund = await startRefund(app, tx, afterCommit, part);
    if (!refund) continue;
    given += refund.amountCents;
    // They go with the first part.
    credits = 0;
  }
  return given;
}
