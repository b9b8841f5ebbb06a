/** The statements of reports. */

import { sql } from 'kysely';
import type { ReportReason } from '#contract/moderation/reports.ts';
import type { SaidRow } from '#server/messaging/reading.sql.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

/** Whether both profiles are there. Neither can be erased before the transaction ends. */
export async function lockBoth(tx: Tx, brandId: string, ids: readonly [string, string]): Promise<boolean> {
  const rows = await tx
    .selectFrom('profile')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.length === 2;
}

/** What the same person has said about the same lately, while it is not dealt with yet. */
export function findOpenReport(
  tx: Tx,
  { brandId, fromId, aboutId, since }: { brandId: string; fromId: string; aboutId: string; since: Date },
) {
  return tx
    .selectFrom('report')
    .select(['id', 'reason'])
    .where('brand_id', '=', brandId)
    .where('from_id', '=', fromId)
    .where('about_id', '=', aboutId)
    .where('status', '=', 'open')
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface NewReport {
  brandId: string;
  id: string;
  fromId: string;
  aboutId: string;
  reason: ReportReason;
  text: string;
  at: Date;
}

/** A report that is there already gets other words and keeps its time. Answers whether it is new. */
export async function saveReport(tx: Tx, report: NewReport): Promise<boolean> {
  const { brandId, id, fromId, aboutId, reason, text, at } = report;
  const { is_new } = await tx
    .insertInto('report')
    .values({
      brand_id: brandId,
      id,
      from_id: fromId,
      about_id: aboutId,
      reason,
      text,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'id']).doUpdateSet({ reason, text, updated_at: at }),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return is_new;
}

/** What was kept before stays as it is. */
export async function saveEvidence(
  tx: Tx,
  { brandId, reportId }: { brandId: string; reportId: string },
  said: readonly SaidRow[],
): Promise<void> {
  if (said.length === 0) return;
  await tx
    .insertInto('report_message')
    .values(said.map((row) => ({ ...row, brand_id: brandId, report_id: reportId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What a member has reported, newest first. */
export function readReportsFrom(db: DbOrTx, brandId: string, fromId: string, limit: number) {
  return db
    .selectFrom('report as r')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'r.brand_id').onRef('p.id', '=', 'r.about_id'),
    )
    .select(['r.id', 'r.reason', 'r.created_at', 'r.outcome', 'r.decided_at'])
    .select(['p.screen_name', 'p.kind'])
    .where('r.brand_id', '=', brandId)
    .where('r.from_id', '=', fromId)
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

/** What is open about a member. Nothing is added to it until the transaction ends. */
export function lockOpenReports(tx: Tx, brandId: string, aboutId: string) {
  return tx
    .selectFrom('report')
    .select(['id', 'updated_at'])
    .where('brand_id', '=', brandId)
    .where('about_id', '=', aboutId)
    .where('status', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function closeOpenReports(
  tx: Tx,
  {
    brandId,
    aboutId,
    outcome,
    at,
  }: { brandId: string; aboutId: string; outcome: 'dismissed' | 'upheld'; at: Date },
): Promise<void> {
  await tx
    .updateTable('report')
    .set({ status: 'closed', outcome, decided_at: at })
    .where('brand_id', '=', brandId)
    .where('about_id', '=', aboutId)
    .where('status', '=', 'open')
    .execute();
}

/** Of reports that were decided before then. */
export async function deleteEvidenceBefore(db: DbOrTx, before: Date): Promise<void> {
  await sql`
    delete from report_message e using report r
    where r.brand_id = e.brand_id and r.id = e.report_id and r.decided_at < ${before}::timestamptz`.execute(
    db,
  );
}

export async function deleteReportsBefore(db: DbOrTx, before: Date): Promise<void> {
  await db.deleteFrom('report').where('decided_at', '<', before).execute();
}
