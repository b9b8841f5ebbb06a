import type { StaffContext } from '../app.ts';
import { recordAudit } from '../platform/audit.ts';
import { transact } from '../platform/database/database.ts';
import { deleteStaffSession } from './queries.ts';

export async function signOut({ db, staffId, sessionId, ip }: StaffContext) {
  await transact(db, async (tx) => {
    await deleteStaffSession(tx, sessionId);
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.signed_out', ip });
  });
  return { ok: true as const };
}
