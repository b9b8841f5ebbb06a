import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import type { listAudit as endpoint } from '../../contract/staff/staff.ts';
import type { StaffContext } from '../app.ts';
import { listAudit as readAudit } from '../platform/audit.ts';
import { requireOperator } from './require-operator.ts';

const PAGE = 50;

export async function listAudit(
  context: StaffContext,
  { before }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireOperator(context);
  return readAudit(context.db, { before, limit: PAGE });
}
