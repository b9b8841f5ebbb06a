import { logEvent } from '../../../../contract/insight/tracking.ts';
import { recordVisit } from '../../../../contract/profile/people.ts';
import { call } from '../../shell/api.ts';
import { withVisit } from '../../shell/me.ts';
import { updateMember } from '../../shell/session.ts';
import { storage } from '../../shell/storage.ts';

const KEPT_HERE = 200;

/** Tells that the member has opened somebody's page. What cannot be told is of no matter to him. */
export function noteVisit(trackerId: string, profileId: string): void {
  storage.set('visitedProfiles', newestFirst(storage.get('visitedProfiles') ?? [], profileId, KEPT_HERE));
  updateMember(withVisit, profileId);
  void call(recordVisit, { trackerId, profileId }).catch(() => undefined);
  void call(logEvent, { trackerId, profileId, type: 'profile_visited' }).catch(() => undefined);
}

/** The list with this one first, and no longer than so many. */
export function newestFirst(ids: readonly string[], id: string, most: number): string[] {
  return [id, ...ids.filter((one) => one !== id)].slice(0, most);
}
