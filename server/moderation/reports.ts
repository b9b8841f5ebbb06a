/** What members and AI companions report to our people about a member, and what becomes of it. */

import { countries } from '#contract/countries/list.ts';
import { OWN_REPORTS_SHOWN } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { cleanLines } from '#contract/kernel/text.ts';
import type {
  ReportReason,
  listOwnReports as listEndpoint,
  reportPerson as reportEndpoint,
} from '#contract/moderation/reports.ts';
import type { App, MemberContext, VisitorContext } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import { words } from '#server/mails/templates.ts';
import { readLastSaid } from '#server/messaging/reading.sql.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { newId } from '#server/platform/ids.ts';
import { block, lockSelfAndOther } from '#server/profiles/blocks.ts';
import type { ModerationItem } from '#server/profiles/profile-moderation.ts';
import type { MemberReported } from '#server/safety/report-member.ts';
import {
  closeOpenReports,
  deleteEvidenceBefore,
  deleteReportsBefore,
  findOpenReport,
  lockBoth,
  lockOpenReports,
  readReportsFrom,
  saveEvidence,
  saveReport,
} from './reports.sql.ts';

type Report = Omit<InputOf<typeof reportEndpoint>, 'trackerId'>;

/** A member who says more about the same person within a day adds to what they said. */
const SAME_REPORT_WITHIN = DAY;

/** Of what was said, so much is kept with a report. */
const MOST_EVIDENCE = 50;

/** Reports a member to our people, and blocks them where that is wanted too. */
export async function reportPerson(
  context: MemberContext,
  { profileId, reason, text, block: wantsBlock, withMessages = false }: Report,
): Promise<ReplyOf<typeof reportEndpoint>> {
  const { db, clock, limits } = context.app;
  const { brandId, accountId } = context;
  await limits.hit('reportAccount', `${brandId}:${accountId}`);
  return transact(db, async (tx) => {
    const pair = await lockSelfAndOther(context, tx, profileId);
    const { fromId, toId: aboutId } = pair;
    const at = clock.now();
    const since = new Date(at.getTime() - SAME_REPORT_WITHIN);
    const earlier = await findOpenReport(tx, { brandId, fromId, aboutId, since });
    const id = earlier?.id ?? newId(at.getTime());
    await saveReport(tx, { brandId, id, fromId, aboutId, reason, text: cleanLines(text), at });
    if (withMessages) {
      const said = await readLastSaid(tx, brandId, [fromId, aboutId], MOST_EVIDENCE);
      await saveEvidence(tx, { brandId, reportId: id }, said);
    }
    if (wantsBlock) await block(context, tx, pair);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'profile.reported',
      subject: aboutId,
      details: { report: id, reason },
    });
    // More words are found where the first ones are; another reason is news.
    if (earlier?.reason !== reason) await mailSupport(context, tx, aboutId, reason);
    return { result: 'OK' };
  });
}

/** What a member has reported, and what was decided. Of whom it was about only the name is shown. */
export async function listOwnReports({
  app: { db },
  brandId,
  profileId,
}: MemberContext): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await readReportsFrom(db, brandId, profileId, OWN_REPORTS_SHOWN);
  const reports = rows.map(({ id, screen_name, kind, reason, created_at, outcome, decided_at }) => ({
    id,
    screenName: screen_name,
    kind,
    reason,
    at: created_at.getTime(),
    outcome: outcome ?? ('open' as const),
    decidedAt: decided_at?.getTime() ?? null,
  }));
  return { reports };
}

/** An AI companion has reported a member. What was said until then is kept with it. Done twice, it is done once. */
export async function saveCompanionReport(app: App, report: MemberReported): Promise<void> {
  const { brandId, reportId: id, companionId: fromId, memberId: aboutId, reason, text } = report;
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} is not known to this node yet`);
  const at = new Date(report.at);
  await transact(app.db, async (tx) => {
    // A report about a member who was erased meanwhile is not kept.
    if (!(await lockBoth(tx, brandId, [fromId, aboutId]))) return;
    if (!(await saveReport(tx, { brandId, id, fromId, aboutId, reason, text, at }))) return;
    const said = await readLastSaid(tx, brandId, [fromId, aboutId], MOST_EVIDENCE);
    await saveEvidence(
      tx,
      { brandId, reportId: id },
      said.filter((message) => message.at <= at),
    );
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'system' },
      action: 'profile.reported',
      subject: aboutId,
      details: { report: id, reason, by: fromId },
    });
    await mailSupport({ brand, origin: siteOrigin(app, brand) }, tx, aboutId, reason);
  });
}

/** The mail says who and why. What was said stays where only our people can read it. */
function mailSupport(
  { brand, origin }: Pick<VisitorContext, 'brand' | 'origin'>,
  tx: Tx,
  profileId: string,
  reason: ReportReason,
): Promise<string> {
  const { language } = countries[brand.settings.country];
  return queueMail(tx, {
    brand,
    to: brand.settings.support.email,
    language,
    template: 'report_received',
    data: {
      profileId,
      reason: words[language].report_received.reasons[reason],
      link: `${origin}/console/moderation?kind=report`,
    },
  });
}

/** All that was reported about a member until now is dealt with, whether or not there was something in it. */
export async function decideReports(
  tx: Tx,
  { brandId, id, seenAt }: ModerationItem,
  verdict: { outcome: 'dismissed' | 'upheld'; at: Date },
): Promise<{ isNew: boolean; profileId: string; owner: null; details?: { reports: string[] } }> {
  const open = await lockOpenReports(tx, brandId, id);
  if (open.length === 0) return { isNew: false, profileId: id, owner: null };
  const newest = Math.max(...open.map(({ updated_at }) => updated_at.getTime()));
  if (seenAt && seenAt.getTime() !== newest) fail('moderation.changed');
  await closeOpenReports(tx, { brandId, aboutId: id, ...verdict });
  return { isNew: true, profileId: id, owner: null, details: { reports: open.map((each) => each.id) } };
}

/** What was said is kept as long as the decision can be contested; that a member was reported, until a pattern has shown. */
export const EVIDENCE_KEPT = 180 * DAY;
export const REPORTS_KEPT = 730 * DAY;

/** Deletes reports that were decided long ago, and before that what was said when they were made. */
export async function deleteOldReports({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  await deleteEvidenceBefore(db, ago(EVIDENCE_KEPT));
  await deleteReportsBefore(db, ago(REPORTS_KEPT));
}
