import * as contract from '../../contract/reviews.ts';
import { DAY } from '../core/clock.ts';
import { atWork } from '../staff/staff-for-tests.ts';
import type { TestApp } from '../testing/app.ts';
import { expect, test } from '../testing/harness.ts';
import { callAs, serve } from '../testing/http.ts';
import type { Member } from '../testing/world.ts';
import { judgeReview, listPendingReviews } from './judge-reviews.ts';
import { listReviews } from './list-reviews.ts';
import { readOwnReview, removeOwnReview, saveOwnReview } from './own-review.ts';
import { reviewRoutes } from './routes.ts';

const words = { text: 'Si parla con calma.', stars: 4 };

/** Somebody who has been here for long enough, and has told his age. */
async function settled(app: TestApp, member: Member): Promise<Member> {
  const created_at = new Date(app.clock.now().getTime() - 8 * DAY);
  await app.db.updateTable('account').set({ created_at }).where('id', '=', member.accountId).execute();
  await app.db
    .updateTable('profile')
    .set({ birth_year: 1980, screen_name: 'Marco' })
    .where('id', '=', member.profileId)
    .execute();
  return member;
}

const publicTexts = async (member: Member) => (await listReviews(member)).reviews.map(({ text }) => text);

test('nobody writes a review in his first week, or an empty one', async ({ app, world }) => {
  const marco = await world.member();
  await app.db
    .updateTable('account')
    .set({ created_at: app.clock.now() })
    .where('id', '=', marco.accountId)
    .execute();
  const from = app.clock.now().getTime() + 7 * DAY;
  await expect(saveOwnReview(marco, { ...words, trackerId: marco.trackerId })).rejects.toMatchObject({
    code: 'review.too_early',
    details: { from },
  });
  expect(await readOwnReview(marco)).toEqual({ review: null, from });
  await settled(app, marco);
  const server = await serve(app, reviewRoutes);
  const { token, trackerId } = marco;
  const empty = await callAs(
    server,
    contract.saveOwnReview,
    { trackerId, text: '\u200B \u3164', stars: 5 },
    { token },
  );
  expect(empty).toMatchObject({ status: 422, body: { error: { code: 'review.empty' } } });
});

test('it is public once it was approved, under the name and age of the profile', async ({ app, world }) => {
  const marco = await settled(app, await world.member());
  const moderator = await atWork(world, { role: 'moderator' });
  const saved = await saveOwnReview(marco, { ...words, trackerId: marco.trackerId });
  expect(saved.review).toEqual({ ...words, status: 'pending' });
  expect(await publicTexts(marco)).not.toContain(words.text);
  const pending = (await listPendingReviews(moderator, {})).reviews.find(({ text }) => text === words.text);
  expect(pending).toMatchObject({ brand: marco.brand.key, name: 'Marco', stars: 4 });
  const { brand, id, at } = pending!;
  await judgeReview(moderator, { brand, id, at, approved: true });
  const { reviews } = await listReviews(marco);
  expect(reviews.find(({ text }) => text === words.text)).toMatchObject({
    name: 'Marco',
    age: app.clock.now().getFullYear() - 1980,
    demo: false,
  });
  const audit = app.db.selectFrom('audit').select('action').where('subject', '=', id);
  expect(await audit.execute()).toEqual([{ action: 'review.approved' }]);
});

test('one a member: new words take the place of the old and wait again; the same ones keep their verdict', async ({
  app,
  world,
}) => {
  const marco = await settled(app, await world.member());
  const moderator = await atWork(world, { role: 'moderator' });
  const save = (text: string) => saveOwnReview(marco, { text, stars: 5, trackerId: marco.trackerId });
  const find = async (text: string) =>
    (await listPendingReviews(moderator, {})).reviews.find((review) => review.text === text)!;
  await Promise.all([save('Prima versione'), save('Prima versione')]);
  const first = await find('Prima versione');
  app.clock.advance(1_000);
  await save('Seconda versione');
  // The moderator still looks at the first one.
  await expect(judgeReview(moderator, { ...first, approved: true })).rejects.toMatchObject({
    code: 'review.changed',
  });
  await judgeReview(moderator, { ...(await find('Seconda versione')), approved: true });
  expect((await save('Seconda versione')).review.status).toBe('approved');
  expect((await save('Terza versione')).review.status).toBe('pending');
  expect(await publicTexts(marco)).not.toContain('Seconda versione');
  const rows = app.db.selectFrom('review').select('id').where('account_id', '=', marco.accountId);
  expect(await rows.execute()).toHaveLength(1);
});

test('it can be taken back, and hosts have no say in it', async ({ app, world }) => {
  const marco = await settled(app, await world.member());
  await saveOwnReview(marco, { ...words, trackerId: marco.trackerId });
  const host = await atWork(world, { role: 'host' });
  await expect(listPendingReviews(host, {})).rejects.toMatchObject({ code: 'staff.forbidden' });
  await removeOwnReview(marco);
  await removeOwnReview(marco);
  expect((await readOwnReview(marco)).review).toBeNull();
});
