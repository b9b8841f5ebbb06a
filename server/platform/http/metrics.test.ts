import { expect, test } from '#testing/harness.ts';
import { createHttpServer } from './server.ts';

const TOKEN = 'a-token-of-metrics-long-enough';

test('figures are for callers with the token; without one only for a developer’s own machine', async ({
  app,
}) => {
  const ask = async (config: Partial<typeof app.config>, headers = {}, remoteAddress = '127.0.0.1') => {
    const { server } = await createHttpServer({ ...app, config: { ...app.config, ...config } });
    const { statusCode } = await server.inject({ url: '/metrics', headers, remoteAddress });
    return statusCode;
  };
  expect(await ask({ environment: 'development' })).toBe(200);
  expect(await ask({ environment: 'development' }, {}, '192.0.2.7')).toBe(404);
  // A proxy that stands on the same machine and says whom it asks for.
  const proxied = { 'x-forwarded-for': '192.0.2.7' };
  expect(await ask({ environment: 'development', trustProxy: ['127.0.0.1'] }, proxied)).toBe(404);
  // One that says nothing looks like the machine itself.
  expect(await ask({ environment: 'production' })).toBe(404);
  expect(await ask({ environment: 'production', trustProxy: 1 }, proxied)).toBe(404);
  const bearer = { authorization: `Bearer ${TOKEN}` };
  expect(await ask({ environment: 'production', metricsToken: TOKEN }, bearer)).toBe(200);
  expect(await ask({ environment: 'production', metricsToken: TOKEN })).toBe(404);
});
