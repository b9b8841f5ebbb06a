/** The role of a person at each brand, and who may change it. */

import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { brandRoles, mayGive } from '#contract/kernel/staff-rights.ts';
import type { BrandRole } from '#contract/kernel/staff-rights.ts';
import type { changePerson } from '#contract/staff/people.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** The role of a person at each brand, by the brand's id. */
type RolesById = ReadonlyMap<string, BrandRole>;

interface Standing {
  roles: Readonly<Record<string, BrandRole>>;
}

/** The roles that a person is to have. The caller manages each of the brands, and gives no more than their own role there may. */
export function rolesFor(
  context: StaffContext,
  { isOwner, roles }: Pick<InputOf<typeof changePerson>, 'isOwner' | 'roles'>,
): RolesById {
  if (isOwner) return context.isOwner ? new Map() : fail('staff.role_too_high');
  if (roles.length === 0) return fail('staff.no_brand');
  return new Map(roles.map(({ brand, role }) => [atBrand(context, brand).brandId, role]));
}

/** Whether the caller may give a person this role at a brand, or change anything else of one who has it. */
const mayGiveAt = ({ roles }: StaffContext, brandId: string, given: BrandRole): boolean => {
  const own = roles.get(brandId);
  return own !== undefined && mayGive(own, given);
};

/** Every role that the caller may give, at each brand. */
export function rolesToGive(context: StaffContext): { brandId: string; role: BrandRole }[] {
  return [...context.roles].flatMap(([brandId, own]) =>
    brandRoles.filter((role) => mayGive(own, role)).map((role) => ({ brandId, role })),
  );
}

export function requireMayGive(context: StaffContext, given: RolesById): void {
  for (const [brandId, role] of given) if (!mayGiveAt(context, brandId, role)) fail('staff.role_too_high');
}

/** Name, password and second factor are the person's own. Only a manager of all their brands may change them. */
export function whyNotWholly(context: StaffContext, person: Standing) {
  if (context.isOwner) return undefined;
  const roles = Object.entries(person.roles);
  if (roles.some(([brandId]) => !context.brandIds.includes(brandId))) return 'staff.works_elsewhere';
  return roles.every(([brandId, role]) => mayGiveAt(context, brandId, role))
    ? undefined
    : 'staff.role_too_high';
}

export function requireWholly(context: StaffContext, person: Standing): void {
  const why = whyNotWholly(context, person);
  if (why) fail(why);
}

export async function saveRoles(tx: Tx, staffId: string, roles: RolesById): Promise<void> {
  if (roles.size === 0) return;
  await tx
    .insertInto('staff_brand')
    .values([...roles].map(([brand_id, role]) => ({ staff_id: staffId, brand_id, role })))
    .execute();
}

export async function endRoles(tx: Tx, staffId: string, brandIds: readonly string[]): Promise<void> {
  if (brandIds.length === 0) return;
  await tx
    .deleteFrom('staff_brand')
    .where('staff_id', '=', staffId)
    .where('brand_id', 'in', brandIds)
    .execute();
}

/** The roles of a person at the brands that the caller manages. */
export function managedRoles({ brandIds }: StaffContext, { roles }: Standing): RolesById {
  return new Map(
    brandIds.flatMap((brandId) => {
      const role = roles[brandId];
      return role ? [[brandId, role] as const] : [];
    }),
  );
}
