import type { ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { staffMe } from '../../contract/staff/staff.ts';
import type { StaffContext } from '../app.ts';
import { readStaff } from './queries.ts';

export async function whoAmI({ db, staffId }: StaffContext): Promise<ReplyOf<typeof staffMe>> {
  return (await readStaff(db, staffId)) ?? fail('session.dead');
}
