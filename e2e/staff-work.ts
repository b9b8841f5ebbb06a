import { sql } from 'kysely';
import { inDatabase } from './database.ts';
import type { Newcomer } from './newcomers.ts';

/** Profiles of the staff's, by name. */
export async function staffProfiles(): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  await inDatabase(async (db) => {
    const rows = await db
      .selectFrom('profile as p')
      .innerJoin('brand as b', 'b.id', 'p.brand_id')
      .select(['p.id', 'p.screen_name as name'])
      .where('b.key', '=', 'lunaria')
      .where('p.kind', '=', 'staff')
      .where('p.status', '=', 'visible')
      .where('p.reserved', '=', false)
      .orderBy('p.id')
      .limit(3)
      .execute();
    found.push(...rows);
    // Whatever the demo has left unanswered is not this journey's.
    await db.deleteFrom('waiting_reply').where('kind', '=', 'staff').execute();
  });
  return found;
}

/** What the demo has left for moderators is not these journeys'. */
export async function approveWhatWaits(): Promise<void> {
  await inDatabase(async (db) => {
    const approved = { status: 'visible', moderated_at: new Date() } as const;
    await db.updateTable('profile').set(approved).where('status', '=', 'pending').execute();
  });
}

/** Verdicts are carried out when they can no longer be undone, which is now. */
export async function carryOutVerdicts(): Promise<void> {
  await inDatabase(async (db) => {
    await sql`update job set work_at = now() where task = 'moderation.carryOutVerdict'`.execute(db);
  });
}

export async function profileIdOf({ trackerId }: Newcomer): Promise<string> {
  let id = '';
  await inDatabase(async (db) => {
    const found = await db
      .selectFrom('profile as p')
      .innerJoin('account as a', (on) =>
        on.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.id', '=', 'p.account_id'),
      )
      .select('p.id')
      .where('a.tracker_id', '=', trackerId)
      .executeTakeFirstOrThrow();
    ({ id } = found);
  });
  return id;
}

const DAY = 24 * 60 * 60 * 1_000;

/** Makes a newcomer a member of some days, who may review, and whose review the home shows. */
export async function letReview({ email }: Newcomer): Promise<void> {
  await inDatabase(async (db) => {
    const created_at = new Date(Date.now() - 8 * DAY);
    await db.updateTable('account').set({ created_at }).where('email', '=', email).execute();
    // The home shows some at random: the demo's own would hide it.
    await db.deleteFrom('review').where('demo', '=', true).execute();
  });
}
