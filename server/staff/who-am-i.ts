import type { ReplyOf } from '../../contract/endpoint.ts';
import { fail } from '../../contract/errors.ts';
import type { staffMe } from '../../contract/staff.ts';
import type { StaffContext } from '../app.ts';
import { readStaff } from './queries.ts';

export async function whoAmI({ db, staffId }: StaffContext): Promise<ReplyOf<typeof staffMe>> {
  return (await readStaff(db, staffId)) ?? fail('session.dead');
}
