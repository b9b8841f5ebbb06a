import type { VisitorContext } from '../core/app.ts';
import { DAY } from '../core/clock.ts';
import type { AfterCommit, Tx } from '../core/database.ts';
import { upsertVisit } from './queries.ts';
import type { Pair } from './queries.ts';
import { tellOther } from './tell.ts';

/** Stores a visit and tells of it, once a day however often it happens. Answers whether it was news. */
export async function recordVisit(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
): Promise<boolean> {
  const { from, to } = pair;
  const at = context.clock.now();
  const visit = { brandId: context.brandId, fromId: from.id, toId: to.id, at };
  const isNews = await upsertVisit(tx, visit, new Date(at.getTime() - DAY));
  if (isNews) afterCommit(() => tellOther(context, pair, { type: 'visit', text: '', matched: false, at }));
  return isNews;
}
