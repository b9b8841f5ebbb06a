import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { chat, conversationChanged } from '#contract/chat/live.ts';
import type { ChatEvent } from '#contract/chat/live.ts';
import { announce } from '#contract/kernel/connection.ts';
import { memoryPresence } from '#server/platform/realtime/presence.ts';
import { createSocketServer } from '#server/platform/realtime/realtime.ts';
import type { TestApp } from '#testing/app.ts';
import { connectBrowser } from '#testing/browser-socket.ts';
import { setCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { startCompanionChat, withModel } from '#testing/messaging/companion.ts';
import type { Member } from '#testing/world.ts';

/** A server with sockets, and a browser that records what it receives, in order. */
async function goLive(plain: TestApp) {
  const presence = memoryPresence();
  const sockets = createSocketServer(presence, plain.brands);
  const http = createServer();
  const app = { ...plain, realtime: sockets.realtime };
  sockets.attach(app, http, { events: [] });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await sockets.drain();
    presence.close();
  });
  const { port } = http.address() as AddressInfo;
  return {
    app,
    async open({ token, trackerId }: Member) {
      const socket = await connectBrowser(port, token);
      const received: ChatEvent[] = [];
      const changed: (string | null)[] = [];
      socket.on(chat.name, (payload: z.input<typeof chat.payload>) =>
        received.push(z.decode(chat.payload, payload)),
      );
      socket.on(conversationChanged.name, (payload: z.input<typeof conversationChanged.payload>) =>
        changed.push(z.decode(conversationChanged.payload, payload).profileId),
      );
      const settle = async () => void (await socket.emitWithAck(announce.name, trackerId));
      return { received, changed, settle };
    },
  };
}

test('all devices see that it writes, then its answer, without asking for it', async ({
  app: plain,
  world,
}) => {
  const live = await goLive(plain);
  const { app, sandbox } = await withModel(live.app, { answers: ['Anche a me!'] });
  const { member, profileId, write, run } = await startCompanionChat(world);
  const [phone, laptop] = [await live.open(member), await live.open(member)];
  const stranger = await live.open(await world.member());
  await write('Mi piace il mare');
  sandbox.beforeAnswer = async () => {
    // While the model still thinks, it shows.
    for (const { settle } of [phone, laptop]) await settle();
    expect([phone, laptop].map(({ received }) => received.map(({ type }) => type))).toEqual([
      ['writing'],
      ['writing'],
    ]);
  };
  await run(app);
  for (const { settle } of [phone, laptop, stranger]) await settle();
  for (const { received } of [phone, laptop]) {
    expect(received.map(({ type }) => type)).toEqual(['writing', 'theirs']);
    expect(received[0]).toMatchObject({ profileId, kind: 'ai', id: null, text: '', number: 0 });
    expect(received[1]).toMatchObject({
      profileId,
      text: 'Anche a me!',
      number: 2,
      delayed: false,
      unread: 1,
    });
  }
  expect(stranger.received).toEqual([]);
});

test('a member at level 0 sees that it writes, and its words blurred', async ({ app: plain, world }) => {
  const live = await goLive(plain);
  const { app } = await withModel(live.app, { answers: ['Parole segrete'] });
  const { member, write, run } = await startCompanionChat(world, { level: 0 });
  await setCredits(member, 3);
  const phone = await live.open(member);
  await write('ciao');
  await run(app);
  await phone.settle();
  expect(phone.received.map(({ type }) => type)).toEqual(['writing', 'theirs']);
  expect(JSON.stringify(phone.received)).not.toContain('segrete');
  expect(phone.received[1]).toMatchObject({ text: '', blurred: expect.any(String) });
});

test('help comes before any answer is written, readable at every level, and the price goes', async ({
  app: plain,
  world,
}) => {
  const { app, open } = await goLive(plain);
  const { member, profileId, write, run } = await startCompanionChat(world, { level: 0 });
  await setCredits(member, 3);
  const phone = await open(member);
  await write('voglio farla finita');
  await run(app);
  await phone.settle();
  expect(phone.received).toMatchObject([
    { type: 'theirs', blurred: null, text: expect.stringContaining('112') },
  ]);
  expect(phone.changed).toEqual([profileId]);
});
