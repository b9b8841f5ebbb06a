import * as contract from '#contract/notification/push.ts';
import { endOtherSessions, signOut } from '#server/accounts/own-sessions.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { findSession, openSession } from '#server/platform/security/sessions.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { pushTokenAt } from '#testing/notifications/push.ts';
import type { Member } from '#testing/world.ts';
import { notifications } from '../module.ts';
import { createPushKeys } from './keys.ts';
import { readSubscription, removePushToken, renewPushToken, savePushToken } from './subscriptions.ts';

const devicesOf = async ({ app: { db }, accountId }: Member) => {
  const rows = await db
    .selectFrom('push_token')
    .select('token')
    .where('account_id', '=', accountId)
    .execute();
  return rows.map(({ token }) => token);
};

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com/wp/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('a device at %s is sent to', (address) => {
  const token = pushTokenAt(address);
  expect(JSON.stringify(readSubscription(token, { pushServiceUrl: undefined }))).toBe(token);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://user:password@fcm.googleapis.com/abc',
  'https://push.services.mozilla.com.example/abc',
  'https://evil-push.apple.com/abc',
  'https://127.0.0.1/abc',
  'https://169.254.169.254/latest/meta-data',
  'http://localhost:3000/api',
  'https://[::1]/abc',
  'file:///etc/passwd',
  'not an address',
])('nothing is ever sent to %s', (address) => {
  expect(readSubscription(pushTokenAt(address), { pushServiceUrl: undefined })).toBeUndefined();
  expect(readSubscription(pushTokenAt(address), { pushServiceUrl: 'http://127.0.0.1:9' })).toBeUndefined();
});

test('the operator may name one more push service', () => {
  const token = pushTokenAt('http://127.0.0.1:4711/push/abc');
  expect(readSubscription(token, { pushServiceUrl: 'http://127.0.0.1:4711' })).toBeDefined();
  expect(readSubscription(token, { pushServiceUrl: 'http://127.0.0.1:4712' })).toBeUndefined();
});

test.each([
  ['no JSON', 'device-1'],
  ['no object', '"https://fcm.googleapis.com/x"'],
  ['no keys', '{"endpoint":"https://fcm.googleapis.com/x"}'],
  ['a short key', pushTokenAt().replace(/"p256dh":"./, '"p256dh":"')],
  ['a short secret', pushTokenAt().replace(/"auth":"./, '"auth":"')],
  ['a key that is no point', pushTokenAt().replace(/"p256dh":"..../, '"p256dh":"AAAA')],
])('%s is refused', async (_, pushToken) => {
  expect(readSubscription(pushToken, { pushServiceUrl: undefined })).toBeUndefined();
});

test('over the wire a browser reads the key, saves its device and takes it back', async ({ app, world }) => {
  const server = await serve(app, notifications.routes);
  const marco = await world.member();
  const { trackerId, token } = marco;
  const { reply } = await callAs(server, contract.readPushKey, {}, {});
  expect(reply).toEqual({ publicKey: (await app.pushKeys.of(marco.brandId)).publicKey });
  const pushToken = pushTokenAt();
  expect(await callAs(server, contract.savePushToken, { trackerId, pushToken }, { token })).toMatchObject({
    status: 200,
    reply: { result: 'OK' },
  });
  expect(await devicesOf(marco)).toEqual([pushToken]);
  expect(
    (await callAs(server, contract.savePushToken, { trackerId, pushToken: 'device-1' }, { token })).status,
  ).toBe(422);
  await callAs(server, contract.removePushToken, { trackerId, pushToken }, { token });
  expect(await devicesOf(marco)).toEqual([]);
});

test('a device gets the pushes of the member who used it last, and old devices are dropped', async ({
  app,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const device = pushTokenAt();
  await savePushToken(marco, { pushToken: device });
  await savePushToken(marco, { pushToken: device });
  expect(await devicesOf(marco)).toEqual([device]);
  await savePushToken(anna, { pushToken: device });
  expect([await devicesOf(marco), await devicesOf(anna)]).toEqual([[], [device]]);
  // The former owner cannot take it from the new one.
  await removePushToken(marco, { pushToken: device });
  expect(await devicesOf(anna)).toEqual([device]);
  for (let count = 2; count <= 22; count += 1) {
    app.clock.advance(MINUTE);
    await savePushToken(anna, { pushToken: pushTokenAt() });
  }
  const kept = await devicesOf(anna);
  expect(kept).toHaveLength(20);
  expect(kept).not.toContain(device);
});

test('a member who signs out gets no more pushes there, and goes on getting them elsewhere', async ({
  app,
  db,
  world,
}) => {
  const desk = await world.member();
  const token = await openSession(desk, db, desk.accountId, 'password');
  const phone = { ...desk, sessionId: (await findSession(app, desk.brandId, token))?.sessionId ?? '' };
  const [onDesk, onPhone] = [pushTokenAt(), pushTokenAt()];
  await savePushToken(desk, { pushToken: onDesk });
  await savePushToken(phone, { pushToken: onPhone });
  await endOtherSessions(desk);
  expect(await devicesOf(desk)).toEqual([onDesk]);
  await signOut(desk);
  expect(await devicesOf(desk)).toEqual([]);
});

test('a caller who knows the old subscription whole may replace it, and no one else', async ({ world }) => {
  const marco = await world.member();
  const [oldToken, newToken] = [pushTokenAt(), pushTokenAt()];
  await savePushToken(marco, { pushToken: oldToken });
  const { endpoint } = JSON.parse(oldToken) as { endpoint: string };
  const guessed = pushTokenAt(endpoint);
  const missing = { code: 'request.not_found' };
  await expect(renewPushToken(world.visitor(), { oldToken: guessed, newToken })).rejects.toMatchObject(
    missing,
  );
  expect(await devicesOf(marco)).toEqual([oldToken]);
  await renewPushToken(world.visitor(), { oldToken, newToken });
  expect(await devicesOf(marco)).toEqual([newToken]);
  await expect(renewPushToken(world.visitor(), { oldToken, newToken })).rejects.toMatchObject(missing);
  await signOut(marco);
  expect(await devicesOf(marco)).toEqual([]);
});

test('each brand has keys of its own, the same on every node and after a restart', async ({ db, world }) => {
  const secrets = { keyFor: () => Buffer.alloc(32, 3) };
  const [lunaria, verbena] = [world.brand().id, world.brand('verbena').id];
  await db.deleteFrom('push_key').execute();
  const nodes = [createPushKeys({ db, secrets }), createPushKeys({ db, secrets })];
  const [first, second] = await Promise.all(nodes.map((node) => node.of(lunaria)));
  expect(second).toEqual(first);
  expect(await createPushKeys({ db, secrets }).of(lunaria)).toEqual(first);
  expect(await createPushKeys({ db, secrets }).of(verbena)).not.toEqual(first);
  const { wrapped_private_key } = await db
    .selectFrom('push_key')
    .select('wrapped_private_key')
    .where('brand_id', '=', lunaria)
    .executeTakeFirstOrThrow();
  expect(wrapped_private_key).not.toContain(first?.privateKey);
  const other = createPushKeys({ db, secrets: { keyFor: () => Buffer.alloc(32, 4) } });
  await expect(other.of(verbena)).rejects.toThrow('another SECRET_KEY');
  await db.deleteFrom('push_key').execute();
  // What failed is not remembered.
  expect((await other.of(verbena)).publicKey).toHaveLength(87);
});
