import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newMember, register, registerExternally } from '#contract/account/sign-up.ts';
import type { NewMember } from '#contract/account/sign-up.ts';
import { importSealingKey, makeReplyKey, seal } from '#contract/kernel/sealing.ts';
import { DAY } from '#server/platform/clock.ts';
import { newcomer } from '#testing/accounts/newcomer.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { accounts } from '../module.ts';

/** All visitors in this file come from one network, so it is forgotten for each test. */
const test = base.extend('server', async ({ app }, { onCleanup }) => {
  await app.limits.reset('signupAddress', '127.0.0.1');
  const server = await serve(app, accounts.routes);
  onCleanup(() => server.close());
  return server;
});

const signUp = (server: FastifyInstance, options: Partial<NewMember> = {}, hostname = 'localhost') =>
  callAs(server, register, { member: newcomer(options) }, { hostname });

test('the answer to a sign-up is sealed and holds all that the specification names', async ({ server }) => {
  const { status, body, reply } = await signUp(server, { flowId: '11' });
  expect(status).toBe(200);
  expect(Object.keys((body as { result: object }).result).toSorted()).toEqual([
    'clickid',
    'deviceToken',
    'nuovo',
    'optin',
    'regalo_messaggi',
    'token',
    'user',
  ]);
  expect(reply.result).toMatchObject({ optIn: 'double', gift: 5 });
});

test.for([
  [422, 'errore_email', '1004', { email: 'luca' }],
  [422, 'errore_password', 'errore_password', { password: '' }],
  [422, 'errore_citta', 'errore_citta', { region: 'Atlantide' }],
  [422, 'terms2', 'terms2', { terms: false }],
  [422, 'terms3', 'terms3', { adult: false }],
  [422, 'eta', 'eta', { age: 17 }],
  [422, 'errore_sono', 'errore_sono', { gender: 'other' }],
  [422, 'errore_cerco', 'errore_cerco', { seeks: 'other' }],
  [422, 'signup.email_forbidden', '1005', { email: 'luca@mailinator.com' }],
] as const)('refused with %i and %s, ending in -%s', async ([status, code, suffix, wrong], { server }) => {
  const answer = await signUp(server, wrong);
  const message = expect.stringMatching(new RegExp(`.-${suffix}$`));
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ result: null, message, error: { code, message } });
});

test('what a landing claims is cleaned inside the seal too', async ({ app, db, server }) => {
  const key = app.sealingKeys.published().api;
  const { header } = await makeReplyKey();
  const member = {
    ...(z.encode(newMember, newcomer({ trackerId: 'marred-claims' })) as object),
    campid: 'sum\0mer',
    source: '\uD800ad\uDFFFvert',
    ua: '\u0007\0',
  };
  const answer = await server.inject({
    method: 'POST',
    url: '/api/users/register',
    headers: { host: 'localhost', 'seal-key': header },
    payload: { utente: await seal(member, await importSealingKey(key), key.kid) },
  });
  expect(answer.statusCode).toBe(200);
  const arrival = await db
    .selectFrom('arrival')
    .innerJoin('account', 'account.id', 'arrival.account_id')
    .select(['arrival.source', 'arrival.campaign_id'])
    .where('account.tracker_id', '=', 'marred-claims')
    .executeTakeFirstOrThrow();
  expect(arrival).toEqual({ source: 'ad vert', campaign_id: 'sum mer' });
});

test('an address that is taken, a disabled account and a known device have their own answers', async ({
  server,
  world,
}) => {
  const anna = await world.member();
  const off = await world.member({ status: 'disabled' });
  const fingerprint = randomUUID();
  await signUp(server, { email: 'marco@esempio.it', fingerprint });
  const message = (suffix: string) => expect.stringMatching(new RegExp(`.-${suffix}$`));
  expect(await signUp(server, { email: anna.email })).toMatchObject({
    status: 409,
    body: { result: null, message: message('1000'), error: { code: 'signup.email_taken' } },
  });
  expect(await signUp(server, { email: off.email })).toMatchObject({
    status: 403,
    body: { result: null, message: message('1008'), error: { code: 'utente_disabilitato' } },
  });
  expect(await signUp(server, { fingerprint })).toMatchObject({
    status: 409,
    body: {
      result: null,
      message: message('1003'),
      error: { code: 'signup.known_device', email: 'm•••o@e•••.it' },
    },
  });
  expect(await signUp(server, { fingerprint, anotherPerson: true })).toMatchObject({ status: 200 });
});

test('the brand is the one whose site was called', async ({ server }) => {
  const spanish = await signUp(server, { region: 'Andalucía', city: 'Sevilla' }, 'es.localhost');
  expect(spanish.reply.result.user).toMatchObject({ region: 'Andalucía', language: 'es' });
  expect((await signUp(server, {}, 'es.localhost')).status).toBe(422);
});

/** Sends whatever stands in `utente`, as a browser would. */
async function post(server: FastifyInstance, utente: unknown, headers: Record<string, string> = {}) {
  const { header } = await makeReplyKey();
  return server.inject({
    method: 'POST',
    url: '/api/users/register',
    headers: { host: 'localhost', 'content-type': 'application/json', 'seal-key': header, ...headers },
    payload: { utente },
  });
}

test('after too many attempts the answer says when to come back', async ({ app, server }) => {
  const key = app.sealingKeys.published().api;
  const fingerprint = randomUUID();
  const attempt = async () => {
    const content = z.encode(newMember, newcomer({ fingerprint, anotherPerson: true }));
    return post(server, await seal(content, await importSealingKey(key), key.kid));
  };
  for (let count = 0; count < 5; count += 1) expect((await attempt()).statusCode).toBe(200);
  const refused = await attempt();
  expect(refused.statusCode).toBe(429);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({
    result: null,
    message: expect.stringMatching(/-1007$/),
    error: { code: 'signup.too_many', retryAfter: seconds },
  });
});

test('what is not sealed, or cannot be answered sealed, is malformed', async ({ server }) => {
  const plain = z.encode(newMember, newcomer());
  for (const utente of [plain, JSON.stringify(plain), 'a.b.c.d.e', undefined]) {
    const { statusCode, body } = await post(server, utente);
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { result: null }]);
  }
  const answer = await callAs(server, register, { member: newcomer() }, { headers: { 'seal-key': '' } });
  expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'request.seal_key_missing' } }]);
});

test('fields of a wrong type are malformed, words that mean nothing are refused', async ({ app, server }) => {
  const key = app.sealingKeys.published().api;
  const send = async (utente: object) =>
    (await post(server, await seal(utente, await importSealingKey(key), key.kid))).statusCode;
  const good = z.encode(newMember, newcomer()) as Record<string, unknown>;
  expect(await send({ ...good, eta: 'quaranta' })).toBe(400);
  expect(await send({ ...good, terms2: 'sì' })).toBe(400);
  expect(await send({ ...good, sono: 'altro' })).toBe(422);
  expect(await send({})).toBe(422);
  expect(await send(good)).toBe(200);
});

test('a partner’s link is answered as a form is', async ({ app, server, world }) => {
  const email = `${randomUUID()}@test.example`;
  const linkToken = await app.links.make({
    purpose: 'external',
    brandId: world.brand().id,
    subject: email,
    validFor: DAY,
    partner: 'partner',
    data: { email },
  });
  const enter = (token: string) => callAs(server, registerExternally, { member: { linkToken: token } });
  expect((await enter(linkToken)).reply.result.user).toMatchObject({ email, accepted: false });
  expect(await enter('nonsense')).toMatchObject({
    status: 401,
    body: { result: null, error: { code: 'token_expired' } },
  });
});
