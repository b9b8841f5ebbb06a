import { fail } from '../../contract/kernel/errors.ts';
import type { StaffContext } from '../app.ts';

/** What members say about each other is for those who look after them, not for hosts. */
export function requireModerator({ role }: StaffContext): void {
  if (role === 'host') fail('staff.forbidden');
}
