import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { readUuid } from '../platform/ids.ts';
import { findSystemSender } from './system-sender.ts';
import { setSystemMessageHidden } from './system-queries.ts';
import { clearInbox } from './inbox-queries.ts';
import { tellOwnDevices } from './tell-own-devices.ts';

/** The caller no longer sees what was written so far. Nobody else is told. */
export async function clearConversation(
  context: MemberContext,
  { profileId: other }: { profileId: string },
): Promise<{ result: 'OK' }> {
  const { db, brandId, accountId, profileId } = context;
  const system = findSystemSender(other);
  const otherId = system ?? readUuid(other) ?? fail('request.not_found');
  const isThere = system
    ? await setSystemMessageHidden(db, { brandId, accountId, sender: system }, { hidden: true })
    : await clearInbox(db, { brandId, profileId, otherId });
  if (!isThere) fail('request.not_found');
  tellOwnDevices(context, otherId);
  return { result: 'OK' };
}
