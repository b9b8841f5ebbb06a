import { pageReads } from '#server/modules.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { expect, test as base } from '#testing/harness.ts';
import { sourcePages } from './page-source.ts';
import type { PageSource } from './page-source.ts';
import { addPages } from './routes.ts';

const host = 'it.localhost:3000';
const link = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}.js">`;

const test = base.extend('server', { scope: 'file' }, async ({ app }) => {
  const source = await sourcePages();
  const render: PageSource['render'] = async (input) => ({
    ...(await source.render(input)),
    readable: input.url !== '/chats',
    rests: input.url === '/',
    links: link('application'),
    membersLinks: link('members'),
    calls: '<script type="application/json" id="first-calls">[]</script>',
  });
  const { server } = await createHttpServer(app);
  await addPages(app, server, {
    source: { ...source, askEarly: 'ask()', render },
    reads: pageReads,
    strict: true,
  });
  await server.ready();
  return server;
});

/** A page's templates by their ids, and what stands outside of them. */
async function partsOf(server: { inject: (asked: object) => Promise<{ body: string }> }, url: string) {
  const { body } = await server.inject({ url, headers: { host } });
  const templates = [...body.matchAll(/<template id="(\w+)">(.*?)<\/template>/gs)];
  const outside = templates.reduce((rest, [whole]) => rest.replace(whole, ''), body);
  return { ...Object.fromEntries(templates.map(([, id, content]) => [id, content])), outside } as Partial<
    Record<'application' | 'files' | 'resting' | 'calls' | 'members', string>
  > & { outside: string };
}

test('the scripts of a page that can be read stand aside until it is painted, others run at once', async ({
  server,
}) => {
  const readable = await partsOf(server, '/login');
  expect(readable.application).toMatch(
    /<script nonce="[\w-]{22}" type="module" fetchpriority="low" src="\/src\/entry-client.ts">/,
  );
  expect(readable.files).toContain('href="/assets/application.js"');
  expect(readable.outside).not.toContain('type="module"');
  const frame = await partsOf(server, '/chats');
  expect([frame.application, frame.files]).toEqual([undefined, undefined]);
  expect(frame.outside).toContain('type="module"');
  expect(frame.outside).toContain('href="/assets/application.js"');
});

test('the application of a landing waits until it is touched', async ({ server }) => {
  const landing = await partsOf(server, '/');
  expect(landing.resting).toContain('href="/assets/application.js"');
  expect(landing.files).not.toContain('application.js');
  expect((await partsOf(server, '/login')).resting).toBeUndefined();
});

test('what a member’s page asks and fetches waits for a token, before any style that a script would wait for', async ({
  server,
}) => {
  for (const url of ['/', '/login', '/chats']) {
    const { calls, members, outside } = await partsOf(server, url);
    expect(calls).toMatch(/id="first-calls">\[\]<\/script><script nonce="[\w-]{22}">ask\(\)<\/script>$/);
    expect(members).toContain('href="/assets/members.js"');
    expect(outside).not.toContain('members.js');
    expect(outside.indexOf('root.early')).toBeLessThan(outside.indexOf('<style'));
  }
});
