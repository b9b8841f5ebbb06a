import { noDetails } from '#contract/profile/details.ts';
import { answerAsCompanionJob } from '#server/messaging/write-messages.sql.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { changeHouseProfile } from '#server/profiles/house/edit.ts';
import { readHouseProfile } from '#server/profiles/house/house-profile.ts';
import { retireHouseProfile } from '#server/profiles/house/state.ts';
import { showHouseProfile } from '#server/profiles/house/state.ts';
import { expect, test } from '#testing/harness.ts';
import { startCompanionChat, waitsFor, withModel } from '#testing/messaging/companion.ts';
import { jobsOf, forgetJobs } from '#testing/platform/jobs.ts';
import { addDrawing, brandManager } from '#testing/profiles/house.ts';
import { enqueueLostAnswers } from './answering.ts';
import { tryCompanion } from './try-out.ts';

const brand = 'lunaria';
const persona = {
  screenName: 'Selene',
  about: '',
  description: 'Parlo di stelle.',
  language: 'it',
  character: 'Ironica, ama i gialli',
  limits: 'Non parla di politica',
  model: 'moon-2',
} as const;

test('a companion is as its settings say, and answers by its own model', async ({ app: plain, world }) => {
  const { app, sandbox } = await withModel(plain, { answers: ['Volentieri.'] });
  const rita = await brandManager(world);
  const { profileId: id, write, run, answers } = await startCompanionChat(world);
  const { revision, settings } = await readHouseProfile(rita, { brand, id });
  const { character, limits, model } = persona;
  await changeHouseProfile(rita, {
    brand,
    id,
    revision,
    ...settings,
    details: noDetails,
    character,
    limits,
    model,
  });
  await write('Ti piace leggere?');
  await run(app);
  expect(await answers()).toMatchObject([{ body: 'Volentieri.', written_by: 'model' }]);
  const [question] = sandbox.questions;
  expect(question).toMatchObject({ model: 'moon-2' });
  const instructions = question?.messages[0]?.content ?? '';
  expect(instructions).toContain(character);
  expect(instructions).toContain(limits);
  // What it never does comes after them.
  expect(instructions.indexOf('Never say or hint that you are human')).toBeGreaterThan(
    instructions.indexOf(limits),
  );
});

test('while its profile is paused it says nothing, and answers once it is shown again', async ({
  app,
  db,
  world,
}) => {
  const rita = await brandManager(world);
  const { profileId: id, write, run, answers } = await startCompanionChat(world);
  await addDrawing(rita, id, 15);
  await write('Ciao');
  await showHouseProfile(rita, { brand, id, shown: false });
  await run(app);
  expect(await answers()).toEqual([]);
  expect(await waitsFor(app, id)).toBe(true);
  await forgetJobs(db);
  app.clock.advance(2 * MINUTE);
  await enqueueLostAnswers(app);
  expect(await jobsOf(db, answerAsCompanionJob.id)).toEqual([]);
  await showHouseProfile(rita, { brand, id, shown: true });
  await enqueueLostAnswers(app);
  expect(await jobsOf(db, answerAsCompanionJob.id)).toHaveLength(1);
  await run(app);
  expect(await answers()).toHaveLength(1);
});

test('a retired companion answers nothing more', async ({ app, world }) => {
  const rita = await brandManager(world);
  const { profileId: id, write, run, answers } = await startCompanionChat(world);
  await write('Ciao');
  await retireHouseProfile(rita, { brand, id });
  await run(app);
  expect(await answers()).toEqual([]);
});

test('it is tried out before members talk to it, and nothing of that is kept', async ({
  app: plain,
  db,
  world,
}) => {
  const { app, sandbox } = await withModel(plain, {
    answers: ['Buonasera a te.', 'Certo, chiamami al 333 1234567.'],
  });
  const rita = { ...(await brandManager(world)), app };
  const ask = (text: string) => tryCompanion(rita, { brand, ...persona, said: [{ from: 'member', text }] });
  const rows = async () => [
    await db.selectFrom('message').select('id').execute(),
    await db.selectFrom('conversation').select('id').execute(),
  ];
  const before = await rows();
  expect(await ask('Buonasera')).toEqual({ text: 'Buonasera a te.', by: 'model' });
  expect(sandbox.questions[0]).toMatchObject({ model: 'moon-2' });
  // What a companion must not say is not said here either, and what it is the script says.
  expect((await ask('Mi dai il numero?')).by).toBe('script');
  expect((await ask('Sei una persona vera?')).by).toBe('script');
  expect(
    (
      await tryCompanion(
        { ...rita, app: plain },
        { brand, ...persona, said: [{ from: 'member', text: 'Ciao' }] },
      )
    ).by,
  ).toBe('script');
  expect(await rows()).toEqual(before);
});
