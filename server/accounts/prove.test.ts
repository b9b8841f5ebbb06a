import { listPushDevices, removePushDevice } from '#server/notifications/push/own-devices.ts';
import { savePushToken } from '#server/notifications/push/subscriptions.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { checkSession, openSession } from '#server/platform/security/sessions.ts';
import { Authenticator } from '#testing/accounts/authenticator.ts';
import { comeBack, enter, newAddress, openSandbox, visitorsAt } from '#testing/accounts/google.ts';
import { inSession } from '#testing/accounts/member-session.ts';
import { expect, test as base } from '#testing/harness.ts';
import { pushTokenAt } from '#testing/notifications/push.ts';
import type { Member } from '#testing/world.ts';
import { requireFreshProof, requireProvenSession } from './fresh-proof.ts';
import { listIdentities, removeIdentity } from './own-identities.ts';
import { addPasskey, startPasskey } from './passkeys/own-passkeys.ts';
import { downloadExport, requestExport } from './privacy/exports.ts';
import {
  proveByGoogle,
  proveByPasskey,
  proveByPassword,
  readProofMethods,
  startPasskeyProof,
} from './prove.ts';

const test = base.extend('sandbox', { scope: 'file' }, openSandbox).extend('visitorOf', visitorsAt);

const code = (expected: string) => expect.objectContaining({ code: expected }) as unknown;

async function withPasskey(member: Member): Promise<Authenticator> {
  const authenticator = new Authenticator(member.origin);
  const { options, ticket } = await startPasskey(member);
  const { trackerId } = member;
  await addPasskey(member, { trackerId, ticket, response: authenticator.create(options) });
  return authenticator;
}

async function withoutPassword(member: Member): Promise<void> {
  const { db } = member.app;
  await db.updateTable('account').set({ password_hash: null }).where('id', '=', member.accountId).execute();
}

async function show(member: Member, authenticator: Authenticator): Promise<void> {
  const { options, ticket } = await startPasskeyProof(member);
  const { trackerId } = member;
  await proveByPasskey(member, { trackerId, ticket, response: authenticator.get(options) } as Parameters<
    typeof proveByPasskey
  >[1]);
}

test('a session by a mailed link neither asks for the copy of the data nor downloads it', async ({
  world,
}) => {
  const marco = await world.member();
  const { export: ready } = await requestExport(marco);
  const thief = await inSession(marco, 'link');
  await expect(requestExport(thief)).rejects.toEqual(code('password.needed'));
  await expect(downloadExport(thief, { exportId: ready.id })).rejects.toEqual(code('password.needed'));
  await proveByPassword(thief, marco);
  expect(await requestExport(thief)).toMatchObject({ result: 'OK' });
});

test('a passkey proves it in the session that showed it and in no other', async ({ app, world }) => {
  const marco = await world.member();
  const authenticator = await withPasskey(marco);
  await withoutPassword(marco);
  const [mine, other] = [await inSession(marco, 'link'), await inSession(marco, 'link')];
  await expect(requireFreshProof(mine)).rejects.toEqual(code('password.none'));
  expect(await readProofMethods(mine)).toEqual({ password: false, passkey: true, google: false });
  const { options, ticket } = await startPasskeyProof(mine);
  const response = authenticator.get(options);
  await expect(proveByPasskey(other, { ticket, response })).rejects.toEqual(code('login.passkey'));
  await show(mine, authenticator);
  await requireFreshProof(mine);
  await requireProvenSession(mine);
  await expect(requireProvenSession(other)).rejects.toEqual(code('password.none'));
  expect(await checkSession(app, marco.brandId, mine.token)).toMatchObject({ proven: true });
  app.clock.advance(15 * MINUTE);
  await expect(requireFreshProof(mine)).rejects.toEqual(code('password.none'));
});

test('another member’s passkey or Google account proves nothing', async ({ world, visitorOf }) => {
  const visitor = visitorOf();
  const anna = await world.member();
  const authenticator = await withPasskey(anna);
  const marco = { ...(await inSession(await world.member(), 'link')), app: visitor.app };
  await expect(show(marco, authenticator)).rejects.toEqual(code('login.passkey'));
  const stranger = { email: newAddress() };
  await enter(visitor, stranger);
  const back = await comeBack(visitor, stranger);
  await expect(proveByGoogle(marco, back)).rejects.toEqual(code('google.refused'));
  await expect(requireProvenSession(marco)).rejects.toEqual(code('password.needed'));
});

test('the Google account that is linked proves it', async ({ world, visitorOf }) => {
  const visitor = visitorOf();
  const marco = await world.member();
  await enter(visitor, marco);
  const byLink = { ...(await inSession(marco, 'link')), app: visitor.app };
  expect(await readProofMethods(byLink)).toMatchObject({ password: true, google: true });
  await proveByGoogle(byLink, await comeBack(visitor, marco));
  await requireFreshProof(byLink);
});

test('a linked Google account is listed masked, and removed with an account that signed up by it', async ({
  app,
  world,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const marco = await world.member();
  const { token } = await enter(visitor, marco);
  const { identities } = await listIdentities(marco);
  const now = app.clock.now().getTime();
  expect(identities).toEqual([
    { provider: 'google', email: expect.stringContaining('•••') as string, createdAt: now, lastUsedAt: now },
  ]);
  const thief = await inSession(marco, 'link');
  await expect(removeIdentity(thief, { provider: 'google' })).rejects.toEqual(code('password.needed'));
  await removeIdentity(marco, { provider: 'google' });
  expect((await listIdentities(marco)).identities).toEqual([]);
  expect(await checkSession(app, marco.brandId, token)).toBe('dead');
  expect(await checkSession(app, marco.brandId, marco.token)).toMatchObject({ accountId: marco.accountId });
  await expect(removeIdentity(marco, { provider: 'google' })).rejects.toEqual(code('request.not_found'));
});

test('the last way into an account is not removed', async ({ world, visitorOf }) => {
  const visitor = visitorOf();
  const marco = await world.member();
  await enter(visitor, marco);
  await withoutPassword(marco);
  await expect(removeIdentity(marco, { provider: 'google' })).rejects.toEqual(code('identity.last'));
  expect((await listIdentities(marco)).identities).toHaveLength(1);
  await withPasskey(marco);
  await removeIdentity(marco, { provider: 'google' });
});

test('the devices that get push messages are listed, and one is removed by its owner alone', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const android = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile';
  const token = await openSession({ ...marco, userAgent: android }, db, marco.accountId, 'password');
  const session = await checkSession(marco.app, marco.brandId, token);
  if (typeof session === 'string') throw new Error(session);
  await savePushToken(marco, { pushToken: pushTokenAt('https://web.push.apple.com/here') });
  app.clock.advance(MINUTE);
  await savePushToken(
    { ...marco, ...session },
    { pushToken: pushTokenAt('https://web.push.apple.com/there') },
  );
  const { devices } = await listPushDevices(marco);
  expect(devices).toMatchObject([{ current: false, device: 'Chrome, Android' }, { current: true }]);
  const deviceId = devices[0]?.id ?? '';
  await expect(removePushDevice(anna, { deviceId })).rejects.toEqual(code('request.not_found'));
  await removePushDevice(marco, { deviceId });
  expect((await listPushDevices(marco)).devices).toMatchObject([{ current: true }]);
});
