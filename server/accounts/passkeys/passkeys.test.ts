import * as contract from '#contract/account/passkeys.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { findSession } from '#server/platform/security/sessions.ts';
import { Authenticator } from '#testing/accounts/authenticator.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { limitLeft } from '#testing/platform/limit-left.ts';
import type { Member, World } from '#testing/world.ts';
import { accounts } from '../module.ts';
import { addPasskey, startPasskey, listPasskeys, removePasskey } from './own-passkeys.ts';
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts';

type Mischief = Parameters<Authenticator['create']>[1];
type Answer = ReturnType<Authenticator['create']>;

async function add(member: Member, device: Authenticator, mischief: Mischief = {}) {
  const { options, ticket } = await startPasskey(member);
  const { trackerId } = member;
  return addPasskey(member, { trackerId, ticket, response: device.create(options, mischief) });
}

async function enter(visitor: ReturnType<World['visitor']>, device: Authenticator, mischief: Mischief = {}) {
  const { options, ticket } = await startPasskeySignIn(visitor);
  return signInWithPasskey(visitor, { ticket, response: device.get(options, mischief) });
}

/** A member with a passkey on their device. */
async function withPasskey(world: World, mischief: Mischief = {}) {
  const member = await world.member();
  const device = new Authenticator(member.origin);
  const { passkey } = await add(member, device, mischief);
  return { member, device, passkey };
}

test('a member makes a passkey and signs in with nothing else', async ({ app, world }) => {
  const marco = {
    ...(await world.member()),
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/141.0 Safari/537.36',
  };
  const device = new Authenticator(marco.origin);
  const { passkey } = await add(marco, device);
  expect(passkey).toMatchObject({ name: 'Chrome, Android', lastUsedAt: null });

  const { token, trackerId, user } = await enter(world.visitor(), device);
  expect({ trackerId, email: user.email }).toEqual({ trackerId: marco.trackerId, email: marco.email });
  expect(await findSession(app, marco.brandId, token)).toMatchObject({ accountId: marco.accountId });
  expect((await listPasskeys(marco)).passkeys).toEqual([{ ...passkey, lastUsedAt: expect.any(Number) }]);
});

test('the session says how it was opened', async ({ db, world }) => {
  const { member, device } = await withPasskey(world);
  await enter(world.visitor(), device);
  const sessions = await db
    .selectFrom('session')
    .select('method')
    .where('account_id', '=', member.accountId)
    .execute();
  expect(sessions.map(({ method }) => method).sort()).toEqual(['passkey', 'password']);
});

test('what the browser is asked for gives nothing away and leaves no choice', async ({ world }) => {
  const { member, passkey } = await withPasskey(world);
  const { options } = await startPasskey(member);
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: member.brand.settings.title },
    user: { id: Buffer.from(member.accountId.replaceAll('-', ''), 'hex').toString('base64url') },
    excludeCredentials: [{ id: passkey.id }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  });
  const signIn = (await startPasskeySignIn(world.visitor())).options;
  expect(signIn).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(signIn['allowCredentials']).toBeUndefined();
});

const wrongAnswers: [string, NonNullable<Mischief>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['another host name', { rpId: 'evil.example' }],
  ['another question', { challenge: 'bm90IHRoaXMgb25l' }],
  ['a device that does not know who holds it', { userVerified: false }],
];

test.for(wrongAnswers)('no passkey is made for %s', async ([, mischief], { world }) => {
  const marco = await world.member();
  await expect(add(marco, new Authenticator(marco.origin), mischief)).rejects.toMatchObject({
    code: 'passkey.refused',
  });
  expect((await listPasskeys(marco)).passkeys).toEqual([]);
});

test.for<[string, NonNullable<Mischief>]>([
  ...wrongAnswers,
  ['a changed signature', { tamper: 'signature' }],
  ['changed data', { tamper: 'data' }],
  ['the name of somebody else', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
])('no sign-in with %s', async ([, mischief], { world }) => {
  const { device } = await withPasskey(world);
  await expect(enter(world.visitor(), device, mischief)).rejects.toMatchObject({ code: 'login.passkey' });
  await expect(enter(world.visitor(), device)).resolves.toMatchObject({ token: expect.any(String) });
});

/** A passkey that does not count its uses, as those in the cloud, so that only the ticket can tell. */
const uncounted = { counter: 0 };

test('an answer that was seen on its way is worth nothing', async ({ world }) => {
  const { device } = await withPasskey(world, uncounted);
  const visitor = world.visitor();
  const { options, ticket } = await startPasskeySignIn(visitor);
  const response = device.get(options, uncounted);
  await signInWithPasskey(visitor, { ticket, response });
  const other = await startPasskeySignIn(visitor);
  for (const again of [ticket, other.ticket]) {
    await expect(signInWithPasskey(visitor, { ticket: again, response })).rejects.toMatchObject({
      code: 'login.passkey',
    });
  }
});

test('of many who show the same answer at once, one gets in', async ({ world }) => {
  const { device } = await withPasskey(world, uncounted);
  const visitor = world.visitor();
  const { options, ticket } = await startPasskeySignIn(visitor);
  const response = device.get(options, uncounted);
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () => signInWithPasskey(visitor, { ticket, response })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a ticket is good for one making, for five minutes, and for its own purpose', async ({ app, world }) => {
  const marco = await world.member();
  const { trackerId } = marco;
  const device = new Authenticator(marco.origin);
  const first = await startPasskey(marco);
  await addPasskey(marco, { trackerId, ticket: first.ticket, response: device.create(first.options) });
  const refused = { code: 'passkey.refused' };
  const response = device.create(first.options);
  await expect(addPasskey(marco, { trackerId, ticket: first.ticket, response })).rejects.toMatchObject(
    refused,
  );

  const late = await startPasskey(marco);
  const tooLate = device.create(late.options);
  app.clock.advance(5 * MINUTE + 1_000);
  await expect(
    addPasskey(marco, { trackerId, ticket: late.ticket, response: tooLate }),
  ).rejects.toMatchObject(refused);

  const visitors = await startPasskeySignIn(marco);
  const making = await startPasskey(marco);
  const made = device.create({ ...making.options, challenge: visitors.options['challenge'] });
  await expect(
    addPasskey(marco, { trackerId, ticket: visitors.ticket, response: made }),
  ).rejects.toMatchObject(refused);
});

test("a passkey cannot be added with another's ticket", async ({ world }) => {
  const [marco, mallory] = [await world.member(), await world.member()];
  const { options, ticket } = await startPasskey(marco);
  const response = new Authenticator(mallory.origin).create(options);
  await expect(addPasskey(mallory, { trackerId: mallory.trackerId, ticket, response })).rejects.toMatchObject(
    { code: 'passkey.refused' },
  );
});

test("a passkey cannot be taken over by adding one with its id to one's own account", async ({ world }) => {
  const { member, device, passkey } = await withPasskey(world);
  const mallory = await world.member();
  await expect(add(mallory, device, { copyId: true })).rejects.toMatchObject({ code: 'passkey.refused' });
  expect((await listPasskeys(mallory)).passkeys).toEqual([]);
  expect((await listPasskeys(member)).passkeys).toMatchObject([{ id: passkey.id }]);
});

test('a passkey of one brand opens nothing in another', async ({ world }) => {
  const { device } = await withPasskey(world);
  const verbena = { ...world.visitor(world.brand('verbena')), origin: world.visitor().origin };
  await expect(enter(verbena, device)).rejects.toMatchObject({ code: 'login.passkey' });
  const { options, ticket } = await startPasskeySignIn(verbena);
  await expect(
    signInWithPasskey(world.visitor(), { ticket, response: device.get(options) }),
  ).rejects.toMatchObject({ code: 'login.passkey' });
});

test('a count that stands still or goes back is a copy at work', async ({ world }) => {
  const { device } = await withPasskey(world);
  await enter(world.visitor(), device, { counter: 40 });
  for (const counter of [40, 39, 0]) {
    await expect(enter(world.visitor(), device, { counter })).rejects.toMatchObject({
      code: 'login.passkey',
    });
  }
  await enter(world.visitor(), device, { counter: 41 });
});

test('passkeys that never count are welcome', async ({ world }) => {
  const marco = await world.member();
  const device = new Authenticator(marco.origin);
  await add(marco, device, { counter: 0 });
  await enter(world.visitor(), device, { counter: 0 });
  await expect(enter(world.visitor(), device, { counter: 0 })).resolves.toMatchObject({
    trackerId: marco.trackerId,
  });
});

test('a disabled account is named as such, but only with the right passkey', async ({ db, world }) => {
  const { member, device } = await withPasskey(world);
  await db.updateTable('account').set({ status: 'disabled' }).where('id', '=', member.accountId).execute();
  await expect(enter(world.visitor(), device, { tamper: 'signature' })).rejects.toMatchObject({
    code: 'login.passkey',
  });
  await expect(enter(world.visitor(), device)).rejects.toMatchObject({ code: 'account.disabled' });
});

test('a passkey that was removed opens nothing, and only its owner removes it', async ({ world }) => {
  const { member, device, passkey } = await withPasskey(world);
  const mallory = await world.member();
  const gone = { code: 'request.not_found' };
  await expect(removePasskey(mallory, { passkeyId: passkey.id })).rejects.toMatchObject(gone);
  await removePasskey(member, { passkeyId: passkey.id });
  await expect(removePasskey(member, { passkeyId: passkey.id })).rejects.toMatchObject(gone);
  await expect(enter(world.visitor(), device)).rejects.toMatchObject({ code: 'login.passkey' });
});

test('a passkey dies with its account', async ({ db, world }) => {
  const { member, device } = await withPasskey(world);
  await db.deleteFrom('account').where('id', '=', member.accountId).execute();
  await expect(enter(world.visitor(), device)).rejects.toMatchObject({ code: 'login.passkey' });
});

test('ten are enough, also when they come all at once', async ({ world }) => {
  const marco = await world.member();
  const device = new Authenticator(marco.origin);
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => add(marco, device)));
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  for (const failure of refused) expect(failure).toMatchObject({ reason: { code: 'passkey.too_many' } });
  expect((await listPasskeys(marco)).passkeys).toHaveLength(10);
});

test('wrong answers are counted like wrong passwords, right ones are not', async ({ app, world }) => {
  const { device } = await withPasskey(world);
  const visitor = { ...world.visitor(), ip: '198.51.100.8' };
  const left = () => limitLeft(app, 'loginAddress', visitor.ip);
  const all = app.config.limits.loginsPerAddress;
  await enter(visitor, device);
  expect(await left()).toBe(all);
  await expect(enter(visitor, device, { tamper: 'signature' })).rejects.toMatchObject({
    code: 'login.passkey',
  });
  expect(await left()).toBe(all - 1);
  await app.limits.hit('loginAddress', visitor.ip, all - 1);
  await expect(enter(visitor, device)).rejects.toMatchObject({ code: 'request.too_many' });
});

test('over the wire: make, list, sign in, remove', async ({ app, world }) => {
  const server = await serve(app, accounts.routes);
  const marco = await world.member();
  const { trackerId, token } = marco;
  const device = new Authenticator('http://localhost:3000');
  const start = await callAs(server, contract.startPasskey, { trackerId }, { token });
  const { ticket } = start.reply;
  const response = device.create(start.reply.options);
  const added = await callAs(
    server,
    contract.addPasskey,
    { trackerId, ticket, response, name: '  My phone ' },
    { token },
  );
  expect(added.reply.passkey.name).toBe('My phone');

  const asked = await callAs(server, contract.startPasskeySignIn, {});
  const entered = await callAs(server, contract.signInWithPasskey, {
    ticket: asked.reply.ticket,
    response: device.get(asked.reply.options),
  });
  expect(entered.reply.trackerId).toBe(trackerId);

  const passkeyId = added.reply.passkey.id;
  const own = { token: entered.reply.token };
  expect((await callAs(server, contract.listPasskeys, { trackerId }, own)).reply.passkeys).toHaveLength(1);
  expect((await callAs(server, contract.removePasskey, { trackerId, passkeyId }, own)).status).toBe(200);
  expect((await callAs(server, contract.removePasskey, { trackerId, passkeyId }, own)).status).toBe(404);
});

test.for<[string, Answer]>([
  ['nothing at all', {}],
  ['an id that is no text', { id: 7, rawId: 7, type: 'public-key', response: {} }],
  ['an answer without data', { id: 'a', rawId: 'a', type: 'public-key', response: { userHandle: 'a' } }],
])('%s is refused, and no fault of ours', async ([, response], { world }) => {
  const marco = await world.member();
  const { trackerId } = marco;
  const making = await startPasskey(marco);
  await expect(addPasskey(marco, { trackerId, ticket: making.ticket, response })).rejects.toMatchObject({
    code: 'passkey.refused',
  });
  const entering = await startPasskeySignIn(marco);
  await expect(signInWithPasskey(marco, { ticket: entering.ticket, response })).rejects.toMatchObject({
    code: 'login.passkey',
  });
});

test('unknown hints are left out', async ({ db, world }) => {
  const marco = await world.member();
  const { options, ticket } = await startPasskey(marco);
  const made = new Authenticator(marco.origin).create(options);
  const response = { ...made, response: { ...(made['response'] as Answer), transports: 'usb' } };
  const { passkey } = await addPasskey(marco, { trackerId: marco.trackerId, ticket, response });
  const kept = await db.selectFrom('passkey').select('transports').where('id', '=', passkey.id).execute();
  expect(kept).toEqual([{ transports: [] }]);
});
