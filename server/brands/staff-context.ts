import { fail } from '#contract/kernel/errors.ts';
import { hasRight } from '#contract/kernel/staff-rights.ts';
import type { StaffRight } from '#contract/kernel/staff-rights.ts';
import type { StaffContext } from '#server/app.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import type { Brand } from './directory.ts';

/** The console works across brands: here it is at the one that a call names. */
export function atBrand(context: StaffContext, key: string): StaffContext {
  const brand = context.app.brands.byKey(key);
  // A brand that the caller does not work for is as good as none.
  if (!brand || !context.roles.has(brand.id)) return fail('request.not_found');
  if (!context.brandIds.includes(brand.id)) return fail('staff.forbidden');
  return enter(context, brand);
}

/** Whether the caller may do so at the brand where the context is. */
export function mayHere({ roles, brandId }: StaffContext, right: StaffRight): boolean {
  const role = roles.get(brandId);
  return role !== undefined && hasRight(role, right);
}

/** Those of the brands at which the caller may do so. */
export function brandsWhere(
  { roles }: Pick<StaffContext, 'roles'>,
  brandIds: Iterable<string>,
  right: StaffRight,
): string[] {
  return [...brandIds].filter((id) => {
    const role = roles.get(id);
    return role !== undefined && hasRight(role, right);
  });
}

/** The brand that a call names, or all at which the caller may do what it is about. */
export function brandIdsFor(context: StaffContext, key: string | undefined): readonly string[] {
  return key === undefined ? context.brandIds : [atBrand(context, key).brandId];
}

export function atBrandOf(context: StaffContext, brandId: string): StaffContext {
  const brand = context.app.brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} is not known to this node yet`);
  return enter(context, brand);
}

/** A brand's pictures are served on its own hostnames only. */
function enter(context: StaffContext, brand: Brand): StaffContext {
  if (brand.id === context.brandId) return context;
  return { ...context, brand, brandId: brand.id, origin: siteOrigin(context.app, brand) };
}
