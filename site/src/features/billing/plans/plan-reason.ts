import { paywallName } from '../../../../../contract/brand/flow.ts';
import type { PaywallName } from '../../../../../contract/brand/paywalls.ts';

/** What somebody came to the plans for. Whatever has no words of its own is simply about plans and credits. */
const reasons = [
  'blurred',
  'more_pages',
  'out_of_credits',
  'out_of_likes',
  'change_region',
  'profile_locked',
  'read_receipts',
] as const satisfies readonly PaywallName[];
export type Reason = (typeof reasons)[number] | 'any';

/** The last part of `/vip_plan/…`, as the wire spells it. */
export function reasonOf(hookType: string | undefined): Reason {
  const { data } = paywallName.safeParse(hookType);
  return reasons.find((one) => one === data) ?? 'any';
}

/** Where packs of credits are what somebody may be looking for. */
export function showsPacks(reason: Reason): boolean {
  return reason === 'any' || reason === 'out_of_credits';
}
