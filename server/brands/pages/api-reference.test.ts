import { clientEvents, endpoints, serverEvents } from '#contract/api.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import { pageReads } from '#server/modules.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { expect, test } from '#testing/harness.ts';
import { describeApi } from './open-api.ts';
import { sourcePages } from './page-source.ts';
import { addPages } from './routes.ts';

const italy = { host: 'it.localhost:3000' };

test('on a developer’s machine the contract can be read: every call, event and error, by no script', async ({
  app,
}) => {
  const serve = async (environment: 'development' | 'production') => {
    const at = { ...app, config: { ...app.config, environment } };
    const { server } = await createHttpServer(at);
    await addPages(at, server, { source: await sourcePages(), reads: pageReads, strict: true });
    return server;
  };
  const server = await serve('development');
  const read = async (path: string) => (await server.inject({ url: path, headers: italy })).body;
  for (const host of Object.keys(hostPrefixes)) {
    const page = await read(`/docs/${host}`);
    for (const { method, path } of endpoints.filter((endpoint) => endpoint.host === host))
      expect(page).toContain(`id="${method}${path}"`);
    expect(page).not.toMatch(/<script|https?:|undefined|\[object/);
  }
  const events = await read('/docs/events');
  for (const { name } of clientEvents) expect(events).toContain(`id="client-${name}"`);
  for (const { name } of serverEvents) expect(events).toContain(`id="server-${name}"`);
  expect(await read('/docs/errors')).toContain('chat.credits_short');
  expect(await read('/docs')).toContain('/docs/dispenser');
  expect((await server.inject({ url: '/docs/nothing', headers: italy })).statusCode).toBe(404);

  const live = await serve('production');
  expect((await live.inject({ url: '/docs', headers: italy })).body).not.toContain('openapi.json');
});

test('the API description names every endpoint of the contract but what the staff may call', () => {
  const { paths } = describeApi() as { paths: Record<string, Record<string, { responses: object }>> };
  for (const { host, path, method, access } of endpoints) {
    const described = paths[hostPrefixes[host] + path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (host === 'staff' || access === 'staff') expect(described).toBeUndefined();
    else expect(described?.responses).toHaveProperty('200');
  }
  expect(Object.keys(paths).filter((path) => path.startsWith(hostPrefixes.staff))).toEqual([]);
});
