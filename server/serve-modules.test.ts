import { z } from 'zod';
import { clientEvents, endpoints } from '#contract/api.ts';
import { announce } from '#contract/kernel/connection.ts';
import { endpoint } from '#contract/kernel/endpoint.ts';
import { clientEvent } from '#contract/kernel/event.ts';
import { endpointName } from '#testing/endpoint-calls.ts';
import { expect, test } from '#testing/harness.ts';
import { bind, bindEvent } from './bind.ts';
import { modules } from './modules.ts';
import { createHttpServer } from './platform/http/server.ts';
import { eventsOf, serveModules } from './serve-modules.ts';

/**
 * What is served beside the calls of the contract: pages and files, what machinery asks for, and what payment providers,
 * mail programs and Telegram send. To add one is a decision, and it is made here.
 */
const besideCalls = [
  'GET /*',
  'GET /.well-known/apple-developer-merchantid-domain-association',
  'GET /.well-known/change-password',
  'GET /.well-known/security.txt',
  'GET /adyen/paymentCheck',
  'GET /assets/:name',
  'GET /boot.json',
  'GET /brand-pictures/*',
  'GET /brand-uploads/*',
  'GET /console',
  'GET /console/*',
  'GET /console/assets/:name',
  'GET /console/preview',
  'GET /console/preview/assets/:name',
  'GET /docs',
  'GET /docs/:section',
  'GET /favicon.ico',
  'GET /icons/180.png',
  'GET /icons/192.png',
  'GET /icons/512.png',
  'GET /icons/icon.svg',
  'GET /manifest.webmanifest',
  'GET /maxpay/paymentCheck',
  'GET /media/*',
  'GET /openapi.json',
  'GET /pay/return/maxpay',
  'GET /paypal/paymentCheck',
  'GET /robots.txt',
  'GET /share/:name',
  'GET /sitemap.xml',
  'GET /sw.js',
  'GET /theme.css',
  'GET /trpay/paymentCheck',
  'POST /pay/return/maxpay',
  'POST /pay/webhooks/:provider',
  'POST /telegram/:brand',
  'POST /unsubscribe',
];

const byName = (a: string, b: string) => a.localeCompare(b, 'en');

test('what is served over HTTP is what the contract lists, and what was decided on beside it', async ({
  app,
}) => {
  const { server } = await createHttpServer(app);
  const served = new Set<string>();
  // Who may read may ask for the head alone.
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') served.add(`${each} ${url}`);
  });
  await serveModules(app, server, modules);
  await server.ready();
  const listed = endpoints.map(endpointName);
  expect([...served].filter((name) => !listed.includes(name)).toSorted(byName)).toEqual(
    besideCalls.toSorted(byName),
  );
  expect(listed.filter((name) => !served.has(name))).toEqual([]);
});

test('the events that are answered are those that the contract lists', () => {
  // Saying whose a connection is belongs to every connection.
  const answered = [announce, ...eventsOf(modules).map(({ event }) => event)];
  expect(answered.map(({ name }) => name).toSorted(byName)).toEqual(
    clientEvents.map(({ name }) => name).toSorted(byName),
  );
});

test('a module that adds a call or an event that is not in the contract stops the start', async ({ app }) => {
  const shortcut = endpoint({
    host: 'staff',
    method: 'GET',
    path: '/shortcut',
    access: 'visitor',
    summary: 'A test.',
    reply: z.object({}),
    errors: [],
  });
  const whisper = clientEvent({
    name: 'whisper',
    summary: 'A test.',
    input: z.object({}),
    acknowledgement: z.object({}),
    errors: [],
  });
  const { server } = await createHttpServer(app);
  const routes = [bind(shortcut, () => ({}))];
  await expect(serveModules(app, server, [{ name: 'extra', routes }])).rejects.toThrow(
    'not listed in the contract: GET /staff/shortcut',
  );
  const events = [bindEvent(whisper, () => ({}))];
  expect(() => eventsOf([{ name: 'extra', events }])).toThrow(
    'not listed in the contract: the event whisper',
  );
});
