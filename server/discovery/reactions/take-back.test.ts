import { listNotifications } from '#server/feed/notifications.ts';
import { decide } from '#server/messaging/sending.ts';
import { saveOwnSettings } from '#server/profiles/own-settings.ts';
import { goLive } from '#testing/discovery/live-reactions.ts';
import { giveLikes, likeCreditsOf, likeEntriesOf, reactionsOf } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';
import { readDeck } from '../deck/read-deck.ts';
import { likePerson } from './likes-and-visits.ts';
import { takeBackLike } from './take-back.ts';

const STANDS = { code: 'like.stands' };

const swipe = (member: Member, profileId: string) => decide(member, { profileId, verdict: 'like' });
const firstOfDeck = async (member: Member) => (await readDeck(member, {})).result.people[0]?.id;

test('a heart that is pressed again is taken back: the other one no longer sees it, and the credit stays spent', async ({
  world,
}) => {
  const marco = await world.member();
  await giveLikes(marco, 2);
  const anna = await world.member({ gender: 'female' });
  const toAnna = { profileId: anna.profileId };
  expect(await likePerson(marco, toAnna)).toEqual({ likeCredits: 1, matched: false });
  expect((await listNotifications(anna, {})).notifications).toHaveLength(1);
  expect(await takeBackLike(marco, toAnna)).toEqual({ likeCredits: 1, matched: false });
  expect((await listNotifications(anna, {})).notifications).toEqual([]);
  expect(await reactionsOf(marco)).toEqual([]);
  // Twice is once, and a second like is paid for again.
  expect(await takeBackLike(marco, toAnna)).toEqual({ likeCredits: 1, matched: false });
  expect(await likePerson(marco, toAnna)).toEqual({ likeCredits: 0, matched: false });
  expect(await likeEntriesOf(marco)).toEqual([
    ['test', 2],
    ['like', -1],
    ['like', -1],
  ]);
});

test('where it was the last decision of the deck, it is that which is undone: the credit and the card come back', async ({
  world,
}) => {
  const marco = await world.member();
  await giveLikes(marco, 3);
  const [anna, elsa] = [await world.profile(), await world.profile()];
  await swipe(marco, anna);
  await swipe(marco, elsa);
  // Another one than the last.
  expect(await takeBackLike(marco, { profileId: anna })).toEqual({ likeCredits: 1, matched: false });
  expect(await takeBackLike(marco, { profileId: elsa })).toEqual({ likeCredits: 2, matched: false });
  expect(await firstOfDeck(marco)).toBe(elsa);
  await expect(decide(marco, { profileId: elsa, verdict: 'undo' })).rejects.toMatchObject({
    code: 'match.no_undo',
  });
  expect(await likeEntriesOf(marco)).toEqual([
    ['test', 3],
    ['like', -1],
    ['like', -1],
    ['like_undone', 1],
  ]);
});

test('what something came of stays: a match, and a like that went with words', async ({ world }) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.member({ level: 2, gender: 'female' });
  await likePerson(marco, { profileId: anna.profileId });
  expect(await likePerson(anna, { profileId: marco.profileId })).toMatchObject({ matched: true });
  await expect(takeBackLike(marco, { profileId: anna.profileId })).rejects.toMatchObject(STANDS);
  await expect(takeBackLike(anna, { profileId: marco.profileId })).rejects.toMatchObject(STANDS);
  const inviting = await world.member({ flowId: '13', level: 1 });
  const rita = await world.profile();
  await decide(inviting, { profileId: rita, verdict: 'like', invitation: 'Ciao Rita' });
  await expect(takeBackLike(inviting, { profileId: rita })).rejects.toMatchObject(STANDS);
  expect(await reactionsOf(inviting)).toEqual([['like', rita]]);
});

test('a like of a profile that has hidden since can be taken back, and of an unknown id there is none', async ({
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.member({ gender: 'female' });
  await likePerson(marco, { profileId: anna.profileId });
  await saveOwnSettings(anna, { hidden: true });
  await takeBackLike(marco, { profileId: anna.profileId });
  expect(await reactionsOf(marco)).toEqual([]);
  for (const profileId of ['admin', marco.profileId, '019f0000-0000-7000-8000-000000000001'])
    await expect(takeBackLike(marco, { profileId })).rejects.toMatchObject({ code: 'request.not_found' });
});

test('given, taken back and undone at the same moment, every credit is accounted for', async ({ world }) => {
  const marco = await world.member();
  await giveLikes(marco, 60);
  const anna = { profileId: await world.profile() };
  for (let round = 0; round < 10; round += 1) {
    const outcomes = await Promise.allSettled([
      swipe(marco, anna.profileId),
      takeBackLike(marco, anna),
      likePerson(marco, anna),
      decide(marco, { ...anna, verdict: 'undo' }),
      takeBackLike(marco, anna),
    ]);
    for (const outcome of outcomes) expect(outcome).not.toHaveProperty('reason.severity');
    const entries = await likeEntriesOf(marco);
    const left = entries.reduce((sum, [, amount]) => sum + Number(amount), 0);
    expect(await likeCreditsOf(marco)).toBe(left);
    const likes = entries.filter(([reason]) => reason === 'like').length;
    const undone = entries.filter(([reason]) => reason === 'like_undone').length;
    expect([left, undone <= likes]).toEqual([60 - likes + undone, true]);
  }
});

test('the own devices hear that a like was taken back, by its heart or in the deck; the other one does not', async ({
  app,
  world,
}) => {
  const { open } = await goLive(app);
  const marco = await world.member();
  await giveLikes(marco, 3);
  const anna = await world.member({ gender: 'female' });
  const [phone, laptop, annasPage] = [await open(marco), await open(marco), await open(anna)];
  const { profileId } = anna;
  await phone.like(profileId);
  expect(await phone.takeBackLike(profileId)).toEqual({ ok: true, likeCredits: 2, matched: false });
  await phone.decide(profileId, 'like');
  await phone.decide(profileId, 'undo');
  const events = [
    { profileId, likeCredits: 2 },
    { profileId, likeCredits: 2 },
  ];
  await expect.poll(() => laptop.takenBack).toEqual(events);
  await expect.poll(() => phone.takenBack).toEqual(events);
  await phone.takeBackLike(profileId);
  for (const browser of [phone, laptop, annasPage]) await browser.settle();
  expect([phone, laptop, annasPage].map(({ takenBack }) => takenBack.length)).toEqual([2, 2, 0]);
});
