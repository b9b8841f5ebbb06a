import type { App } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { giveBackCredits } from '../../credits/spend-credits.ts';
import { bringToNow, lockHolder, takeHeld } from './held-queries.ts';
import { deleteReaction, readPair } from './queries.ts';
import { tellOther } from './tell.ts';

interface Holder {
  brandId: string;
  profileId: string;
}

/** So many at a time, each with what is told of it. */
const AT_ONCE = 100;

/** Somebody can be seen: what he liked and visited while he could not is told now, as if it had just happened. */
export async function deliverHeld(app: App, holder: Holder): Promise<void> {
  while ((await deliverSome(app, holder)) === AT_ONCE);
}

async function deliverSome(app: App, { brandId, profileId: fromId }: Holder): Promise<number> {
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} is not known to this node yet`);
  const context = { ...app, brand, brandId };
  return transact(app.db, async (tx, afterCommit) => {
    const holder = await lockHolder(tx, brandId, fromId);
    // Whoever hid again meanwhile keeps them until he shows himself.
    if (holder?.status !== 'visible') return 0;
    const held = await takeHeld(tx, brandId, fromId, AT_ONCE);
    const at = app.clock.now();
    for (const { to_id: toId, kind } of held) {
      const text = await bringToNow(tx, { brandId, fromId, toId, kind, at });
      const pair = await readPair(tx, brandId, fromId, toId);
      if (!pair || pair.blocked) continue;
      const matched = kind === 'like' && pair.isLiked;
      afterCommit(() => tellOther(context, pair, { type: kind, text, matched, at }));
    }
    return held.length;
  });
}

/**
 * Moderation has refused somebody: what reached nobody is as if it had never been, and the credits that paid for it come
 * back. Words that went with a like were delivered as a message, so that like stays.
 */
export async function takeBackHeld(app: App, holder: Holder): Promise<void> {
  while ((await takeBackSome(app, holder)) === AT_ONCE);
}

function takeBackSome(app: App, { brandId, profileId: fromId }: Holder): Promise<number> {
  return transact(app.db, async (tx) => {
    const holder = await lockHolder(tx, brandId, fromId);
    if (holder?.status !== 'rejected' || holder.account_id === null) return 0;
    const held = await takeHeld(tx, brandId, fromId, AT_ONCE);
    for (const { to_id: toId, kind, charge_key: idempotencyKey } of held) {
      const wentBack = await deleteReaction(tx, { brandId, fromId, toId }, kind);
      if (!wentBack || idempotencyKey === null) continue;
      const accountId = holder.account_id;
      await giveBackCredits(tx, {
        brandId,
        accountId,
        credit: 'like',
        reason: 'like_refused',
        idempotencyKey,
      });
    }
    return held.length;
  });
}
