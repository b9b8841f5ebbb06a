import type { z } from 'zod';
import { clientEvents, endpoints } from './api.ts';
import { hostPrefixes } from './kernel/endpoint.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import { errors } from './kernel/errors.ts';
import type { ErrorCode } from './kernel/errors.ts';
import type { ClientEvent } from './kernel/event.ts';
import { brandRoles, hasRight } from './kernel/staff-rights.ts';
import type { BrandRole } from './kernel/staff-rights.ts';

/** What a caller lacks to be a member with everything in order, who would come in anywhere. One thing at a time. */
export const callers = {
  none: 'no token',
  dead: 'a dead token',
  other: 'another member’s token',
  otherBrand: 'another brand’s token',
  atOtherBrand: 'own token, at another brand',
  disabled: 'a disabled account',
  notAccepted: 'terms not accepted',
  noRegion: 'no region',
  ageUnverified: 'age not verified',
  pending: 'a profile that waits',
  refused: 'a refused profile',
} as const;
export type Caller = keyof typeof callers;

export const COMES_IN = 'comes in';
/** They come in, and what they do there reaches others once they can be seen. */
export const HELD = 'comes in, held';

/** The failure that such a caller gets before anything is read. Undefined where they are let in. */
export type Refusal = ErrorCode | undefined;

/** A person of the staff who may do it at another brand: nothing here, or something that does not allow it. */
export const staffCallers = {
  worksElsewhere: 'may at another brand, does not work here',
  otherRoleHere: 'may at another brand, is something else here',
} as const;
export type StaffCaller = keyof typeof staffCallers;
/** What is asked for is of several brands, and the caller gets what is of the other brand. */
export const OWN_BRANDS = 'the other brand alone';

type StaffCall = Extract<Endpoint, { access: 'staff' }>;
type Door = Endpoint | ClientEvent;

/** What the contract says about every call and every event. */
export const doors: readonly Door[] = [...endpoints, ...clientEvents];

export function nameOfDoor(door: Door): string {
  return 'host' in door ? `${door.method} ${hostPrefixes[door.host]}${door.path}` : door.name;
}

/** What the contract leads one to expect. The tests hold a running node to it. */
export function expectedRefusal(door: Door, caller: Caller): Refusal {
  // A caller who opens a connection is a member, as with a call of theirs.
  const access = 'access' in door ? door.access : 'member';
  switch (access) {
    case 'visitor':
      return undefined;
    case 'visitor-or-member':
      return caller === 'none' ? undefined : refusalOfMember(door, caller);
    case 'member':
    case 'member-or-link':
      return refusalOfMember(door, caller);
    case 'link':
      // A session is no link.
      return caller === 'none' ? 'session.missing' : 'link.invalid';
    case 'staff':
      return caller === 'none' ? 'session.missing' : 'session.dead';
  }
}

/** The roles that may do it, besides the owner. */
export function rolesFor({ right }: StaffCall): BrandRole[] {
  const rights = [right].flat();
  return brandRoles.filter((role) =>
    rights.some((one) => one === 'signed_in' || one === 'signing_in' || hasRight(role, one)),
  );
}

/** Whether every person of the staff may do it. */
const isForAllStaff = ({ right }: StaffCall) => right === 'signed_in' || right === 'signing_in';

/** What such a person gets for a call about this brand. Undefined where the call comes in. */
export function expectedStaffRefusal(call: StaffCall, caller: StaffCaller): Refusal {
  if (isForAllStaff(call)) return undefined;
  if (call.everywhere || rolesFor(call).length === 0) return 'staff.forbidden';
  if (!namesBrand(call)) return undefined;
  return caller === 'worksElsewhere' ? 'request.not_found' : 'staff.forbidden';
}

export function describeStaffCell(call: StaffCall, caller: StaffCaller): string {
  const refusal = expectedStaffRefusal(call, caller);
  if (refusal) return describeRefusal(refusal);
  return isForAllStaff(call) ? COMES_IN : OWN_BRANDS;
}

/** Whether a call says which brand it is about, or which each of several things is of. */
export function namesBrand({ params, query, body }: Pick<Endpoint, 'params' | 'query' | 'body'>): boolean {
  return [params, query, body].some((schema) => schema !== undefined && hasBrand(schema));
}

function hasBrand(schema: z.ZodType): boolean {
  const { shape, element, innerType, options } = schema.def as {
    shape?: Record<string, z.ZodType>;
    element?: z.ZodType;
    innerType?: z.ZodType;
    options?: readonly z.ZodType[];
  };
  if (shape && 'brand' in shape) return true;
  const parts = [...Object.values(shape ?? {}), ...(options ?? []), element, innerType];
  return parts.some((part) => part !== undefined && hasBrand(part));
}

function refusalOfMember(door: Door, caller: Caller): Refusal {
  const mayFailWith = (code: ErrorCode) => (door.errors.includes(code) ? code : undefined);
  switch (caller) {
    case 'none':
      return 'session.missing';
    case 'dead':
    case 'otherBrand':
    case 'atOtherBrand':
    case 'disabled':
      return 'session.dead';
    case 'other':
      return door.owner ? 'session.not_yours' : mayFailWith('session.not_yours');
    case 'notAccepted':
      return 'beforeConsent' in door && door.beforeConsent ? undefined : 'consent.missing';
    case 'noRegion':
      return door.needsRegion ? 'region.missing' : undefined;
    case 'ageUnverified':
      return mayFailWith('age.unverified');
    case 'pending':
      return undefined;
    case 'refused':
      return mayFailWith('profile.refused');
  }
}

/** What a caller gets, in the words of the table. */
export function describeCell(door: Door, caller: Caller): string {
  const refusal = expectedRefusal(door, caller);
  if (refusal) return describeRefusal(refusal);
  return caller === 'pending' && door.heldWhileUnseen ? HELD : COMES_IN;
}

/** As it stands on the wire: `403 region.missing`. */
export function describeRefusal(refusal: ErrorCode): string {
  const entry: { status: number; wire?: string } = errors[refusal];
  return `${entry.status} ${entry.wire ?? refusal}`;
}
