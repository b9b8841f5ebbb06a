import { sql } from 'kysely';
import { typing } from '../../contract/chat/live.ts';
import { TYPING_EVERY_MS } from '../../contract/kernel/constants.ts';
import type { MemberContext } from '../app.ts';
import { SECOND } from '../platform/clock.ts';
import { readUuid } from '../platform/ids.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import type { Owner } from './conversation-list.sql.ts';

interface Known {
  /** Whom to tell; null where there is nobody. */
  accountId: string | null;
  until: number;
  toldAt: number;
}

const KNOWN_FOR = 15 * SECOND;
const MOST_KNOWN = 20_000;
/** Browsers say it every so often by clocks of their own; one that is a bit early must not be left out. */
const LEAST_APART_MS = TYPING_EVERY_MS * 0.8;

/** Who writes to whom, of this node's connections. */
const known = new WeakMap<Realtime, Map<string, Known>>();

/** Tells the other one that the member is writing to him. */
export async function reportTyping(
  context: MemberContext,
  { profileId: other }: { profileId: string },
): Promise<Record<string, never>> {
  const { db, brandId, profileId, realtime, clock } = context;
  const otherId = readUuid(other);
  if (!otherId || otherId === profileId) return {};
  const pairs = known.get(realtime) ?? new Map<string, Known>();
  known.set(realtime, pairs);
  const key = `${brandId} ${profileId} ${otherId}`;
  const now = clock.now().getTime();
  const pair = pairs.get(key) ?? { accountId: null, until: 0, toldAt: 0 };
  if (now - pair.toldAt < LEAST_APART_MS) return {};
  pair.toldAt = now;
  pairs.delete(key);
  pairs.set(key, pair);
  if (pairs.size > MOST_KNOWN) for (const oldest of pairs.keys().take(1)) pairs.delete(oldest);
  if (pair.until <= now) {
    pair.accountId = await findListener(db, context, otherId);
    pair.until = now + KNOWN_FOR;
  }
  const { accountId } = pair;
  if (accountId !== null) realtime.emit({ brandId, accountIds: [accountId] }, typing, { profileId });
  return {};
}

/**
 * Whom to tell that somebody writes: only where the two have talked, neither has blocked the other, and what he writes
 * would be taken.
 */
async function findListener(
  db: DbOrTx,
  { brandId, profileId }: Owner,
  otherId: string,
): Promise<string | null> {
  const { rows } = await sql<{ account_id: string | null }>`
    select p.account_id from inbox i
    join profile p on p.brand_id = ${brandId}::uuid and p.id = ${otherId}::uuid
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
      and i.last_number > 0
      and not exists (select from blocks_between(${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid))
      and not exists (select from profile m where m.brand_id = ${brandId}::uuid and m.id = ${profileId}::uuid
        and m.status = 'rejected')`.execute(db);
  return rows[0]?.account_id ?? null;
}
