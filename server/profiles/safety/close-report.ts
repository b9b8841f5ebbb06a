import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { staffCloseReport as endpoint } from '../../../contract/staff/staff.ts';
import type { StaffContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { requireModerator } from '../../brands/staff-context.ts';
import { closeReportRow } from './queries.ts';

/** It has been dealt with. One that is closed already, or was never there, is not found. */
export async function closeReport(
  context: StaffContext,
  { brand: key, reportId }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireModerator(context);
  const { db, brands, staffId, ip } = context;
  const brandId = brands.byKey(key)?.id ?? fail('request.not_found');
  await transact(db, async (tx) => {
    const aboutId = (await closeReportRow(tx, brandId, reportId)) ?? fail('request.not_found');
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: 'report.closed',
      subject: aboutId,
      details: { report: reportId },
      ip,
    });
  });
  return { ok: true };
}
