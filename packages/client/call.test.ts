import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { authenticate, signOut, verify } from '#contract/account/sign-in.ts';
import { user } from '#contract/account/user.ts';
import { listReviews } from '#contract/brand/reviews.ts';
import { searchCities } from '#contract/discovery/places.ts';
import { endpoint } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { decodeReplyKey, importSealingKey, makeReplyKey, seal, unseal } from '#contract/kernel/sealing.ts';
import { as, spelled } from '#contract/kernel/spelling.ts';
import { uploadPhoto } from '#contract/profile/own-profile.ts';
import { staffMe } from '#contract/staff/sign-in.ts';
import { readMail } from '#contract/staff/staff.ts';
import { OfflineError, type CallContext, createCall } from './call.ts';
import { type ReceivedRequest, startServer } from './testing/http-server.ts';
import { sampleBoot, sampleUser } from './testing/sample-boot.ts';
import { installXmlHttpRequest } from './testing/xml-http-request.ts';

function page(origin: string, change: Partial<CallContext> = {}) {
  const boot = sampleBoot(origin);
  const surroundings: CallContext = {
    hosts: () => boot.hosts,
    keys: async () => boot.keys,
    token: () => 'token-1',
    sessionEnded: vi.fn(),
    onFailure: vi.fn(),
    pause: vi.fn(async () => undefined),
    ...change,
  };
  return { call: createCall(surroundings), surroundings };
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('It should have failed.'),
    (error: unknown) => error,
  );
}

test("speaks the wire's language and answers in ours", async () => {
  const wire = z.encode(user, sampleUser());
  const { origin, asked } = await startServer(() => ({
    body: { token: 't', clickid: 'click-1', user: wire },
  }));
  const reply = await page(origin).call(authenticate, {
    email: 'a@b.it',
    password: 'x',
    trackerId: 'click-1',
    host: 'h',
  });
  expect(asked[0]).toMatchObject({
    method: 'POST',
    url: '/api/users/authenticate',
    body: { email: 'a@b.it', password: 'x', clickid: 'click-1', servizio: 'h' },
  });
  expect(asked[0]?.headers.authorization).toBeUndefined();
  expect(reply).toEqual({ token: 't', trackerId: 'click-1', user: sampleUser() });
});

test('puts parameters into the path, safely', async () => {
  const { origin, asked } = await startServer(() => ({
    body: [{ city_title: "L'Aquila", state_title: 'Abruzzo' }],
  }));
  const cities = await page(origin).call(searchCities, { country: 'it', text: "l'a/q ?" });
  expect(asked[0]?.url).toBe("/api/get/city/it/l'a%2Fq%20%3F");
  expect(cities).toEqual([{ city: "L'Aquila", region: 'Abruzzo' }]);
});

test('puts a query after the address', async () => {
  const older = endpoint({
    host: 'api',
    method: 'GET',
    path: '/older',
    access: 'visitor',
    summary: '',
    query: spelled({ before: as('prima', z.string().optional()), count: as('quanti', z.int().optional()) }),
    reply: z.object({ ok: z.boolean() }),
    errors: [],
  });
  const { origin, asked } = await startServer(() => ({ body: { ok: true } }));
  const { call } = page(origin);
  await call(older, { before: 'a&b', count: 5 });
  await call(older, {});
  expect(asked.map(({ url }) => url)).toEqual(['/api/older?prima=a%26b&quanti=5', '/api/older']);
});

test('sends the token with a member call, and refuses one without', async () => {
  const { origin, asked } = await startServer(() => ({ body: { result: 'OK' } }));
  await page(origin).call(signOut, {});
  expect(asked[0]?.headers.authorization).toBe('Bearer token-1');
  const error = await failureOf(page(origin, { token: () => undefined }).call(signOut, {}));
  expect(error).toMatchObject({ code: 'session.missing' });
  expect(asked).toHaveLength(1);
});

test('shows the session where there is one, and asks as a visitor where there is none', async () => {
  const open = endpoint({
    host: 'dispenser',
    method: 'POST',
    path: '/',
    access: 'visitor-or-member',
    summary: '',
    reply: z.object({ ok: z.boolean() }),
    errors: [],
  });
  const { origin, asked } = await startServer(() => ({ body: { ok: true } }));
  await page(origin).call(open, {});
  await page(origin, { token: () => undefined }).call(open, {});
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', undefined]);
});

test('opens a reply that is sealed to the page, with one key for the whole page', async () => {
  const { origin, asked } = await startServer(async ({ headers }) => {
    const key = decodeReplyKey(String(headers['seal-key']));
    if (!key) return { status: 400, body: { error: { code: 'request.seal_key_missing', message: '' } } };
    return { body: { verify: await seal(z.encode(user, sampleUser()), await importSealingKey(key)) } };
  });
  const { call } = page(origin);
  const outcome = await call(verify, { token: 't', trackerId: 'click-1' });
  expect(outcome).toEqual({ status: 'live', user: sampleUser() });
  await call(verify, { token: 't', trackerId: 'click-1' });
  expect(asked[0]?.headers['seal-key']).toBe(asked[1]?.headers['seal-key']);
});

test('leaves a reply alone that holds no seal', async () => {
  const { origin } = await startServer(() => ({ body: { verify: 0 } }));
  expect(await page(origin).call(verify, { token: 't', trackerId: 'x' })).toEqual({ status: 'dead' });
});

test("seals what the contract says to the server's key, and nothing of it travels in the open", async () => {
  const register = endpoint({
    host: 'payment',
    method: 'POST',
    path: '/charge',
    access: 'visitor',
    summary: '',
    body: spelled({ plan: as('rateplan', z.string()) }),
    sealed: {
      name: 'card',
      wire: 'carta',
      key: 'payment',
      content: spelled({ number: as('numero', z.string()) }),
    },
    reply: z.object({ ok: z.boolean() }),
    errors: [],
  });
  const { privateKey, header } = await makeReplyKey();
  const key = { ...decodeReplyKey(header)!, kid: 'k1' };
  const { origin, asked } = await startServer(() => ({ body: { ok: true } }));
  const { call } = page(origin, { keys: async () => ({ ...sampleBoot().keys, payment: key }) });
  await call(register, { plan: 'gold', card: { number: '4111111111111111' } });
  const body = asked[0]?.body as { rateplan: string; carta: string };
  expect(asked[0]?.url).toBe('/pay/charge');
  expect(body.rateplan).toBe('gold');
  expect(JSON.stringify(body)).not.toContain('4111');
  const kids: (string | undefined)[] = [];
  const opened = await unseal(body.carta, (kid) => {
    kids.push(kid);
    return privateKey;
  });
  expect(opened).toEqual({ numero: '4111111111111111' });
  expect(kids).toEqual(['k1']);
});

test('turns a refusal into the failure both sides know', async () => {
  const { origin } = await startServer(() => ({
    status: 401,
    body: { message: 'no-1001', error: { code: 'mail_password_errati', message: 'no-1001' } },
  }));
  const { call, surroundings } = page(origin);
  const error = await failureOf(call(authenticate, { email: 'a@b.it', password: 'x' }));
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ code: 'login.wrong' });
  expect(surroundings.sessionEnded).not.toHaveBeenCalled();
});

test('keeps the id of a fault, so that it can be quoted', async () => {
  const { origin } = await startServer(() => ({
    status: 500,
    body: { error: { code: 'server.fault', message: '', id: 'f-1' } },
  }));
  const error = await failureOf(page(origin).call(authenticate, { email: 'a@b.it', password: 'x' }));
  expect(error).toMatchObject({ code: 'server.fault', details: { id: 'f-1' } });
});

test('tells the page when its session is dead', async () => {
  const { origin } = await startServer(() => ({
    status: 401,
    body: { error: { code: 'session.dead', message: '' } },
  }));
  const { call, surroundings } = page(origin);
  await failureOf(call(signOut, {}));
  expect(surroundings.sessionEnded).toHaveBeenCalledWith('token-1');
});

test('asks again for what only reads, and pauses longer each time', async () => {
  const answers: Parameters<typeof startServer>[0][] = [
    () => 'cut',
    () => ({ status: 503, body: { error: { code: 'server.unavailable', message: '', retryAfter: 1 } } }),
    () => ({ body: { reviews: [], total: 0, average: null } }),
  ];
  const { origin, asked } = await startServer((one: ReceivedRequest) => answers.shift()!(one));
  const pauses: number[] = [];
  const { call } = page(origin, { pause: async (milliseconds) => void pauses.push(milliseconds) });
  expect(await call(listReviews, {})).toEqual({ reviews: [], total: 0, average: null });
  expect(asked).toHaveLength(3);
  expect(pauses).toHaveLength(2);
  expect(pauses[1]).toBeGreaterThan(pauses[0]!);
});

test('gives up after three tries, and at once where asking again can change nothing', async () => {
  const dead = await startServer(() => 'cut');
  expect(await failureOf(page(dead.origin).call(listReviews, {}))).toBeInstanceOf(OfflineError);
  expect(dead.asked).toHaveLength(3);
  const gone = await startServer(() => ({
    status: 404,
    body: { error: { code: 'request.not_found', message: '' } },
  }));
  await failureOf(page(gone.origin).call(listReviews, {}));
  expect(gone.asked).toHaveLength(1);
});

test('never repeats what may change something', async () => {
  const { origin, asked } = await startServer(() => 'cut');
  const error = await failureOf(page(origin).call(signOut, {}));
  expect(error).toBeInstanceOf(OfflineError);
  expect(asked).toHaveLength(1);
});

test('does not wait for ever', async () => {
  const { origin } = await startServer(() => 'never');
  const error = await failureOf(page(origin).call(signOut, {}, { patience: 20 }));
  expect(error).toBeInstanceOf(OfflineError);
});

test('stops when its caller says so, and does not call that being offline', async () => {
  const stop = new AbortController();
  const { origin, asked } = await startServer(() => {
    stop.abort();
    return 'never';
  });
  const error = await failureOf(page(origin).call(listReviews, {}, { signal: stop.signal }));
  expect(error).toMatchObject({ name: 'AbortError' });
  expect(asked).toHaveLength(1);
});

test("survives a proxy's error page", async () => {
  const { origin } = await startServer(() => ({ status: 502, text: '<html>Bad gateway</html>' }));
  expect(await failureOf(page(origin).call(signOut, {}))).toMatchObject({ code: 'server.fault' });
});

const photo = new Blob(['a picture'], { type: 'image/jpeg' });
const onProgress = () => vi.fn<(share: number) => void>();

test('an upload tells how far it has come, and is answered like any other call', async () => {
  installXmlHttpRequest();
  const wire = {
    path: 'https://lunaria.example/p.webp',
    predefinita: true,
    in_vista: false,
    name: 'p',
    stato: 'in_attesa',
    motivo: null,
  };
  const { origin, asked } = await startServer(() => ({
    body: { result: 'OK', photo: wire, user: z.encode(user, sampleUser()) },
  }));
  const progress = onProgress();
  const input = { trackerId: 'click-1', photo };
  const reply = await page(origin).call(uploadPhoto, input, { onProgress: progress });
  expect(progress.mock.calls).toEqual([[0.4], [1]]);
  expect(reply.photo.status).toBe('pending');
  expect(asked[0]).toMatchObject({ method: 'POST', url: '/api/upload/click-1' });
  expect(asked[0]?.headers.authorization).toBe('Bearer token-1');
  expect(asked[0]?.body).toContain('name="avatar"');
  expect(asked[0]?.body).toContain('a picture');
});

test('an upload that is refused, cut or stuck says so, and one that is stopped stops', async () => {
  installXmlHttpRequest();
  const input = { trackerId: 'click-1', photo };
  const upload = (origin: string, options = {}) =>
    failureOf(page(origin).call(uploadPhoto, input, { onProgress: onProgress(), ...options }));
  const refused = await startServer(() => ({
    status: 415,
    body: { error: { code: 'solo_immagini', message: '' } },
  }));
  expect(await upload(refused.origin)).toMatchObject({ code: 'photo.not_image' });
  const cut = await startServer(() => 'cut');
  expect(await upload(cut.origin)).toBeInstanceOf(OfflineError);
  const stuck = await startServer(() => 'never');
  expect(await upload(stuck.origin, { patience: 20 })).toBeInstanceOf(OfflineError);
  const stop = new AbortController();
  const stopped = await startServer(() => {
    stop.abort();
    return 'never';
  });
  expect(await upload(stopped.origin, { signal: stop.signal })).toMatchObject({ name: 'AbortError' });
  expect(stopped.asked).toHaveLength(1);
});

test('the app gets every refusal, besides the caller', async () => {
  const { origin } = await startServer(() => ({ status: 403, body: { error: { code: 'region.missing' } } }));
  const { call, surroundings } = page(origin);
  expect(await failureOf(call(listReviews, {}))).toMatchObject({ code: 'region.missing' });
  expect(surroundings.onFailure).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'region.missing' }),
  );
});

test('a host that is not of this app is not called', async () => {
  const { origin, asked } = await startServer(() => ({ body: {} }));
  const error = await failureOf(page(origin).call(staffMe, {}));
  expect(error).toMatchObject({ message: '/me belongs to another app.' });
  expect(asked).toEqual([]);
});

test('an id that cannot be one is not found, and the server is not asked', async () => {
  const { origin, asked } = await startServer(() => ({ body: {} }));
  const { call } = page(origin, { hosts: () => ({ staff: `${origin}/staff` }) });
  expect(await failureOf(call(readMail, { id: '../jobs' }))).toMatchObject({ code: 'request.not_found' });
  expect(asked).toEqual([]);
});

test('a file for which there was no room just now is sent again by itself, as often as is reasonable', async () => {
  const busy = { status: 503, body: { error: { code: 'upload.busy', message: '', retryAfter: 3 } } };
  const answers = [busy, busy];
  const { origin, asked } = await startServer(
    () => answers.shift() ?? { status: 409, body: { error: { code: 'photo.too_many', message: '' } } },
  );
  const pauses: number[] = [];
  const { call } = page(origin, { pause: async (milliseconds) => void pauses.push(milliseconds) });
  const send = () => failureOf(call(uploadPhoto, { trackerId: 'click-1', photo: new Blob(['a photo']) }));
  expect(await send()).toMatchObject({ code: 'photo.too_many' });
  expect(asked).toHaveLength(3);
  expect(pauses.every((pause) => pause >= 2_000)).toBe(true);
  expect(pauses[1]).toBeGreaterThan(pauses[0]!);
  answers.push(...Array.from({ length: 50 }, () => busy));
  expect(await send()).toMatchObject({ code: 'upload.busy' });
  expect(asked.length).toBeLessThan(12);
});
