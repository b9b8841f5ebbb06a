import { saveOwnProfile } from '../../../../contract/profile/own-profile.ts';
import { call } from '../../lib/api.ts';
import { updateMember } from '../../lib/session.ts';

/** Asks how the server sees the member now. Saving nothing tells, and changes nothing. */
export async function refreshUser(trackerId: string): Promise<void> {
  const { user } = await call(saveOwnProfile, { trackerId });
  updateMember(user);
}
