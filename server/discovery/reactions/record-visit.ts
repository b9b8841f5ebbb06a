import type { VisitorContext } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { holdReaction } from './held-queries.ts';
import { upsertVisit } from './queries.ts';
import type { Pair } from './queries.ts';
import { tellOther } from './tell.ts';

/**
 * Stores a visit and tells of it, once a day however often it happens. Answers whether it was news. That of somebody who
 * cannot be seen yet is told of once he can, and that of somebody refused by nobody.
 */
export async function recordVisit(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
): Promise<boolean> {
  const { from, to } = pair;
  if (from.refused) return false;
  const at = context.clock.now();
  const visit = { brandId: context.brandId, fromId: from.id, toId: to.id, at };
  const isNews = await upsertVisit(tx, visit, new Date(at.getTime() - DAY));
  if (isNews && !from.visible) await holdReaction(tx, { ...visit, kind: 'visit', chargeKey: null });
  if (isNews) afterCommit(() => tellOther(context, pair, { type: 'visit', text: '', matched: false, at }));
  return isNews;
}
