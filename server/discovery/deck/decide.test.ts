import { listNotifications } from '#server/feed/notifications.ts';
import { decide } from '#server/messaging/sending.ts';
import { giveLikes, likeEntriesOf, reactionsOf } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';
import { likePerson } from '../reactions/likes-and-visits.ts';

const like = (member: Member, profileId: string) => decide(member, { profileId, verdict: 'like' });
const dislike = (member: Member, profileId: string) => decide(member, { profileId, verdict: 'dislike' });
const undo = (member: Member, profileId: string) => decide(member, { profileId, verdict: 'undo' });
const NO_UNDO = { code: 'match.no_undo' };

test('a card is liked for a credit or passed over for nothing, and what stands is not decided twice', async ({
  world,
}) => {
  const marco = await world.member();
  await giveLikes(marco, 2);
  const [anna, elsa] = [await world.profile(), await world.profile()];
  expect(await like(marco, anna)).toEqual({ likeCredits: 1, matched: false });
  expect(await dislike(marco, elsa)).toEqual({ likeCredits: 1, matched: false });
  expect(await dislike(marco, elsa)).toEqual({ likeCredits: 1, matched: false });
  // A like that was given stays.
  expect(await dislike(marco, anna)).toEqual({ likeCredits: 1, matched: false });
  expect(await like(marco, anna)).toEqual({ likeCredits: 1, matched: false });
  expect(await reactionsOf(marco)).toEqual([
    ['dislike', elsa],
    ['like', anna],
  ]);
});

test('the last swipe is taken back with its credit, once, and the other one’s list no longer has it', async ({
  world,
}) => {
  const marco = await world.member();
  await giveLikes(marco, 1);
  const anna = await world.member({ gender: 'female' });
  for (let round = 0; round < 3; round += 1) {
    expect(await like(marco, anna.profileId)).toEqual({ likeCredits: 0, matched: false });
    expect((await listNotifications(anna, {})).notifications).toHaveLength(1);
    const outcomes = await Promise.allSettled([undo(marco, anna.profileId), undo(marco, anna.profileId)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: { likeCredits: 1, matched: false } },
    ]);
    await expect(undo(marco, anna.profileId)).rejects.toMatchObject(NO_UNDO);
    expect((await listNotifications(anna, {})).notifications).toEqual([]);
    expect(await reactionsOf(marco)).toEqual([]);
  }
  expect(await likeEntriesOf(marco)).toEqual([
    ['test', 1],
    ...Array.from({ length: 3 }, () => [
      ['like', -1],
      ['like_undone', 1],
    ]).flat(),
  ]);
});

test('a like that cost nothing gives nothing back', async ({ world }) => {
  const marco = await world.member({ level: 1 });
  await giveLikes(marco, 2);
  const anna = await world.profile();
  await like(marco, anna);
  expect(await undo(marco, anna)).toEqual({ likeCredits: 2, matched: false });
  expect(await likeEntriesOf(marco)).toEqual([['test', 2]]);
});

test('only the very last swipe of the deck can be taken back', async ({ world }) => {
  const marco = await world.member({ level: 2 });
  const [anna, elsa, rita] = [await world.profile(), await world.profile(), await world.profile()];
  await expect(undo(marco, anna)).rejects.toMatchObject(NO_UNDO);
  await dislike(marco, anna);
  await like(marco, elsa);
  // A heart in the search is no swipe.
  await likePerson(marco, { profileId: rita });
  await expect(undo(marco, anna)).rejects.toMatchObject(NO_UNDO);
  await expect(undo(marco, rita)).rejects.toMatchObject(NO_UNDO);
  await undo(marco, elsa);
  await expect(undo(marco, anna)).rejects.toMatchObject(NO_UNDO);
  await expect(undo(marco, 'admin')).rejects.toMatchObject({ code: 'request.not_found' });
});

test('a swipe that something came of stays: a match, or a heart given since', async ({ world }) => {
  const marco = await world.member();
  await giveLikes(marco, 5);
  const anna = await world.member({ level: 2, gender: 'female' });
  await like(marco, anna.profileId);
  expect(await like(anna, marco.profileId)).toMatchObject({ matched: true });
  await expect(undo(marco, anna.profileId)).rejects.toMatchObject(NO_UNDO);
  await expect(undo(anna, marco.profileId)).rejects.toMatchObject(NO_UNDO);
  const elsa = await world.profile();
  await dislike(marco, elsa);
  await likePerson(marco, { profileId: elsa });
  await expect(undo(marco, elsa)).rejects.toMatchObject(NO_UNDO);
  expect(await reactionsOf(marco)).toEqual([anna.profileId, elsa].toSorted().map((id) => ['like', id]));
});

test('likes and undoings at the same moment wait for one another, and every credit is accounted for', async ({
  world,
}) => {
  const marco = await world.member();
  await giveLikes(marco, 100);
  const anna = await world.profile();
  for (let round = 0; round < 15; round += 1) {
    const elsa = await world.profile();
    const outcomes = await Promise.allSettled([
      like(marco, anna),
      undo(marco, anna),
      like(marco, elsa),
      undo(marco, anna),
      like(marco, anna),
    ]);
    for (const outcome of outcomes) expect(outcome).not.toHaveProperty('reason.severity');
    const entries = await likeEntriesOf(marco);
    const left = entries.reduce((sum, [, amount]) => sum + Number(amount), 0);
    expect(left).toBe(100 - (await reactionsOf(marco)).length);
  }
});

test('words of an invitation are kept with the like, where the flow has invitations', async ({
  db,
  world,
}) => {
  const anna = await world.member({ gender: 'female' });
  const inviting = await world.member({ flowId: '13', level: 1 });
  await decide(inviting, { profileId: anna.profileId, verdict: 'like', invitation: '  Ciao Anna ' });
  const other = await world.member({ level: 1 });
  await decide(other, { profileId: anna.profileId, verdict: 'like', invitation: 'Ciao Anna' });
  await decide(inviting, { profileId: await world.profile(), verdict: 'dislike', invitation: 'No' });
  const kept = await db
    .selectFrom('reaction')
    .select(['from_id', 'message'])
    .where('message', '<>', '')
    .execute();
  expect(kept).toEqual([{ from_id: inviting.profileId, message: 'Ciao Anna' }]);
});

test('an invitation needs a text, where the flow has invitations', async ({ db, world }) => {
  const anna = await world.member({ gender: 'female' });
  const marco = await world.member({ flowId: '13', level: 1 });
  for (const invitation of [undefined, '', '   ', '\u200b\u2060']) {
    const input = {
      profileId: anna.profileId,
      verdict: 'like' as const,
      ...(invitation !== undefined && { invitation }),
    };
    await expect(decide(marco, input)).rejects.toMatchObject({ code: 'match.invitation_empty', status: 422 });
  }
  expect(await db.selectFrom('reaction').where('from_id', '=', marco.profileId).execute()).toEqual([]);
  // A heart on a page is no invitation.
  await likePerson(marco, { profileId: anna.profileId });
});
