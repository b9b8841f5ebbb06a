import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ProviderEvent } from './provider.ts';

/** False where the same was stored before. */
export async function insertEvent(
  tx: Tx,
  provider: ProviderName,
  event: ProviderEvent,
  receivedAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_event')
    .values({
      provider,
      dedupe_key: event.dedupeKey,
      event: JSON.stringify(event),
      received_at: receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'dedupe_key']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
