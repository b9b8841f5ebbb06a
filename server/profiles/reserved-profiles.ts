/** Profiles that are kept for members who pay. */

import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  listReserved as listEndpoint,
  reserveProfile as reserveEndpoint,
} from '#contract/staff/profiles.ts';
import type { App, StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

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

const PAGE = 50;

export async function reserveProfile(
  context: StaffContext,
  { brand, id: profileId, reserved }: InputOf<typeof reserveEndpoint>,
): Promise<ReplyOf<typeof reserveEndpoint>> {
  const { brandId } = atBrand(context, brand);
  const { staffId, ip } = context;
  await setReserved(
    context.app,
    { brandId, profileId, reserved },
    { actor: { kind: 'staff', id: staffId }, ip },
  );
  return { ok: true };
}

export async function listReserved(
  context: StaffContext,
  { brand, after }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { brandId } = atBrand(context, brand);
  // A cursor that we did not make begins at the beginning.
  const cursor = z.uuid().safeParse(after).data;
  const rows = await readReserved(context.app.db, brandId, cursor, PAGE + 1);
  const profiles = rows.slice(0, PAGE);
  return { profiles, next: rows.length > PAGE ? (profiles.at(-1)?.id ?? null) : null };
}
