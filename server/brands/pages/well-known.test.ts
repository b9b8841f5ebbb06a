import { pageReads } from '#server/modules.ts';
import { DAY } from '#server/platform/clock.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { expect, test as base } from '#testing/harness.ts';
import { sourcePages } from './page-source.ts';
import { addPages } from './routes.ts';

const test = base.extend('server', { scope: 'file' }, async ({ app }) => {
  const { server } = await createHttpServer(app);
  await addPages(app, server, { source: await sourcePages(), reads: pageReads, strict: false });
  return server;
});

test.for([
  ['lunaria', 'it.localhost'],
  ['verbena', 'es.localhost'],
] as const)(
  '%s says whom to tell of a hole, and where a password is changed',
  async ([key, host], { app, server }) => {
    const get = (path: string) =>
      server.inject({ url: `/.well-known/${path}`, headers: { host: `${host}:3000` } });
    const { contactPoint } = app.brands.byKey(key)!.settings.legal;
    const found = await get('security.txt');
    expect(found.statusCode).toBe(200);
    expect(found.headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = new Map(found.body.matchAll(/^([\w-]+): (.+)$/gm).map(([, name, value]) => [name, value]));
    expect(fields.get('Contact')).toBe(`mailto:${contactPoint!.email}`);
    expect(fields.get('Preferred-Languages')).toBe(contactPoint!.languages.join(', '));
    expect(fields.get('Canonical')).toContain(`//${host}`);
    const days = (Date.parse(fields.get('Expires')!) - app.clock.now().getTime()) / DAY;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
    const change = await get('change-password');
    expect([change.statusCode, change.headers.location]).toEqual([302, '/profile#password']);
  },
);
