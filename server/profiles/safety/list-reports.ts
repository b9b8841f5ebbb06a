import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { staffListReports as endpoint } from '../../../contract/staff/staff.ts';
import type { StaffContext } from '../../app.ts';
import { readUuid } from '../../platform/ids.ts';
import { requireModerator } from '../../brands/staff-context.ts';
import { readOpenReports } from './queries.ts';
import { MOST_EVIDENCE } from './report-person.ts';

const PAGE = 50;

/** Reports that nobody has dealt with, newest first. `next` is the `before` of the following page. */
export async function listReports(
  context: StaffContext,
  { before }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireModerator(context);
  if (before !== undefined && !readUuid(before)) {
    return fail('request.malformed', {
      issues: [{ path: 'before', problem: 'must come from the last page' }],
    });
  }
  const rows = await readOpenReports(context.db, {
    before,
    limit: PAGE + 1,
    mostEvidence: MOST_EVIDENCE,
  });
  const reports = rows.slice(0, PAGE).map((row) => ({
    id: row.id,
    brand: row.brand,
    profileId: row.profile_id,
    screenName: row.screen_name,
    kind: row.kind,
    reason: row.reason,
    text: row.text,
    at: row.created_at.getTime(),
    messages: row.messages,
  }));
  return { reports, next: rows.length > PAGE ? (reports.at(-1)?.id ?? null) : null };
}
