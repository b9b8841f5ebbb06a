import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { staffLike as likeEndpoint, staffVisit as visitEndpoint } from '#contract/staff/staff.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { storeLike, recordVisit } from './likes-and-visits.ts';
import { lockVisiblePair } from './pair.ts';
import type { Pair } from './pair.ts';

type Act = InputOf<typeof likeEndpoint>;
type Transaction = { tx: Tx; afterCommit: AfterCommit };

/** A host likes a member as a profile of the staff's. It costs nothing, and twice is once. */
export function staffLike(context: StaffContext, act: Act): Promise<ReplyOf<typeof likeEndpoint>> {
  return actAs(context, act, async (inside, transaction, pair) => {
    const { isNew, matched } = await storeLike(inside, transaction, pair);
    if (isNew) await recordAct(inside, transaction.tx, 'profile.liked', act);
    return { ok: true, matched };
  });
}

/** A host looks at a member as a profile of the staff's. */
export function staffVisit(context: StaffContext, act: Act): Promise<ReplyOf<typeof visitEndpoint>> {
  return actAs(context, act, async (inside, transaction, pair) => {
    const isNews = await recordVisit(inside, transaction, pair);
    if (isNews) await recordAct(inside, transaction.tx, 'profile.visited', act);
    return { ok: true };
  });
}

/** Only profiles that the staff answers for act, and only towards members of their own brand. */
async function actAs<T>(
  context: StaffContext,
  { brand: key, profileId, otherId }: Act,
  work: (inside: StaffContext, transaction: Transaction, pair: Pair) => Promise<T>,
): Promise<T> {
  const inside = atBrand(context, key);
  return transact(context.app.db, async (tx, afterCommit) => {
    const pair = await lockVisiblePair(tx, inside.brandId, profileId.toLowerCase(), otherId);
    if (pair?.from.kind !== 'staff' || !pair.from.visible || pair.to.kind !== 'member')
      return fail('request.not_found');
    return work(inside, { tx, afterCommit }, pair);
  });
}

function recordAct({ brandId, staffId, ip }: StaffContext, tx: Tx, action: string, act: Act): Promise<void> {
  return recordAudit(tx, {
    brandId,
    actor: { kind: 'staff', id: staffId },
    action,
    subject: act.otherId,
    details: { as: act.profileId },
    ip,
  });
}
