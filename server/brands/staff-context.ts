import { fail } from '../../contract/kernel/errors.ts';
import type { StaffContext } from '../app.ts';
import { siteOrigin } from '../platform/http/origins.ts';
import type { Brand } from './directory.ts';

/** The console works across brands: here it is at the one that a call names. */
export function atBrand(context: StaffContext, key: string): StaffContext {
  const brand = context.app.brands.byKey(key);
  // A brand that somebody does not work for is as good as none.
  if (!brand || !context.brandIds.includes(brand.id)) return fail('request.not_found');
  return enter(context, brand);
}

/** The brand that a call names, or all that the caller works for where it names none. */
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
