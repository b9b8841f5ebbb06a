import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { Database } from '../../platform/database/database.ts';

export function readEvent(db: Database, provider: ProviderName, dedupeKey: string) {
  return db
    .selectFrom('provider_event')
    .select(['event', 'state', 'received_at'])
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst();
}

export async function finishEvent(
  db: Database,
  provider: ProviderName,
  dedupeKey: string,
  state: 'done' | 'ignored' | 'unmatched',
  at: Date,
): Promise<void> {
  await db
    .updateTable('provider_event')
    .set({ state, done_at: at })
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .execute();
}

export async function parkEvent(db: Database, provider: ProviderName, dedupeKey: string): Promise<void> {
  await db
    .updateTable('provider_event')
    .set((set) => ({ state: 'parked', tries: set('tries', '+', 1) }))
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .where('tries', '<', 30_000)
    .execute();
}

export function listParkedEvents(db: Database, limit: number) {
  return db
    .selectFrom('provider_event')
    .select(['provider', 'dedupe_key'])
    .where('state', 'in', ['new', 'parked'])
    .orderBy('tries')
    .orderBy('received_at')
    .limit(limit)
    .execute();
}

const MOST_UNMATCHED = 200;

/** What came within this time and is about nothing of ours so far. */
export function listUnmatchedEvents(db: Database, provider: ProviderName, from: Date, to: Date) {
  return db
    .selectFrom('provider_event')
    .select('event')
    .where('provider', '=', provider)
    .where('state', 'in', ['parked', 'unmatched'])
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .orderBy('received_at')
    .limit(MOST_UNMATCHED)
    .execute();
}
