import { APPEAL_MONTHS_MIN, APPEAL_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { describeUser } from '#server/accounts/describe-user.ts';
import type { StaffContext } from '#server/app.ts';
import { waitingKey } from '#server/brands/photo-address.ts';
import { DAY, monthsAfter } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { removePhoto } from '#server/profiles/own-photos.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { saveOwnReview } from '#server/profiles/reviews.ts';
import { expect, test } from '#testing/harness.ts';
import { addPhoto, doWhatFollows } from '#testing/moderation/verdicts.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { isStored } from '#testing/platform/stored-files.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { answerAppeal, readAppeal } from './appeal-answers.ts';
import { appealDecision, deleteRefusedPhotos, listOwnDecisions } from './appeals.ts';
import { decide } from './decide.ts';
import { nextCase, releaseCase } from './queue.ts';

const failing = (code: string) => expect.objectContaining({ code });
const text = 'È la mia foto, presa ieri.';

/** A photo that a moderator has refused, and the decision that its owner can appeal against. */
async function refusedPhoto(member: Member, by: StaffContext) {
  const { id } = await addPhoto(member);
  await decide(
    member.app,
    { brandId: member.brandId, kind: 'photo', id, verdict: 'refuse', reason: 'not_you' },
    { actor: { kind: 'staff', id: by.staffId } },
  );
  await doWhatFollows(member);
  const { refusals } = await listOwnDecisions(member);
  const refusal = refusals.find(({ subjectId }) => subjectId === id);
  if (!refusal) throw new Error('nothing was refused');
  return { id, ...refusal };
}

async function appealOf(member: Member, decisionId: string) {
  return member.app.db
    .selectFrom('appeal')
    .selectAll()
    .where('decision_id', '=', decisionId)
    .executeTakeFirstOrThrow();
}

const moderators = async (world: World) =>
  [
    await atWork(world, { role: 'moderator' }),
    await atWork(world, { role: 'moderator', name: 'Dora' }),
  ] as const;

test('a photo is refused, its owner reads why, appeals, and another moderator allows it', async ({
  world,
}) => {
  const anna = await world.member({ gender: 'female' });
  const [first, second] = await moderators(world);
  const refused = await refusedPhoto(anna, first);
  expect(refused).toMatchObject({ what: 'photo', reason: 'not_you', appeal: null });
  expect(refused.appealUntil).toBe(monthsAfter(new Date(refused.at), APPEAL_MONTHS_MIN).getTime());

  await appealDecision(anna, { decisionId: refused.decisionId, text });
  expect((await listOwnDecisions(anna)).refusals).toMatchObject([{ appeal: { status: 'open', text } }]);
  const { id: appealId } = await appealOf(anna, refused.decisionId);
  const about = { brand: anna.brand.key, id: appealId };

  const shown = await readAppeal(second, about);
  expect(shown).toMatchObject({ what: 'photo', text, decidedBy: 'Ada', forAnother: false });
  expect(shown.photo?.address).toContain(waitingKey(anna.brandId, refused.id, 40));
  expect(await readAppeal(first, about)).toMatchObject({ forAnother: true });
  await expect(answerAppeal(first, { ...about, allow: false, answer: '' })).rejects.toEqual(
    failing('appeal.own_decision'),
  );

  await answerAppeal(second, { ...about, allow: true, answer: 'Hai ragione.' });
  await expect(answerAppeal(second, { ...about, allow: false, answer: '' })).rejects.toEqual(
    failing('appeal.answered'),
  );
  const events: string[] = [];
  await doWhatFollows({
    ...anna,
    app: {
      ...anna.app,
      realtime: {
        ...anna.app.realtime,
        emit: (_, event, payload) => void events.push(`${event.name} ${JSON.stringify(payload)}`),
      },
    },
  });
  expect(events.at(-1)).toContain('"what":"appeal","approved":true');
  expect((await describeUser(anna, anna.accountId)).photos).toMatchObject([
    { name: refused.id, status: 'approved', refusal: null },
  ]);
  expect((await listOwnDecisions(anna)).refusals).toEqual([]);
  const mails = await mailsTo(anna.app.db, anna.email);
  expect(mails.map(({ template }) => template)).toEqual(['moderation_refused', 'appeal_allowed']);
  expect(mails.at(-1)?.text).toContain('Hai ragione.');
});

test('one moderator alone decides again what was decided; a decision that stands takes the picture away', async ({
  app,
  db,
  world,
}) => {
  await db.updateTable('staff').set({ status: 'left' }).execute();
  const marco = await world.member();
  const moderator = await atWork(world, { role: 'moderator' });
  // A person who works for another brand cannot step in.
  await atWork(world, { role: 'moderator', brands: ['verbena'] });
  const refused = await refusedPhoto(marco, moderator);
  await appealDecision(marco, { decisionId: refused.decisionId, text });
  const { id } = await appealOf(marco, refused.decisionId);

  // While it is open the picture stays, however long that takes.
  await deleteRefusedPhotos({ ...app, clock: { now: () => new Date(Date.now() + 60 * DAY) } });
  await doWhatFollows(marco);
  const key = waitingKey(marco.brandId, refused.id, 40);
  expect(await isStored(app, key)).toBe(true);

  await answerAppeal(moderator, { brand: marco.brand.key, id, allow: false, answer: 'Non sei tu.' });
  await doWhatFollows(marco);
  expect(await isStored(app, key)).toBe(false);
  expect((await listOwnDecisions(marco)).refusals).toMatchObject([
    { appeal: { status: 'upheld', answer: 'Non sei tu.' } },
  ]);
  expect((await mailsTo(db, marco.email)).at(-1)?.template).toBe('appeal_upheld');
  const acts = await db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', refused.id)
    .orderBy('id')
    .execute();
  expect(acts.map(({ action }) => action)).toEqual(['photo.refused', 'appeal.made', 'appeal.upheld']);
});

test('“next” hands over an appeal to all moderators but the one who decided, unless no other is there', async ({
  db,
  world,
}) => {
  await db.updateTable('staff').set({ status: 'left' }).execute();
  const marco = await world.member();
  const appeals = { kind: 'appeal', brand: marco.brand.key } as const;
  const [first, second] = await moderators(world);
  const { decisionId } = await refusedPhoto(marco, first);
  await appealDecision(marco, { decisionId, text });
  const { id } = await appealOf(marco, decisionId);
  await db.deleteFrom('moderation_case').where('kind', '=', 'appeal').where('id', '<>', id).execute();

  expect(await nextCase(first, appeals)).toEqual({ taken: null });
  expect((await nextCase(second, appeals)).taken?.case.id).toBe(id);
  await releaseCase(second, { ...appeals, id });
  await db.updateTable('staff').set({ status: 'left' }).where('id', '=', second.staffId).execute();
  expect((await nextCase(first, appeals)).taken?.case.id).toBe(id);
});

test('texts, changes of texts and reviews can be appealed for as well', async ({ app, db, world }) => {
  const [first, second] = await moderators(world);
  const by = { actor: { kind: 'staff', id: first.staffId } } as const;
  const pending = await world.member({ profileStatus: 'pending' });
  const changed = await world.member();
  const reviewer = await world.member();
  await db
    .updateTable('account')
    .set({ created_at: new Date(app.clock.now().getTime() - 30 * DAY) })
    .where('id', '=', reviewer.accountId)
    .execute();
  await saveOwnProfile(changed, { description: 'Scrivimi allo 333 1234567.' });
  await saveOwnReview(reviewer, { trackerId: reviewer.trackerId, text: 'Bello.', stars: 5 });
  const review = await db
    .selectFrom('review')
    .select('id')
    .where('account_id', '=', reviewer.accountId)
    .executeTakeFirstOrThrow();
  const { brandId } = pending;
  await decide(
    app,
    { brandId, kind: 'profile', id: pending.profileId, verdict: 'refuse', reason: 'unclear' },
    by,
  );
  await decide(
    app,
    { brandId, kind: 'profile', id: changed.profileId, verdict: 'refuse', reason: 'contact_details' },
    by,
  );
  await decide(app, { brandId, kind: 'review', id: review.id, verdict: 'refuse', reason: 'advertising' }, by);

  for (const [member, what] of [
    [pending, 'profile'],
    [changed, 'change'],
    [reviewer, 'review'],
  ] as const) {
    const [refusal] = (await listOwnDecisions(member)).refusals;
    expect(refusal).toMatchObject({ what });
    await appealDecision(member, { decisionId: refusal!.decisionId, text });
    const { id } = await appealOf(member, refusal!.decisionId);
    await answerAppeal(second, { brand: member.brand.key, id, allow: true, answer: '' });
    expect((await listOwnDecisions(member)).refusals).toEqual([]);
  }
  const statuses = await db
    .selectFrom('profile')
    .select(['status', 'description'])
    .where('id', 'in', [pending.profileId, changed.profileId])
    .orderBy('id')
    .execute();
  expect(statuses).toMatchObject([{ status: 'visible' }, { description: 'Scrivimi allo 333 1234567.' }]);
});

test('once a decision, in time, with words, about something of one’s own that is still refused', async ({
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const [first, second] = await moderators(world);
  const { decisionId, id: photoId } = await refusedPhoto(marco, first);
  const longest = 'à'.repeat(APPEAL_MAX_LETTERS);
  await expect(appealDecision(marco, { decisionId, text: '' })).rejects.toEqual(failing('appeal.empty'));
  for (const stranger of [anna, { ...marco, brandId: world.brand('verbena').id }])
    await expect(appealDecision(stranger, { decisionId, text })).rejects.toEqual(failing('appeal.closed'));
  await expect(appealDecision(marco, { decisionId: newId(), text })).rejects.toEqual(
    failing('appeal.closed'),
  );

  const tries = [longest, longest].map((words) => appealDecision(marco, { decisionId, text: words }));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);

  // After a removal of the photo meanwhile there is nothing left to be decided on.
  const { id } = await appealOf(marco, decisionId);
  await removePhoto(marco, { photoId });
  await expect(answerAppeal(second, { brand: marco.brand.key, id, allow: true, answer: '' })).rejects.toEqual(
    failing('moderation.changed'),
  );

  const late = await refusedPhoto(anna, first);
  // Entries of the audit bear the time of the database.
  const clock = { now: () => new Date(Date.now() + (APPEAL_MONTHS_MIN * 31 + 1) * DAY) };
  await expect(
    appealDecision(withServices(anna, { clock }), { decisionId: late.decisionId, text }),
  ).rejects.toEqual(failing('appeal.closed'));
});
