import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { unblockPerson as endpoint } from '../../../contract/profile/safety.ts';
import type { MemberContext } from '../../app.ts';
import { readUuid } from '../../platform/ids.ts';
import { deleteBlock } from './queries.ts';

/** Somebody who is not blocked is not blocked afterwards either. */
export async function unblockPerson(
  { db, brandId, accountId }: MemberContext,
  { profileId }: { profileId: string },
): Promise<ReplyOf<typeof endpoint>> {
  const toId = readUuid(profileId);
  if (toId) await deleteBlock(db, { brandId, accountId, toId });
  return { result: 'OK' };
}
