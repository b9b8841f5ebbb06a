import fc from 'fast-check';
import { sql } from 'kysely';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { buildLists, emptyTown } from '#testing/discovery/search-people.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns } from '#testing/long-runs.ts';
import type { World } from '#testing/world.ts';
import { searchPeople } from './search-people.ts';

/** What others do while a member pages. */
type Event = 'come' | 'go' | 'hide' | 'visit' | 'move' | 'rebuild' | 'time';
const events = fc.array(fc.constantFrom<Event>('come', 'go', 'hide', 'visit', 'move', 'rebuild', 'time'), {
  maxLength: 4,
});

async function addPeople(world: World, count: number): Promise<void> {
  const { app } = world;
  const ids = Array.from({ length: count }, () => newId());
  await sql`insert into profile (brand_id, id, kind, status, gender, screen_name, country, region, city, moderated_at,
      last_active_at)
    select ${world.brand().id}, id, 'staff', 'visible', 'female', 'Somebody', 'it',
      case n % 3 when 0 then 'Lazio' else 'Sicilia' end, case n % 2 when 0 then 'Roma' end, now(),
      ${app.clock.now()}::timestamptz - (n * 7 % 5) * interval '1 hour'
    from unnest(${ids}::uuid[]) with ordinality as people (id, n)`.execute(app.db);
}

test('paging through a version shows every person once, even if people come, go, hide and move meanwhile', async ({
  world,
}) => {
  const { db, clock } = world.app;
  const places = fc.constantFrom({}, { region: 'Lazio' }, { region: 'Sicilia' });
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 23 }),
    places,
    fc.array(events, { minLength: 6, maxLength: 6 }),
    async (count, place, between) => {
      await emptyTown(world);
      const marco = await world.member({ region: 'Lazio', city: 'Roma', level: 2 });
      const gone = new Set<string>();
      await addPeople(world, count);
      await buildLists(world);
      const ask = async (page: number, version?: number) =>
        (await searchPeople(marco, { ...place, page, ...(version === undefined ? {} : { version }) })).result;
      const { rows: visible } = await sql<{ id: string }>`select id from profile where gender = 'female'
        and (${place.region ?? null}::text is null or region = ${place.region ?? null}::text)`.execute(db);

      /** Something happens to one of those who are still here. */
      const happen: Record<Event, () => Promise<unknown>> = {
        come: () => addPeople(world, 3),
        async go() {
          for (const { id } of await pickOne()) gone.add(id);
          await sql`delete from profile where id = any(${[...gone]}::uuid[])`.execute(db);
        },
        async hide() {
          for (const { id } of await pickOne()) gone.add(id);
          await sql`update profile set status = 'hidden' where id = any(${[...gone]}::uuid[])`.execute(db);
        },
        visit: () =>
          sql`update profile set last_active_at = ${clock.now()} where id in
            (select id from profile where gender = 'female' order by last_active_at limit 4)`.execute(db),
        move: () =>
          sql`update profile set region = 'Veneto' where id in
            (select id from profile where gender = 'female' order by id limit 2)`.execute(db),
        rebuild: () => buildLists(world),
        time: async () => clock.advance(9 * MINUTE),
      };
      const pickOne = async () =>
        (
          await sql<{ id: string }>`select id from profile where gender = 'female' and status = 'visible'
            order by md5(id::text) limit 1`.execute(db)
        ).rows;

      const first = await ask(1);
      expect(first.total).toBe(visible.length);
      const seen = first.people.map(({ id }) => id);
      const pages = Math.ceil(first.total / 5);
      for (let page = 2; page <= pages; page += 1) {
        for (const event of between[page] ?? []) await happen[event]();
        const next = await ask(page, first.version);
        expect(next).toMatchObject({ total: first.total, version: first.version });
        seen.push(...next.people.map(({ id }) => id));
      }
      expect(new Set(seen).size).toBe(seen.length);
      const missing = visible.filter(({ id }) => !seen.includes(id));
      for (const { id } of missing) expect(gone).toContain(id);
      expect(visible.map(({ id }) => id)).toEqual(expect.arrayContaining(seen));
    },
  );
  await fc.assert(property, propertyRuns(10, 25));
});
