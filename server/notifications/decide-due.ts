/** Looks at what is due: it is dropped, postponed, or given to a channel. */

import { sql } from 'kysely';
import { unsentReasons } from '#contract/notification/kinds.ts';
import type { UnsentReason } from '#contract/notification/kinds.ts';
import type { App } from '#server/app.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, Run } from '#server/platform/work/queue.ts';
import { topicOf } from './channel.ts';
import { judge } from './judge.ts';
import type { Judged } from './judge.ts';
import type { DropReason } from './policy.ts';
import { drop, keepUnsent, makeReady, postpone, queuedColumns } from './queue.ts';
import type { Queued } from './queue.ts';

const BATCH = 500;

/** Deciding takes a fraction of the time that sending does. It ends at the latest when the event is too old to be sent. */
export const decisionQueue = queue({
  name: 'notifications',
  table: 'notification',
  key: ['brand_id', 'id'],
  columns: queuedColumns,
  where: sql`w.state = 'due'`,
  concurrency: 1,
  maxTries: Number.POSITIVE_INFINITY,
  backoff: { base: 5 * SECOND, cap: HOUR },
  whenDone: 'delete',
  byAppClock: true,
  kindOf: ({ kind }) => kind,
  batch: BATCH,
  handleBatch: decideDue,
});

async function decideDue(app: App, rows: readonly Queued[], { lease }: Run): Promise<Outcome[]> {
  const judged = await judge(app, rows);
  await recordDecisions(app, lease, judged);
  return outcomesOf(rows, judged);
}

/** A brand that this node does not know yet is left to another node; so is a member who was erased meanwhile. */
export function outcomesOf(rows: readonly Queued[], judged: readonly Judged[]): Outcome[] {
  const known = new Set(judged.map(({ row }) => row.id));
  return rows.map(({ id }) => (known.has(id) ? 'settled' : { untriedFor: MINUTE }));
}

/** Of what a member has seen, or is not to see, no reason is kept why it was not sent. */
function isAskedAbout(reason: DropReason): reason is UnsentReason {
  return unsentReasons.some((one) => one === reason);
}

/** Writes down what was decided of notifications that were not sent, and lets go of them. */
export async function recordDecisions(app: App, lease: string, judged: readonly Judged[]): Promise<void> {
  const now = app.clock.now();
  for (const { row, decision } of judged) {
    const outcome = decision.act === 'drop' ? decision.reason : decision.act;
    app.metrics.notifications.inc({ kind: row.kind, channel: 'none', outcome });
  }
  await drop(
    app.db,
    lease,
    judged.flatMap(({ row, decision }) =>
      decision.act === 'drop' && !isAskedAbout(decision.reason) ? [row] : [],
    ),
  );
  await keepUnsent(
    app.db,
    lease,
    judged.flatMap(({ row, decision }) =>
      decision.act === 'drop' && isAskedAbout(decision.reason) ? [{ ...row, reason: decision.reason }] : [],
    ),
    now,
  );
  await postpone(
    app.db,
    lease,
    judged.flatMap(({ row, decision }) =>
      decision.act === 'wait' ? [{ ...row, until: decision.until, inPage: decision.inPage ?? false }] : [],
    ),
  );
  await makeReady(
    app.db,
    lease,
    judged.flatMap(({ row, decision }) => {
      if (decision.act !== 'send') return [];
      const { channel } = decision;
      return [{ ...row, channel, topic: topicOf(channel, row) }];
    }),
    now,
  );
}
