import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { uploadPhoto } from '#contract/profile/own-profile.ts';
import type { App } from '#server/app.ts';
import { identify } from '#server/identify.ts';
import { modules } from '#server/modules.ts';
import { profiles } from '#server/profiles/module.ts';
import { expect, test } from '#testing/harness.ts';
import { memoryLimits } from '#testing/platform/memory-limits.ts';
import { createFairQueue } from '../fair-queue.ts';
import type { Binding } from './mount.ts';
import { mount } from './mount.ts';
import { createHttpServer } from './server.ts';

type Server = Awaited<ReturnType<typeof createHttpServer>>['server'];

async function listen(app: App, bindings: readonly Binding[]): Promise<Server> {
  const { server } = await createHttpServer(app);
  mount(app, server, bindings, identify);
  await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  return server;
}

/** Says that a photo is coming and sends nothing of it. What is answered is answered without it. */
async function announce(
  server: Server,
  { trackerId, token }: { trackerId: string; token: string },
  bytes: number,
) {
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  client.write(
    [
      `POST /api/upload/${trackerId} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${bytes}`,
      'connection: close',
      '\r\n',
    ].join('\r\n'),
  );
  const answer = once(client, 'data').then(async ([head]) => String(head));
  return { answer, leave: () => client.destroy() };
}

const SIZE = 7_600_000;

test('what is too much is refused before a byte of it has come: no session, too large, too often', async ({
  app,
  world,
}) => {
  const limits = memoryLimits({
    limits: { ...app.config.limits, uploadsPerAccount: 1 },
    secretKey: 'x',
    clock: app.clock,
    log: app.log,
  });
  const server = await listen({ ...app, limits }, profiles.routes);
  const marco = await world.member();
  const answerTo = async (who: { trackerId: string; token: string }, bytes = SIZE) =>
    (await announce(server, who, bytes)).answer;
  expect(await answerTo({ ...marco, token: 'nobody' })).toMatch(/^HTTP\/1\.1 401 .*session\.dead/s);
  expect(await answerTo(marco, 60_000_000)).toMatch(/^HTTP\/1\.1 413 .*(?:photo\.too_large|grandezza_file)/s);
  await limits.hit('uploadAccount', `${marco.brandId}:${marco.accountId}`);
  expect(await answerTo(marco)).toMatch(/^HTTP\/1\.1 429 .*retry-after: \d+.*request\.too_many/s);
});

test('only so many are read at the same time; one for which there is no room learns when to come again', async ({
  app,
  world,
}) => {
  const uploadQueue = createFairQueue({ concurrency: 1, maxWaiting: 0, maxWaitingPerOwner: 1 });
  const begun = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const admit = async () => {
    begun[reads]?.resolve('read');
    reads += 1;
  };
  const server = await listen({ ...app, uploadQueue }, [
    { endpoint: uploadPhoto, handler: () => ({}), beforeUpload: admit },
  ]);
  const [marco, paolo] = [await world.member(), await world.member()];
  const slow = await announce(server, marco, SIZE);
  await begun[0]?.promise;
  expect(await (await announce(server, paolo, SIZE)).answer).toMatch(
    /^HTTP\/1\.1 503 .*retry-after: \d+.*upload\.busy/s,
  );
  expect(reads).toBe(1);
  // A client that leaves in the middle frees its place.
  slow.leave();
  await expect
    .poll(async () => {
      const next = await announce(server, paolo, SIZE);
      const outcome = await Promise.race([next.answer, begun[1]?.promise]);
      next.leave();
      return outcome;
    })
    .toBe('read');
});

test('every call that takes a file is asked something before it is read', () => {
  const uploads = modules
    .flatMap<Binding>(({ routes = [] }) => routes)
    .filter(({ endpoint }) => endpoint.upload)
    .map((binding) => [binding.endpoint.path, typeof binding.beforeUpload]);
  expect(uploads.length).toBeGreaterThanOrEqual(4);
  for (const [path, asked] of uploads) expect([path, asked]).toEqual([path, 'function']);
});
