import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import type { listJobs as endpoint } from '../../contract/staff/staff.ts';
import type { StaffContext } from '../app.ts';
import { countJobs, listJobs as readJobs } from '../platform/jobs/jobs-admin.ts';
import { requireOperator } from './require-operator.ts';

const PAGE = 50;

export async function listJobs(
  context: StaffContext,
  { state, before }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireOperator(context);
  const { jobs, next } = await readJobs(context.db, { state, before, limit: PAGE });
  return { jobs, next, counts: await countJobs(context.db) };
}
