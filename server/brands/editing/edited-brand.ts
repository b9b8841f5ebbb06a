/** The brand that a call of an editor is about, which need not be published yet, and who works on it. */

import { readPart } from '#contract/brand/parts.ts';
import { fail } from '#contract/kernel/errors.ts';
import { hasRight } from '#contract/kernel/staff-rights.ts';
import { rightOfPart } from '#contract/staff/brand-editing.ts';
import type { StaffContext } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

export interface EditedBrand {
  brandId: string;
  key: string;
}

/** One that is not published, or that a rule keeps closed, is known to the database alone. */
export async function findEditedBrand(context: StaffContext, key: string): Promise<EditedBrand> {
  const row = await context.app.db.selectFrom('brand').select('id').where('key', '=', key).executeTakeFirst();
  // A brand that the caller does not work for is as good as none.
  if (!row || !(context.isOwner || context.roles.has(row.id))) return fail('request.not_found');
  if (!context.isOwner && !context.brandIds.includes(row.id)) return fail('staff.forbidden');
  return { brandId: row.id, key };
}

/** Refuses a part that the caller has no right to at the brand. */
export function requirePartRights(
  { isOwner, roles }: StaffContext,
  { brandId }: EditedBrand,
  parts: Iterable<string>,
): void {
  const role = isOwner ? 'owner' : roles.get(brandId);
  for (const part of parts)
    if (!role || !hasRight(role, rightOfPart[readPart(part).kind])) fail('staff.forbidden');
}

export type Person = { id: string; name: string } | null;

/** Names of people of the staff, by their ids; of those who have left too. */
export async function readPeople(
  db: DbOrTx,
  ids: Iterable<string | null>,
): Promise<(id: string | null) => Person> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const rows =
    known.length === 0
      ? []
      : await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', known).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : { id, name: names.get(id) ?? '' });
}
