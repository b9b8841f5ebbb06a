import { fail } from '../../contract/kernel/errors.ts';
import type { App } from '../app.ts';
import { recordAudit } from '../platform/audit.ts';
import type { AuditEntry } from '../platform/audit.ts';
import { transact } from '../platform/database/database.ts';
import type { DbOrTx } from '../platform/database/database.ts';

interface Reservation {
  brandId: string;
  profileId: string;
  reserved: boolean;
}

/**
 * Makes one of our own profiles reserved, or open again: flows that keep such profiles show them only to those
 * who have paid. A member's own is never sold in that way. Answers with whether that changed anything.
 */
export function setReserved(
  { db }: Pick<App, 'db'>,
  { brandId, profileId, reserved }: Reservation,
  by: Pick<AuditEntry, 'actor' | 'ip'>,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const profile = await tx
      .selectFrom('profile')
      .select(['kind', 'reserved'])
      .where('brand_id', '=', brandId)
      .where('id', '=', profileId)
      .forUpdate()
      .executeTakeFirst();
    if (!profile) return fail('request.not_found');
    if (profile.kind === 'member') return fail('profile.not_ours');
    if (profile.reserved === reserved) return false;
    await tx
      .updateTable('profile')
      .set({ reserved })
      .where('brand_id', '=', brandId)
      .where('id', '=', profileId)
      .execute();
    const action = reserved ? 'profile.reserved' : 'profile.opened';
    await recordAudit(tx, { ...by, brandId, action, subject: profileId });
    return true;
  });
}

export function readReserved(db: DbOrTx, brandId: string, after: string | undefined, limit: number) {
  const query = db
    .selectFrom('profile')
    .select(['id', 'screen_name as screenName', 'kind', 'gender', 'region', 'city'])
    .where('brand_id', '=', brandId)
    .where('reserved', '=', true)
    .orderBy('id')
    .limit(limit);
  return (after === undefined ? query : query.where('id', '>', after)).execute();
}
