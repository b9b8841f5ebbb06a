import { LANGUAGES } from '#contract/kernel/constants.ts';
import { answerAsCompanionJob } from '#server/messaging/write-messages.sql.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { blockPerson } from '#server/profiles/blocks.ts';
import { expect, test } from '#testing/harness.ts';
import { startCompanionChat, waitsFor, withCompanion, withModel } from '#testing/messaging/companion.ts';
import type { Companionship } from '#testing/messaging/companion.ts';
import { forgetJobs, jobsOf, patiently, whileWorking } from '#testing/platform/jobs.ts';
import { companion } from './module.ts';
import { words } from './script.ts';

test.for(LANGUAGES)(
  'answers in the member’s language, and says at once what it is: %s',
  async (language, { app, world }) => {
    const { member, profileId, write, run, answers } = await startCompanionChat(world, { language });
    await write('xyzzy');
    expect(await waitsFor(member.app, profileId)).toBe(true);
    await run(app);
    const [answer, ...more] = await answers();
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ number: 2, written_by: 'scripted' });
    const { first, general } = words[language];
    expect(first.some((line) => answer?.body.startsWith(line.split('{self}')[0] ?? ''))).toBe(true);
    expect(general.some((line) => answer?.body.endsWith(line))).toBe(true);
    expect(await waitsFor(member.app, profileId)).toBe(false);
  },
);

test('answers once, however often and at whatever moment the job runs', async ({ app, world }) => {
  const { write, run, answers } = await startCompanionChat(world);
  for (const text of ['ciao', 'mi piace il mare', 'e tu?']) {
    await write(text);
    await Promise.all(Array.from({ length: 5 }, () => run(app)));
    await run(app);
  }
  expect((await answers()).map(({ number }) => number)).toEqual([2, 4, 6]);
});

test('answers all that waits at once', async ({ app, world }) => {
  const { write, run, answers } = await startCompanionChat(world);
  for (const text of ['ciao', 'sei un bot?', 'mi piace il mare']) await write(text);
  await run(app);
  const said = await answers();
  expect(said).toHaveLength(1);
  // The plain question comes before the sea.
  expect(words.it.intents.real.answers.some((line) => said[0]?.body.endsWith(line))).toBe(true);
});

test('who writes again while it writes is answered once, for both', async ({ app: plain, world }) => {
  const { app, sandbox } = await withModel(plain, { answers: ['Prima.', 'Tutte e due.'] });
  const { write, run, answers } = await startCompanionChat(world);
  await write('Ti piace il mare?');
  sandbox.beforeAnswer = async () => {
    sandbox.beforeAnswer = undefined;
    await write('E la montagna?');
  };
  await run(app);
  expect(await answers()).toEqual([]);
  await run(app);
  expect(await answers()).toMatchObject([{ number: 3, body: 'Tutte e due.' }]);
  expect(sandbox.questions.at(-1)?.messages.slice(1)).toEqual([
    { role: 'user', content: 'Ti piace il mare?' },
    { role: 'user', content: 'E la montagna?' },
  ]);
});

test('who never stops writing is answered after a while, and what came last as well', async ({
  app: plain,
  db,
  world,
}) => {
  const { app, sandbox } = await withModel(plain, { answers: ['Prima.', 'Poi.'] });
  const { write, run, answers } = await startCompanionChat(world);
  await write('Ti piace il mare?');
  sandbox.beforeAnswer = async () => {
    sandbox.beforeAnswer = undefined;
    plain.clock.advance(31 * SECOND);
    await write('E la montagna?');
  };
  await run(app);
  expect(await answers()).toMatchObject([{ number: 3, body: 'Prima.' }]);
  // The job of the second one, although no member seems to wait.
  expect((await jobsOf(db, answerAsCompanionJob.id)).length).toBeGreaterThan(0);
  await run(app);
  await run(app);
  expect(await answers()).toMatchObject([{ number: 3 }, { number: 4, body: 'Poi.' }]);
});

test('a message that came without a job of its own is answered by the job that runs', async ({
  app: plain,
  db,
  world,
}) => {
  const { app, sandbox } = await withModel(plain, { answers: ['Prima.', 'Tutte e due.'] });
  const { write, run, answers } = await startCompanionChat(world);
  await write('Ti piace il mare?');
  sandbox.beforeAnswer = async () => {
    sandbox.beforeAnswer = undefined;
    await write('E la montagna?');
    await forgetJobs(db);
  };
  await run(app);
  expect(await answers()).toMatchObject([{ number: 3, body: 'Tutte e due.' }]);
  expect(sandbox.questions).toHaveLength(2);
});

test('a run that is broken off says nothing, and the next one says it once', async ({ app, world }) => {
  const { member, profileId, write, run, answers } = await startCompanionChat(world);
  await write('ciao');
  const stopping = new AbortController();
  const slow = run(withCompanion(app, { pauseMs: 20_000 }), { signal: stopping.signal });
  stopping.abort();
  await expect(slow).rejects.toThrow('aborted');
  expect(await answers()).toEqual([]);
  expect(await waitsFor(member.app, profileId)).toBe(true);
  await run(app);
  await run(app);
  expect(await answers()).toHaveLength(1);
});

test('the companion writes nothing where it is blocked, and the member no longer waits there', async ({
  app,
  world,
}) => {
  const { member, profileId, write, run, answers } = await startCompanionChat(world);
  await write('ciao');
  await blockPerson(member, { profileId });
  await run(app);
  expect(await answers()).toEqual([]);
  expect(await waitsFor(member.app, profileId)).toBe(false);
});

test('the job of a deleted conversation, and of one without a waiting member, does nothing', async ({
  app,
  world,
}) => {
  const { member, profileId, write, run, answers, conversationOf } = await startCompanionChat(world);
  await write('ciao');
  await run(app);
  await run(app);
  expect(await answers()).toHaveLength(1);
  const { conversationId } = await conversationOf();
  await member.app.db.deleteFrom('conversation').where('id', '=', conversationId).execute();
  const gone = { brandId: member.brandId, conversationId };
  const info = { attempt: 1, last: false, signal: new AbortController().signal };
  await companion.jobs[0]?.run(app, gone, info);
  expect(await waitsFor(member.app, profileId)).toBe(false);
});

test('the queue carries messages to the companion by itself, also many at once', async ({
  app,
  databaseUrl,
  world,
}) => {
  const people: Companionship[] = [];
  for (let count = 0; count < 6; count += 1) people.push(await startCompanionChat(world));
  await whileWorking({ app, databaseUrl, handlers: companion.jobs }, async () => {
    for (const text of ['ciao', 'mi piace la musica']) {
      await Promise.all(people.map(({ write }) => write(text)));
      await expect
        .poll(async () => {
          const said = await Promise.all(
            people.map(({ member, profileId }) => waitsFor(member.app, profileId)),
          );
          return said.includes(true);
        }, patiently)
        .toBe(false);
    }
  });
  for (const { answers } of people) expect((await answers()).map(({ number }) => number)).toEqual([2, 4]);
});

test('a member who waits for more than a minute without a job gets one, and no other member does', async ({
  app,
  db,
  world,
}) => {
  const info = { attempt: 1, last: true, signal: new AbortController().signal };
  const sweep = async () => {
    const handler = companion.jobs.find(({ kind }) => kind.id === 'companion.enqueueLostAnswers');
    await handler?.run(app, {}, info);
    return (await jobsOf(db, answerAsCompanionJob.id)).map(({ id }) => id);
  };
  const { write, conversationOf, run, answers } = await startCompanionChat(world);
  await write('ciao');
  app.clock.advance(2 * MINUTE);
  const { conversationId } = await conversationOf();
  const before = await sweep();
  // It has a job already, which stays as it is.
  expect(await sweep()).toEqual(before);
  await db.deleteFrom('waiting_reply').where('conversation_id', '<>', conversationId).execute();
  await forgetJobs(db);
  const [only, ...more] = await sweep();
  expect(only).toBeDefined();
  expect(more).toEqual([]);
  await run(app);
  expect(await answers()).toHaveLength(1);
});
