import { randomUUID } from 'node:crypto';
import * as liveContract from '#contract/chat/live.ts';
import { reactionJobs } from '#server/discovery/reactions/held-reactions.ts';
import { likePerson, visitPerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { markRead } from '#server/feed/notifications.ts';
import { claimConversation, releaseConversation } from '#server/hosts/claims.ts';
import { cancelScheduled, scheduleReply } from '#server/hosts/scheduled-replies.ts';
import { decide as decideCase } from '#server/moderation/decide.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { blockPerson } from '#server/profiles/blocks.ts';
import { saveOwnSettings } from '#server/profiles/own-settings.ts';
import { block } from '#testing/discovery/reactions.ts';
import { expect, test } from '#testing/harness.ts';
import { claimTime, host, write } from '#testing/messaging/host-queue.ts';
import { goLive } from '#testing/messaging/live-reading.ts';
import { answerAs, giveMessageCredits, talk } from '#testing/messaging/write-messages.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { findPending, noneKnown, recordKnown } from './pending.ts';
import { recordReceipt } from './receipts.ts';
import { decide, sendMessage } from './sending.ts';

const man = (world: World) => world.member({ level: 2 });
const woman = (world: World) => world.member({ gender: 'female', level: 2 });

/** A page that asks again and again: what it is answered, by type and person. */
function page(member: Member) {
  const known = noneKnown();
  const ask = async () => {
    const { type, profileId, offset } = await findPending(member, known);
    return [type, profileId, offset];
  };
  return { known, ask };
}

/** Every event that a new page gets, in order. */
async function allPending(member: Member) {
  const { ask } = page(member);
  const events = [];
  for (let next = await ask(); next[0] !== 'first' && next[0] !== 'nothing'; next = await ask())
    events.push(next.slice(0, 2));
  return events;
}

test('messages come first, the oldest before; then likes and visits, the newest before; then nothing', async ({
  app,
  world,
}) => {
  const [marco, anna, lucia, sara] = [
    await man(world),
    await woman(world),
    await woman(world),
    await woman(world),
  ];
  await visitPerson(lucia, marco);
  app.clock.advance(1_000);
  await likePerson(sara, marco);
  app.clock.advance(1_000);
  await visitPerson(sara, marco);
  await talk(app, anna, marco, [['one', 'Ciao']]);
  await talk(app, lucia, marco, [['one', 'Buonasera']]);
  const { ask } = page(marco);
  expect(await ask()).toEqual(['theirs', anna.profileId, 0]);
  expect(await ask()).toEqual(['theirs', lucia.profileId, 10_000]);
  expect(await ask()).toEqual(['visit', sara.profileId, 10_000]);
  expect(await ask()).toEqual(['like', sara.profileId, 10_000]);
  expect(await ask()).toEqual(['visit', lucia.profileId, 10_000]);
  expect(await ask()).toEqual(['nothing', '000000', 0]);
  // Later events arrive too.
  app.clock.advance(1_000);
  await talk(app, anna, marco, [['one', 'Ci sei?']]);
  expect(await ask()).toEqual(['theirs', anna.profileId, 10_000]);
});

test('a like says who it is from, and whether it answers the member’s own', async ({ app, world }) => {
  const [marco, anna] = [await man(world), await woman(world)];
  await likePerson(marco, anna);
  await likePerson(anna, marco);
  expect(await findPending(marco, noneKnown())).toMatchObject({
    type: 'like',
    category: 'answer',
    id: null,
    number: 0,
    profileId: anna.profileId,
    kind: 'member',
    age: 41,
    text: '',
    at: app.clock.now().getTime(),
    delayed: true,
    offset: 0,
    unread: 1,
  });
});

test('the first answer of a page for whom there is nothing says so, and the next that there is nothing more', async ({
  world,
}) => {
  const { ask } = page(await man(world));
  expect(await ask()).toEqual(['first', '000000', 0]);
  expect(await ask()).toEqual(['nothing', '000000', 0]);
});

test('what was seen is not sent, and a page is not sent what it has shown', async ({ app, world }) => {
  const [marco, anna, lucia] = [await man(world), await woman(world), await woman(world)];
  await likePerson(anna, marco);
  await visitPerson(anna, marco);
  await likePerson(lucia, marco);
  await talk(app, lucia, marco, [['one', 'Ciao']]);
  const at = app.clock.now().getTime();
  const { known, ask } = page(marco);
  recordKnown(known, { type: 'like', profileId: lucia.profileId, upTo: at });
  recordKnown(known, { type: 'message', profileId: lucia.profileId, upTo: 1 });
  // A visit that is known says nothing of a like.
  recordKnown(known, { type: 'visit', profileId: anna.profileId, upTo: at });
  expect(await ask()).toEqual(['like', anna.profileId, 0]);
  expect(await ask()).toEqual(['nothing', '000000', 0]);
  expect(await allPending(marco)).toHaveLength(4);
  await markRead(marco, { type: 'visit' });
  await markRead(marco, { profileId: lucia.profileId });
  expect(await allPending(marco)).toEqual([['like', anna.profileId]]);
});

test('each kind is muted by itself', async ({ app, world }) => {
  const [marco, anna] = [await man(world), await woman(world)];
  await likePerson(anna, marco);
  await visitPerson(anna, marco);
  await talk(app, anna, marco, [['one', 'Ciao']]);
  const types = async () => (await allPending(marco)).map(([type]) => type);
  expect(await types()).toEqual(['theirs', 'like', 'visit']);
  await saveOwnSettings(marco, { notify: { messages: false } });
  expect(await types()).toEqual(['like', 'visit']);
  await saveOwnSettings(marco, { notify: { messages: true, likes: false } });
  expect(await types()).toEqual(['theirs', 'visit']);
  await saveOwnSettings(marco, { notify: { likes: true, visits: false } });
  expect(await types()).toEqual(['theirs', 'like']);
});

test('no event comes of a blocked member, nor of a hidden one before they become visible', async ({
  app,
  world,
}) => {
  const [anna, blocked, blocking] = [await woman(world), await man(world), await man(world)];
  const waiting = await world.member({ level: 2, profileStatus: 'pending' });
  for (const sender of [blocked, blocking, waiting]) {
    await likePerson(sender, anna);
    await visitPerson(sender, anna);
  }
  await talk(app, blocked, anna, [['one', 'Ciao']]);
  await blockPerson(anna, blocked);
  await block(blocking, blocking.profileId, anna.profileId);
  expect(await allPending(anna)).toEqual([]);
  const { brandId, profileId: id } = waiting;
  const approval = { brandId, kind: 'profile', id, verdict: 'approve', reason: null } as const;
  await decideCase(app, approval, { actor: { kind: 'system' } });
  await runWaitingJobs(app, reactionJobs);
  expect(await allPending(anna)).toEqual([
    ['like', waiting.profileId],
    ['visit', waiting.profileId],
  ]);
});

test('an invitation is sent once: as the message that it is, or as a like where messages are muted', async ({
  world,
}) => {
  const [marco, anna] = [await world.member({ level: 2, flowId: '13' }), await woman(world)];
  await decide(marco, { profileId: anna.profileId, verdict: 'like', invitation: 'Un caffè?' });
  expect(await allPending(anna)).toEqual([['theirs', marco.profileId]]);
  await saveOwnSettings(anna, { notify: { messages: false } });
  expect(await allPending(anna)).toEqual([['like', marco.profileId]]);
});

test('where a host is answering, or has written what will soon be sent, there is more to come', async ({
  app,
  world,
}) => {
  const marco = await man(world);
  const where = await write(marco, await world.profile());
  const { ask } = page(marco);
  expect(await ask()).toEqual(['first', '000000', 0]);
  const ines = await host(world);
  await claimConversation(ines, where);
  // It holds no name.
  expect(await ask()).toEqual(['later', '000000', 0]);
  app.clock.advance(claimTime);
  expect(await ask()).toEqual(['nothing', '000000', 0]);
  await claimConversation(ines, where);
  const replyId = randomUUID();
  const sendAt = app.clock.now().getTime() + HOUR;
  await scheduleReply(ines, { ...where, replyId, text: 'Buongiorno! Com’è andata?', sendAt });
  expect(await ask()).toEqual(['nothing', '000000', 0]);
  app.clock.advance(HOUR - MINUTE);
  expect(await ask()).toEqual(['later', '000000', 0]);
  await cancelScheduled(ines, { ...where, replyId });
  await releaseConversation(ines, where);
  expect(await ask()).toEqual(['nothing', '000000', 0]);
});

test('a companion that is writing is named, and blurred words are kept back', async ({ app, world }) => {
  const marco = await world.member();
  const [staff, companion] = [await world.profile(), await world.profile({ kind: 'ai' })];
  await giveMessageCredits(marco, 5);
  await sendMessage(marco, { profileId: companion, text: 'Ciao' });
  app.clock.advance(1_000);
  await answerAs({ from: staff, to: marco }, 'Segreto');
  const known = noneKnown();
  expect(await findPending(marco, known)).toMatchObject({
    type: 'theirs',
    profileId: staff,
    kind: 'staff',
    text: '',
    unread: 1,
  });
  expect(await findPending(marco, known)).toMatchObject({
    type: 'writing',
    profileId: companion,
    kind: 'ai',
    delayed: true,
  });
});

test('two connections: what one of them has acknowledged is not sent to the other', async ({
  app,
  world,
}) => {
  const live = await goLive(app);
  const [marco, anna] = [await man(world), await woman(world)];
  const [marcosPage, other] = [await live.open(marco), await live.open(marco)];
  const herself = withServices(anna, { realtime: live.realtime });
  await sendMessage(herself, { profileId: marco.profileId, text: 'Ciao' });
  await visitPerson(herself, marco);
  const theirs = {
    name: 'chat',
    payload: expect.objectContaining({ type: 'theirs', text: 'Ciao', number: 1 }),
  };
  for (const browser of [marcosPage, other])
    await expect.poll(() => browser.received, { timeout: 10_000 }).toEqual([theirs]);
  await marcosPage.say(liveContract.reportReceipt, { profileId: anna.profileId, deliveredTo: 1, readTo: 0 });
  for (const browser of [marcosPage, other]) browser.received.length = 0;
  const ask = async (browser: typeof marcosPage, shown: liveContract.ShownNotification[] = []) => {
    await browser.say(liveContract.pollPending, { shown });
    return (await browser.settle()).map(({ payload }) => (payload as liveContract.ChatEvent).type);
  };
  const visit = { type: 'visit', profileId: anna.profileId, upTo: app.clock.now().getTime() } as const;
  expect(await ask(marcosPage, [visit])).toEqual(['first']);
  expect(await ask(marcosPage)).toEqual(['nothing']);
  // A page of another device, which has shown nothing of it by itself.
  expect(await ask(other)).toEqual(['visit']);
  expect(await ask(other)).toEqual(['nothing']);
  // What one connection has read is not sent to another.
  await recordReceipt(marco, { profileId: anna.profileId, deliveredTo: 1, readTo: 1 });
  expect(await ask(await live.open(marco))).toEqual(['visit']);
});

test('a message that came to a page out of sight is sent to the next page, which says that it was not shown', async ({
  app,
  world,
}) => {
  const live = await goLive(app);
  const [marco, anna] = [await man(world), await woman(world)];
  await talk(app, anna, marco, [['one', 'Ciao']]);
  await recordReceipt(marco, { profileId: anna.profileId, deliveredTo: 1, readTo: 0 });
  const ask = async (browser: Awaited<ReturnType<typeof live.open>>) => {
    const unshown = [{ type: 'message', profileId: anna.profileId, upTo: 1 } as const];
    await browser.say(liveContract.pollPending, { unshown });
    return (await browser.settle()).map(({ payload }) => (payload as liveContract.ChatEvent).type);
  };
  const next = await live.open(marco);
  expect(await ask(next)).toEqual(['theirs']);
  expect(await ask(next)).toEqual(['nothing']);
  await recordReceipt(marco, { profileId: anna.profileId, deliveredTo: 1, readTo: 1 });
  expect(await ask(await live.open(marco))).toEqual(['first']);
});
