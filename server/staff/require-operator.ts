import { fail } from '../../contract/kernel/errors.ts';
import type { StaffContext } from '../app.ts';

/** Members' addresses, background work and the audit are for those who run the house, not for hosts or moderators. */
export function requireOperator({ role }: StaffContext): void {
  if (role !== 'operator') fail('staff.forbidden');
}
