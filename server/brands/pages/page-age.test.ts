import { pageReads } from '#server/modules.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { expect, test } from '#testing/harness.ts';
import { sourcePages } from './page-source.ts';
import { addPages } from './routes.ts';

test('a page that is a little old is sent once more while it is made again, one of long ago is not', async ({
  app,
}) => {
  let made = 0;
  const source = await sourcePages();
  const render: typeof source.render = async (input) => {
    made += 1;
    return { ...(await source.render(input)), html: `<h1>${made}.</h1>` };
  };
  const { server } = await createHttpServer(app);
  await addPages(app, server, { source: { ...source, render }, reads: pageReads, strict: true });
  const look = async () => {
    const { body } = await server.inject({ url: '/login', headers: { host: 'es.localhost:3000' } });
    return /<h1>(\d)\./.exec(body)?.[1];
  };
  expect([await look(), await look()]).toEqual(['1', '1']);
  app.clock.advance(90 * SECOND);
  expect(await look()).toBe('1');
  await expect.poll(look).toBe('2');
  app.clock.advance(10 * MINUTE);
  expect(await look()).toBe('3');
});
