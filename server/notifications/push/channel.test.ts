import { onTestFinished } from 'vitest';
import { pushMessage } from '#contract/notification/push-message.ts';
import { startPushSandbox } from '#sandbox/push-service.ts';
import type { PushSandbox } from '#sandbox/push-service.ts';
import { newId } from '#server/platform/ids.ts';
import type { TestApp } from '#testing/app.ts';
import { expect, test } from '#testing/harness.ts';
import { pushTokenAt } from '#testing/notifications/push.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { NotTaken } from '../channel.ts';
import type { Sender, NotificationContent } from '../channel.ts';
import { pushChannel } from './channel.ts';
import { savePushToken } from './subscriptions.ts';

const never = new AbortController().signal;

async function open(world: World) {
  const service = await startPushSandbox();
  onTestFinished(() => service.stop());
  const app: TestApp = { ...world.app, config: { ...world.app.config, pushServiceUrl: service.url } };
  const marco = withServices(await world.member(), app);
  const { publicKey } = await app.pushKeys.of(marco.brandId);
  const addDevice = async () => {
    const device = service.subscribe(publicKey);
    await savePushToken(marco, { pushToken: JSON.stringify(device) });
    return device.endpoint;
  };
  return { app, service, marco, addDevice };
}

const anna: Sender = { profileId: newId(), screenName: 'Anna', kind: 'member', unread: 1, words: 'Ciao!' };

function contentFor(member: Member, given: Partial<NotificationContent> = {}): NotificationContent {
  return {
    id: newId(),
    kind: 'message',
    brand: member.brand,
    accountId: member.accountId,
    origin: member.origin,
    language: 'it',
    email: member.email,
    screenName: 'Marco',
    senders: [anna],
    total: 1,
    count: 0,
    ...given,
  };
}

const read = ({ messages }: PushSandbox) => messages.map(({ text }) => pushMessage.parse(JSON.parse(text)));
const devicesOf = ({ app: { db }, accountId }: Member) =>
  db.selectFrom('push_token').select('token').where('account_id', '=', accountId).execute();

test('every device of the member gets it, signed by the brand and readable by that device alone', async ({
  world,
}) => {
  const { app, service, marco, addDevice } = await open(world);
  const [phone, desk] = [await addDevice(), await addDevice()];
  const content = contentFor(marco);
  expect(await pushChannel.send(app, content, never)).toBe('sent');
  expect(service.messages.map(({ endpoint }) => endpoint).toSorted()).toEqual([phone, desk].toSorted());
  const [message] = service.messages;
  expect(message).toMatchObject({
    ttl: 86_400,
    urgency: 'high',
    topic: expect.stringMatching(/^[\w-]{32}$/) as string,
    sender: {
      subject: `mailto:${marco.brand.settings.support.email}`,
      publicKey: (await app.pushKeys.of(marco.brandId)).publicKey,
    },
  });
  expect(read(service)[0]).toEqual({
    id: content.id,
    title: 'Anna',
    body: 'Ciao!',
    tag: `chat:${anna.profileId}`,
    path: `/chats/${anna.profileId}`,
  });
});

test('of one conversation a sleeping device finds the last message alone', async ({ world }) => {
  const { app, service, marco, addDevice } = await open(world);
  const phone = await addDevice();
  const lucia = { ...anna, profileId: newId(), screenName: 'Lucia' };
  await pushChannel.send(app, contentFor(marco), never);
  await pushChannel.send(app, contentFor(marco, { senders: [lucia] }), never);
  await pushChannel.send(app, contentFor(marco, { senders: [{ ...anna, words: 'Ci sei?' }] }), never);
  const waiting = service.waitingFor(phone).map(({ text }) => pushMessage.parse(JSON.parse(text)));
  expect(waiting.map(({ title, body }) => [title, body])).toEqual([
    ['Lucia', 'Ciao!'],
    ['Anna', 'Ci sei?'],
  ]);
});

test('a device that is gone is forgotten, and the others are notified', async ({ world }) => {
  const { app, service, marco, addDevice } = await open(world);
  const [phone, desk] = [await addDevice(), await addDevice()];
  service.expire(phone);
  expect(await pushChannel.send(app, contentFor(marco), never)).toBe('sent');
  expect(service.messages.map(({ endpoint }) => endpoint)).toEqual([desk]);
  expect(await devicesOf(marco)).toHaveLength(1);
  service.troubles.push({ status: 404 });
  expect(await pushChannel.send(app, contentFor(marco), never)).toBe('gone');
  expect(await devicesOf(marco)).toEqual([]);
  expect(await pushChannel.send(app, contentFor(marco), never)).toBe('gone');
});

test('what the service does not take is tried again when it says, and the device stays', async ({
  world,
}) => {
  const { app, service, marco, addDevice } = await open(world);
  await addDevice();
  const refused = (error: unknown) => error;
  for (const [trouble, afterMilliseconds] of [
    [{ status: 429, retryAfter: '120' }, 120_000],
    [{ status: 503 }, 0],
    [{ status: 500, retryAfter: 'soon' }, 0],
    [{ status: 413 }, 0],
    [{ status: 307, location: `${service.url}/elsewhere` }, 0],
  ] as const) {
    service.troubles.push(trouble);
    const error = await pushChannel.send(app, contentFor(marco), never).catch(refused);
    expect(error).toBeInstanceOf(NotTaken);
    expect(error).toMatchObject({
      afterMilliseconds,
      message: `${new URL(service.url).host} answered ${trouble.status}`,
    });
  }
  // A redirect was not followed.
  expect(service.answers).toEqual([429, 503, 500, 413, 307]);
  expect(await pushChannel.send(app, contentFor(marco), never)).toBe('sent');
});

test('a service that hangs or cannot be reached is tried again: a second one takes the place of the first', async ({
  world,
}) => {
  const { app, service, marco, addDevice } = await open(world);
  await addDevice();
  service.troubles.push('hang');
  const impatient = new AbortController();
  const sending = pushChannel.send(app, contentFor(marco), impatient.signal);
  await expect.poll(() => service.troubles.length).toBe(0);
  impatient.abort();
  await expect(sending).rejects.toBeInstanceOf(NotTaken);
  await service.stop();
  await expect(pushChannel.send(app, contentFor(marco), never)).rejects.toBeInstanceOf(NotTaken);
  expect(pushChannel.repeatable).toBe(true);
  expect(await devicesOf(marco)).toHaveLength(1);
});

test('a device that has one of two brands cannot be sent to by the other', async ({ world }) => {
  const { app, service, marco } = await open(world);
  const { publicKey } = await app.pushKeys.of(world.brand('verbena').id);
  await savePushToken(marco, { pushToken: JSON.stringify(service.subscribe(publicKey)) });
  await expect(pushChannel.send(app, contentFor(marco), never)).rejects.toThrow('answered 403');
});

test('nothing is sent to an address that is no push service any more', async ({ world }) => {
  const { app, service, marco, addDevice } = await open(world);
  await addDevice();
  const without = { ...app, config: { ...app.config, pushServiceUrl: undefined } };
  expect(await pushChannel.send(without, contentFor(marco), never)).toBe('gone');
  expect(service.answers).toEqual([]);
  await expect(
    savePushToken({ ...marco, app: without }, { pushToken: pushTokenAt(service.url) }),
  ).rejects.toMatchObject({
    code: 'push.invalid',
  });
});
