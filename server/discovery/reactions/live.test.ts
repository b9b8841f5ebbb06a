import { saveOwnSettings } from '#server/profiles/own-settings.ts';
import { goLive } from '#testing/discovery/live-reactions.ts';
import { block, giveLikes } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import { visitPerson } from './likes-and-visits.ts';
import { staffLike, staffVisit } from './staff-reactions.ts';

test('a like reaches the other one at once, and the liker’s other devices', async ({ app, db, world }) => {
  const { open } = await goLive(app);
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  const paolo = await world.member();
  await giveLikes(marco, 4);
  await giveLikes(anna, 7);
  const photo = { width: 500, height: 500, widths: [480, 160, 500], status: 'approved' as const };
  const photoId = '019f0000-0000-7000-8000-000000000001';
  await db
    .insertInto('photo')
    .values({ brand_id: marco.brandId, id: photoId, profile_id: marco.profileId, position: 0, ...photo })
    .execute();
  const [phone, laptop, annasPage, stranger] = [
    await open(marco),
    await open(marco),
    await open(anna),
    await open(paolo),
  ];
  expect(await phone.like(anna.profileId)).toEqual({ ok: true, likeCredits: 3, matched: false });
  await expect.poll(() => annasPage.received).toHaveLength(1);
  expect(annasPage.received[0]).toEqual({
    likeCredits: 7,
    news: {
      type: 'like',
      profileId: marco.profileId,
      screenName: expect.stringContaining('Test'),
      age: 41,
      kind: 'member',
      photo: `${marco.origin}/media/photos/${marco.brandId}/${photoId}/160.webp`,
      text: '',
      what: null,
      matched: false,
      at: app.clock.now().getTime(),
    },
  });
  await expect.poll(() => laptop.received).toHaveLength(1);
  for (const { received } of [phone, laptop])
    expect(received[0]).toMatchObject({ likeCredits: 3, news: { type: 'own', profileId: anna.profileId } });
  // Liking twice is one like for both members.
  expect(await phone.like(anna.profileId)).toEqual({ ok: true, likeCredits: 3, matched: false });
  for (const browser of [phone, laptop, annasPage, stranger]) await browser.settle();
  expect([phone, laptop, annasPage, stranger].map(({ received }) => received.length)).toEqual([1, 1, 1, 0]);
});

test('likes that cross are a match, and both participants are notified once', async ({ app, world }) => {
  const { open } = await goLive(app);
  const marco = await world.member({ level: 2 });
  const anna = await world.member({ level: 2, gender: 'female' });
  const [marcosPage, annasPage] = [await open(marco), await open(anna)];
  const answers = await Promise.all([marcosPage.like(anna.profileId), annasPage.like(marco.profileId)]);
  await expect.poll(() => marcosPage.received.length + annasPage.received.length).toBe(4);
  const ofOthers = ({ received }: typeof marcosPage) => received.filter(({ news }) => news.type === 'like');
  const matches = [...ofOthers(marcosPage), ...ofOthers(annasPage)].map(({ news }) => news.matched);
  // The second one sees the match in the answer, the first one in an event.
  expect(answers.map(({ matched }) => matched).toSorted()).toEqual([false, true]);
  expect(matches.toSorted()).toEqual([false, true]);
  const second = answers[0].matched ? marcosPage : annasPage;
  expect(ofOthers(second)[0]?.news.matched).toBe(false);
});

test('an invitation goes with the like where the flow has them, and nowhere else', async ({ app, world }) => {
  const { open } = await goLive(app);
  const anna = await world.member({ gender: 'female' });
  const annasPage = await open(anna);
  const inviting = await open(await world.member({ flowId: '13', level: 1 }));
  const other = await open(await world.member({ flowId: '7', level: 1 }));
  await inviting.decide(anna.profileId, 'like', '  Ciao,\u202E\r\nun caffè? ');
  await other.decide(anna.profileId, 'like', 'Ciao');
  await expect.poll(() => annasPage.received.map(({ news }) => news.text)).toEqual(['Ciao,\nun caffè?', '']);
});

test('a member who was disliked, or whose like was undone, gets no notification any more', async ({
  app,
  world,
}) => {
  const { open } = await goLive(app);
  const [marco, anna] = [await world.member({ level: 1 }), await world.member({ gender: 'female' })];
  const [marcosPage, annasPage] = [await open(marco), await open(anna)];
  expect(await marcosPage.decide(anna.profileId, 'dislike')).toEqual({
    ok: true,
    likeCredits: 0,
    matched: false,
  });
  expect(await marcosPage.decide(anna.profileId, 'undo')).toEqual({
    ok: true,
    likeCredits: 0,
    matched: false,
  });
  await annasPage.settle();
  expect(annasPage.received).toEqual([]);
});

test('a member who paused notifications of likes gets none, and finds the like in the list', async ({
  app,
  db,
  world,
}) => {
  const { open, realtime } = await goLive(app);
  const marco = withServices(await world.member({ level: 2 }), { realtime });
  const anna = await world.member({ gender: 'female' });
  const [marcosPage, annasPage] = [await open(marco), await open(anna)];
  await saveOwnSettings(anna, { notify: { likes: false } });
  await marcosPage.like(anna.profileId);
  await annasPage.settle();
  expect(annasPage.received).toEqual([]);
  await visitPerson(marco, { profileId: anna.profileId });
  await expect.poll(() => annasPage.received.map(({ news }) => news.type)).toEqual(['visit']);
  const stored = await db.selectFrom('reaction').select('kind').where('to_id', '=', anna.profileId).execute();
  expect(stored.map(({ kind }) => kind).toSorted()).toEqual(['like', 'visit']);
});

test('a member is not notified of a person whose page they could not open', async ({ app, world }) => {
  const { open, realtime } = await goLive(app);
  const anna = await world.member({ gender: 'female' });
  const annasPage = await open(anna);
  for (const profileStatus of ['pending', 'hidden'] as const) {
    const shy = withServices(await world.member({ level: 2, profileStatus }), { realtime });
    expect(await (await open(shy)).like(anna.profileId)).toMatchObject({ ok: true });
    await visitPerson(shy, { profileId: anna.profileId });
  }
  const blocked = withServices(await world.member({ level: 2 }), { realtime });
  await block(anna, anna.profileId, blocked.profileId);
  await visitPerson(blocked, { profileId: anna.profileId });
  expect(await (await open(blocked)).like(anna.profileId)).toMatchObject({
    ok: false,
    error: { code: 'request.not_found' },
  });
  await annasPage.settle();
  expect(annasPage.received).toEqual([]);
});

test('a like that cannot be paid is refused by name, and no notification goes out', async ({
  app,
  world,
}) => {
  const { open } = await goLive(app);
  const anna = await world.member({ gender: 'female' });
  const annasPage = await open(anna);
  const marcosPage = await open(await world.member());
  expect(await marcosPage.like(anna.profileId)).toMatchObject({ ok: false, error: { code: 'file_like' } });
  await annasPage.settle();
  expect(annasPage.received).toEqual([]);
});

test('a host likes and visits as a profile of the staff’s: the member is notified at once, and the audit log has it', async ({
  app,
  db,
  world,
}) => {
  const { open, realtime } = await goLive(app);
  const ada = withServices(await atWork(world, { role: 'host' }), { realtime });
  const marco = await world.member({ level: 2 });
  const marcosPage = await open(marco);
  const profileId = await world.profile();
  const act = { brand: 'lunaria', profileId, otherId: marco.profileId };
  expect(await staffVisit(ada, act)).toEqual({ ok: true });
  expect(await staffLike(ada, act)).toEqual({ ok: true, matched: false });
  await expect.poll(() => marcosPage.received.map(({ news }) => news.type)).toEqual(['visit', 'like']);
  expect(marcosPage.received[1]?.news).toMatchObject({ profileId, kind: 'staff' });
  // Again is nothing new, and the member may answer.
  await staffVisit(ada, act);
  await staffLike(ada, act);
  expect(await marcosPage.like(profileId)).toMatchObject({ matched: true });
  expect(await staffLike(ada, act)).toEqual({ ok: true, matched: true });
  await marcosPage.settle();
  expect(marcosPage.received.map(({ news }) => news.type)).toEqual(['visit', 'like', 'own']);
  const written = await db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'details'])
    .where('subject', '=', marco.profileId)
    .orderBy('id')
    .execute();
  expect(written).toEqual([
    { action: 'profile.visited', actor_id: ada.staffId, details: { as: profileId } },
    { action: 'profile.liked', actor_id: ada.staffId, details: { as: profileId } },
  ]);
});

test('hosts act only as visible profiles of the staff’s, in their own brand, towards members who can be seen', async ({
  db,
  world,
}) => {
  const ada = await atWork(world, { role: 'host' });
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  const staff = await world.profile();
  const far = await world.member({ brand: world.brand('verbena') });
  const hidden = await world.member({ profileStatus: 'hidden' });
  const wary = await world.member();
  await block(wary, wary.profileId, staff);
  const refused = [
    { brand: 'lunaria', profileId: anna.profileId, otherId: marco.profileId },
    { brand: 'lunaria', profileId: await world.profile({ kind: 'ai' }), otherId: marco.profileId },
    { brand: 'lunaria', profileId: await world.profile({ status: 'hidden' }), otherId: marco.profileId },
    { brand: 'lunaria', profileId: staff, otherId: await world.profile() },
    { brand: 'lunaria', profileId: staff, otherId: staff },
    { brand: 'lunaria', profileId: staff, otherId: hidden.profileId },
    { brand: 'lunaria', profileId: staff, otherId: wary.profileId },
    { brand: 'lunaria', profileId: staff, otherId: far.profileId },
    { brand: 'verbena', profileId: staff, otherId: marco.profileId },
    { brand: 'nowhere', profileId: staff, otherId: marco.profileId },
  ];
  for (const act of refused) {
    await expect(staffLike(ada, act)).rejects.toMatchObject({ code: 'request.not_found' });
    await expect(staffVisit(ada, act)).rejects.toMatchObject({ code: 'request.not_found' });
  }
  expect(await db.selectFrom('reaction').where('from_id', '=', staff).execute()).toEqual([]);
});
