import { z } from 'zod';
import { endpoint } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { trackerId } from '#contract/kernel/fields.ts';
import { bind } from '#server/bind.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import type { Member } from '#testing/world.ts';

const LARGEST = 100_000;

const upload = endpoint({
  host: 'api',
  method: 'POST',
  path: '/test/upload/:trackerId',
  access: 'member',
  owner: 'trackerId',
  summary: 'Takes a file.',
  params: z.object({ trackerId }),
  upload: { name: 'photo', wire: 'avatar', maxBytes: LARGEST, tooLarge: 'photo.too_large' },
  reply: z.object({ bytes: z.int(), type: z.string() }),
  errors: ['photo.too_large'],
});
const download = endpoint({
  host: 'api',
  method: 'GET',
  path: '/test/download/:name',
  access: 'visitor',
  summary: 'Gives a file.',
  params: z.object({ name: z.string() }),
  file: { contentType: 'application/zip' },
  reply: z.instanceof(Blob),
  errors: [],
});

let taken = 0;
const routes = [
  bind(upload, (_, { photo }) => {
    taken += 1;
    return { bytes: photo.size, type: photo.type };
  }),
  bind(download, (_, { name }) => (name === 'none' ? fail('request.not_found') : new Blob(['a', 'bc']))),
];

type Part = [field: string, bytes: number] | [field: string, text: string];

async function formOf(parts: readonly Part[]): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData();
  for (const [field, content] of parts) {
    if (typeof content === 'string') form.append(field, content);
    else form.append(field, new Blob([Buffer.alloc(content)], { type: 'image/png' }), 'a.png');
  }
  const request = new Response(form);
  const type = request.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await request.arrayBuffer()), type };
}

async function send(
  server: Awaited<ReturnType<typeof serve>>,
  { token, trackerId: whose }: Pick<Member, 'token' | 'trackerId'>,
  { payload, type }: { payload: Buffer | string; type: string },
) {
  const before = taken;
  const answer = await server.inject({
    method: 'POST',
    url: `/api/test/upload/${whose}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  });
  const { error, ...reply } = answer.json<{ error?: { code: string } }>();
  return { status: answer.statusCode, code: error?.code, reply, taken: taken - before };
}

test('a file comes whole, up to its limit and no further', async ({ app, world }) => {
  const server = await serve(app, routes);
  const marco = await world.member();
  const photo = new Blob([Buffer.alloc(LARGEST)], { type: 'image/png' });
  const { reply } = await callAs(server, upload, { trackerId: marco.trackerId, photo }, marco);
  expect(reply).toEqual({ bytes: LARGEST, type: 'image/png' });
  for (const bytes of [LARGEST + 1, 20 * LARGEST]) {
    expect(await send(server, marco, await formOf([['avatar', bytes]]))).toMatchObject({
      status: 413,
      code: 'grandezza_file',
      taken: 0,
    });
  }
});

test('a form that is not the one we asked for is refused', async ({ app, world }) => {
  const server = await serve(app, routes);
  const marco = await world.member();
  const forms: Record<string, Part[]> = {
    'another field': [['photo', 10]],
    'a text in its place': [['avatar', 'text']],
    nothing: [],
    'too many fields': Array.from({ length: 30 }, (): Part => ['a', 'b']),
  };
  for (const [what, parts] of Object.entries(forms)) {
    expect(await send(server, marco, await formOf(parts)), what).toMatchObject({
      status: 400,
      code: 'request.malformed',
      taken: 0,
    });
  }
  const whole = await formOf([['avatar', 1_000]]);
  const broken = [
    { ...whole, payload: whole.payload.subarray(0, 600) },
    { ...whole, type: 'multipart/form-data' },
    { ...whole, type: 'multipart/form-data; boundary=other' },
  ];
  for (const form of broken)
    expect(await send(server, marco, form), form.type).toMatchObject({ status: 400, taken: 0 });
});

test('of two files the first counts, unless the form is larger than any file may be', async ({
  app,
  world,
}) => {
  const server = await serve(app, routes);
  const marco = await world.member();
  const withSecond = (bytes: number) =>
    formOf([
      ['avatar', 10],
      ['avatar', bytes],
    ]);
  const answer = await send(server, marco, await withSecond(LARGEST - 10));
  expect(answer).toMatchObject({ status: 200, reply: { bytes: 10 }, taken: 1 });
  expect(await send(server, marco, await withSecond(20 * LARGEST))).toMatchObject({ status: 413, taken: 0 });
});

test('what is no form is 415', async ({ app, world }) => {
  const server = await serve(app, routes);
  const marco = await world.member();
  for (const type of ['application/json', 'image/png', 'text/plain'])
    expect(await send(server, marco, { payload: '{}', type }), type).toMatchObject({ status: 415, taken: 0 });
});

test('nothing of a file is read before it is known who sends it', async ({ app, world }) => {
  const server = await serve(app, routes);
  const marco = await world.member();
  const paolo = await world.member();
  const form = await formOf([['avatar', 20 * LARGEST]]);
  expect(await send(server, { ...marco, token: 'dead' }, form)).toMatchObject({ status: 401 });
  expect(await send(server, { ...marco, token: paolo.token }, form)).toMatchObject({ status: 403 });
});

test('a file is sent to be kept, not to be shown', async ({ app }) => {
  const server = await serve(app, routes);
  const url = (name: string) => ({ url: `/api/test/download/${name}`, headers: { host: 'localhost' } });
  const { body, headers } = await server.inject(url('mine'));
  expect(body).toBe('abc');
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment',
    'content-length': '3',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const none = await server.inject(url('none'));
  expect([none.statusCode, none.json<object>()]).toEqual([
    404,
    { error: { code: 'request.not_found', message: expect.any(String) } },
  ]);
});
