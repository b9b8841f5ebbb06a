import { fail } from '../../contract/kernel/errors.ts';
import type { StaffContext } from '../app.ts';
import { siteOrigin } from '../platform/http/origins.ts';
import type { Brand } from './directory.ts';

/** The console works across brands: here it is at the one that a call names. */
export function atBrand(context: StaffContext, key: string): StaffContext {
  return enter(context, context.app.brands.byKey(key) ?? fail('request.not_found'));
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

/** Members' addresses, background work and the audit are for operators, not for hosts or moderators. */
export function requireOperator({ role }: StaffContext): void {
  if (role !== 'operator') fail('staff.forbidden');
}

/** What members say about each other is for moderators, not for hosts. */
export function requireModerator({ role }: StaffContext): void {
  if (role === 'host') fail('staff.forbidden');
}
