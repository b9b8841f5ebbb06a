/** Looks at what is due: it is dropped, put off, or given to a channel. */

import { sql } from 'kysely';
import { unsentReasons } from '#contract/notification/kinds.ts';
import type { UnsentReason } from '#contract/notification/kinds.ts';
import type { App } from '#server/app.ts';
import { topicOf } from './channel.ts';
import { judge } from './judge.ts';
import type { Judged } from './judge.ts';
import type { DropReason } from './policy.ts';
import { drop, keepUnsent, makeReady, postpone, takeDue } from './queue.ts';

const AT_ONCE = 500;
/** Any number, as long as no other lock uses it: the node that holds this lock is the one that decides. */
const DECIDER = 7_402_161;

/**
 * Decides on some of what is due, and answers how many there were. One node at a time: what is decided about a member
 * depends on what was decided just before. It takes a fraction of the time that sending does.
 */
export function decideDue(app: App): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(DECIDER)}) as mine`.execute(tx);
    if (!rows[0]?.mine) return 0;
    // Not in this transaction: the writer of a message must not wait for it.
    const taken = await takeDue(app.db, app.clock.now(), AT_ONCE);
    await settleJudged(app, await judge(app, taken));
    return taken.length;
  });
}

/** Of what a member has seen, or is not to see, no reason is kept why it was not sent. */
function isAskedAbout(reason: DropReason): reason is UnsentReason {
  return unsentReasons.some((one) => one === reason);
}

/** Writes down what was decided of notifications that were not sent. */
export async function settleJudged(app: App, judged: readonly Judged[]): Promise<void> {
  const now = app.clock.now();
  for (const { row, decision } of judged) {
    const outcome = decision.act === 'drop' ? decision.reason : decision.act;
    app.metrics.notifications.inc({ kind: row.kind, channel: 'none', outcome });
  }
  await drop(
    app.db,
    judged.flatMap(({ row, decision }) =>
      decision.act === 'drop' && !isAskedAbout(decision.reason) ? [row] : [],
    ),
  );
  await keepUnsent(
    app.db,
    judged.flatMap(({ row, decision }) =>
      decision.act === 'drop' && isAskedAbout(decision.reason) ? [{ ...row, reason: decision.reason }] : [],
    ),
    now,
  );
  await postpone(
    app.db,
    judged.flatMap(({ row, decision }) =>
      decision.act === 'wait' ? [{ ...row, until: decision.until }] : [],
    ),
  );
  await makeReady(
    app.db,
    judged.flatMap(({ row, decision }) => {
      if (decision.act !== 'send') return [];
      const { channel } = decision;
      return [{ ...row, channel, topic: topicOf(channel, row), at: now, error: null }];
    }),
  );
}
