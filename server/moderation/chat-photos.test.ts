import { conversationChanged } from '#contract/chat/live.ts';
import type { App, StaffContext } from '#server/app.ts';
import { chatJobs } from '#server/messaging/module.ts';
import { readChatPhoto, readPhotoAsStaff } from '#server/messaging/photos/viewing.ts';
import { expect, test } from '#testing/harness.ts';
import { send, upload } from '#testing/messaging/chat-photos.ts';
import { approve, refuse } from '#testing/moderation/verdicts.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import { answerAppeal, readAppeal } from './appeal-answers.ts';
import { appealDecision, listOwnDecisions } from './appeals.ts';
import { moderation } from './module.ts';
import { listCases } from './queue.ts';

const about = (brand: string, id: string) => ({ brand, kind: 'chat_photo', id, at: 0 }) as const;
const listPhotos = (staff: StaffContext) => listCases(staff, { kind: 'chat_photo' });

const failing = (code: string) => expect.objectContaining({ code });
const notFound = failing('request.not_found');

/** Records what is emitted to whom, in the place of browsers. */
function listening<T extends App>(app: T) {
  const events: [accountId: string, profileId: string | null][] = [];
  const realtime: App['realtime'] = {
    ...app.realtime,
    emit(to, event, payload) {
      if (event.name !== conversationChanged.name) return;
      const { profileId } = payload as { profileId: string | null };
      for (const accountId of to.accountIds) events.push([accountId, profileId]);
    },
  };
  return { events, context: { ...app, realtime } };
}

test('moderators find what waits, oldest first, and both participants learn of the verdict', async ({
  app,
  db,
  world,
}) => {
  await db.updateTable('chat_photo').set({ status: 'approved' }).execute();
  const [marco, anna] = [await world.member(), await world.member()];
  const { events, context } = listening(app);
  const ada = await atWork(world, { role: 'moderator' });
  const runJobs = () => runWaitingJobs(context, chatJobs);
  await runJobs();
  events.length = 0;
  const brand = marco.brand.key;
  const first = await upload(marco, anna.profileId);
  const unsent = await upload(marco, anna.profileId);
  app.clock.advance(1_000);
  const second = await upload(anna, await world.profile());
  await send(marco, anna.profileId, first);
  const { to_id } = await db
    .selectFrom('chat_photo')
    .select('to_id')
    .where('id', '=', second)
    .executeTakeFirstOrThrow();
  await send(anna, to_id, second);

  const { cases, next } = await listPhotos(ada);
  expect(cases.map(({ id }) => id)).toEqual([first, second]);
  expect(next).toBeNull();
  const address = `${ada.origin}/staff/brands/${brand}/chat-photos/${first}`;
  // Where the console finds it, with the moderator's token.
  expect(cases[0]).toMatchObject({
    brand,
    person: { profileId: marco.profileId },
    content: { photo: { address, width: 40, height: 30 } },
  });
  expect((await readPhotoAsStaff(ada, { brand, id: first })).size).toBeGreaterThan(0);

  await refuse(ada, { ...about(brand, first), reason: 'sexual' });
  await refuse(ada, { ...about(brand, first), reason: 'sexual' });
  await runJobs();
  expect(events).toEqual([
    [marco.accountId, anna.profileId],
    [anna.accountId, marco.profileId],
  ]);
  const entries = await db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject', '=', first)
    .execute();
  expect(entries).toEqual([{ action: 'chat_photo.refused', actor_id: ada.staffId }]);
  // Who sent it reads why; that one was approved is seen in the conversation alone.
  const [mail] = await mailsTo(db, marco.email);
  expect(mail?.text).toContain('Una foto che hai inviato in una conversazione non è stata approvata');
  expect(mail?.text).toContain('Il motivo: mostra nudità');
  // A profile of ours has no browser.
  events.length = 0;
  await approve(ada, about(brand, second));
  await runJobs();
  expect(events).toEqual([[anna.accountId, to_id]]);
  expect(await mailsTo(db, anna.email)).toEqual([]);
  expect((await listPhotos(ada)).cases).toEqual([]);
  await expect(approve(ada, about(brand, unsent))).rejects.toEqual(notFound);
  await expect(approve(ada, about('verbena', second))).rejects.toEqual(notFound);
});

test('where no moderator looks, a photo is approved as soon as it is there, and the audit log has it', async ({
  app,
  db,
  world,
}) => {
  const automatic = { ...app, config: { ...app.config, moderation: 'auto' as const } };
  const [marco, anna] = [await world.member(), await world.member()];
  const id = await upload(withServices(marco, { config: automatic.config }), anna.profileId);
  await runWaitingJobs(automatic, moderation.jobs);
  await send(marco, anna.profileId, id);
  expect((await readChatPhoto(anna, { id })).type).toBe('image/webp');
  const entries = db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'details'])
    .where('subject', '=', id);
  expect(await entries.execute()).toMatchObject([
    { action: 'chat_photo.approved', actor_kind: 'system', details: { automatic: true } },
  ]);
  expect(await mailsTo(db, marco.email)).toEqual([]);
  // By hand it waits.
  const paola = await world.member();
  const other = await upload(marco, paola.profileId);
  await runWaitingJobs(app, moderation.jobs);
  await send(marco, paola.profileId, other);
  await expect(readChatPhoto(paola, { id: other })).rejects.toEqual(notFound);
});

test('who sent a photo that was refused reads why, appeals, and another moderator lets it through', async ({
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const ada = await atWork(world, { role: 'moderator' });
  const dora = await atWork(world, { role: 'moderator', name: 'Dora' });
  const brand = marco.brand.key;
  const id = await upload(marco, anna.profileId);
  await send(marco, anna.profileId, id);
  await refuse(ada, { ...about(brand, id), reason: 'not_you' });
  const [refusal] = (await listOwnDecisions(marco)).refusals;
  expect(refusal).toMatchObject({ what: 'chat_photo', subjectId: id, reason: 'not_you', appeal: null });
  // No other member can appeal against the decision.
  expect((await listOwnDecisions(anna)).refusals).toEqual([]);
  const decisionId = refusal?.decisionId ?? '';
  const appeal = { decisionId, text: 'Sono io, in montagna.' };
  await expect(appealDecision(anna, appeal)).rejects.toEqual(failing('appeal.closed'));
  await appealDecision(marco, appeal);

  const { id: appealId } = await db
    .selectFrom('appeal')
    .select('id')
    .where('decision_id', '=', decisionId)
    .executeTakeFirstOrThrow();
  const read = await readAppeal(dora, { brand, id: appealId });
  const address = `${dora.origin}/staff/brands/${brand}/chat-photos/${id}`;
  expect(read).toMatchObject({
    what: 'chat_photo',
    decidedBy: 'Ada',
    photo: { address, width: 40, height: 30 },
  });
  const answer = { brand, id: appealId, allow: true, answer: 'Hai ragione.' };
  await expect(answerAppeal(ada, answer)).rejects.toEqual(failing('appeal.own_decision'));
  await answerAppeal(dora, answer);
  expect((await readChatPhoto(anna, { id })).type).toBe('image/webp');
  expect((await listOwnDecisions(marco)).refusals).toEqual([]);
  expect((await mailsTo(db, marco.email)).at(-1)?.text).toContain('ora l’altra persona la vede');
  // The same picture may come again.
  const { resembles_banned } = await db
    .selectFrom('chat_photo')
    .select('resembles_banned')
    .where('id', '=', await upload(marco, anna.profileId))
    .executeTakeFirstOrThrow();
  expect(resembles_banned).toBe(false);
});

test('an appeal for a photo in a conversation ends with the photo, and a decision that stands keeps it hidden', async ({
  db,
  world,
}) => {
  const marco = await world.member();
  const ada = await atWork(world, { role: 'moderator' });
  const dora = await atWork(world, { role: 'moderator', name: 'Dora' });
  const brand = marco.brand.key;
  const statusOf = async (decisionId: string) =>
    db
      .selectFrom('appeal')
      .select(['id', 'status'])
      .where('decision_id', '=', decisionId)
      .executeTakeFirstOrThrow();
  const refuseAndAppeal = async () => {
    const anna = await world.member();
    const id = await upload(marco, anna.profileId);
    await send(marco, anna.profileId, id);
    await refuse(ada, { ...about(brand, id), reason: 'unclear' });
    const { refusals } = await listOwnDecisions(marco);
    const decisionId = refusals.find(({ subjectId }) => subjectId === id)?.decisionId ?? '';
    await appealDecision(marco, { decisionId, text: 'Si vede bene.' });
    return { id, decisionId, anna };
  };
  const upheld = await refuseAndAppeal();
  const { id: appealId } = await statusOf(upheld.decisionId);
  await answerAppeal(dora, { brand, id: appealId, allow: false, answer: 'È troppo scura.' });
  await expect(readChatPhoto(upheld.anna, { id: upheld.id })).rejects.toEqual(notFound);
  expect((await listOwnDecisions(marco)).refusals).toMatchObject([
    { what: 'chat_photo', appeal: { status: 'upheld', answer: 'È troppo scura.' } },
  ]);

  const reconsidered = await refuseAndAppeal();
  await approve(ada, about(brand, reconsidered.id));
  expect((await statusOf(reconsidered.decisionId)).status).toBe('withdrawn');
});
