import fc from 'fast-check';
import { NEW_HERE_DAYS } from '#contract/kernel/constants.ts';
import { answersOf, detailNames, noDetails } from '#contract/profile/details.ts';
import { blurredKey, photoKey } from '#server/brands/photo-address.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { readPeople, readTeasers, readWholePerson } from './people.ts';

type PhotoStatus = 'drawing' | 'pending' | 'approved' | 'rejected';

async function addPhoto(world: World, profileId: string, position: number, status: PhotoStatus = 'approved') {
  const ids = { id: newId(), blur_id: crypto.randomUUID() };
  const shape = { width: 480, height: 640, widths: [160, 480], thumbhash: 'aGFzaA==' };
  await world.app.db
    .insertInto('photo')
    .values({ ...ids, ...shape, brand_id: world.brand().id, profile_id: profileId, position, status })
    .execute();
  return ids;
}

async function change({ app }: World, profileId: string, what: object): Promise<void> {
  await app.db.updateTable('profile').set(what).where('id', '=', profileId).execute();
}

async function like({ app: { db }, brandId }: Member, from_id: string, to_id: string): Promise<void> {
  await db.insertInto('reaction').values({ brand_id: brandId, from_id, to_id, kind: 'like' }).execute();
}

const idsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id);

test('cards come in the order that was asked for, whichever it is', async ({ world }) => {
  const marco = await world.member();
  const everybody: string[] = [];
  for (let count = 0; count < 6; count += 1) everybody.push(await world.profile());
  const orders = fc.shuffledSubarray(everybody);
  await fc.assert(
    fc.asyncProperty(orders, async (ids) => {
      expect(idsOf(await readPeople(marco, marco.profileId, ids))).toEqual(ids);
    }),
    { numRuns: 20 },
  );
});

test('hidden, waiting, refused, blocked and foreign people are left out, and no other people take their place', async ({
  db,
  world,
}) => {
  const marco = await world.member();
  const { brandId: brand_id, profileId: viewer } = marco;
  const [first, last] = [await world.profile(), await world.profile({ kind: 'ai' })];
  const unseen: string[] = [];
  for (const status of ['hidden', 'pending', 'rejected'] as const)
    unseen.push(await world.profile({ status }));
  const [blocked, blocker] = [await world.profile(), await world.profile()];
  await db
    .insertInto('block')
    .values([
      { brand_id, from_id: viewer, to_id: blocked },
      { brand_id, from_id: blocker, to_id: viewer },
    ])
    .execute();
  const elsewhere = await world.profile({ brand: world.brand('verbena') });
  const ids = [first, ...unseen, blocked, blocker, elsewhere, newId(), last];
  expect(idsOf(await readPeople(marco, viewer, ids))).toEqual([first, last]);
  for (const id of ids.slice(1, -1)) expect((await readWholePerson(marco, id)).person).toBeUndefined();

  // A block is between two people: others see all but those who are hidden from all.
  const anna = await world.member();
  const seen = await readPeople(anna, anna.profileId, ids);
  expect(idsOf(seen)).toEqual([first, blocked, blocker, last]);
});

test('a card shows the first photo that others may see, with a full address; the page shows all of them', async ({
  world,
}) => {
  const marco = await world.member();
  const profileId = await world.profile();
  for (const [position, status] of (['pending', 'drawing', 'rejected'] as const).entries())
    await addPhoto(world, profileId, position, status);
  const [bare] = await readPeople(marco, marco.profileId, [profileId]);
  expect([bare?.photo, bare?.pictures]).toEqual([null, []]);

  const third = await addPhoto(world, profileId, 5);
  const second = await addPhoto(world, profileId, 4);
  const addressOf = (id: string, width: number) =>
    `${marco.origin}/media/${photoKey(marco.brandId, id, width)}`;
  const [card] = await readPeople(marco, marco.profileId, [profileId]);
  expect(card?.photo).toBe(addressOf(second.id, 480));
  expect(card?.pictures).toEqual([
    {
      id: second.id,
      sources: [
        { width: 160, address: addressOf(second.id, 160) },
        { width: 480, address: addressOf(second.id, 480) },
      ],
      thumbhash: 'aGFzaA==',
      width: 480,
      height: 640,
    },
  ]);
  const { person: whole } = await readWholePerson(marco, profileId);
  expect(whole?.pictures.map(({ id }) => id)).toEqual([second.id, third.id]);
  expect(whole).toEqual({ ...card, pictures: whole?.pictures });

  // A brand may keep its photos elsewhere; then the address is whole already.
  const { brand } = marco;
  const photos = { ...brand.settings.photos, host: 'https://photos.example/lunaria' };
  const away = { ...marco, brand: { ...brand, settings: { ...brand.settings, photos } } };
  const [there] = await readPeople(away, marco.profileId, [profileId]);
  expect(there?.photo).toBe(`https://photos.example/lunaria/${photoKey(marco.brandId, second.id, 480)}`);
});

test('verified are members with a confirmed address and a photo that was looked at', async ({ world }) => {
  const viewer = await world.member();
  const confirmed = await world.member({ gender: 'female' });
  const unconfirmed = await world.member({ gender: 'female', emailConfirmed: false });
  const [unseen, staff] = [await world.member({ gender: 'female' }), await world.profile()];
  for (const id of [confirmed.profileId, unconfirmed.profileId, staff]) await addPhoto(world, id, 0);
  await addPhoto(world, unseen.profileId, 0, 'pending');
  const ids = [confirmed.profileId, unconfirmed.profileId, unseen.profileId, staff];
  const cards = await readPeople(viewer, viewer.profileId, ids);
  expect(cards.map(({ kind, verified }) => [kind, verified])).toEqual([
    ['member', true],
    ['member', false],
    ['member', false],
    ['staff', false],
  ]);
});

test('how lately a person was online is said in four words, never by the minute', async ({ app, world }) => {
  const marco = await world.member();
  const now = app.clock.now().getTime();
  const steps = [
    [0, 'now'],
    [HOUR, 'now'],
    [HOUR + 1, 'today'],
    [DAY, 'today'],
    [DAY + 1, 'week'],
    [7 * DAY, 'week'],
    [7 * DAY + 1, 'earlier'],
  ] as const;
  const profileId = await world.profile();
  for (const [ago, activity] of steps) {
    const lastActive = new Date(now - ago);
    await change(world, profileId, { last_active_at: lastActive });
    const [card] = await readPeople(marco, marco.profileId, [profileId]);
    expect([ago, card?.activity]).toEqual([ago, activity]);
    expect(JSON.stringify(card)).not.toContain(lastActive.toISOString().slice(0, 16));
  }
});

test('a person is new for two weeks, and as old as the year says', async ({ app, world }) => {
  const marco = await world.member();
  const profileId = await world.profile();
  const read = async () => (await readPeople(marco, marco.profileId, [profileId]))[0];
  const edge = new Date(app.clock.now().getTime() - NEW_HERE_DAYS * DAY);
  await change(world, profileId, { created_at: edge });
  expect(await read()).toMatchObject({ isNew: true, age: app.clock.now().getUTCFullYear() - 1988 });
  await change(world, profileId, { created_at: new Date(edge.getTime() - 1), birth_year: null });
  expect(await read()).toMatchObject({ isNew: false, age: null });
});

test('a heart is the viewer’s own; a match needs both', async ({ world }) => {
  const [marco, luca] = [await world.member(), await world.member()];
  const [liked, likes, both, neither] = [
    await world.profile(),
    await world.profile(),
    await world.profile(),
    await world.profile(),
  ];
  await like(marco, marco.profileId, liked);
  await like(marco, likes, marco.profileId);
  await like(marco, marco.profileId, both);
  await like(marco, both, marco.profileId);
  const heartsOf = async (viewer: Member) =>
    (await readPeople(viewer, viewer.profileId, [liked, likes, both, neither])).map((card) => [
      card.liked,
      card.matched,
    ]);
  expect(await heartsOf(marco)).toEqual([
    [true, false],
    // Whom this member likes is theirs to say.
    [false, false],
    [true, true],
    [false, false],
  ]);
  expect(await heartsOf(luca)).toEqual(Array.from({ length: 4 }, () => [false, false]));
});

test('a teaser has a blurred photo, an age and an initial, and leaks nothing else', async ({ world }) => {
  const anna = await world.member({ gender: 'female', city: 'Roma' });
  const id = anna.profileId;
  await change(world, id, {
    screen_name: '🌙Annabella',
    about: 'About Annabella',
    description: 'Description by Annabella',
    looking_for: 'Somebody for Annabella',
    details: JSON.stringify(Object.fromEntries(detailNames.map((name) => [name, answersOf(name)[2]]))),
  });
  const photo = await addPhoto(world, id, 0);
  const visitor = world.visitor();
  const [teaser] = await readTeasers(visitor, [id]);
  expect(teaser).toEqual({
    id: expect.any(String),
    prompts: [],
    reasons: [],
    commonInterests: [],
    within: null,
    screenName: '🌙.',
    age: expect.any(Number),
    gender: 'female',
    kind: 'member',
    about: '',
    description: '',
    lookingFor: '',
    ...noDetails,
    photo: `${visitor.origin}/media/${blurredKey(visitor.brandId, photo.blur_id)}`,
    pictures: [],
    region: 'Lazio',
    city: null,
    activity: 'now',
    answersAt: null,
    isNew: true,
    photoVerified: false,
    verified: true,
    liked: false,
    matched: false,
    locked: false,
  });
  for (const secret of [
    id,
    'nnabella',
    'Roma',
    photo.id,
    'aGFzaA',
    anna.accountId,
    anna.trackerId,
    anna.email,
  ])
    expect(JSON.stringify(teaser)).not.toContain(secret);
});

test('teasers keep their order, leave out hidden people, and have no photo where none was looked at', async ({
  world,
}) => {
  const [first, hidden, last] = [
    await world.profile(),
    await world.profile({ status: 'hidden' }),
    await world.profile(),
  ];
  await change(world, first, { screen_name: 'Anna' });
  await change(world, last, { screen_name: 'Luna' });
  await addPhoto(world, last, 0, 'pending');
  const teasers = await readTeasers(world.visitor(), [last, hidden, first]);
  expect(teasers.map(({ screenName, photo }) => [screenName, photo])).toEqual([
    ['L.', null],
    ['A.', null],
  ]);
});
