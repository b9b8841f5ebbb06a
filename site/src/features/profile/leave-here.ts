import { clearBadges } from '../../lib/badges.ts';
import { queryClient } from '../../lib/query-client.ts';
import { becomeVisitor } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';

/** Forgets a session that the server has ended, without leaving the page, so that it can still say something. */
export function leaveHere(): void {
  storage.remove('token');
  clearBadges();
  queryClient.clear();
  becomeVisitor();
}
