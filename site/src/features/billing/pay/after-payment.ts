import { queryClient } from '../../../../../packages/client/query-client.ts';
import { verifyStoredToken } from '../../../shell/member-session.ts';
import { memberStore } from '../../../shell/session.ts';

/**
 * Something was paid: the level, the balances and what they open are asked for again. What cannot be asked now is
 * asked with the next page.
 */
export async function refreshMember(): Promise<void> {
  const me = memberStore.get();
  if (!me) return;
  await verifyStoredToken().catch(() => undefined);
  void queryClient.invalidateQueries({ queryKey: [me.trackerId] });
}
