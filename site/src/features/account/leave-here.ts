import { clearBadges } from '../../shell/badges.ts';
import { queryClient } from '../../../../packages/client/query-client.ts';
import { becomeVisitor } from '../../shell/session.ts';
import { storage } from '../../shell/storage.ts';

/** Forgets a session that the server has ended, without leaving the page, so that it can still say something. */
export function leaveHere(): void {
  storage.remove('token');
  clearBadges();
  queryClient.clear();
  becomeVisitor();
}
