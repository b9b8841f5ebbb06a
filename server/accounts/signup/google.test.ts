import * as signInContract from '#contract/account/sign-in.ts';
import * as contract from '#contract/account/sign-up.ts';
import type { VisitorContext } from '#server/app.ts';
import { createSessionCache, findSession } from '#server/platform/security/sessions.ts';
import { Authenticator } from '#testing/accounts/authenticator.ts';
import {
  comeBack,
  enter,
  makeSecret,
  newAddress,
  openSandbox,
  providerAt,
  visitorsAt,
} from '#testing/accounts/google.ts';
import { IdentityVisitor } from '#testing/accounts/identity-page.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { withServices } from '#testing/world.ts';
import { accounts } from '../module.ts';
import { addPasskey, startPasskey } from '../passkeys/own-passkeys.ts';
import { signInWithGoogle } from './google.ts';

const test = base.extend('sandbox', { scope: 'file' }, openSandbox).extend('visitorOf', visitorsAt);

const readAccount = ({ app: { db }, brandId }: VisitorContext, email: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

test('a new member gets an account with what Google knows and the landing guessed', async ({
  app,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const email = newAddress();
  const claims = {
    trackerId: `advert-${crypto.randomUUID()}`,
    region: 'Lazio',
    city: 'Nowhere',
    source: 'advert',
  };
  const entered = await enter(visitor, { email, name: 'Marco Rossi' }, claims);
  const { token, trackerId, user, gift, isNew } = entered;
  // The page reports a lead by it, and the server tells the networks by itself.
  expect(isNew).toBe(true);
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

test('a region that is not of this country is asked for later', async ({ visitorOf }) => {
  const { user } = await enter(visitorOf(), { email: newAddress() }, { region: 'Andalucía' });
  expect(user).toMatchObject({ region: null, verified: false });
});

test('who comes back is the same member, whatever their address is by then', async ({ app, visitorOf }) => {
  const visitor = visitorOf();
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
  expect([first.isNew, again.isNew]).toEqual([true, false]);
});

test('the same person is another member in another brand', async ({ world, visitorOf }) => {
  const email = newAddress();
  const here = await enter(visitorOf(), { email });
  const there = await enter(visitorOf(world.brand('verbena')), { email });
  expect(there.trackerId).not.toBe(here.trackerId);
});

test('a member with a confirmed address keeps everything and has one more way in', async ({
  app,
  world,
  visitorOf,
}) => {
  const marco = await world.member();
  const before = await readAccount(marco, marco.email);
  const { trackerId, token } = await enter(visitorOf(), { email: marco.email.toUpperCase() });
  expect(trackerId).toBe(marco.trackerId);
  expect(await readAccount(marco, marco.email)).toEqual(before);
  expect(await findSession(app, marco.brandId, marco.token)).toBeDefined();
  const sessions = app.db.selectFrom('session').select('method').where('account_id', '=', marco.accountId);
  expect((await sessions.execute()).map(({ method }) => method).sort()).toEqual(['google', 'password']);
  expect(await findSession(app, marco.brandId, token)).toMatchObject({ accountId: marco.accountId });
});

test('who made an account with an address that was never theirs is shut out of it', async ({
  app,
  world,
  visitorOf,
}) => {
  const squatter = await world.member({ emailConfirmed: false });
  const { options, ticket } = await startPasskey(squatter);
  const response = new Authenticator(squatter.origin).create(options);
  await addPasskey(squatter, { trackerId: squatter.trackerId, ticket, response });

  // A node with the session in its cache is notified of nothing here.
  const sessions = createSessionCache(app.clock);
  sessions.resume();
  expect(await findSession({ ...app, sessions }, squatter.brandId, squatter.token)).toBeDefined();

  const { trackerId, token, user } = await enter(withServices(visitorOf(), { sessions }), {
    email: squatter.email,
  });
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

test('two tabs of the same newcomer end in one account', async ({ db, visitorOf }) => {
  const visitor = visitorOf();
  const email = newAddress();
  const returns = [await comeBack(visitor, { email }), await comeBack(visitor, { email })];
  const entered = await Promise.all(returns.map((back) => signInWithGoogle(visitor, back)));
  expect(entered[0]?.result.trackerId).toBe(entered[1]?.result.trackerId);
  expect(await db.selectFrom('account').select('id').where('email', '=', email).execute()).toHaveLength(1);
});

test.for([contract.signInWithGoogle, contract.signInWithGoogleFromHome])(
  'over the wire: $path',
  async (endpoint, { app, sandbox }) => {
    const server = await serve({ ...app, identityProvider: providerAt(sandbox) }, accounts.routes);
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
