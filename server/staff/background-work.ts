/** The console's page of background work: how each queue stands, what failed, and trying it again. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  discardWork as discardEndpoint,
  listFailedWork as listEndpoint,
  readWork as readEndpoint,
  retryWork as retryEndpoint,
} from '#contract/staff/staff.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  MOST_COUNTED,
  discardFailed,
  listFailed,
  readQueues,
  retryFailed,
} from '#server/platform/work/overview.ts';
import type { Queue } from '#server/platform/work/queue.ts';

const SHOWN = 100;

export async function readWork({ app }: StaffContext): Promise<ReplyOf<typeof readEndpoint>> {
  return { queues: await readQueues(app, app.queues), mostCounted: MOST_COUNTED };
}

export async function listFailedWork(
  context: StaffContext,
  input: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const queue = findQueue(context, input);
  const failed = await listFailed(context.app.db, queue, SHOWN);
  return {
    failed: failed.map((work) =>
      Object.assign(work, {
        givenUpAt: work.givenUpAt?.getTime() ?? null,
        dueAt: work.dueAt?.getTime() ?? null,
      }),
    ),
    discardable: queue.whenDone === 'delete',
  };
}

export async function retryWork(
  context: StaffContext,
  input: InputOf<typeof retryEndpoint>,
): Promise<ReplyOf<typeof retryEndpoint>> {
  const { db, clock } = context.app;
  const queue = findQueue(context, input);
  return transact(db, async (tx) => {
    const retried = await retryFailed({ db: tx, clock }, queue, input.key);
    if (retried === 0 && input.key !== undefined) fail('work.not_found');
    if (retried > 0) await recordAct(tx, context, { action: 'work.retried', ...input, count: retried });
    return { retried };
  });
}

export async function discardWork(
  context: StaffContext,
  input: InputOf<typeof discardEndpoint>,
): Promise<ReplyOf<typeof discardEndpoint>> {
  const queue = findQueue(context, input);
  await transact(context.app.db, async (tx) => {
    if (!(await discardFailed(tx, queue, input.key))) fail('work.not_found');
    await recordAct(tx, context, { action: 'work.discarded', ...input });
  });
  return { ok: true };
}

function findQueue({ app }: StaffContext, { queue: wanted }: { queue: string }): Queue {
  return app.queues.find(({ name }) => name === wanted) ?? fail('work.not_found');
}

interface Act {
  action: string;
  queue: string;
  key?: string | undefined;
  count?: number;
}

function recordAct(tx: Tx, { staffId, ip }: StaffContext, { action, queue, key, count }: Act): Promise<void> {
  const details = { ...(key !== undefined && { key }), ...(count !== undefined && { count }) };
  return recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action, subject: queue, details, ip });
}
