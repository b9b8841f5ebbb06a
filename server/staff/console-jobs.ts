import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type {
  listJobs as listJobsEndpoint,
  retryJob as retryJobEndpoint,
  discardJob as discardJobEndpoint,
} from '#contract/staff/staff.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import {
  countJobs,
  listJobs as readJobs,
  retryJob as giveAnotherChance,
  discardJob as throwAway,
} from '#server/platform/jobs/jobs-admin.ts';

const JOBS_PAGE = 50;

export async function listJobs(
  context: StaffContext,
  { state, before }: InputOf<typeof listJobsEndpoint>,
): Promise<ReplyOf<typeof listJobsEndpoint>> {
  const { jobs, next } = await readJobs(context.app.db, { state, before, limit: JOBS_PAGE });
  return { jobs, next, counts: await countJobs(context.app.db) };
}

export async function retryJob(context: StaffContext, { id }: InputOf<typeof retryJobEndpoint>) {
  const { db } = context.app;
  const { staffId, ip } = context;
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

export async function discardJob(context: StaffContext, { id }: InputOf<typeof discardJobEndpoint>) {
  const { db } = context.app;
  const { staffId, ip } = context;
  await transact(db, async (tx) => {
    await throwAway(tx, id);
    await recordAudit(tx, {
      actor: { kind: 'staff', id: staffId },
      action: 'job.discarded',
      subject: `job ${id}`,
      ip,
    });
  });
  return { ok: true as const };
}
