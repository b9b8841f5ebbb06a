import type { InputOf } from '../../contract/kernel/endpoint.ts';
import type { discardJob as endpoint } from '../../contract/staff/staff.ts';
import type { StaffContext } from '../app.ts';
import { recordAudit } from '../platform/audit.ts';
import { transact } from '../platform/database/database.ts';
import { discardJob as throwAway } from '../platform/jobs/jobs-admin.ts';
import { requireOperator } from './require-operator.ts';

export async function discardJob(context: StaffContext, { id }: InputOf<typeof endpoint>) {
  requireOperator(context);
  const { db, staffId, ip } = context;
  await transact(db, async (tx) => {
    await throwAway(tx, id);
    await recordAudit(tx, {
      actor: { kind: 'staff', id: staffId },
      action: 'job.discarded',
      subject: `job ${id}`,
      ip,
    });
  });
  return { ok: true as const };
}
