import { receiptChanged } from '../../contract/chat/live.ts';
import type { Brand } from '../brands/directory.ts';
import type { App } from '../app.ts';
import { hidesReceipts } from './receipts.ts';
import { markReadByProfile } from './profile-reading-queries.ts';

interface Reading {
  /** A profile of ours, and the member who wrote to it. */
  profileId: string;
  otherId: string;
  readTo: number;
}

/** Whoever answers for a profile of ours has read so far. The member learns it, as far as he may. */
export async function readAsProfile(
  { db, realtime }: Pick<App, 'db' | 'realtime'>,
  brand: Brand,
  { profileId, otherId, readTo }: Reading,
): Promise<void> {
  const brandId = brand.id;
  const moved = await markReadByProfile(db, { brandId, profileId, otherId }, readTo);
  if (!moved || moved.blocked) return;
  const { level, flow_id: flowId, pays } = moved;
  realtime.emit({ brandId, accountIds: [moved.account_id] }, receiptChanged, {
    profileId,
    deliveredTo: moved.delivered_to,
    readTo: hidesReceipts({ brand }, { level, flowId, pays }) ? 0 : moved.read_to,
  });
}
