import { sql } from 'kysely';
import type { Person } from '#contract/profile/people.ts';
import { readDeck } from '#server/discovery/deck/read-deck.ts';
import { buildList } from '#server/discovery/search/jobs.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Member } from '../world.ts';

type Where = Parameters<typeof readDeck>[1];

/** The deck by lists that know what is stored by now. */
export async function deckOf(member: Member, where: Where = {}) {
  const { app, brandId } = member;
  for (const gender of ['female', 'male'] as const)
    await buildList(app, { brandId, gender, ifChanged: true });
  return (await readDeck(member, where)).result;
}

export const idsOf = (people: readonly Pick<Person, 'id'>[]) => people.map(({ id }) => id);

/** Decides on these without the ceremony. */
export async function passOver(
  { app: { db }, brandId, profileId }: Member,
  ids: readonly string[],
): Promise<void> {
  await sql`insert into reaction (brand_id, from_id, to_id, kind)
    select ${brandId}::uuid, ${profileId}::uuid, id, 'dislike' from unnest(${ids}::uuid[]) as id`.execute(db);
}

/** Fetches and decides until no person is left. Answers whom it met, in that order. */
export async function swipeAll(member: Member, where: Where = {}): Promise<string[]> {
  const met: string[] = [];
  for (let fetch = 0; fetch < 500; fetch += 1) {
    const { people, complete } = await deckOf(member, where);
    const ids = idsOf(people);
    met.push(...ids);
    await passOver(member, ids);
    if (complete) return met;
  }
  throw new Error('the deck never ends');
}

interface Crowd {
  region?: string;
  city?: string;
}

/** Many profiles of the staff's at once. */
export async function makeCrowd(
  db: Database,
  brandId: string,
  count: number,
  { region = 'Lazio', city }: Crowd = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into profile (brand_id, id, kind, status, gender, screen_name, country, region, city, moderated_at)
    select ${brandId}::uuid, gen_random_uuid(), 'staff', 'visible', 'female', 'One of many', 'it', ${region}::text,
      ${city ?? null}::text, now()
    from generate_series(1, ${count}::int)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
