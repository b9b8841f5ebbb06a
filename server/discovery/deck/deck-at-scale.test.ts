import { sql } from 'kysely';
import { DECK_SIZE } from '#contract/kernel/constants.ts';
import { createBatches } from '#server/platform/database/batches.ts';
import type { Database } from '#server/platform/database/database.ts';
import { deckOf, idsOf, letTimePass, makeCrowd } from '#testing/discovery/deck.ts';
import { expect, test } from '#testing/harness.ts';
import { usualOrLong } from '#testing/long-runs.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';

const SWIPES = usualOrLong(6_000, 20_000);
const LEFT = 1_000;

/** How many rows of these tables the work has read, by whole reads and by index. */
async function rowsTouched(db: Database, work: (tx: Database) => Promise<unknown>) {
  return db.transaction().execute(async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    const read = async () => {
      const { rows } = await sql<{ name: string; whole: number; single: number }>`
        select relname as name, seq_tup_read as whole, idx_tup_fetch as single from pg_stat_xact_user_tables
        where relname in ('profile', 'reaction')`.execute(tx);
      return rows;
    };
    const before = await read();
    await work(tx);
    const after = await read();
    const sum = (rows: typeof before, field: 'whole' | 'single') =>
      rows.reduce((total, row) => total + row[field], 0);
    return {
      whole: sum(after, 'whole') - sum(before, 'whole'),
      single: sum(after, 'single') - sum(before, 'single'),
    };
  });
}

/** The same member, who reads within a transaction alone. */
const within = (member: Member, tx: Database) => withServices(member, { db: tx, batches: createBatches(tx) });

/** Decides on the next so many of a member's deck, in its order. */
async function swipeAlong(member: Member, where: object): Promise<void> {
  const [first] = idsOf((await deckOf(member, where)).people);
  const { db } = member.app;
  const { brandId, profileId } = member;
  await sql`insert into reaction (brand_id, from_id, to_id, kind)
    select p.brand_id, ${profileId}::uuid, p.id, case when random() < 0.3 then 'like' else 'dislike' end
    from profile p, (select deck_key from profile where id = ${first}::uuid) as start
    where p.brand_id = ${brandId}::uuid and p.kind = 'staff'
    order by p.deck_key < start.deck_key, p.deck_key limit ${SWIPES}::int`.execute(db);
}

test('a deck after thousands of decisions touches as few rows as the first one', async ({ db, world }) => {
  const region = 'Lombardia';
  const [veteran, newcomer] = [await world.member({ region }), await world.member({ region })];
  await makeCrowd(db, veteran.brandId, SWIPES + LEFT, { region, city: 'Milano' });
  await swipeAlong(veteran, { region });
  await letTimePass(db, 60);
  // Without a vacuum even an index-only read visits the table, and is counted.
  await sql`analyze`.execute(db);

  // The member has no deck here yet: their earlier decisions elsewhere are skipped a part at a time.
  for (const where of [{}, { region, city: 'Milano' }]) {
    const touched = await rowsTouched(db, (tx) => deckOf(within(veteran, tx), where));
    expect(touched.whole).toBe(0);
    expect(touched.single).toBeLessThan(1_500);
  }
  // The deck is not complete before all decisions are skipped.
  let fetches = 0;
  for (let found = 0; found < DECK_SIZE; fetches += 1) {
    const { people, complete } = await deckOf(veteran, { region });
    expect(complete).toBe(false);
    found = people.length;
  }
  expect(fetches).toBeGreaterThan(SWIPES / 600);

  const first = await rowsTouched(db, (tx) => deckOf(within(newcomer, tx), { region }));
  const later = await rowsTouched(db, (tx) => deckOf(within(veteran, tx), { region }));
  expect([first.whole, later.whole]).toEqual([0, 0]);
  expect(later.single).toBeLessThan(1.5 * first.single);
}, 90_000);
