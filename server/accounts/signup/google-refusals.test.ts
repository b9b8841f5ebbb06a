import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { startIdentityProvider } from '#sandbox/identity.ts';
import { MINUTE } from '#server/platform/clock.ts';
import {
  comeBack,
  enter,
  makeSecret,
  newAddress,
  openSandbox,
  providerAt,
  silentLog,
  visitorsAt,
} from '#testing/accounts/google.ts';
import { IdentityVisitor } from '#testing/accounts/identity-page.ts';
import { expect, test as base } from '#testing/harness.ts';
import { limitLeft } from '#testing/platform/limit-left.ts';
import { withServices } from '#testing/world.ts';
import { createIdentityProvider } from '../identity-provider.ts';
import { signInWithGoogle, startGoogle } from './google.ts';

const test = base.extend('sandbox', { scope: 'file' }, openSandbox).extend('visitorOf', visitorsAt);

test('an address that Google has not verified opens nothing and makes nothing', async ({
  db,
  world,
  visitorOf,
}) => {
  const marco = await world.member();
  const unknown = newAddress();
  for (const email of [marco.email, unknown]) {
    await expect(enter(visitorOf(), { email, verified: false })).rejects.toMatchObject({
      code: 'google.email_unverified',
    });
  }
  expect(await db.selectFrom('account').select('id').where('email', '=', unknown).execute()).toEqual([]);
});

test('an account that another Google identity opens is not handed on with its address', async ({
  app,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const [first, second] = [newAddress(), newAddress()];
  await enter(visitor, { email: first });
  await app.db.updateTable('account').set({ email: second }).where('email', '=', first).execute();
  await expect(enter(visitor, { email: second })).rejects.toMatchObject({ code: 'google.refused' });
});

test('a disabled account stays shut, known or not', async ({ db, world, visitorOf }) => {
  const disabled = { code: 'account.disabled' };
  const marco = await world.member({ status: 'disabled' });
  await expect(enter(visitorOf(), { email: marco.email })).rejects.toMatchObject(disabled);
  const email = newAddress();
  await enter(visitorOf(), { email });
  await db.updateTable('account').set({ status: 'disabled' }).where('email', '=', email).execute();
  await expect(enter(visitorOf(), { email })).rejects.toMatchObject(disabled);
});

test('who changes their mind comes back with nothing', async ({ visitorOf }) => {
  const { address, state } = await startGoogle(visitorOf(), makeSecret());
  const back = await new IdentityVisitor().answer(address, 'cancel');
  expect(back.pathname).toBe('/loginWithGoogle');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state });
});

test('a return is good once', async ({ visitorOf }) => {
  const visitor = visitorOf();
  const back = await comeBack(visitor, { email: newAddress() });
  await signInWithGoogle(visitor, back);
  await expect(signInWithGoogle(visitor, back)).rejects.toMatchObject({ code: 'link.invalid' });
  // The same code with a fresh state of one's own.
  const { state } = await startGoogle(visitor, makeSecret());
  await expect(signInWithGoogle(visitor, { ...back, state })).rejects.toMatchObject({
    code: 'google.refused',
  });
});

test('a state must be ours, whole, in time, of this brand and of this sign-in', async ({
  app,
  world,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const invalid = { code: 'link.invalid' };
  const back = await comeBack(visitor, { email: newAddress() });
  const changed = back.state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const state of ['made-up', changed]) {
    await expect(signInWithGoogle(visitor, { ...back, state })).rejects.toMatchObject(invalid);
  }
  const verbena = visitorOf(world.brand('verbena'));
  await expect(signInWithGoogle(verbena, back)).rejects.toMatchObject(invalid);
  // A good state with the code of another sign-in: the nonce gives it away.
  const other = await startGoogle(visitor, makeSecret());
  await expect(signInWithGoogle(visitor, { ...back, state: other.state })).rejects.toMatchObject({
    code: 'google.refused',
  });
  const late = await comeBack(visitor, { email: newAddress() });
  app.clock.advance(10 * MINUTE + 1_000);
  await expect(signInWithGoogle(visitor, late)).rejects.toMatchObject(invalid);
});

test('a code is worthless without the secret of the browser that asked for it', async ({ visitorOf }) => {
  const visitor = visitorOf();
  const back = await comeBack(visitor, { email: newAddress() });
  const { codeVerifier } = makeSecret();
  await expect(signInWithGoogle(visitor, { ...back, codeVerifier })).rejects.toMatchObject({
    code: 'google.refused',
  });
});

test('a made-up code is refused and counted like a wrong password', async ({ app, visitorOf }) => {
  const visitor = { ...visitorOf(), ip: '198.51.100.9' };
  const all = app.config.limits.loginsPerAddress;
  await enter(visitor, { email: newAddress() });
  expect(await limitLeft(app, 'loginAddress', visitor.ip)).toBe(all);
  const { state } = await startGoogle(visitor, makeSecret());
  const { codeVerifier } = makeSecret();
  await expect(signInWithGoogle(visitor, { code: 'made-up', state, codeVerifier })).rejects.toMatchObject({
    code: 'google.refused',
  });
  expect(await limitLeft(app, 'loginAddress', visitor.ip)).toBe(all - 1);
});

test('the rules of signing up hold here too', async ({ app, world, visitorOf }) => {
  const visitor = { ...visitorOf(), ip: '198.51.100.10' };
  await expect(enter(visitor, { email: 'somebody@mailinator.com' })).rejects.toMatchObject({
    code: 'signup.email_forbidden',
  });
  await app.limits.hit('signupAddress', visitor.ip, app.config.limits.signupsPerAddress);
  await expect(enter(visitor, { email: newAddress() })).rejects.toMatchObject({ code: 'signup.too_many' });
  // Who is a member already may come in all the same.
  const marco = await world.member();
  await expect(enter(visitor, { email: marco.email })).resolves.toMatchObject({ trackerId: marco.trackerId });
});

test('without a provider the way is closed', async ({ world }) => {
  const off = { code: 'google.off' };
  await expect(startGoogle(world.visitor(), makeSecret())).rejects.toMatchObject(off);
  await expect(
    signInWithGoogle(world.visitor(), { code: 'x', state: 'x', codeVerifier: 'x'.repeat(43) }),
  ).rejects.toMatchObject(off);
});

test('a provider that is down is asked again later, and no failure counts against the caller', async ({
  app,
  world,
}) => {
  const own = await startIdentityProvider();
  onTestFinished(() => own.stop().catch(() => {}));
  const visitor = {
    ...withServices(world.visitor(), { identityProvider: providerAt(own) }),
    ip: '198.51.100.11',
  };
  const away = { code: 'server.unavailable' };
  const back = await comeBack(visitor, { email: newAddress() });
  await own.stop();
  await expect(signInWithGoogle(visitor, back)).rejects.toMatchObject(away);
  expect(await limitLeft(app, 'loginAddress', visitor.ip)).toBe(app.config.limits.loginsPerAddress);

  const fresh = withServices(visitor, { identityProvider: providerAt(own) });
  await expect(startGoogle(fresh, makeSecret())).rejects.toMatchObject(away);
  const port = Number(new URL(own.issuer).port);
  const again = await startIdentityProvider({ port, clients: [own] });
  onTestFinished(() => again.stop());
  await expect(enter(fresh, { email: newAddress() })).resolves.toMatchObject({ token: expect.any(String) });
});

test('a provider that takes the call and says nothing does not hold a caller for long', async ({
  world,
  sandbox,
}) => {
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void mute.close());
  const issuer = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const identityProvider = createIdentityProvider({
    find: () => ({ ...sandbox, issuer }),
    log: silentLog,
    plainOnThisMachine: true,
    patience: 50,
  });
  const visitor = withServices(world.visitor(), { identityProvider });
  await expect(startGoogle(visitor, makeSecret())).rejects.toMatchObject({ code: 'server.unavailable' });
});

test('a provider that does not know us is our trouble, and no secret goes to the log', async ({
  world,
  sandbox,
}) => {
  const lines: string[] = [];
  const log = { ...silentLog, warn: (...words: unknown[]) => lines.push(JSON.stringify(words)) };
  const wrong = { ...sandbox, clientSecret: 'a secret that is wrong' };
  const visitor = withServices(world.visitor(), { identityProvider: providerAt(wrong, log) });
  const back = await comeBack(visitor, { email: newAddress() });
  await expect(signInWithGoogle(visitor, back)).rejects.toMatchObject({ code: 'google.refused' });
  expect(lines.join()).toContain('invalid_client');
  for (const secret of [back.code, back.state, back.codeVerifier, wrong.clientSecret]) {
    expect(lines.join()).not.toContain(secret);
  }
});

test('plain HTTP is for this machine alone, and only where it is allowed', async ({ world, sandbox }) => {
  const strict = createIdentityProvider({ find: () => sandbox, log: silentLog, plainOnThisMachine: false });
  await expect(
    startGoogle(withServices(world.visitor(), { identityProvider: strict }), makeSecret()),
  ).rejects.toMatchObject({ code: 'server.unavailable' });
});
