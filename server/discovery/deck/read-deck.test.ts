import { readDeck as endpoint } from '#contract/discovery/deck.ts';
import { decide } from '#server/messaging/sending.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { deckOf, idsOf, makeCrowd, passOver, swipeAll } from '#testing/discovery/deck.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import type { Member } from '#testing/world.ts';
import { discovery } from '../module.ts';
import { readDeck } from './read-deck.ts';

async function block({ app: { db }, brandId }: Member, from: string, to: string): Promise<void> {
  await db.insertInto('block').values({ brand_id: brandId, from_id: from, to_id: to }).execute();
}

const change = (
  db: Database,
  id: string,
  to: { status?: 'visible' | 'hidden'; region?: string; city?: string },
) => db.updateTable('profile').set(to).where('id', '=', id).execute();

test('fifteen at a time, the same until they are decided on, each only once, and then the end', async ({
  db,
  world,
}) => {
  const marco = await world.member({ region: 'Molise' });
  const crowd = await makeCrowd(db, marco.brandId, 40, { region: 'Molise' });
  const where = { region: 'Molise' };
  const first = await deckOf(marco, where);
  expect(first.people).toHaveLength(15);
  expect(first.complete).toBe(false);
  expect(await deckOf(marco, where)).toEqual(first);
  await passOver(marco, idsOf(first.people.slice(0, 10)));
  const rest = await swipeAll(marco, where);
  expect([...idsOf(first.people.slice(0, 10)), ...rest].toSorted()).toEqual(crowd.toSorted());
  expect(await deckOf(marco, where)).toMatchObject({ people: [], complete: true });
});

test('the last page says that it is the last', async ({ db, world }) => {
  const marco = await world.member({ region: 'Basilicata' });
  await makeCrowd(db, marco.brandId, 15, { region: 'Basilicata' });
  const { people, complete } = await deckOf(marco, { region: 'Basilicata' });
  expect([people.length, complete]).toEqual([15, true]);
});

test('only those are shown who are to be seen, seek the viewer and are not blocked', async ({ world }) => {
  const brand = world.brand('verbena');
  const there = { brand, region: 'Galicia' };
  const marco = await world.member({ ...there, level: 2 });
  const staff = await world.profile({ ...there, kind: 'staff' });
  const ai = await world.profile({ ...there, kind: 'ai' });
  const anna = await world.member({ ...there, gender: 'female' });
  const [blocked, blocking] = [await world.profile(there), await world.profile(there)];
  await block(marco, marco.profileId, blocked);
  await block(marco, blocking, marco.profileId);
  for (const status of ['hidden', 'pending', 'rejected'] as const) await world.profile({ ...there, status });
  await world.member({ ...there, gender: 'female', seeks: 'female' });
  await world.profile({ ...there, gender: 'male' });
  await world.profile({ brand, region: 'Asturias' });
  const seen = async (member: Member, seeks?: 'male' | 'female') =>
    idsOf((await deckOf(member, { region: 'Galicia', ...(seeks && { seeks }) })).people).toSorted();
  expect(await seen(marco)).toEqual([staff, anna.profileId].toSorted());
  const paolo = await world.member({ ...there, flowId: '14', level: 2 });
  expect(await seen(paolo)).toEqual([staff, ai, anna.profileId, blocked, blocking].toSorted());
  // A member who seeks men is shown neither their own card nor a man who seeks women.
  expect(await seen(marco, 'male')).toHaveLength(1);
  // Visits decide nothing.
  await marco.app.db
    .insertInto('reaction')
    .values({ brand_id: brand.id, from_id: marco.profileId, to_id: staff, kind: 'visit' })
    .execute();
  expect(await seen(marco)).toContain(staff);
});

test('a person who comes, or is shown again, while a member goes on is met, and who was decided on is not', async ({
  db,
  world,
}) => {
  const marco = await world.member({ region: 'Puglia' });
  const { brandId } = marco;
  const where = { region: 'Puglia' };
  const crowd = await makeCrowd(db, brandId, 80, where);
  const [shy, decided] = [crowd[0]!, crowd[1]!];
  await change(db, shy, { status: 'hidden' });
  await passOver(marco, [decided]);
  await change(db, decided, { status: 'hidden' });
  expect(await swipeAll(marco, where)).toHaveLength(78);
  expect(await deckOf(marco, where)).toMatchObject({ people: [], complete: true });
  await change(db, shy, { status: 'visible' });
  await change(db, decided, { status: 'visible' });
  const late = await makeCrowd(db, brandId, 50, where);
  expect((await swipeAll(marco, where)).toSorted()).toEqual([shy, ...late].toSorted());
});

test('a deck whose people have all hidden since its list was built goes on to the next ones', async ({
  db,
  world,
}) => {
  const marco = await world.member({ region: 'Abruzzo' });
  const where = { region: 'Abruzzo' };
  await makeCrowd(db, marco.brandId, 40, where);
  const { people } = await deckOf(marco, where);
  for (const { id } of people) await change(db, id, { status: 'hidden' });
  const { result } = await readDeck(marco, where);
  expect(result.people).toHaveLength(15);
  expect(idsOf(result.people).filter((id) => idsOf(people).includes(id))).toEqual([]);
});

test('who was blocked is met once that has ended', async ({ db, world }) => {
  const marco = await world.member({ region: 'Calabria' });
  const where = { region: 'Calabria' };
  const [friend] = await makeCrowd(db, marco.brandId, 30, where);
  await block(marco, marco.profileId, friend!);
  expect(await swipeAll(marco, where)).toHaveLength(29);
  await db.deleteFrom('block').where('from_id', '=', marco.profileId).execute();
  expect(await swipeAll(marco, where)).toEqual([friend]);
});

test('a town comes first, then the rest of its region', async ({ db, world }) => {
  const marco = await world.member({ region: 'Liguria' });
  const { brandId } = marco;
  const town = await makeCrowd(db, brandId, 20, { region: 'Liguria', city: 'Genova' });
  const others = await makeCrowd(db, brandId, 20, { region: 'Liguria', city: 'Savona' });
  await makeCrowd(db, brandId, 5, { region: 'Marche', city: 'Genova' });
  const where = { region: 'Liguria', city: 'Genova' };
  const met = await swipeAll(marco, where);
  expect(met.slice(0, 20).toSorted()).toEqual(town.toSorted());
  expect(met.slice(20).toSorted()).toEqual(others.toSorted());
  const late = await makeCrowd(db, brandId, 1, { region: 'Liguria', city: 'Genova' });
  expect(idsOf((await deckOf(marco, where)).people)).toEqual(late);
});

test('another region is for the top level; what a caller claims does not change that', async ({
  app,
  world,
}) => {
  const server = await serve(app, discovery.routes);
  const ask = ({ trackerId, token }: Member, input: object) =>
    callAs(server, endpoint, { trackerId, ...input }, { token });
  const free = await world.member({ region: 'Lazio' });
  expect(await ask(free, { region: 'Toscana' })).toMatchObject({
    status: 402,
    body: { error: { code: 'cambia_regione' } },
  });
  for (const input of [{ region: 'Lazio' }, { region: '' }, {}, { city: 'Roma' }, { region: null }])
    expect((await ask(free, input)).status).toBe(200);
  expect((await ask(free, { city: 'Firenze' })).status).toBe(402);
  // What a client claims is ignored.
  expect((await ask(free, { region: 'Toscana', premiumLevel: 2 })).status).toBe(402);
  const paying = await world.member({ region: 'Lazio', level: 1 });
  expect((await ask(paying, { region: 'Toscana' })).status).toBe(402);
  const plain = await world.member({ region: 'Lazio', flowId: '0000' });
  expect((await ask(plain, { region: 'Toscana' })).status).toBe(402);
  const top = await world.member({ region: 'Lazio', level: 2 });
  expect((await ask(top, { region: 'Toscana' })).status).toBe(200);
});

test('unknown places hold no people', async ({ world }) => {
  const marco = await world.member({ level: 2 });
  for (let count = 0; count < 3; count += 1)
    expect(await deckOf(marco, { region: newId(), city: newId() })).toMatchObject({
      people: [],
      complete: true,
    });
});

test('who was taken back comes first, wherever the member looks, until decided on again', async ({
  db,
  world,
}) => {
  const marco = await world.member({ region: 'Sardegna', level: 2 });
  const where = { region: 'Sardegna' };
  await makeCrowd(db, marco.brandId, 40, where);
  const deck = await deckOf(marco, where);
  const [first, second, third] = idsOf(deck.people) as [string, string, string];
  for (const profileId of [first, second, third]) await decide(marco, { profileId, verdict: 'dislike' });
  await decide(marco, { profileId: third, verdict: 'undo' });
  expect(idsOf((await deckOf(marco, where)).people)[0]).toBe(third);
  expect(idsOf((await deckOf(marco, { region: 'Sicilia' })).people)).toEqual([third]);
  // The member goes on with the next person: the third one still waits, and is the only one that can be decided on and
  // taken back.
  const fourth = idsOf(deck.people)[3]!;
  await decide(marco, { profileId: fourth, verdict: 'dislike' });
  const undo = (profileId: string) => decide(marco, { profileId, verdict: 'undo' });
  await expect(undo(fourth)).rejects.toMatchObject({ code: 'match.no_undo' });
  const ids = idsOf((await deckOf(marco, where)).people);
  expect(ids[0]).toBe(third);
  expect(new Set(ids).size).toBe(15);
  await decide(marco, { profileId: third, verdict: 'like' });
  expect(idsOf((await deckOf(marco, where)).people)).not.toContain(third);
  const fifth = idsOf(deck.people)[4]!;
  await decide(marco, { profileId: fifth, verdict: 'dislike' });
  await undo(fifth);
  // A hidden person does not wait.
  await change(db, fifth, { status: 'hidden' });
  const sixth = idsOf(deck.people)[5]!;
  await decide(marco, { profileId: sixth, verdict: 'dislike' });
  await undo(sixth);
  expect(idsOf((await deckOf(marco, where)).people)[0]).toBe(sixth);
});
