import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import { endpoint } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { trackerId } from '#contract/kernel/fields.ts';
import { importSealingKey, seal } from '#contract/kernel/sealing.ts';
import { as, spelled } from '#contract/kernel/spelling.ts';
import { code } from '#contract/kernel/text.ts';
import { bind } from '#server/bind.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';

const greet = endpoint({
  host: 'api',
  method: 'POST',
  path: '/test/greet',
  access: 'visitor',
  summary: 'Greets.',
  body: spelled({ name: as('nome', code(10)), age: as('eta', z.int().optional()) }),
  reply: spelled({ greeting: as('saluto', z.string()) }),
  errors: ['login.wrong'],
});
const own = endpoint({
  host: 'api',
  method: 'GET',
  path: '/test/own/:trackerId',
  access: 'member',
  owner: 'trackerId',
  summary: 'Reads something of one’s own.',
  params: z.object({ trackerId }),
  reply: z.object({ account: z.string() }),
  errors: [],
});
const secret = endpoint({
  host: 'api',
  method: 'POST',
  path: '/test/secret',
  access: 'visitor',
  summary: 'Takes and gives a secret.',
  sealed: {
    name: 'user',
    wire: 'utente',
    key: 'api',
    content: spelled({ name: as('nome', z.string().max(50)) }),
  },
  reply: z.object({ result: spelled({ name: as('nome', z.string()) }) }),
  sealedReply: 'result',
  errors: ['login.wrong'],
});
const clicked = endpoint({
  host: 'api',
  method: 'GET',
  path: '/test/clicked',
  access: 'visitor',
  summary: 'Reads a header.',
  headers: spelled({ kind: as('tipoautologin', z.string().max(10).optional()) }),
  reply: z.object({ kind: z.string().nullable() }),
  errors: [],
});
const either = endpoint({
  host: 'api',
  method: 'POST',
  path: '/test/either',
  access: 'member-or-link',
  summary: 'For a member, or for whoever followed a link.',
  linkField: 'token',
  body: spelled({ linkToken: as('token', z.string().max(100).optional()) }),
  reply: z.object({ who: z.string() }),
  errors: ['link.invalid'],
});

const routes = [
  bind(greet, (_, { name }) => {
    if (name === 'nobody') return fail('login.wrong');
    if (name === 'undeclared') return fail('account.disabled');
    if (name === 'broken') throw new Error('the roof fell in on 4111111111111111');
    return { greeting: `Ciao ${name}` };
  }),
  bind(own, ({ accountId }) => ({ account: accountId })),
  bind(secret, (_, { user }) => {
    if (user.name === 'nobody') return fail('login.wrong');
    return { result: { name: user.name.toUpperCase() } };
  }),
  bind(clicked, (_, { kind }) => ({ kind: kind ?? null })),
  bind(either, (context) => ({ who: 'linkToken' in context ? context.linkToken : context.accountId })),
];

const post = (payload: unknown, headers = {}) => ({
  method: 'POST' as const,
  url: '/api/test/greet',
  headers: { host: 'localhost', ...headers },
  payload: payload as object,
});

test('a call is decoded, answered and encoded by its contract', async ({ app }) => {
  const server = await serve(app, routes);
  const answer = await server.inject(post({ nome: 'Ada' }));
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ saluto: 'Ciao Ada' });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a malformed call gets 400 and the names of what is wrong, in the brand’s language', async ({ app }) => {
  const server = await serve(app, routes);
  const answer = await server.inject(post({ nome: 7, eta: 'x' }));
  expect(answer.statusCode).toBe(400);
  const { error } = answer.json<{ error: { code: string; message: string; issues: { path: string }[] } }>();
  expect(error.code).toBe('request.malformed');
  expect(error.issues.map(({ path }) => path)).toEqual(['nome', 'eta']);
  const spanish = await server.inject({ ...post({ nome: 7 }), headers: { host: 'es.localhost' } });
  expect(spanish.json<{ error: { message: string } }>().error.message).not.toBe(error.message);
});

test.for([
  ['not JSON', post('{"nome":', { 'content-type': 'application/json' }), 400],
  [
    'poisoned prototype',
    post('{"__proto__":{"a":1},"nome":"x"}', { 'content-type': 'application/json' }),
    400,
  ],
  ['a zero byte', post({ nome: 'a\0b' }), 400],
  ['too large', post({ nome: 'x'.repeat(300_000) }), 413],
  ['another media type', post('<nome/>', { 'content-type': 'text/xml' }), 415],
  ['no such call', { ...post({}), url: '/api/test/none' }, 404],
  [
    'a bad percent sign',
    { method: 'GET' as const, url: '/api/test/own/%E0%A4%A', headers: { host: 'localhost' } },
    400,
  ],
] as const)('%s', async ([, request, status], { app }) => {
  const server = await serve(app, routes);
  const answer = await server.inject(request as InjectOptions);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toHaveProperty('error.code');
});

test('an expected failure has its status and shape; an undeclared one is a bug of ours', async ({ app }) => {
  const server = await serve(app, routes);
  const wrong = await server.inject(post({ nome: 'nobody' }));
  expect([wrong.statusCode, wrong.json<{ message: string }>().message]).toEqual([
    401,
    expect.stringMatching(/-1001$/),
  ]);
  expect((await server.inject(post({ nome: 'undeclared' }))).statusCode).toBe(500);
});

test('an unexpected exception becomes 500 with an id to quote and nothing of its text', async ({ app }) => {
  const server = await serve(app, routes);
  const answer = await server.inject(post({ nome: 'broken' }));
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toHaveProperty('error.id', expect.stringMatching(/^[0-9a-f-]{36}$/));
  expect(answer.body).not.toContain('roof');
});

test('a member’s call wants a live token of this brand, and one’s own tracker id', async ({ app, world }) => {
  const server = await serve(app, routes);
  const marco = await world.member();
  const paolo = await world.member();
  const elena = await world.member({ brand: world.brand('verbena') });
  const ask = (whose: { trackerId: string }, options: { token?: string; hostname?: string }) =>
    callAs(server, own, { trackerId: whose.trackerId }, options);
  expect((await ask(marco, { token: marco.token })).reply).toEqual({ account: marco.accountId });
  expect((await ask(marco, {})).status).toBe(401);
  expect((await ask(marco, { token: 'dead' })).status).toBe(401);
  expect((await ask(marco, { token: paolo.token })).status).toBe(403);
  expect((await ask(marco, { token: elena.token })).status).toBe(401);
  expect((await ask(marco, { token: marco.token, hostname: 'es.localhost' })).status).toBe(401);
});

test('a sealed field is opened, a sealed answer is sealed, and neither goes bare', async ({ app }) => {
  const server = await serve(app, routes);
  const key = app.sealingKeys.published().api;
  const jwe = await seal({ nome: 'ada' }, await importSealingKey(key), key.kid);
  const { header } = await (await import('#contract/kernel/sealing.ts')).makeReplyKey();
  const ask = (payload: object, headers: object) =>
    server.inject({
      method: 'POST',
      url: '/api/test/secret',
      headers: { host: 'localhost', ...headers },
      payload,
    });
  const good = await ask({ utente: jwe }, { 'seal-key': header });
  expect(good.statusCode).toBe(200);
  expect(good.json<{ result: string }>().result.split('.')).toHaveLength(5);
  expect((await ask({ utente: jwe }, {})).json()).toHaveProperty('error.code', 'request.seal_key_missing');
  expect((await ask({ utente: { nome: 'ada' } }, { 'seal-key': header })).json()).toHaveProperty(
    'error.code',
    'request.not_sealed',
  );
  expect((await ask({ nome: 'ada' }, { 'seal-key': header })).statusCode).toBe(400);
});

test('where the answer would be sealed, a refusal says so by a null', async ({ app }) => {
  const server = await serve(app, routes);
  const { status, body } = await callAs(server, secret, { user: { name: 'nobody' } });
  expect(status).toBe(401);
  expect(body).toEqual({
    result: null,
    message: expect.stringMatching(/-1001$/),
    error: { code: 'mail_password_errati', message: expect.stringMatching(/-1001$/) },
  });
  expect((await callAs(server, greet, { name: 'nobody' })).body).not.toHaveProperty('result');
});

test('headers are part of the input where the contract names them', async ({ app }) => {
  const server = await serve(app, routes);
  const askWith = async (headers: Record<string, string>) =>
    (
      await server.inject({ url: '/api/test/clicked', headers: { host: 'localhost', ...headers } })
    ).json<object>();
  expect(await askWith({ tipoAutologin: 'news' })).toEqual({ kind: 'news' });
  expect(await askWith({})).toEqual({ kind: null });
  expect(await askWith({ tipoAutologin: 'x'.repeat(11) })).toHaveProperty('error.code', 'request.malformed');
});

test('where a link will do, it counts before the session, and neither is 401', async ({ app, world }) => {
  const server = await serve(app, routes);
  const { token, accountId } = await world.member();
  const who = async (linkToken: string | undefined, options: { token?: string }) => {
    const { status, reply } = await callAs(server, either, { linkToken }, options);
    return status === 200 ? reply.who : status;
  };
  expect(await who(undefined, { token })).toBe(accountId);
  expect(await who('a.link', { token })).toBe('a.link');
  expect(await who('a.link', {})).toBe('a.link');
  expect(await who(undefined, {})).toBe(401);
  expect(await who('', { token: 'dead' })).toBe(401);
});

test('an unknown host gets 421', async ({ app }) => {
  const server = await serve(app, routes);
  const call = await server.inject({ ...post({ nome: 'Ada' }), headers: { host: 'elsewhere.example' } });
  expect([call.statusCode, call.json<{ error: { code: string } }>().error.code]).toEqual([
    421,
    'brand.unknown',
  ]);
  const page = await server.inject({ url: '/', headers: { host: 'elsewhere.example' } });
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    421,
    expect.stringContaining('text/plain'),
  ]);
});

test('health, readiness and metrics answer whatever the host', async ({ app }) => {
  const server = await serve(app, routes);
  await server.inject(post({ nome: 'Ada' }));
  expect((await server.inject({ url: '/healthz', headers: { host: '10.0.0.9' } })).statusCode).toBe(200);
  expect((await server.inject({ url: '/readyz', headers: { host: '10.0.0.9' } })).json()).toEqual({
    status: 'ready',
    database: 'answers',
  });
  const metrics = await server.inject({ url: '/metrics' });
  expect(metrics.body).toContain('serenata_request_seconds_count{route="/api/test/greet",status="200"}');
});

test('one address that floods is asked to wait', async ({ app }) => {
  const server = await serve(app, routes);
  const remoteAddress = '203.0.113.9';
  const statuses = await Promise.all(
    Array.from({ length: app.config.limits.requestsPerAddress + 5 }, async () => {
      const { statusCode, headers } = await server.inject({ ...post({ nome: 'Ada' }), remoteAddress });
      return { statusCode, wait: headers['retry-after'] };
    }),
  );
  const refused = statuses.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(5);
  expect(Number(refused[0]?.wait)).toBeGreaterThan(0);
});
