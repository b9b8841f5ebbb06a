import type { InputOf } from '../../contract/kernel/endpoint.ts';
import type { retryJob as endpoint } from '../../contract/staff/staff.ts';
import type { StaffContext } from '../app.ts';
import { recordAudit } from '../platform/audit.ts';
import { transact } from '../platform/database/database.ts';
import { retryJob as giveAnotherChance } from '../platform/jobs/jobs-admin.ts';
import { requireOperator } from './require-operator.ts';

export async function retryJob(context: StaffContext, { id }: InputOf<typeof endpoint>) {
  requireOperator(context);
  const { db, staffId, ip } = context;
  await transact(db, async (tx) => {
    await giveAnotherChance(tx, id);
    await recordAudit(tx, {
      actor: { kind: 'staff', id: staffId },
      action: 'job.retried',
      subject: `job ${id}`,
      ip,
    });
  });
  return { ok: true as const };
}
