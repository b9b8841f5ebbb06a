/** How a moderator's time with a case ends: lists know it by themselves, a job notifies open consoles. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { ModerationKind } from '#contract/moderation/cases.ts';
import type { App } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { jobKind, scheduleBy } from '#server/platform/jobs/jobs.ts';
import { emitCase } from './live.ts';
import type { CaseId } from './live.ts';

export const releaseDueCasesJob = jobKind('moderation.releaseDueCases', z.object({ staffId: z.uuid() }));

/** One job a moderator, at the first end of what they have. A claim that is renewed is looked at again later. */
export async function scheduleCaseRelease(
  tx: Tx,
  { staffId, until }: { staffId: string; until: Date },
): Promise<void> {
  await scheduleBy(tx, releaseDueCasesJob, { staffId }, { key: staffId, by: until });
}

/** Releases what a moderator has had for too long, and looks again at the end of what they still have. */
export async function releaseDueCases(
  app: App,
  { staffId }: z.output<typeof releaseDueCasesJob.payload>,
): Promise<void> {
  const now = app.clock.now();
  await transact(app.db, async (tx, afterCommit) => {
    const over = sql`claimed_until <= ${now}::timestamptz`;
    for (const key of await releaseCases(tx, staffId, over))
      afterCommit(() => emitCase(app, key, 'released', null));
    const { first } = await tx
      .selectFrom('moderation_case')
      .select(({ fn }) => fn.min('claimed_until').as('first'))
      .where('claimed_by', '=', staffId)
      .where('verdict_id', 'is', null)
      .executeTakeFirstOrThrow();
    if (first) await scheduleCaseRelease(tx, { staffId, until: first });
  });
}

/** A moderator who signs out releases everything. Answers with what that was. */
export function releaseCasesOf(tx: Tx, staffId: string): Promise<CaseId[]> {
  return releaseCases(tx, staffId, sql`true`);
}

async function releaseCases(tx: Tx, staffId: string, which: RawBuilder<unknown>): Promise<CaseId[]> {
  const { rows } = await sql<{ brandId: string; kind: ModerationKind; id: string }>`
    update moderation_case set claimed_by = null, claimed_until = null
    where claimed_by = ${staffId}::uuid and verdict_id is null and ${which}
    returning brand_id as "brandId", kind, id`.execute(tx);
  return rows;
}
