import type { App } from '../core/app.ts';
import type { AfterCommit, DbOrTx, Tx } from '../core/database.ts';
import { giveBack } from '../refunds/give-back.ts';
import { unusedOf } from './periods.ts';
import { findReplaced, readPaidParts } from './queries.ts';
import type { LivingPlan } from './queries.ts';

interface Whose {
  brandId: string;
  accountId: string;
}

export interface Unused {
  cents: number;
  /** Where it can be given back: payments with what is left of them, the newest first. */
  sources: { attemptId: string; leftCents: number }[];
}

/** A plan that took the place of another may have been paid by it, and that one by another still. */
const MOST_REPLACED = 5;

/** What the days are worth that are left of the present period, of what was really paid for it. */
export async function readUnused(
  db: DbOrTx,
  { brandId, accountId }: Whose,
  plan: Pick<LivingPlan, 'id' | 'period' | 'period_start' | 'period_end' | 'created_at'>,
  at: Date,
): Promise<Unused> {
  let parts = await readPaidParts(db, brandId, plan);
  const paid = parts.reduce((sum, part) => sum + part.left_cents + part.credit_cents, 0);
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
  const most = sources.reduce((sum, { leftCents }) => sum + leftCents, 0);
  const cents = Math.min(unusedOf(paid, { start: plan.period_start, end: plan.period_end }, at), most);
  return { cents, sources };
}

function asSources(parts: Awaited<ReturnType<typeof readPaidParts>>): Unused['sources'] {
  return parts.map(({ attempt_id: attemptId, left_cents: leftCents }) => ({ attemptId, leftCents }));
}

/** Gives so much of it back. Answers with what really goes back. */
export async function giveUnusedBack(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  wish: { brandId: string; unused: Unused; cents: number; reason: 'left' | 'replaced' },
): Promise<number> {
  const { brandId, unused, cents, reason } = wish;
  let given = 0;
  for (const { attemptId, leftCents } of unused.sources) {
    const amountCents = Math.min(leftCents, cents - given);
    if (amountCents <= 0) continue;
    const refund = await giveBack(app, tx, afterCommit, { brandId, attemptId, amountCents, reason });
    given += refund?.amountCents ?? 0;
  }
  return given;
}
