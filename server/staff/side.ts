import { fail } from '../../contract/kernel/errors.ts';
import type { WaitingConversation } from '../../contract/staff/chat.ts';
import type { Brand } from '../brands/directory.ts';
import type { StaffContext } from '../app.ts';
import { siteOrigin } from '../platform/http/origins.ts';
import { ageFrom } from '../profiles/age.ts';
import { smallPhoto } from '../profiles/small-photo.ts';
import type { ClaimRow, SideRow } from './side-queries.ts';

/** The console works across brands: here it is at the one that a call names. */
export function atBrand(context: StaffContext, key: string): StaffContext {
  return enter(context, context.brands.byKey(key) ?? fail('request.not_found'));
}

export function atBrandOf(context: StaffContext, brandId: string): StaffContext {
  const brand = context.brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} is not known to this node yet`);
  return enter(context, brand);
}

/** A brand's pictures are served on its own hostnames only. */
function enter(context: StaffContext, brand: Brand): StaffContext {
  if (brand.id === context.brandId) return context;
  return { ...context, brand, brandId: brand.id, origin: siteOrigin(context, brand) };
}

/** Somebody of the brand that the caller is at. */
export function describeSide(context: StaffContext, row: SideRow): WaitingConversation['profile'] {
  const { profileId, screenName, birthYear, region, city, photo } = row;
  return {
    profileId,
    screenName,
    age: ageFrom(birthYear, context.clock),
    region,
    city,
    photo: smallPhoto(context, photo),
  };
}

export function describeClaim(row: ClaimRow): WaitingConversation['claim'] {
  const { claimed_by: staffId, claimed_name: name, claimed_until: until } = row;
  if (staffId === null || name === null || until === null) return null;
  return { staffId, name, until: until.getTime() };
}
