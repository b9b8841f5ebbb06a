import { countries } from '#contract/countries/list.ts';
import type { App } from '#server/app.ts';
import { readMessages } from '#server/messaging/reading.ts';
import { moderation } from '#server/moderation/module.ts';
import { claimCase } from '#server/moderation/queue.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { setCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { startCompanionChat, waitsFor, withModel } from '#testing/messaging/companion.ts';
import { giveMessageCredits } from '#testing/messaging/write-messages.ts';
import { readMails } from '#testing/platform/mails.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import { helpText, words } from './script.ts';

async function reportsAbout(app: App, profileId: string) {
  await runWaitingJobs(app, moderation.jobs);
  return app.db
    .selectFrom('report')
    .select(['from_id', 'reason', 'text'])
    .where('about_id', '=', profileId)
    .orderBy('id')
    .execute();
}

const cases = [
  { brand: 'lunaria', language: 'it', text: 'Non voglio più vivere', reason: 'self_harm', report: 'other' },
  { brand: 'verbena', language: 'es', text: 'me quiero morir', reason: 'self_harm', report: 'other' },
  { brand: 'lunaria', language: 'fr', text: 'j’ai 16 ans', reason: 'minor', report: 'underage' },
  { brand: 'verbena', language: 'en', text: "I'm 15", reason: 'minor', report: 'underage' },
] as const;

test.for(cases)(
  'stops for $reason in $language, shows the help lines of $brand and tells our people',
  async ({ brand: key, language, text, reason, report }, { app: plain, db, world }) => {
    const { app, sandbox } = await withModel(plain);
    const brand = world.brand(key);
    const { member, profileId, write, run, answers } = await startCompanionChat(world, { brand, language });
    await write('ok');
    await run(app);
    await write(text);
    await Promise.all([run(app), run(app)]);
    const help = helpText(reason, language, brand.settings.country);
    expect((await answers()).slice(1)).toEqual([{ number: 4, body: help, written_by: 'help' }]);
    expect(sandbox.questions).toHaveLength(1);

    expect(await reportsAbout(app, member.profileId)).toEqual([
      {
        from_id: profileId,
        reason: report,
        text: words[countries[brand.settings.country].language].report[reason],
      },
    ]);
    const moderator = await atWork(world, { role: 'moderator' });
    const about = { brand: key, kind: 'report', id: member.profileId } as const;
    const { content } = (await claimCase(moderator, about)).case;
    const said = content.kind === 'report' ? content.reports.flatMap(({ messages }) => messages) : [];
    expect(said.map((each) => [each.from, each.text])).toContainEqual(['reported', text]);
    const reported = await readMails(db, { template: 'report_received' });
    const mails = reported.filter((mail) => mail.text?.includes(member.profileId));
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain(text);
  },
);

test('afterwards it is silent for good, but for the help lines once a day', async ({ app, world }) => {
  const { member, profileId, write, run, answers } = await startCompanionChat(world);
  await write('voglio morire');
  await run(app);
  for (const text of ['ci sei?', 'parlami', 'ciao']) {
    app.clock.advance(HOUR);
    await write(text);
    await run(app);
    expect(await waitsFor(member.app, profileId)).toBe(false);
  }
  expect(await answers()).toHaveLength(1);
  app.clock.advance(DAY);
  await write('sono ancora qui');
  await run(app);
  await run(app);
  expect((await answers()).map(({ written_by }) => written_by)).toEqual(['help', 'help']);
  expect(await reportsAbout(app, member.profileId)).toHaveLength(1);
});

test('help costs the member nothing: neither to read it nor to write on', async ({ app, world }) => {
  const { member, profileId, write, run } = await startCompanionChat(world, { level: 0 });
  await giveMessageCredits(member, 5);
  await write('ciao');
  await run(app);
  const before = await readMessages(member, { profileId });
  expect(before.messages[1]).toMatchObject({ text: '', blurred: expect.any(String) });
  expect((await write('voglio morire')).messageCredits).toBe(3);
  await run(app);
  const { messages, conversation } = await readMessages(member, { profileId });
  expect(messages.at(-1)).toMatchObject({ text: helpText('self_harm', 'it', 'it'), blurred: null });
  expect(conversation.cost).toBe(0);
  expect((await write('grazie')).messageCredits).toBe(3);
  await setCredits(member, 0);
  expect((await write('ci siete?')).number).toBe(6);
});

test('help is read at the first look, though a message on its way has set the price back', async ({
  app,
  world,
}) => {
  const { member, profileId, write, run } = await startCompanionChat(world, { level: 0 });
  await giveMessageCredits(member, 1);
  await write('voglio morire');
  const looks: unknown[] = [];
  const setBack = () =>
    app.db.updateTable('inbox').set({ pays: true }).where('owner_id', '=', member.profileId).execute();
  const messages: typeof app.messages = {
    ...app.messages,
    async write(outgoing, calls) {
      await setBack();
      const stored = await app.messages.write(outgoing, calls);
      looks.push((await readMessages(member, { profileId })).messages.at(-1));
      return stored;
    },
  };
  await run({ ...app, messages });
  expect(looks).toMatchObject([{ text: helpText('self_harm', 'it', 'it'), blurred: null }]);
});

test('a member who is too young and then in danger gets the lines for that at once', async ({
  app,
  world,
}) => {
  const { member, write, run, answers } = await startCompanionChat(world);
  await write('ho 15 anni');
  await run(app);
  await write('e non voglio più vivere');
  await run(app);
  expect((await answers()).map(({ body }) => body)).toEqual([
    helpText('minor', 'it', 'it'),
    helpText('self_harm', 'it', 'it'),
  ]);
  expect((await reportsAbout(app, member.profileId)).map(({ reason }) => reason)).toEqual([
    'underage',
    'other',
  ]);
});

test('what is said in two messages, or as the answer to a question, counts too', async ({
  app: plain,
  world,
}) => {
  const { app } = await withModel(plain, { answers: ['Quanti anni hai?'] });
  const halves = await startCompanionChat(world);
  await halves.write('ho');
  await halves.write('15 anni');
  await halves.run(app);
  expect(await halves.answers()).toMatchObject([{ written_by: 'help' }]);

  const asked = await startCompanionChat(world);
  await asked.write('ciao');
  await asked.run(app);
  await asked.write('16');
  await asked.run(app);
  expect((await asked.answers()).map(({ written_by }) => written_by)).toEqual(['model', 'help']);
});

test('a run that breaks off after the stop still shows the help', async ({ app, world }) => {
  const { write, run, answers } = await startCompanionChat(world);
  await write('voglio morire');
  const messages = { ...app.messages, write: () => Promise.reject(new Error('the node died')) };
  await expect(run({ ...app, messages })).rejects.toThrow('the node died');
  expect(await answers()).toEqual([]);
  await run(app);
  expect(await answers()).toMatchObject([{ written_by: 'help' }]);
});
