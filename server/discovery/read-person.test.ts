import { RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import { readPerson as endpoint } from '#contract/profile/people.ts';
import { newId } from '#server/platform/ids.ts';
import { buildLists } from '#testing/discovery/search-people.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { recordStatements } from '#testing/record-statements.ts';
import { discovery } from './module.ts';
import { readPerson } from './read-person.ts';

test('a profile’s page has all photos that others may see, and looking leaves no trace', async ({
  app,
  db,
  world,
}) => {
  const server = await serve(app, discovery.routes);
  const marco = await world.member();
  const anna = await world.member({ gender: 'female', city: 'Roma' });
  const brand_id = anna.brandId;
  const statuses = ['approved', 'pending', 'approved', 'rejected'] as const;
  for (const [position, status] of statuses.entries())
    await db
      .insertInto('photo')
      .values({
        brand_id,
        id: newId(),
        profile_id: anna.profileId,
        position,
        status,
        width: 600,
        height: 800,
        widths: [160, 480, 600],
      })
      .execute();
  await db
    .insertInto('reaction')
    .values({ brand_id, from_id: marco.profileId, to_id: anna.profileId, kind: 'like' })
    .execute();
  const input = { id: anna.profileId, country: 'it', seeks: 'female' } as const;
  const { reply, body } = await callAs(server, endpoint, input, { token: marco.token });
  expect(reply).toMatchObject([
    { id: anna.profileId, kind: 'member', city: 'Roma', liked: true, matched: false, verified: true },
  ]);
  expect(reply[0]!.pictures).toHaveLength(2);
  expect(body).toMatchObject([{ _id: anna.profileId, angelId: anna.profileId }]);
  expect(await db.selectFrom('reaction').where('kind', '=', 'visit').execute()).toEqual([]);
});

test('where no person is visible, the list is empty', async ({ db, world }) => {
  const marco = await world.member();
  const [blocked, blocking] = [await world.profile(), await world.profile()];
  const brand_id = marco.brandId;
  await db
    .insertInto('block')
    .values([
      { brand_id, from_id: marco.profileId, to_id: blocked },
      { brand_id, from_id: blocking, to_id: marco.profileId },
    ])
    .execute();
  const invisible = [
    ...RESERVED_PROFILE_IDS,
    newId(),
    'x'.repeat(64),
    marco.profileId,
    blocked,
    blocking,
    await world.profile({ status: 'hidden' }),
    await world.profile({ brand: world.brand('verbena') }),
  ];
  for (const id of invisible) expect(await readPerson(marco, { id }), id).toEqual([]);
});

test('viewer, person and photos are read by one statement', async ({ world }) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.profile();
  // As on a node that hears of new lists.
  await buildLists(world);
  marco.app.searchLists.resume();
  await readPerson(marco, { id: anna });
  const statements = await recordStatements(() => readPerson(marco, { id: anna }));
  expect(statements).toHaveLength(1);
});
