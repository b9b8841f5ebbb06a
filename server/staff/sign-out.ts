import type { StaffContext } from '../core/app.ts';
import { recordAudit } from '../core/audit.ts';
import { transact } from '../core/database.ts';
import { deleteStaffSession } from './queries.ts';

export async function signOut({ db, staffId, sessionId, ip }: StaffContext) {
  await transact(db, async (tx) => {
    await deleteStaffSession(tx, sessionId);
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.signed_out', ip });
  });
  return { ok: true as const };
}
