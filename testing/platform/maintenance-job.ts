import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import { newId, newToken } from '#server/platform/ids.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { hashToken } from '#server/platform/security/sessions.ts';
import type { Member } from '../world.ts';

const cleanUp = jobKind('core.cleanUp', z.object({}));

/** Gives the workers something to do: to throw away a session that has run out. Answers whether they have. */
export async function queueMaintenance(
  db: Database,
  { brandId, accountId }: Member,
): Promise<() => Promise<boolean>> {
  const id = newId();
  await db
    .insertInto('session')
    .values({
      brand_id: brandId,
      id,
      account_id: accountId,
      method: 'password',
      token_hash: hashToken(newToken()),
      expires_at: new Date(0),
    })
    .execute();
  await enqueue(db, cleanUp, {});
  return async () =>
    (await db.selectFrom('session').select('id').where('id', '=', id).execute()).length === 0;
}
