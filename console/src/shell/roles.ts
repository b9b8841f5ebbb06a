import type { StaffRole } from '#contract/kernel/staff-rights.ts';

/** The roles of a person over all brands: once each. */
export function rolesOf({
  isOwner,
  brands,
}: {
  isOwner: boolean;
  brands: readonly { role: StaffRole }[];
}): StaffRole[] {
  return isOwner ? ['owner'] : [...new Set(brands.map(({ role }) => role))];
}
