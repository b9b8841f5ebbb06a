import { z } from 'zod';
import type { App } from '#server/app.ts';
import { deleteWalkedFlow } from '#server/brands/walked-flow.ts';
import { transact } from '#server/platform/database/database.ts';
import { jobKind } from '#server/platform/jobs/jobs.ts';

const payload = z.object({ brandId: z.uuid(), accountId: z.uuid() });

/** Where it cannot be done at the hour it is tried again: the session of the walk is dead by then in any case. */
export const endWalkJob = jobKind('accounts.endWalk', payload, { maxAttempts: 20 });

/** Nothing of the member who never was stays behind, not even that they were erased. */
export async function endWalk(
  { db, sessions }: Pick<App, 'db' | 'sessions'>,
  { brandId, accountId }: z.output<typeof payload>,
): Promise<void> {
  await transact(db, async (tx, afterCommit) => {
    afterCommit(() => sessions.forget(accountId));
    const account = await tx
      .deleteFrom('account')
      .where('brand_id', '=', brandId)
      .where('id', '=', accountId)
      .where('walks', '=', true)
      .returning('flow_id')
      .executeTakeFirst();
    if (account) await deleteWalkedFlow(tx, brandId, account.flow_id);
  });
}
