import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { listReconciliations as endpoint } from '../../../contract/staff/billing.ts';
import type { StaffContext } from '../../app.ts';
import { requireOperator } from '../../brands/staff-context.ts';
import type { Difference } from './reconcile.ts';
import type { Database } from '../../platform/database/database.ts';

const PAGE = 50;

export async function listReconciliations(
  context: StaffContext,
  { before }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireOperator(context);
  const rows = await listReconciliationRows(context.db, decodeCursor(before), PAGE + 1);
  const days = rows.slice(0, PAGE).map(({ provider, day, compared, differences, at }) => ({
    provider,
    day,
    compared,
    differences: differences as Difference[],
    at: at.getTime(),
  }));
  const last = days.at(-1);
  return { days, next: rows.length > PAGE && last ? `${last.day} ${last.provider}` : null };
}

function decodeCursor(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, day, provider] = /^(\d{4}-\d{2}-\d{2}) ([a-z]{1,20})$/.exec(text) ?? [];
  if (day === undefined || provider === undefined) {
    return fail('request.malformed', {
      issues: [{ path: 'before', problem: 'must come from the last page' }],
    });
  }
  return { day, provider };
}

function listReconciliationRows(
  db: Database,
  before: { day: string; provider: string } | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('reconciliation')
    .select(['provider', 'day', 'compared', 'differences', 'at'])
    .orderBy('day', 'desc')
    .orderBy('provider', 'desc')
    .limit(limit);
  if (before) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('day', 'provider'), '<', tuple(before.day, before.provider as never)),
    );
  }
  return query.execute();
}
