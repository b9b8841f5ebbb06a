/** How a host's time with a conversation ends: lists know it by themselves, open consoles are notified by a job. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import type { ConversationKey } from '#server/messaging/console-live.ts';
import { announce } from '#server/messaging/console-live.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { jobKind, scheduleBy } from '#server/platform/jobs/jobs.ts';

/** Where claims stand: beside those who wait, and beside those who may be written to first. */
export const tables = ['waiting_reply', 'answered_conversation'] as const;
export type Table = (typeof tables)[number];

export const endClaimsJob = jobKind('hosts.endClaims', z.object({ staffId: z.uuid() }));

/** One job a host, at the first end of what they have. Renewing a claim changes nothing: the job looks again later. */
export async function scheduleClaimEnd(
  tx: Tx,
  { staffId, until }: { staffId: string; until: Date },
): Promise<void> {
  await scheduleBy(tx, endClaimsJob, { staffId }, { key: staffId, by: until });
}

/**
 * Releases what a host has had for too long, notifies open consoles, and looks again at the end of what the host still
 * has.
 */
export async function endClaims(app: App, { staffId }: z.output<typeof endClaimsJob.payload>): Promise<void> {
  const now = app.clock.now();
  await transact(app.db, async (tx, afterCommit) => {
    for (const { brandId, id } of await releaseClaims(
      tx,
      sql`claimed_by = ${staffId}::uuid and claimed_until <= ${now}::timestamptz`,
    ))
      afterCommit(() => announce(app, { brandId, id, change: 'released', staffId: null }));
    const until = await readFirstEnd(tx, staffId);
    if (until) await scheduleClaimEnd(tx, { staffId, until });
  });
}

/** Releases what a host has claimed, as when the person leaves: everywhere, or at the brands that they leave. */
export async function releaseClaimsOf(tx: Tx, staffId: string, brandIds?: readonly string[]): Promise<void> {
  const there = brandIds ? sql`and brand_id = any(${[...brandIds]}::uuid[])` : sql``;
  await releaseClaims(tx, sql`claimed_by = ${staffId}::uuid ${there}`);
}

async function releaseClaims(tx: Tx, which: RawBuilder<unknown>): Promise<ConversationKey[]> {
  const released: ConversationKey[] = [];
  for (const table of tables) {
    const { rows } =
      await sql<ConversationKey>`update ${sql.table(table)} set claimed_by = null, claimed_until = null
      where ${which} returning brand_id as "brandId", conversation_id as id`.execute(tx);
    released.push(...rows);
  }
  return released;
}

async function readFirstEnd(tx: Tx, staffId: string): Promise<Date | null> {
  const ends = (table: Table) =>
    sql`select claimed_until from ${sql.table(table)} where claimed_by = ${staffId}::uuid`;
  const { rows } = await sql<{ first: Date | null }>`select min(claimed_until) as first
    from (${ends('waiting_reply')} union all ${ends('answered_conversation')}) as own`.execute(tx);
  return rows[0]?.first ?? null;
}
