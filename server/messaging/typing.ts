import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { typing } from '#contract/chat/live.ts';
import { TYPING_EVERY_MS } from '#contract/kernel/constants.ts';
import type { MemberContext } from '#server/app.ts';
import { SECOND, isWithin } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { announceTyping } from './console-live.ts';

interface TypingPair {
  /** The member to notify, or null. */
  accountId: string | null;
  /** The conversation that a host has just taken, where the other one is a profile of the staff's. */
  hostedId: string | null;
  /** Since when that is believed without asking the database again. */
  knownSince: number;
  notifiedAt: number;
}

/** Who types to whom on this node. */
export type TypingPairs = LRUCache<string, TypingPair>;

const KNOWN_FOR = 15 * SECOND;
const MOST_PAIRS = 20_000;
export const createTypingPairs = (): TypingPairs => new LRUCache({ max: MOST_PAIRS });

/** Browsers report at intervals by clocks of their own; one that is a bit early must not be dropped. */
const LEAST_APART_MS = TYPING_EVERY_MS * 0.8;

/** Notifies the other one that the member is typing. */
export async function notifyTyping(
  context: MemberContext,
  { profileId: other }: { profileId: string },
): Promise<Record<string, never>> {
  const { db, realtime, clock } = context.app;
  const { brandId, profileId } = context;
  const otherId = readUuid(other);
  if (!otherId || otherId === profileId) return {};
  const { typing: pairs } = context.app.chat;
  const key = `${brandId} ${profileId} ${otherId}`;
  const now = clock.now().getTime();
  const pair = pairs.get(key) ?? { accountId: null, hostedId: null, knownSince: 0, notifiedAt: 0 };
  if (isWithin(now, pair.notifiedAt, LEAST_APART_MS)) return {};
  pair.notifiedAt = now;
  pairs.set(key, pair);
  if (!isWithin(now, pair.knownSince, KNOWN_FOR)) {
    Object.assign(pair, await findRecipient(db, context, otherId));
    pair.knownSince = now;
  }
  const { accountId, hostedId } = pair;
  if (hostedId !== null) announceTyping(context.app, { brandId, id: hostedId });
  if (accountId !== null) realtime.emit({ brandId, accountIds: [accountId] }, typing, { profileId });
  return {};
}

/** Only where the two have talked, neither has blocked the other, and moderation has not refused who types. */
async function findRecipient(
  db: DbOrTx,
  { brandId, profileId, app: { clock } }: MemberContext,
  otherId: string,
): Promise<Pick<TypingPair, 'accountId' | 'hostedId'>> {
  const { rows } = await sql<Pick<TypingPair, 'accountId' | 'hostedId'>>`
    select p.account_id as "accountId", w.conversation_id as "hostedId" from inbox i
    join profile p on p.brand_id = ${brandId}::uuid and p.id = ${otherId}::uuid
    left join waiting_reply w on p.kind = 'staff' and w.brand_id = i.brand_id and w.conversation_id = i.conversation_id
      and w.claimed_until > ${clock.now()}::timestamptz
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
      and i.last_number > 0
      and not exists (select from blocks_between(${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid))
      and not exists (select from profile m where m.brand_id = ${brandId}::uuid and m.id = ${profileId}::uuid
        and m.status = 'rejected')`.execute(db);
  return rows[0] ?? { accountId: null, hostedId: null };
}
