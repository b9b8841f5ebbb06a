import { saveOwnProfile } from '../../../../contract/profile/own-profile.ts';
import { call } from '../../shell/api.ts';
import { updateMember } from '../../shell/session.ts';

/** Asks how the server sees the member now. Saving nothing tells, and changes nothing. */
export async function refreshUser(trackerId: string): Promise<void> {
  const { user } = await call(saveOwnProfile, { trackerId });
  updateMember(user);
}
