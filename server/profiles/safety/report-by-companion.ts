import type { ReportReason } from '../../../contract/profile/safety.ts';
import { readLastSaid } from '../../messaging/reading.sql.ts';
import type { VisitorContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { siteOrigin } from '../../platform/http/origins.ts';
import { saveEvidence, saveReport } from './queries.ts';
import { MOST_EVIDENCE, tellSupport } from './report-person.ts';

interface Concern {
  /** The companion's profile, and that of whom it is about. */
  companionId: string;
  memberId: string;
  reason: ReportReason;
  text: string;
}

/** An AI companion tells our people about a member, with what was said. */
export async function reportByCompanion(
  app: Pick<VisitorContext, 'brand' | 'clock' | 'origins'>,
  tx: Tx,
  { companionId: fromId, memberId: aboutId, reason, text }: Concern,
): Promise<void> {
  const { brand, clock } = app;
  const at = clock.now();
  const brandId = brand.id;
  const id = newId(at.getTime());
  await saveReport(tx, { brandId, id, fromId, aboutId, reason, text, at });
  const said = await readLastSaid(tx, brandId, [fromId, aboutId], MOST_EVIDENCE);
  await saveEvidence(tx, { brandId, reportId: id }, said);
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'system' },
    action: 'profile.reported',
    subject: aboutId,
    details: { report: id, reason, by: fromId },
  });
  await tellSupport({ brand, origin: siteOrigin(app, brand) }, tx, aboutId, reason);
}
