import * as contract from '#contract/account/sign-in.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { limitLeft } from '#testing/platform/limit-left.ts';
import { accounts } from './module.ts';
import { changePassword } from './own-password.ts';
import { openCurrentSession, signIn } from './sign-in.ts';

test('a member signs in with their address, however they typed it', async ({ world }) => {
  const marco = await world.member({ email: 'marco@test.example', level: 1 });
  const { token, trackerId, user } = await signIn(world.visitor(), {
    email: ' Marco@Test.example ',
    password: marco.password,
  });
  expect(token).not.toBe(marco.token);
  expect(trackerId).toBe(marco.trackerId);
  expect(user).toMatchObject({
    email: 'marco@test.example',
    premiumLevel: 1,
    verified: true,
    region: 'Lazio',
  });
});

test('a wrong password and an unknown address fail alike', async ({ world }) => {
  const marco = await world.member();
  const failures = await Promise.allSettled([
    signIn(world.visitor(), { email: marco.email, password: 'wrong' }),
    signIn(world.visitor(), { email: 'nobody@test.example', password: 'wrong' }),
    signIn(world.visitor(world.brand('verbena')), { email: marco.email, password: marco.password }),
  ]);
  for (const failure of failures)
    expect(failure).toMatchObject({ status: 'rejected', reason: { code: 'login.wrong' } });
});

test('a disabled account is named as such, but only with the right password', async ({ world }) => {
  const marco = await world.member({ status: 'disabled' });
  await expect(signIn(world.visitor(), { email: marco.email, password: 'x' })).rejects.toMatchObject({
    code: 'login.wrong',
  });
  await expect(
    signIn(world.visitor(), { email: marco.email, password: marco.password }),
  ).rejects.toMatchObject({
    code: 'account.disabled',
  });
});

test('an account that is closing may still be entered', async ({ world }) => {
  const leaving = await world.member({ status: 'closing' });
  const { user } = await signIn(world.visitor(), leaving);
  expect(user).toMatchObject({ verified: false, closesAt: expect.any(Number) });
});

test('an account without a password fails like a wrong one', async ({ db, world }) => {
  const marco = await world.member();
  await db.updateTable('account').set({ password_hash: null }).where('id', '=', marco.accountId).execute();
  await expect(signIn(world.visitor(), marco)).rejects.toMatchObject({ code: 'login.wrong' });
});

test('a change of password ends attempts that were checked before it', async ({ world }) => {
  const marco = await world.member();
  const checked = { id: marco.accountId, credentials_version: 0 };
  expect(await openCurrentSession(marco, checked, 'password')).toBeTypeOf('string');
  await changePassword(marco, { password: 'nuova' });
  expect(await openCurrentSession(marco, checked, 'password')).toBeUndefined();
});

test('after ten failures an account must wait, even with the right password', async ({ world }) => {
  const marco = await world.member();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await expect(signIn(world.visitor(), { email: marco.email, password: 'x' })).rejects.toMatchObject({
      code: 'login.wrong',
    });
  }
  await expect(
    signIn(world.visitor(), { email: marco.email, password: marco.password }),
  ).rejects.toMatchObject({
    code: 'request.too_many',
    details: { retryAfter: expect.any(Number) },
  });
});

test('signing in rightly many times is no offence', async ({ app, world }) => {
  const marco = await world.member();
  const visitor = { ...world.visitor(), ip: '198.51.100.7' };
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await signIn(visitor, { email: marco.email, password: marco.password });
  }
  expect(await limitLeft(app, 'loginAddress', visitor.ip)).toBe(app.config.limits.loginsPerAddress);
});

test('the startup check tells live, dead, foreign and disabled tokens apart', async ({ app, world }) => {
  const server = await serve(app, accounts.routes);
  const marco = await world.member();
  const off = await world.member({ status: 'disabled' });
  const check = async (token: string, trackerId: string) =>
    (await callAs(server, contract.verify, { token, trackerId })).reply;
  expect(await check(marco.token, marco.trackerId)).toMatchObject({
    status: 'live',
    user: { email: marco.email },
  });
  expect(await check(marco.token, 'somebody-else')).toEqual({ status: 'dead' });
  expect(await check('nonsense', marco.trackerId)).toEqual({ status: 'dead' });
  expect(await check(off.token, off.trackerId)).toEqual({ status: 'disabled', suspension: null });
});

test('signing out ends that session and no other', async ({ app, world }) => {
  const server = await serve(app, accounts.routes);
  const marco = await world.member();
  const { token } = await signIn(world.visitor(), { email: marco.email, password: marco.password });
  await callAs(server, contract.signOut, {}, { token });
  const check = async (which: string) =>
    (await callAs(server, contract.verify, { token: which, trackerId: marco.trackerId })).reply.status;
  expect([await check(token), await check(marco.token)]).toEqual(['dead', 'live']);
});
