/** The statements of reports. */

import { sql } from 'kysely';
import type { ProfileKind } from '../../contract/kernel/fields.ts';
import type { ReportReason } from '../../contract/moderation/reports.ts';
import type { SaidRow } from '../messaging/reading.sql.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';

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

/** What the same person has said about the same lately, while nobody has dealt with it. */
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
    .values({ brand_id: brandId, id, from_id: fromId, about_id: aboutId, reason, text, created_at: at })
    .onConflict((conflict) => conflict.columns(['brand_id', 'id']).doUpdateSet({ reason, text }))
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

interface EvidenceRow {
  id: string;
  from: 'reported' | 'reporter';
  text: string;
  /** In milliseconds since 1970. */
  at: number;
  hasPhoto: boolean;
}

interface ReportRow {
  id: string;
  brand: string;
  profile_id: string;
  screen_name: string;
  kind: ProfileKind;
  reason: ReportReason;
  text: string;
  created_at: Date;
  messages: EvidenceRow[];
}

interface OpenReports {
  brandIds: readonly string[];
  before: string | undefined;
  limit: number;
  mostEvidence: number;
}

/** Those that nobody has dealt with, newest first. Ids are in the order of time. */
export function readOpenReports(
  db: DbOrTx,
  { brandIds, before, limit, mostEvidence }: OpenReports,
): Promise<ReportRow[]> {
  const messages = sql<EvidenceRow[]>`coalesce((
    select json_agg(json_build_object('id', m.id, 'from', case m.from_id when r.about_id then 'reported' else 'reporter' end,
      'text', m.body, 'at', floor(extract(epoch from m.at) * 1000), 'hasPhoto', m.photo_id is not null)
      order by m.at, m.id)
    from (select * from report_message e where e.brand_id = r.brand_id and e.report_id = r.id
      order by e.at desc, e.id desc limit ${mostEvidence}::int) as m), '[]')`;
  const query = db
    .selectFrom('report as r')
    .innerJoin('brand as b', 'b.id', 'r.brand_id')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'r.brand_id').onRef('p.id', '=', 'r.about_id'),
    )
    .select(['r.id', 'b.key as brand', 'p.id as profile_id', 'p.screen_name', 'p.kind', 'r.reason', 'r.text'])
    .select(['r.created_at', messages.as('messages')])
    .where('r.status', '=', 'open')
    .where('r.brand_id', 'in', brandIds)
    .orderBy('r.id', 'desc')
    .limit(limit);
  return (before === undefined ? query : query.where('r.id', '<', before)).execute();
}

/** Answers with whom it was about, or nothing where no such report is open. */
export async function closeOpenReport(tx: Tx, brandId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('report')
    .set({ status: 'closed' })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('about_id')
    .executeTakeFirst();
  return row?.about_id;
}
