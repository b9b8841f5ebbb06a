import { onTestFinished } from 'vitest';
import { startTelegramSandbox } from '#sandbox/telegram.ts';
import type { TelegramSandbox } from '#sandbox/telegram.ts';
import { proveByPassword } from '#server/accounts/prove.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { newId } from '#server/platform/ids.ts';
import { inSession } from '#testing/accounts/member-session.ts';
import type { TestApp } from '#testing/app.ts';
import { expect, test } from '#testing/harness.ts';
import { deliverSoon, wantAtOnce } from '#testing/notifications/delivery.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { NotTaken } from '../channel.ts';
import type { NotificationContent } from '../channel.ts';
import { channelQueue } from '../send-ready.ts';
import { createMessengerBots } from './bots.ts';
import { messengerChannel } from './channel.ts';
import { connectMessenger, disconnectMessenger, findChat, readMessenger } from './connections.ts';
import { addMessengerWebhook, createWebhookRegistration } from './updates.ts';

const never = new AbortController().signal;

/** A bot of Lunaria's, whose webhook is served, and a member. */
async function open(world: World) {
  const telegram = await startTelegramSandbox();
  onTestFinished(() => telegram.stop());
  const bots = { lunaria: telegram.token };
  const messengerBots = createMessengerBots({ telegram: { bots, apiUrl: telegram.url } });
  const app: TestApp = { ...world.app, messengerBots };
  await createWebhookRegistration(app)();
  const { server, close } = await createHttpServer(app);
  onTestFinished(() => close());
  await addMessengerWebhook(app, server);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.server.address();
  const { pathname } = new URL(telegram.webhook!.url);
  expect(pathname).toBe('/telegram/lunaria');
  const port = typeof address === 'object' ? address?.port : undefined;
  telegram.webhook = { ...telegram.webhook!, url: `http://127.0.0.1:${port}${pathname}` };
  return { app, telegram, marco: withServices(await world.member({ level: 2 }), app) };
}

async function connect(telegram: TelegramSandbox, member: Member, chatId: number): Promise<void> {
  const { link } = await connectMessenger(member);
  await telegram.write(chatId, `/start ${new URL(link).searchParams.get('start')}`);
}

const chatOf = async ({ app: { db }, brandId, accountId }: Member) =>
  (await findChat(db, brandId, accountId))?.chat_id;
const lastWords = ({ messages }: TelegramSandbox) => messages.at(-1)?.text ?? '';

test('a member connects their chat by a link that is good once, and leaves by /stop', async ({ world }) => {
  const { telegram, marco } = await open(world);
  expect(await readMessenger(marco)).toEqual({ available: true, connectedAt: null });
  const { link, expiresAt } = await connectMessenger(marco);
  expect(link).toMatch(/^https:\/\/t\.me\/sandbox_bot\?start=[\w-]{32}$/);
  expect(expiresAt).toBe(world.app.clock.now().getTime() + 15 * MINUTE);
  const start = `/start ${new URL(link).searchParams.get('start')}`;
  expect(await telegram.write(77, start)).toBe(200);
  expect(await chatOf(marco)).toBe(77);
  expect(await readMessenger(marco)).toEqual({
    available: true,
    connectedAt: world.app.clock.now().getTime(),
  });
  expect(telegram.messages).toEqual([
    { chatId: 77, text: expect.stringContaining('da ora ti avvisiamo qui') as string, buttons: [] },
  ]);
  await telegram.write(78, start);
  expect(lastWords(telegram)).toContain('non vale più');
  expect(await chatOf(marco)).toBe(77);
  await telegram.write(77, '/stop');
  expect(lastWords(telegram)).toContain('non ti scriviamo più');
  expect(await chatOf(marco)).toBeUndefined();
  await telegram.write(77, '/stop');
  expect(lastWords(telegram)).toContain('non è collegata');
});

test('an old link, a link of another brand and a guess connect no member; the newest link counts', async ({
  world,
}) => {
  const { app, telegram, marco } = await open(world);
  const first = new URL((await connectMessenger(marco)).link).searchParams.get('start');
  const second = new URL((await connectMessenger(marco)).link).searchParams.get('start');
  for (const words of [`/start ${first}`, '/start guess', '/start', 'Ciao?', '']) {
    await telegram.write(80, words);
    expect(await chatOf(marco)).toBeUndefined();
  }
  app.clock.advance(15 * MINUTE);
  await telegram.write(80, `/start ${second}`);
  expect(await chatOf(marco)).toBeUndefined();
  const verbena = withServices(await world.member({ brand: world.brand('verbena') }), app);
  await expect(connectMessenger(verbena)).rejects.toMatchObject({ code: 'messenger.off' });
  expect(await readMessenger(verbena)).toEqual({ available: false, connectedAt: null });
});

test('only Telegram is listened to', async ({ world }) => {
  const { telegram, marco } = await open(world);
  const { link } = await connectMessenger(marco);
  const start = `/start ${new URL(link).searchParams.get('start')}`;
  expect(await telegram.write(81, start, { secret: 'a guess' })).toBe(404);
  expect(await chatOf(marco)).toBeUndefined();
  expect(telegram.messages).toEqual([]);
});

test('a chat speaks for the member who connected it last, and strangers are answered in their language', async ({
  world,
}) => {
  const { app, telegram, marco } = await open(world);
  const anna = withServices(await world.member({ gender: 'female' }), app);
  await connect(telegram, marco, 90);
  await connect(telegram, anna, 90);
  expect([await chatOf(marco), await chatOf(anna)]).toEqual([undefined, 90]);
  await telegram.write(91, 'Hola', { languageCode: 'es-MX' });
  expect(lastWords(telegram)).toContain('Este bot te avisa');
  await disconnectMessenger(anna);
  expect(await chatOf(anna)).toBeUndefined();
});

test('a member who is away and has no phone of ours is notified by Telegram, with a button that leads there', async ({
  world,
}) => {
  const { app, telegram, marco } = await open(world);
  await wantAtOnce(marco);
  await connect(telegram, marco, 100);
  const profileId = await world.profile({ kind: 'ai' });
  const anna = await world.member({ gender: 'female', level: 2 });
  await sendMessage(anna, { profileId: marco.profileId, text: 'Ciao *Marco* <b>', readyMade: false });
  await deliverSoon(app, [{ queue: channelQueue(messengerChannel) }]);
  expect(telegram.messages.slice(1)).toEqual([
    {
      chatId: 100,
      text: expect.stringMatching(/^Test \d+\nCiao \*Marco\* <b>$/) as string,
      buttons: [{ text: 'Apri', url: `${marco.origin}/chats/${anna.profileId}` }],
    },
  ]);
  const sender = { profileId, screenName: 'Luna', kind: 'ai', unread: 1, words: null } as const;
  await messengerChannel.send(app, contentFor(marco, { senders: [sender] }), never);
  expect(lastWords(telegram)).toBe('Luna (compagno virtuale, AI)\nTi ha scritto.');
});

function contentFor(member: Member, given: Partial<NotificationContent> = {}): NotificationContent {
  return {
    id: newId(),
    kind: 'gift',
    brand: member.brand,
    accountId: member.accountId,
    origin: member.origin,
    language: 'it',
    email: member.email,
    screenName: 'Marco',
    senders: [],
    total: 0,
    count: 5,
    ...given,
    ...(given.senders && { kind: 'message' }),
  };
}

test('a bot that was blocked is forgotten; what Telegram refuses is tried again, what is uncertain is not', async ({
  world,
}) => {
  const { app, telegram, marco } = await open(world);
  const send = () => messengerChannel.send(app, contentFor(marco), never);
  expect(await send()).toBe('gone');
  await connect(telegram, marco, 110);
  telegram.troubles.push({ code: 429, description: 'Too Many Requests', retryAfter: 7 });
  await expect(send()).rejects.toMatchObject({ name: 'NotTaken', afterMilliseconds: 7_000 });
  telegram.troubles.push({ code: 502, description: 'Bad Gateway' });
  await expect(send()).rejects.toBeInstanceOf(NotTaken);
  telegram.troubles.push('lost answer');
  expect(await send()).toBe('unknown');
  telegram.troubles.push('hang');
  const impatient = new AbortController();
  const hanging = messengerChannel.send(app, contentFor(marco), impatient.signal);
  await expect.poll(() => telegram.troubles.length).toBe(0);
  impatient.abort();
  expect(await hanging).toBe('unknown');
  telegram.blockedBy.add(110);
  expect(await send()).toBe('gone');
  expect(await chatOf(marco)).toBeUndefined();
  await connect(telegram, marco, 111);
  await telegram.stop();
  await expect(send()).rejects.toThrow('cannot be reached');
});

test('a member who came in by a mailed link connects no chat before showing who is there', async ({
  world,
}) => {
  const { app, telegram, marco } = await open(world);
  const thief = await inSession(marco, 'link');
  await expect(connectMessenger(thief)).rejects.toMatchObject({ code: 'password.needed' });
  app.clock.advance(15 * MINUTE);
  await expect(connectMessenger(marco)).rejects.toMatchObject({ code: 'password.needed' });
  await proveByPassword(thief, marco);
  await connect(telegram, thief, 120);
  expect(await chatOf(marco)).toBe(120);
});

test('a bot whose brand is made after the start is registered once it is there, and the others do not wait', async ({
  world,
}) => {
  const telegram = await startTelegramSandbox();
  onTestFinished(() => telegram.stop());
  const bots = { later: telegram.token, lunaria: telegram.token };
  const messengerBots = createMessengerBots({ telegram: { bots, apiUrl: telegram.url } });
  const lunaria = world.brand();
  let isThere = false;
  const brands: TestApp['brands'] = {
    ...world.app.brands,
    byKey: (key) => (key === 'later' && isThere ? lunaria : world.app.brands.byKey(key)),
  };
  const register = createWebhookRegistration({ ...world.app, brands, messengerBots });
  await expect(register()).rejects.toThrow('not every bot is registered');
  expect(telegram.webhook?.url).toMatch(/\/telegram\/lunaria$/);
  isThere = true;
  await register();
  expect(telegram.webhook?.url).toMatch(/\/telegram\/later$/);
});
