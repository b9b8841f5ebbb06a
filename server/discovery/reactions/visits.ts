import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { recordVisit as recordVisitEndpoint } from '../../../contract/profile/people.ts';
import type { MemberContext, VisitorContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { readViewer } from '../../profiles/viewer.ts';
import { lockVisiblePair, upsertVisit } from './pair.ts';
import type { Pair } from './pair.ts';
import { DAY } from '../../platform/clock.ts';
import { holdReaction } from './held-reactions.ts';
import { notifyOther } from './notify.ts';

/** Who opens a page need not know whether there was anybody to visit. */
export async function visitPerson(
  context: MemberContext,
  { profileId }: Pick<InputOf<typeof recordVisitEndpoint>, 'profileId'>,
): Promise<ReplyOf<typeof recordVisitEndpoint>> {
  const viewer = await readViewer(context);
  await transact(context.db, async (tx, afterCommit) => {
    const pair = await lockVisiblePair(tx, context.brandId, viewer.profileId, profileId);
    if (pair) await recordVisit(context, { tx, afterCommit }, pair);
  });
  return { result: 'OK' };
}

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
  if (isNews) afterCommit(() => notifyOther(context, pair, { type: 'visit', text: '', matched: false, at }));
  return isNews;
}
