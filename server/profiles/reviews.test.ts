import * as contract from '#contract/brand/reviews.ts';
import type { StaffContext } from '#server/app.ts';
import { moderation } from '#server/moderation/module.ts';
import { listCases } from '#server/moderation/queue.ts';
import { DAY } from '#server/platform/clock.ts';
import type { TestApp } from '#testing/app.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { approve, refuse } from '#testing/moderation/verdicts.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { profiles } from './module.ts';
import { answerReview, listPublicReviews } from './review-answers.ts';
import { listReviews, readOwnReview, removeOwnReview, saveOwnReview } from './reviews.ts';

const words = { text: 'Si parla con calma.', stars: 4 };

/** A member who has been here for long enough, and has given their age. */
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

async function waitingReview(staff: StaffContext, text: string) {
  const { cases } = await listCases(staff, { kind: 'review' });
  return cases.find(({ content }) => content.kind === 'review' && content.text === text);
}

/** What a verdict on it names. */
async function aboutReview(staff: StaffContext, text: string) {
  const { brand, id, version: at } = (await waitingReview(staff, text))!;
  return { brand, kind: 'review', id, at } as const;
}

const publicTexts = async (member: Member) => (await listReviews(member)).reviews.map(({ text }) => text);

test('a member writes no review in their first week, and no empty one', async ({ app, world }) => {
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
  const server = await serve(app, profiles.routes);
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
  expect(saved.review).toEqual({
    ...words,
    status: 'pending',
    refusal: null,
    earlierText: null,
    answer: null,
  });
  expect(await publicTexts(marco)).not.toContain(words.text);
  const pending = await waitingReview(moderator, words.text);
  expect(pending).toMatchObject({ brand: marco.brand.key, content: { name: 'Marco', ...words } });
  const about = await aboutReview(moderator, words.text);
  await approve(moderator, about);
  await approve(moderator, about);
  const { reviews } = await listReviews(marco);
  expect(reviews.find(({ text }) => text === words.text)).toMatchObject({
    name: 'Marco',
    age: app.clock.now().getFullYear() - 1980,
    demo: false,
  });
  const audit = app.db.selectFrom('audit').select('action').where('subject', '=', about.id);
  expect(await audit.execute()).toEqual([{ action: 'review.approved' }]);
  const mails = await mailsTo(app.db, marco.email);
  expect(mails.map(({ template }) => template)).toEqual(['moderation_approved']);
});

test('one a member: new words wait again while the approved ones stay; the same ones keep their verdict', async ({
  app,
  world,
}) => {
  const marco = await settled(app, await world.member());
  const moderator = await atWork(world, { role: 'moderator' });
  const save = (text: string) => saveOwnReview(marco, { text, stars: 5, trackerId: marco.trackerId });
  await Promise.all([save('Prima versione'), save('Prima versione')]);
  const first = await aboutReview(moderator, 'Prima versione');
  app.clock.advance(1_000);
  await save('Seconda versione');
  // The moderator still looks at the first one.
  await expect(approve(moderator, first)).rejects.toMatchObject({ code: 'moderation.changed' });
  await approve(moderator, await aboutReview(moderator, 'Seconda versione'));
  expect((await save('Seconda versione')).review.status).toBe('approved');
  app.clock.advance(1_000);
  expect((await save('Terza versione')).review).toMatchObject({
    text: 'Terza versione',
    status: 'pending',
    earlierText: 'Seconda versione',
  });
  const shown = await publicTexts(marco);
  expect(shown).toContain('Seconda versione');
  expect(shown).not.toContain('Terza versione');
  await refuse(moderator, { ...(await aboutReview(moderator, 'Terza versione')), reason: 'offensive' });
  expect(await publicTexts(marco)).toContain('Seconda versione');
  const rows = app.db.selectFrom('review').select('id').where('account_id', '=', marco.accountId);
  expect(await rows.execute()).toHaveLength(1);
});

test('it can be taken back', async ({ app, world }) => {
  const marco = await settled(app, await world.member());
  await saveOwnReview(marco, { ...words, trackerId: marco.trackerId });
  await removeOwnReview(marco);
  await removeOwnReview(marco);
  expect((await readOwnReview(marco)).review).toBeNull();
});

test('who wrote it reads why it was refused, may mend it, and a new name waits like new words', async ({
  app,
  world,
}) => {
  const marco = await settled(app, await world.member());
  const moderator = await atWork(world, { role: 'moderator' });
  const save = (text: string) => saveOwnReview(marco, { text, stars: 3, trackerId: marco.trackerId });
  await save('Scrivimi al 333 1234567');
  const about = await aboutReview(moderator, 'Scrivimi al 333 1234567');
  await refuse(moderator, { ...about, reason: 'contact_details' });
  expect((await readOwnReview(marco)).review).toMatchObject({
    status: 'rejected',
    refusal: 'contact_details',
  });
  const [mail] = await mailsTo(app.db, marco.email);
  expect(mail?.text).toContain('La tua recensione non è stata approvata');
  expect(mail?.text).toContain('Il motivo: contiene recapiti');
  app.clock.advance(1_000);
  expect((await save('Gente seria')).review).toMatchObject({ status: 'pending', refusal: null });
  await approve(moderator, await aboutReview(moderator, 'Gente seria'));

  app.clock.advance(1_000);
  await app.db
    .updateTable('profile')
    .set({ screen_name: 'Chiama il 333' })
    .where('id', '=', marco.profileId)
    .execute();
  expect((await save('Gente seria')).review.status).toBe('pending');
  const { reviews } = await listReviews(marco);
  expect(reviews.find(({ text }) => text === 'Gente seria')?.name).toBe('Marco');
});

test('what was approved by mistake and then refused is public no more', async ({ app, world }) => {
  const marco = await settled(app, await world.member());
  const moderator = await atWork(world, { role: 'moderator' });
  await saveOwnReview(marco, { ...words, text: 'Passata per sbaglio', trackerId: marco.trackerId });
  const about = await aboutReview(moderator, 'Passata per sbaglio');
  await approve(moderator, about);
  expect(await publicTexts(marco)).toContain('Passata per sbaglio');
  await refuse(moderator, { ...about, reason: 'offensive' });
  expect(await publicTexts(marco)).not.toContain('Passata per sbaglio');
});

test('the brand answers a review in public, once its words are approved and for those words alone', async ({
  app,
  world,
}) => {
  const marco = await settled(app, await world.member());
  const moderator = await atWork(world, { role: 'moderator' });
  const support = await atWork(world, { role: 'support' });
  const save = (text: string) => saveOwnReview(marco, { text, stars: 2, trackerId: marco.trackerId });
  const found = async (answered: 'yes' | 'no', stars: '1' | '2' = '2') => {
    const { reviews } = await listPublicReviews(support, { brand: marco.brand.key, stars, answered });
    return reviews.find(({ name }) => name === 'Marco');
  };
  await save('Lenta di sera');
  expect(await found('no')).toBeUndefined();
  await approve(moderator, await aboutReview(moderator, 'Lenta di sera'));
  const review = (await found('no'))!;
  expect(await found('no', '1')).toBeUndefined();
  expect(review).toMatchObject({ text: 'Lenta di sera', language: 'it', changing: false, answer: null });
  const about = { brand: marco.brand.key, id: review.id, version: review.version };
  await answerReview(support, { ...about, text: 'Grazie, ci lavoriamo.' });
  // Its writer is notified once, however often the answer is put into other words.
  const mails = async () =>
    (await mailsTo(app.db, marco.email)).filter(({ template }) => template === 'review_answered');
  expect(await mails()).toHaveLength(1);
  await answerReview(support, { ...about, text: 'Grazie, ci lavoriamo.' });
  expect(await mails()).toHaveLength(1);
  expect(await found('no')).toBeUndefined();
  expect(await found('yes')).toMatchObject({ answer: { text: 'Grazie, ci lavoriamo.', outdated: false } });
  const publicAnswer = async () => {
    const { reviews } = await listReviews(marco);
    return reviews.find(({ name, stars }) => name === 'Marco' && stars === 2)?.answer;
  };
  expect(await publicAnswer()).toBe('Grazie, ci lavoriamo.');
  expect((await readOwnReview(marco)).review?.answer).toBe('Grazie, ci lavoriamo.');

  app.clock.advance(1_000);
  await save('Ora va meglio');
  expect(await publicAnswer()).toBe('Grazie, ci lavoriamo.');
  expect(await found('yes')).toMatchObject({ changing: true });
  await approve(moderator, await aboutReview(moderator, 'Ora va meglio'));
  expect(await publicAnswer()).toBeNull();
  expect(await found('no')).toMatchObject({ text: 'Ora va meglio', answer: { outdated: true } });
  // The console still shows the first words.
  const late = answerReview(support, { ...about, text: 'Ancora grazie.' });
  await expect(late).rejects.toMatchObject({ code: 'review.changed' });
  const { version } = (await found('no'))!;
  await answerReview(support, { ...about, version, text: 'Ci fa piacere!' });
  expect(await publicAnswer()).toBe('Ci fa piacere!');
  expect(await mails()).toHaveLength(2);
  await answerReview(support, { ...about, version, text: '' });
  expect(await publicAnswer()).toBeNull();
  const audit = app.db.selectFrom('audit').select('action').where('subject', '=', review.id);
  expect(await audit.where('actor_id', '=', support.staffId).orderBy('id').execute()).toEqual([
    { action: 'review.answered' },
    { action: 'review.answered' },
    { action: 'review.answered' },
    { action: 'review.answer_removed' },
  ]);
});

test('where no moderator looks it is approved at once, written down as such, and no mail goes out', async ({
  app,
  world,
}) => {
  const automatic = { ...app, config: { ...app.config, moderation: 'auto' as const } };
  const marco = await settled(app, await world.member());
  const text = 'Subito pubblica.';
  await saveOwnReview(withServices(marco, { config: automatic.config }), {
    text,
    stars: 5,
    trackerId: marco.trackerId,
  });
  await runWaitingJobs(automatic, moderation.jobs);
  expect(await publicTexts(marco)).toContain(text);
  const audit = await app.db
    .selectFrom('audit')
    .select(['actor_kind', 'details'])
    .where('action', '=', 'review.approved')
    .where('actor_kind', '=', 'system')
    .execute();
  expect(audit).toMatchObject([{ details: { automatic: true } }]);
  expect(await mailsTo(app.db, marco.email)).toEqual([]);
});
