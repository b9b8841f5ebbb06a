import type { Socket } from 'socket.io-client';
import { z } from 'zod';
import * as liveContract from '#contract/chat/live.ts';
import * as sendingContract from '#contract/chat/sending.ts';
import { announce } from '#contract/kernel/connection.ts';
import { changeLevel } from '#server/credits/notify-balance.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { connectBrowser } from '#testing/browser-socket.ts';
import { expect, test } from '#testing/harness.ts';
import { goLive } from '#testing/messaging/live-reading.ts';
import { grant } from '#testing/messaging/sending.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { listConversations } from './conversation-list.ts';
import { readMessages } from './reading.ts';
import { sendAsProfile, sendMessage } from './sending.ts';

test('a message reaches the other one’s devices and the sender’s other ones, once', async ({
  app,
  world,
}) => {
  const { open } = await goLive(app);
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', 5);
  const [phone, laptop, annasPage, tablet, stranger] = [
    await open(marco),
    await open(marco),
    await open(anna),
    await open(anna),
    await open(await world.member()),
  ];
  const id = newId();
  const input = { id, profileId: anna.profileId, text: 'Ciao,\n come stai? ', readyMade: true };
  const at = app.clock.now().getTime();
  const answer = {
    ok: true,
    id,
    number: 1,
    at,
    phoneCovered: false,
    messageCredits: 4,
    iceBreakerCredits: 0,
  };
  expect(await phone.say(sendingContract.sendMessage, input)).toEqual(answer);
  await expect
    .poll(() => annasPage.received.length + tablet.received.length + laptop.received.length)
    .toBe(4);
  const message = { id, number: 1, text: 'Ciao,\n come stai?', at, readyMade: true, icebreaker: true };
  const seen = { ...message, blurred: null, delayed: false, offset: 0, photo: null, invitation: false };
  const theirs = { ...seen, type: 'theirs', profileId: marco.profileId, kind: 'member', age: 41, unread: 1 };
  for (const device of [annasPage, tablet])
    expect(await device.settle()).toEqual([
      { name: 'chat', payload: expect.objectContaining({ ...theirs, portrait: null }) },
    ]);
  expect(await laptop.settle()).toEqual([
    { name: 'creditiResidui', payload: { messageCredits: 4, iceBreakerCredits: 0 } },
    {
      name: 'chat',
      payload: expect.objectContaining({ ...seen, type: 'own', profileId: anna.profileId, unread: 0 }),
    },
  ]);
  // What it cost stands in the acknowledgement.
  expect(await phone.settle()).toEqual([]);
  expect(await stranger.settle()).toEqual([]);
});

test('who asks for no acknowledgement hears by the event what is left', async ({ app, world }) => {
  const { open } = await goLive(app);
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', 5);
  const phone = await open(marco);
  phone.send(sendingContract.sendMessage, { profileId: anna.profileId, text: 'Ci sei?' });
  await expect
    .poll(() => phone.received)
    .toEqual([{ name: 'creditiResidui', payload: { messageCredits: 4, iceBreakerCredits: 0 } }]);
});

test('a refusal names what is missing, and the other participant learns nothing', async ({ app, world }) => {
  const { open } = await goLive(app);
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  const [marcosPage, other, annasPage] = [await open(marco), await open(marco), await open(anna)];
  expect(
    await marcosPage.say(sendingContract.sendMessage, { profileId: anna.profileId, text: 'Ciao' }),
  ).toMatchObject({
    ok: false,
    error: { code: 'fine_crediti', needed: 1, balance: 0 },
  });
  expect([...(await other.settle()), ...(await annasPage.settle())]).toEqual([]);
});

test('what an account says of itself counts for nothing', async ({ app, world }) => {
  const { port } = await goLive(app);
  const marco = await world.member();
  const anna = await world.member({ gender: 'female' });
  await grant(marco, 'message', 2);
  const socket = await connectBrowser(port, marco.token);
  const claims = { premiumLevel: 2, creditiTotali: 99, time: 1, blurredMessage: 'x', icebreaker: true };
  const answer = (await socket.emitWithAck('chat', {
    ...claims,
    trackerId: marco.trackerId,
    angelId: anna.profileId,
    msg: 'Ciao',
  })) as { time: number };
  expect(answer).toMatchObject({ ok: true, creditiTotali: 1, time: app.clock.now().getTime() });
  const foreign = { trackerId: anna.trackerId, angelId: anna.profileId, msg: 'Ciao' };
  expect(await socket.emitWithAck('chat', foreign)).toMatchObject({
    ok: false,
    error: { code: 'session.not_yours' },
  });
});

/** Everything that comes over the wire, as it comes. */
function recordFrames(socket: Socket): string[] {
  const frames: string[] = [];
  socket.io.engine.on('packet', ({ data }) => frames.push(String(data)));
  return frames;
}

const SECRETS = ['vediamoci', 'domenica', 'gelateria', 'tramonto'];

test('no frame to a free member holds a word of a reply, until their level changes', async ({
  app,
  world,
}) => {
  const { port, realtime } = await goLive(app);
  const marco: Member = withServices(await world.member(), { realtime });
  const anna: Member = withServices(await world.member({ gender: 'female', level: 2 }), { realtime });
  const [staff, companion] = [await world.profile(), await world.profile({ kind: 'ai' })];
  await grant(marco, 'message', 50);
  const [marcosPage, laptop] = [
    await connectBrowser(port, marco.token),
    await connectBrowser(port, marco.token),
  ];
  const frames = [recordFrames(marcosPage), recordFrames(laptop)];
  const say = <
    E extends
      | typeof sendingContract.sendMessage
      | typeof liveContract.reportReceipt
      | typeof liveContract.pollPending,
  >(
    event: E,
    input: z.output<E['input']>,
  ) => marcosPage.emitWithAck(event.name, z.encode(event.input as z.ZodType, input));
  const { trackerId } = marco;
  const reply = async (text: string) => {
    const words = { toId: marco.profileId, text, writtenBy: 'scripted' };
    await sendMessage(anna, { profileId: marco.profileId, text });
    for (const fromId of [staff, companion])
      await sendAsProfile({ ...app, realtime }, marco.brand, { ...words, fromId, id: newId() });
  };
  for (const profileId of [anna.profileId, staff, companion])
    await say(sendingContract.sendMessage, { trackerId, profileId, text: 'Ci vediamo?' });
  await reply(`${SECRETS.join(' ')} 333 1234567!`);
  for (const profileId of [anna.profileId, staff, companion]) {
    await say(sendingContract.sendMessage, { trackerId, profileId, text: 'Cosa dici?' });
    await say(liveContract.pollPending, { trackerId });
    await say(liveContract.reportReceipt, { trackerId, profileId, deliveredTo: 2, readTo: 2 });
    const { messages } = await readMessages(marco, { profileId });
    frames.push([JSON.stringify(messages)]);
    expect(messages[1]).toMatchObject({ text: '', blurred: expect.stringMatching(/^[a-z]{9} [a-z]{8} /) });
  }
  frames.push([JSON.stringify(await listConversations(marco, {}))]);
  await laptop.emitWithAck(announce.name, trackerId);
  const wire = frames.flat().join('\n');
  expect(wire).toContain('blurredMessage');
  expect(wire).toContain('Cosa dici?');
  for (const secret of [...SECRETS, '1234567']) expect(wire.toLowerCase()).not.toContain(secret);

  // The moment the member pays, their devices know, and everything can be read, also what came before.
  const before = frames[1]?.length ?? 0;
  await transact(app.db, (tx, afterCommit) =>
    changeLevel(marco.app, tx, afterCommit, { ...marco, level: 1 }),
  );
  await reply('finalmente');
  const received = () => frames[1]?.slice(before).join('\n') ?? '';
  await expect.poll(() => received().split('finalmente').length - 1).toBe(3);
  expect(received()).toContain('"premiumLevel":1');
  expect(received()).toContain('["aggiorna",{"angelId":null}]');
  for (const profileId of [anna.profileId, staff, companion]) {
    const { messages } = await readMessages(marco, { profileId });
    expect(messages[1]).toMatchObject({ text: `${SECRETS.join(' ')} 333 1234567!`, blurred: null });
  }
});
