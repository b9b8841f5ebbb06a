import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { readUuid } from '../platform/ids.ts';
import { readHouseId } from './house.ts';
import { setHouseHidden } from './house-queries.ts';
import { clearInbox } from './inbox-queries.ts';
import { tellOwnDevices } from './tell-own-devices.ts';

/** The caller no longer sees what was written so far. Nobody else is told. */
export async function clearConversation(
  context: MemberContext,
  { profileId: other }: { profileId: string },
): Promise<{ result: 'OK' }> {
  const { db, brandId, accountId, profileId } = context;
  const house = readHouseId(other);
  const otherId = house ?? readUuid(other) ?? fail('request.not_found');
  const isThere = house
    ? await setHouseHidden(db, { brandId, accountId, fromKey: house }, { hidden: true })
    : await clearInbox(db, { brandId, profileId, otherId });
  if (!isThere) fail('request.not_found');
  tellOwnDevices(context, otherId);
  return { result: 'OK' };
}
