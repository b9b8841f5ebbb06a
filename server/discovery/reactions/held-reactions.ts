/** Likes and visits of people who cannot be seen yet: delivered once they can, taken back where they are refused. */

import { sql } from 'kysely';
import type { LikedThing } from '#contract/profile/liked-thing.ts';
import type { App } from '#server/app.ts';
import { refundCredits } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { handle } from '#server/platform/jobs/jobs.ts';
import { readLikedThing } from '#server/profiles/liked-thing.ts';
import { takeBackHeldJob, deliverHeldJob } from '#server/profiles/profile-moderation.ts';
import { notifyOther, queueReaction } from './notify.ts';
import { deleteReaction, readPair } from './pair.ts';

interface Holder {
  brandId: string;
  profileId: string;
}

/** So many at a time, each with its event. */
const AT_ONCE = 100;

/** A member can be seen: what they liked and visited while they could not is announced now, as if it were new. */
async function deliverHeld(app: App, holder: Holder): Promise<void> {
  while ((await deliverSome(app, holder)) === AT_ONCE);
}

async function deliverSome(app: App, { brandId, profileId: fromId }: Holder): Promise<number> {
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} is not known to this node yet`);
  const context = { app, brand, brandId };
  return transact(app.db, async (tx, afterCommit) => {
    const holder = await lockHolder(tx, brandId, fromId);
    // A member who hid again meanwhile keeps them until they show themselves.
    if (holder?.status !== 'visible') return 0;
    const held = await takeHeld(tx, brandId, fromId, AT_ONCE);
    const at = app.clock.now();
    for (const { to_id: toId, kind } of held) {
      const { text, what } = await bringToNow(tx, { brandId, fromId, toId, kind, at });
      const pair = await readPair(tx, brandId, fromId, toId);
      if (!pair || pair.blocked) continue;
      await queueReaction(tx, pair, { brandId, kind, at });
      const matched = kind === 'like' && pair.isLiked;
      afterCommit(() => notifyOther(context, pair, { type: kind, text, what, matched, at }));
    }
    return held.length;
  });
}

/**
 * Moderation has refused a member: what did not reach its receiver is as if it had never been, and the credits that paid
 * for it come back. Words that went with a like were delivered as a message, so that like stays.
 */
async function takeBackHeld(app: App, holder: Holder): Promise<void> {
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
      await refundCredits(tx, {
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

type HeldKind = 'like' | 'visit';

interface Held {
  brandId: string;
  fromId: string;
  toId: string;
  kind: HeldKind;
  /** The key of the ledger entry that paid for it. */
  chargeKey: string | null;
}

/** Remembers that its receiver was not notified of it yet. */
export async function holdReaction(tx: Tx, { brandId, fromId, toId, kind, chargeKey }: Held): Promise<void> {
  await tx
    .insertInto('held_reaction')
    .values({ brand_id: brandId, from_id: fromId, to_id: toId, kind, charge_key: chargeKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A member's status, once all who were reading it have finished: what they held by it is there now. */
async function lockHolder(tx: Tx, brandId: string, profileId: string) {
  return tx
    .selectFrom('profile')
    .select(['status', 'account_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
}

interface HeldRow {
  to_id: string;
  kind: HeldKind;
  charge_key: string | null;
}

/** Some of what a member holds, which is held no longer. */
async function takeHeld(tx: Tx, brandId: string, fromId: string, limit: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    delete from held_reaction h using (
      select to_id, kind from held_reaction
      where brand_id = ${brandId}::uuid and from_id = ${fromId}::uuid
      order by to_id, kind limit ${limit}::int
    ) as chosen
    where h.brand_id = ${brandId}::uuid and h.from_id = ${fromId}::uuid and h.to_id = chosen.to_id and h.kind = chosen.kind
    returning h.to_id, h.kind, h.charge_key`.execute(tx);
  return rows;
}

/** It reaches the other one now. Answers with the words that went with it, and with what is liked. */
async function bringToNow(
  tx: Tx,
  { brandId, fromId, toId, kind, at }: Omit<Held, 'chargeKey'> & { at: Date },
): Promise<{ text: string; what: LikedThing | null }> {
  const row = await tx
    .updateTable('reaction')
    .set({ at })
    .where('brand_id', '=', brandId)
    .where('from_id', '=', fromId)
    .where('to_id', '=', toId)
    .where('kind', '=', kind)
    .returning(sql<string>`shown_words(message, covered_message, brand_id, from_id)`.as('message'))
    .returning(['liked_photo_id', 'liked_prompt'])
    .executeTakeFirstOrThrow();
  return { text: row.message, what: readLikedThing(row) };
}

export const reactionJobs = [handle(deliverHeldJob, deliverHeld), handle(takeBackHeldJob, takeBackHeld)];
