import fc from 'fast-check';
import * as liveContract from '#contract/chat/live.ts';
import * as sendingContract from '#contract/chat/sending.ts';
import { TYPING_EVERY_MS } from '#contract/kernel/constants.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { block } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns } from '#testing/long-runs.ts';
import { goLive } from '#testing/messaging/live-reading.ts';
import { giveMessageCredits, talk } from '#testing/messaging/write-messages.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Member, World } from '#testing/world.ts';
import { listConversations } from './conversation-list.ts';
import { readMessages } from './reading.ts';
import { recordReceipt } from './receipts.ts';
import { sendMessage } from './sending.ts';
import { saveSystemMessage } from './system-messages.ts';

const couple = async (world: World): Promise<[Member, Member]> => [
  await world.member({ level: 2 }),
  await world.member({ gender: 'female', level: 2 }),
];
const inboxOf = ({ app: { db }, profileId }: Member, otherId: string) =>
  db
    .selectFrom('inbox')
    .select(['unread', 'delivered_to', 'read_to', 'last_number'])
    .where('owner_id', '=', profileId)
    .where('other_id', '=', otherId)
    .executeTakeFirstOrThrow();

test('the other participant learns how far it came; one’s own other devices that something was read', async ({
  app,
  world,
}) => {
  const live = await goLive(app);
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [
    ['one', 'uno'],
    ['one', 'due'],
    ['one', 'tre'],
  ]);
  const marcosPage = await live.open(marco);
  const [here, there] = [await live.open(anna), await live.open(anna)];
  const say = (deliveredTo: number, readTo: number) =>
    here.say(liveContract.reportReceipt, { profileId: marco.profileId, deliveredTo, readTo });
  expect(await say(3, 0)).toEqual({ ok: true, unread: 3 });
  const received = (deliveredTo: number, readTo: number) => ({
    name: 'ricevuta',
    payload: { profileId: anna.profileId, deliveredTo, readTo },
  });
  expect(await marcosPage.settle()).toEqual([received(3, 0)]);
  expect(await there.settle()).toEqual([]);

  expect(await say(3, 2)).toEqual({ ok: true, unread: 1 });
  expect(await marcosPage.settle()).toEqual([received(3, 2)]);
  expect(await there.settle()).toEqual([
    { name: 'aggiorna', payload: { profileId: marco.profileId, readTo: 2 } },
  ]);
  expect(await here.settle()).toEqual([]);

  // Neither back nor beyond what there is, and no event says what is known.
  expect(await say(0, 1)).toEqual({ ok: true, unread: 1 });
  expect(await marcosPage.settle()).toEqual([]);
  expect(await say(1_000_000_000_000, 1_000_000_000_000)).toEqual({ ok: true, unread: 0 });
  expect(await marcosPage.settle()).toEqual([received(3, 3)]);
  expect(await inboxOf(anna, marco.profileId)).toEqual({
    unread: 0,
    delivered_to: 3,
    read_to: 3,
    last_number: 3,
  });
});

test('a member from whom words are withheld does not count as having read them', async ({ app, world }) => {
  const live = await goLive(app);
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await giveMessageCredits(marco, 5);
  await talk(app, marco, anna, [
    ['one', 'Ciao'],
    ['other', 'Ciao!'],
  ]);
  const [marcosPage, annasPage] = [await live.open(marco), await live.open(anna)];
  await marcosPage.say(liveContract.reportReceipt, { profileId: anna.profileId, deliveredTo: 2, readTo: 2 });
  const payload = { profileId: marco.profileId, deliveredTo: 2, readTo: 0 };
  expect(await annasPage.settle()).toEqual([{ name: 'ricevuta', payload }]);
  const { conversation, messages } = await readMessages(anna, { profileId: marco.profileId });
  expect(conversation).toMatchObject({ deliveredTo: 2, readTo: 0 });
  expect(messages[1]).toMatchObject({ type: 'own', delivered: true, read: false });
  expect((await listConversations(anna, {})).rows[0]).toMatchObject({ delivered: true, read: false });
  expect(await readMessages(marco, { profileId: anna.profileId })).toMatchObject({
    conversation: { unread: 0, ownReadTo: 2 },
  });
});

test('a member who has to pay for read marks learns only that messages were received', async ({
  app,
  world,
}) => {
  const live = await goLive(app);
  const selling = [...world.brand().flows.values()].find(({ paywalls }) => paywalls.read_receipts);
  const marco = await world.member({ flowId: selling!.id });
  const anna = await world.member({ gender: 'female' });
  await giveMessageCredits(marco, 5);
  await talk(app, marco, anna, [['one', 'Ciao']]);
  const [marcosPage, annasPage] = [await live.open(marco), await live.open(anna)];
  const say = (deliveredTo: number, readTo: number) =>
    annasPage.say(liveContract.reportReceipt, { profileId: marco.profileId, deliveredTo, readTo });
  await say(1, 1);
  expect(await marcosPage.settle()).toEqual([
    { name: 'ricevuta', payload: { profileId: anna.profileId, deliveredTo: 1, readTo: 0 } },
  ]);
  await talk(app, marco, anna, [['one', 'Ci sei?']]);
  await say(2, 0);
  await marcosPage.settle();
  await say(2, 2);
  expect(await marcosPage.settle()).toEqual([]);
});

test('no event reaches a member one has blocked, and unknown ids change nothing', async ({ app, world }) => {
  const live = await goLive(app);
  const [marco, anna] = await couple(world);
  await talk(app, marco, anna, [['one', 'Ciao']]);
  await block(anna, anna.profileId, marco.profileId);
  const [marcosPage, annasPage] = [await live.open(marco), await live.open(anna)];
  const say = (profileId: string) =>
    annasPage.say(liveContract.reportReceipt, { profileId, deliveredTo: 1, readTo: 1 });
  for (const profileId of [marco.profileId, newId(), anna.profileId, 'nonsense', 'admin'])
    expect(await say(profileId)).toMatchObject({ ok: true });
  expect(await marcosPage.settle()).toEqual([]);
});

test('however messages and receipts cross, what is unread is exactly what was not read', async ({
  db,
  world,
}) => {
  const property = fc.asyncProperty(
    fc.array(fc.oneof(fc.constant('write' as const), fc.nat(2)), { minLength: 4, maxLength: 14 }),
    async (steps) => {
      const [marco, anna] = await couple(world);
      const write = () => sendMessage(marco, { profileId: anna.profileId, text: 'Ciao' });
      // Browsers know what was stored when they looked, or a bit less.
      const read = async (less: number) => {
        const { last_number } = await inboxOf(anna, marco.profileId);
        const readTo = Math.max(0, last_number - less);
        await recordReceipt(anna, { profileId: marco.profileId, deliveredTo: last_number, readTo });
      };
      await write();
      await Promise.all(steps.map((step) => (step === 'write' ? write() : read(step))));
      const { unread, read_to, last_number } = await inboxOf(anna, marco.profileId);
      expect(last_number).toBe(1 + steps.filter((step) => step === 'write').length);
      const { total } = await db
        .selectFrom('message')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('from_id', '=', marco.profileId)
        .where('number', '>', read_to)
        .executeTakeFirstOrThrow();
      expect(unread).toBe(total);
    },
  );
  await fc.assert(property, propertyRuns(10, 20));
});

test('many receipts of a moment are two statements, and all are answered', async ({ world }) => {
  const [marco, anna] = await couple(world);
  for (let count = 0; count < 20; count += 1)
    await sendMessage(marco, { profileId: anna.profileId, text: 'Ciao' });
  const answers: { unread: number }[] = [];
  const statements = await recordStatements(async () => {
    const receipts = Array.from({ length: 20 }, (_, index) => ({
      deliveredTo: index + 1,
      readTo: index + 1,
    }));
    const { profileId } = marco;
    answers.push(...(await Promise.all(receipts.map((one) => recordReceipt(anna, { profileId, ...one })))));
  });
  expect(statements.map(({ text }) => /update inbox\b/.test(text))).toEqual([true, true]);
  expect(answers.map(({ unread }) => unread)).toEqual([19, ...Array<number>(19).fill(0)]);
  expect((await listConversations(anna, {})).unread).toBe(0);
});

test('what the system sender writes is read up to where one has come', async ({ app, world }) => {
  const marco = await world.member();
  for (const html of ['uno', 'due', 'tre']) {
    await saveSystemMessage(app.db, { ...marco, from: '000000', notice: null, html, at: app.clock.now() });
    app.clock.advance(1);
  }
  const say = (readTo: number) => recordReceipt(marco, { profileId: '000000', deliveredTo: 3, readTo });
  expect(await say(2)).toEqual({ unread: 1 });
  expect((await readMessages(marco, { profileId: '000000' })).conversation).toMatchObject({
    ownReadTo: 2,
    unread: 1,
  });
  expect(await say(3)).toEqual({ unread: 0 });
});

test('that a member writes is sent to the other one, now and then, and only where the two talk', async ({
  app,
  world,
}) => {
  const live = await goLive(app);
  const [marco, anna] = await couple(world);
  const stranger = await world.member({ gender: 'female' });
  await talk(app, marco, anna, [['one', 'Ciao']]);
  const [marcosPage, annasPage, others] = [
    await live.open(marco),
    await live.open(anna),
    await live.open(stranger),
  ];
  const type = (profileId: string) => marcosPage.say(liveContract.reportTyping, { profileId });
  const typing = { name: 'scrive', payload: { profileId: marco.profileId } };
  for (let count = 0; count < 3; count += 1) expect(await type(anna.profileId)).toEqual({ ok: true });
  expect(await annasPage.settle()).toEqual([typing]);
  app.clock.advance(TYPING_EVERY_MS);
  await type(anna.profileId);
  expect(await annasPage.settle()).toEqual([typing]);
  for (const profileId of [stranger.profileId, 'admin', newId(), marco.profileId])
    expect(await type(profileId)).toEqual({ ok: true });
  expect(await others.settle()).toEqual([]);
  // A clock that is set back does not stop the events until it has caught up.
  app.clock.advance(-HOUR);
  await type(anna.profileId);
  expect(await annasPage.settle()).toEqual([typing]);
  await block(anna, anna.profileId, marco.profileId);
  app.clock.advance(MINUTE);
  await type(anna.profileId);
  expect(await annasPage.settle()).toEqual([]);
});

test('a refused message is counted by the funnel', async ({ app, world }) => {
  const live = await goLive(app);
  const marco = await world.member();
  const profileId = await world.profile();
  const marcosPage = await live.open(marco);
  expect(await marcosPage.say(sendingContract.reportCreditsShort, { profileId })).toEqual({ ok: true });
  const events = await app.db
    .selectFrom('event')
    .select(['type', 'profile_id'])
    .where('account_id', '=', marco.accountId)
    .execute();
  expect(events).toEqual([{ type: 'credits_ran_out', profile_id: profileId }]);
});

test('a member who sends too many typing events has to pause, and they are not counted', async ({
  app,
  world,
}) => {
  const live = await goLive(app);
  const marco = await world.member();
  const profileId = await world.profile();
  const [marcosPage, other] = [await live.open(marco), await live.open(marco)];
  for (let times = 0; times < 13; times += 1)
    expect(await marcosPage.say(sendingContract.reportCreditsShort, { profileId })).toEqual({ ok: true });
  const pause = { name: 'pausePressing', payload: {} };
  expect(await marcosPage.settle()).toEqual([pause, pause, pause]);
  expect(await other.settle()).toEqual([]);
  const { count } = await app.db
    .selectFrom('event')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('account_id', '=', marco.accountId)
    .executeTakeFirstOrThrow();
  expect(count).toBe(10);
  app.clock.advance(MINUTE);
  await marcosPage.say(sendingContract.reportCreditsShort, { profileId });
  expect(await marcosPage.settle()).toEqual([]);
});
