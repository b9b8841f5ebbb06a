import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import * as signInContract from '../../../contract/account/sign-in.ts';
import * as contract from '../../../contract/account/sign-up.ts';
import { startIdentityProvider } from '../../../sandbox/identity.ts';
import type { IdentitySandbox } from '../../../sandbox/identity.ts';
import type { VisitorContext } from '../../app.ts';
import { MINUTE } from '../../platform/clock.ts';
import { createIdentityProvider } from '../identity-provider.ts';
import { createLogger } from '../../platform/telemetry/log.ts';
import { createSessionCache, findSession } from '../../platform/security/sessions.ts';
import { Authenticator } from '../../../testing/accounts/authenticator.ts';
import { expect, test } from '../../../testing/harness.ts';
import { callAs, serve } from '../../../testing/http.ts';
import { IdentityVisitor } from '../../../testing/accounts/identity-page.ts';
import type { World } from '../../../testing/world.ts';
import { addPasskey, startPasskey } from '../passkeys/own-passkeys.ts';
import { signupRoutes } from './routes.ts';
import { signInWithGoogle, startGoogle } from './google.ts';

let sandbox: IdentitySandbox;
beforeAll(async () => {
  sandbox = await startIdentityProvider();
});
afterAll(() => sandbox.stop());

type Person = Exclude<Parameters<IdentityVisitor['answer']>[1], 'cancel'>;

function providerAt(access: { issuer: string; clientId: string; clientSecret: string }, log = silent) {
  return createIdentityProvider({ find: () => access, log, plainOnThisMachine: true });
}
const silent = createLogger({ logLevel: 'silent', logFormat: 'json' });

function visitorOf(world: World, brand = world.brand()): VisitorContext {
  return { ...world.visitor(brand), identityProvider: providerAt(sandbox) };
}

/** What the browser makes and keeps to itself. */
function makeSecret() {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
}

/** Goes to the provider and comes back with what the site's page will post. */
async function comeBack(context: VisitorContext, person: Person) {
  const { codeVerifier, codeChallenge } = makeSecret();
  const { address, state } = await startGoogle(context, { codeChallenge });
  const back = await new IdentityVisitor().answer(address, person);
  expect(back.searchParams.get('state')).toBe(state);
  return { code: back.searchParams.get('code') ?? '', state, codeVerifier };
}

async function enter(context: VisitorContext, person: Person, claims = {}) {
  return (await signInWithGoogle(context, { ...(await comeBack(context, person)), ...claims })).result;
}

const readAccount = ({ db, brandId }: VisitorContext, email: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

let count = 0;
const newAddress = () => `google-${(count += 1)}@test.example`;

test('somebody new gets an account with what Google knows and the landing guessed', async ({
  app,
  world,
}) => {
  const visitor = visitorOf(world);
  const email = newAddress();
  const claims = { trackerId: `advert-${count}`, region: 'Lazio', city: 'Nowhere', source: 'advert' };
  const { token, trackerId, user, gift } = await enter(visitor, { email, name: 'Marco Rossi' }, claims);
  expect(trackerId).toBe(claims.trackerId);
  expect(user).toMatchObject({
    email,
    emailConfirmed: true,
    screenName: expect.stringMatching(/^\p{L}+ \d{3}$/u),
    region: 'Lazio',
    city: null,
    accepted: false,
    hasPassword: false,
    about: { gender: 'male', seeks: 'female' },
  });
  expect(gift).not.toBe(0);
  expect(await findSession(app, visitor.brandId, token)).toMatchObject({ trackerId });
  const arrival = await app.db
    .selectFrom('arrival as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['way', 'source'])
    .where('a.email', '=', email)
    .executeTakeFirst();
  expect(arrival).toEqual({ way: 'google', source: 'advert' });
});

test('a region that is not of this country is asked for later', async ({ world }) => {
  const { user } = await enter(visitorOf(world), { email: newAddress() }, { region: 'Andalucía' });
  expect(user).toMatchObject({ region: null, verified: false });
});

test('who comes back is the same member, whatever his address is by then', async ({ app, world }) => {
  const visitor = visitorOf(world);
  const email = newAddress();
  const first = await enter(visitor, { email });
  await app.db
    .updateTable('account')
    .set({ email: newAddress() })
    .where('tracker_id', '=', first.trackerId)
    .execute();
  const again = await enter(visitor, { email, verified: false });
  expect(again.trackerId).toBe(first.trackerId);
  expect(again.token).not.toBe(first.token);
  expect(again.gift).toBeNull();
});

test('the same person is another member in another brand', async ({ world }) => {
  const email = newAddress();
  const here = await enter(visitorOf(world), { email });
  const there = await enter(visitorOf(world, world.brand('verbena')), { email });
  expect(there.trackerId).not.toBe(here.trackerId);
});

test('a member with a confirmed address keeps everything and has one more way in', async ({ app, world }) => {
  const marco = await world.member();
  const before = await readAccount(marco, marco.email);
  const { trackerId, token } = await enter(visitorOf(world), { email: marco.email.toUpperCase() });
  expect(trackerId).toBe(marco.trackerId);
  expect(await readAccount(marco, marco.email)).toEqual(before);
  expect(await findSession(app, marco.brandId, marco.token)).toBeDefined();
  const sessions = app.db.selectFrom('session').select('method').where('account_id', '=', marco.accountId);
  expect((await sessions.execute()).map(({ method }) => method).sort()).toEqual(['google', 'password']);
  expect(await findSession(app, marco.brandId, token)).toMatchObject({ accountId: marco.accountId });
});

test('who made an account with an address that was never his is shut out of it', async ({ app, world }) => {
  const squatter = await world.member({ emailConfirmed: false });
  const { options, ticket } = await startPasskey(squatter, {});
  const response = new Authenticator(squatter.origin).create(options);
  await addPasskey(squatter, { trackerId: squatter.trackerId, ticket, response });

  // A node that remembers his session is notified of nothing here.
  const sessions = createSessionCache(app.clock);
  sessions.resume();
  expect(await findSession({ ...app, sessions }, squatter.brandId, squatter.token)).toBeDefined();

  const { trackerId, token, user } = await enter(
    { ...visitorOf(world), sessions },
    { email: squatter.email },
  );
  expect(await findSession({ ...app, sessions }, squatter.brandId, squatter.token)).toBeUndefined();
  expect(trackerId).toBe(squatter.trackerId);
  expect(user).toMatchObject({ emailConfirmed: true, hasPassword: false });
  expect(await findSession(app, squatter.brandId, squatter.token)).toBeUndefined();
  expect(await findSession(app, squatter.brandId, token)).toBeDefined();
  expect(await readAccount(squatter, squatter.email)).toMatchObject({
    password_hash: null,
    pending_email: null,
    credentials_version: 1,
  });
  const passkeys = app.db.selectFrom('passkey').select('id').where('account_id', '=', squatter.accountId);
  expect(await passkeys.execute()).toEqual([]);
});

test('an address that Google has not verified opens nothing and makes nothing', async ({ db, world }) => {
  const marco = await world.member();
  const nobody = newAddress();
  for (const email of [marco.email, nobody]) {
    await expect(enter(visitorOf(world), { email, verified: false })).rejects.toMatchObject({
      code: 'google.email_unverified',
    });
  }
  expect(await db.selectFrom('account').select('id').where('email', '=', nobody).execute()).toEqual([]);
});

test('an account that another Google identity opens is not handed on with its address', async ({
  app,
  world,
}) => {
  const visitor = visitorOf(world);
  const [first, second] = [newAddress(), newAddress()];
  await enter(visitor, { email: first });
  await app.db.updateTable('account').set({ email: second }).where('email', '=', first).execute();
  await expect(enter(visitor, { email: second })).rejects.toMatchObject({ code: 'google.refused' });
});

test('a disabled account stays shut, known or not', async ({ db, world }) => {
  const disabled = { code: 'account.disabled' };
  const marco = await world.member({ status: 'disabled' });
  await expect(enter(visitorOf(world), { email: marco.email })).rejects.toMatchObject(disabled);
  const email = newAddress();
  await enter(visitorOf(world), { email });
  await db.updateTable('account').set({ status: 'disabled' }).where('email', '=', email).execute();
  await expect(enter(visitorOf(world), { email })).rejects.toMatchObject(disabled);
});

test('two tabs of the same newcomer end in one account', async ({ db, world }) => {
  const visitor = visitorOf(world);
  const email = newAddress();
  const returns = [await comeBack(visitor, { email }), await comeBack(visitor, { email })];
  const entered = await Promise.all(returns.map((back) => signInWithGoogle(visitor, back)));
  expect(entered[0]?.result.trackerId).toBe(entered[1]?.result.trackerId);
  expect(await db.selectFrom('account').select('id').where('email', '=', email).execute()).toHaveLength(1);
});

test('who changes his mind comes back with nothing', async ({ world }) => {
  const { address, state } = await startGoogle(visitorOf(world), makeSecret());
  const back = await new IdentityVisitor().answer(address, 'cancel');
  expect(back.pathname).toBe('/loginWithGoogle');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state });
});

test('a return is good once', async ({ world }) => {
  const visitor = visitorOf(world);
  const back = await comeBack(visitor, { email: newAddress() });
  await signInWithGoogle(visitor, back);
  await expect(signInWithGoogle(visitor, back)).rejects.toMatchObject({ code: 'link.invalid' });
  // The same code with a fresh state of one's own.
  const { state } = await startGoogle(visitor, makeSecret());
  await expect(signInWithGoogle(visitor, { ...back, state })).rejects.toMatchObject({
    code: 'google.refused',
  });
});

test('a state must be ours, whole, in time, of this brand and of this sign-in', async ({ app, world }) => {
  const visitor = visitorOf(world);
  const invalid = { code: 'link.invalid' };
  const back = await comeBack(visitor, { email: newAddress() });
  const changed = back.state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const state of ['made-up', changed]) {
    await expect(signInWithGoogle(visitor, { ...back, state })).rejects.toMatchObject(invalid);
  }
  const verbena = visitorOf(world, world.brand('verbena'));
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

test('a code is worthless without the secret of the browser that asked for it', async ({ world }) => {
  const visitor = visitorOf(world);
  const back = await comeBack(visitor, { email: newAddress() });
  const { codeVerifier } = makeSecret();
  await expect(signInWithGoogle(visitor, { ...back, codeVerifier })).rejects.toMatchObject({
    code: 'google.refused',
  });
});

test('a made-up code is refused and counted like a wrong password', async ({ app, world }) => {
  const visitor = { ...visitorOf(world), ip: '198.51.100.9' };
  const all = app.config.limits.loginsPerAddress;
  await enter(visitor, { email: newAddress() });
  expect(await app.limits.check('loginAddress', visitor.ip)).toBe(all);
  const { state } = await startGoogle(visitor, makeSecret());
  const { codeVerifier } = makeSecret();
  await expect(signInWithGoogle(visitor, { code: 'made-up', state, codeVerifier })).rejects.toMatchObject({
    code: 'google.refused',
  });
  expect(await app.limits.check('loginAddress', visitor.ip)).toBe(all - 1);
});

test('the rules of signing up hold here too', async ({ app, world }) => {
  const visitor = { ...visitorOf(world), ip: '198.51.100.10' };
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

test('a provider that is down is asked again later, and nobody is blamed', async ({ app, world }) => {
  const own = await startIdentityProvider();
  onTestFinished(() => own.stop().catch(() => {}));
  const visitor = { ...world.visitor(), ip: '198.51.100.11', identityProvider: providerAt(own) };
  const away = { code: 'server.unavailable' };
  const back = await comeBack(visitor, { email: newAddress() });
  await own.stop();
  await expect(signInWithGoogle(visitor, back)).rejects.toMatchObject(away);
  expect(await app.limits.check('loginAddress', visitor.ip)).toBe(app.config.limits.loginsPerAddress);

  const fresh = { ...visitor, identityProvider: providerAt(own) };
  await expect(startGoogle(fresh, makeSecret())).rejects.toMatchObject(away);
  const port = Number(new URL(own.issuer).port);
  const again = await startIdentityProvider({ port, clients: [own] });
  onTestFinished(() => again.stop());
  await expect(enter(fresh, { email: newAddress() })).resolves.toMatchObject({ token: expect.any(String) });
});

test('a provider that takes the call and says nothing does not hold anybody for long', async ({ world }) => {
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void mute.close());
  const issuer = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const identityProvider = createIdentityProvider({
    find: () => ({ ...sandbox, issuer }),
    log: silent,
    plainOnThisMachine: true,
    patience: 50,
  });
  const visitor = { ...world.visitor(), identityProvider };
  await expect(startGoogle(visitor, makeSecret())).rejects.toMatchObject({ code: 'server.unavailable' });
});

test('a provider that does not know us is our trouble, and no secret goes to the log', async ({ world }) => {
  const lines: string[] = [];
  const log = { ...silent, warn: (...words: unknown[]) => lines.push(JSON.stringify(words)) };
  const wrong = { ...sandbox, clientSecret: 'a secret that is wrong' };
  const visitor = {
    ...world.visitor(),
    identityProvider: providerAt(wrong, log),
  };
  const back = await comeBack(visitor, { email: newAddress() });
  await expect(signInWithGoogle(visitor, back)).rejects.toMatchObject({ code: 'google.refused' });
  expect(lines.join()).toContain('invalid_client');
  for (const secret of [back.code, back.state, back.codeVerifier, wrong.clientSecret]) {
    expect(lines.join()).not.toContain(secret);
  }
});

test('plain HTTP is for this machine alone, and only where it is allowed', async ({ world }) => {
  const strict = createIdentityProvider({ find: () => sandbox, log: silent, plainOnThisMachine: false });
  await expect(
    startGoogle({ ...world.visitor(), identityProvider: strict }, makeSecret()),
  ).rejects.toMatchObject({ code: 'server.unavailable' });
});

test.for([contract.signInWithGoogle, contract.signInWithGoogleFromHome])(
  'over the wire: $path',
  async (endpoint, { app }) => {
    const server = await serve({ ...app, identityProvider: providerAt(sandbox) }, signupRoutes);
    const { codeChallenge, codeVerifier } = makeSecret();
    const start = await callAs(server, signInContract.startGoogle, { codeChallenge });
    const { address, state } = start.reply;
    expect(new URL(address).searchParams.get('redirect_uri')).toBe('http://localhost:3000/loginWithGoogle');
    const email = newAddress();
    const back = await new IdentityVisitor().answer(address, { email, name: 'Wire' });
    const input = { code: back.searchParams.get('code') ?? '', state, codeVerifier, region: 'Lazio' };
    const { status, reply } = await callAs(server, endpoint, input);
    expect(status).toBe(200);
    expect(reply.result.user).toMatchObject({ email, region: 'Lazio' });
    const replay = await callAs(server, endpoint, input);
    expect(replay).toMatchObject({ status: 401, body: { result: null, error: { code: 'token_expired' } } });
  },
);
