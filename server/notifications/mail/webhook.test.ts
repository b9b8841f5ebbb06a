import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isUndeliverable, queueMail } from '#server/mails/mail.ts';
import { HOUR } from '#server/platform/clock.ts';
import type { TestApp } from '#testing/app.ts';
import { expect, test as base } from '#testing/harness.ts';
import { serve } from '#testing/http.ts';
import type { Member } from '#testing/world.ts';
import { notifications } from '../module.ts';
import { saveNotificationSettings, settingsOf } from '../settings.ts';

const KEY = 'the key of the mail service';

const withKey = (app: TestApp, webhookKey: string | undefined): TestApp => ({
  ...app,
  config: { ...app.config, mail: { ...app.config.mail, webhookKey } },
});

const test = base.extend('server', async ({ app }, { onCleanup }) => {
  const server = await serve(withKey(app, KEY), notifications.routes);
  onCleanup(() => server.close());
  return server;
});

function signed(app: TestApp, { key = KEY, at = app.clock.now(), token = randomUUID() } = {}) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex');
  return { timestamp, token, signature };
}

/** What the mail service says of one of our mails to a person. */
async function aboutMailTo({ app: { db }, brand, accountId, email: to }: Member) {
  const mail = { brand, accountId, to, language: 'it', template: 'welcome' } as const;
  const id = await queueMail(db, { ...mail, data: { link: 'https://x.example/', screenName: 'Marco' } });
  return { recipient: to, ...naming(`${id}@${brand.settings.domain}`) };
}

const naming = (messageId: string) => ({ message: { headers: { 'message-id': messageId } } });

const send = (server: FastifyInstance, payload: object) =>
  server.inject({ method: 'POST', url: '/cron/mailRemove', headers: { host: 'localhost' }, payload });

const choicesOf = (app: TestApp, email: string) =>
  app.db.selectFrom('account').select('newsletter').where('email', '=', email).executeTakeFirstOrThrow();

const subscribe = (app: TestApp, email: string) =>
  app.db.updateTable('account').set({ newsletter: true }).where('email', '=', email).execute();

test('without a key, unsigned, signed by another or too late: no message is believed', async ({
  app,
  server,
  world,
}) => {
  const marco = await world.member();
  const { email } = marco;
  await subscribe(app, email);
  const event = await aboutMailTo(marco);
  const off = await serve(withKey(app, undefined), notifications.routes);
  expect((await send(off, { signature: signed(app), 'event-data': event })).statusCode).toBe(404);
  const late = new Date(app.clock.now().getTime() - 13 * HOUR);
  for (const signature of [
    signed(app, { key: 'another key altogether' }),
    signed(app, { at: late }),
    { ...signed(app), token: 'changed' },
    { ...signed(app), signature: 'zz' },
    { ...signed(app), timestamp: 'soon' },
  ]) {
    expect((await send(server, { signature, 'event-data': event })).statusCode).toBe(401);
  }
  expect((await send(server, { 'event-data': event })).statusCode).toBe(400);
  expect(await choicesOf(app, email)).toMatchObject({ newsletter: true });
});

test('an unsubscription ends the newsletter, and is kept as a proof once', async ({ app, server, world }) => {
  const marco = await world.member();
  const { email, accountId } = marco;
  await subscribe(app, email);
  const event = await aboutMailTo(marco);
  const call = () => send(server, { signature: signed(app), 'event-data': event });
  const answers = [await call(), await call()];
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, '{"result":"OK"}'],
    [200, '{"result":"OK"}'],
  ]);
  expect(await choicesOf(app, email)).toEqual({ newsletter: false });
  const consents = app.db.selectFrom('consent').select(['kind', 'given']).where('account_id', '=', accountId);
  expect(await consents.where('kind', '=', 'newsletter').execute()).toEqual([
    { kind: 'newsletter', given: false },
  ]);
  expect(await isUndeliverable(app, app.db, world.brand().id, email)).toBe(false);
});

test.for(['unsubscribed', 'complained'])(
  '%s ends every notice by mail too',
  async (event, { app, server, world }) => {
    const marco = await world.member();
    const about = await aboutMailTo(marco);
    await send(server, { signature: signed(app), 'event-data': { ...about, event } });
    expect((await settingsOf(app.db, marco)).mail).toEqual({
      message: false,
      like: false,
      visit: false,
      gift: false,
    });
  },
);

test('a mail that is not ours, or another brand’s, gets the same answer', async ({ app, server, world }) => {
  const elsewhere = await world.member({ brand: world.brand('verbena') });
  const { email } = elsewhere;
  await subscribe(app, email);
  const unknown = { recipient: email, ...naming(`${randomUUID()}@x.example`) };
  for (const event of [
    unknown,
    naming('<hello>'),
    naming(''),
    { message: {} },
    {},
    await aboutMailTo(elsewhere),
  ]) {
    const answer = await send(server, { signature: signed(app), 'event-data': event });
    expect([answer.statusCode, answer.body]).toEqual([200, '{"result":"OK"}']);
  }
  expect(await choicesOf(app, email)).toEqual({ newsletter: true });
});

test('a person who has seen a signed message cannot say by its signature that another address is gone', async ({
  app,
  server,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  await subscribe(app, anna.email);
  const gone = { event: 'failed', severity: 'permanent' };
  // The address is no part of what is signed, so the mail's own decides.
  const own = await aboutMailTo(marco);
  const signature = signed(app);
  await send(server, { signature, 'event-data': { ...own, ...gone, recipient: anna.email } });
  expect(await isUndeliverable(app, app.db, anna.brandId, anna.email)).toBe(false);
  expect(await isUndeliverable(app, app.db, marco.brandId, marco.email)).toBe(true);
  // And each signature is good once, also for a mail that another person was shown.
  const annasMail = await aboutMailTo(anna);
  for (const event of [gone, { event: 'complained' }])
    expect((await send(server, { signature, 'event-data': { ...annasMail, ...event } })).statusCode).toBe(
      200,
    );
  expect(await isUndeliverable(app, app.db, anna.brandId, anna.email)).toBe(false);
  expect(await choicesOf(app, anna.email)).toEqual({ newsletter: true });
});

test('played back, it does not undo a later yes', async ({ app, server, world }) => {
  const marco = await world.member();
  const { email, accountId, brandId } = marco;
  const about = await aboutMailTo(marco);
  const event = { signature: signed(app), 'event-data': { ...about, event: 'complained' } };
  app.clock.advance(HOUR);
  await subscribe(app, email);
  await app.db
    .insertInto('consent')
    .values({
      brand_id: brandId,
      id: accountId,
      account_id: accountId,
      kind: 'newsletter',
      given: true,
      text_version: '1',
      language: 'it',
      created_at: app.clock.now(),
    })
    .execute();
  await saveNotificationSettings(marco, { mail: { message: true, gift: false } });
  expect((await send(server, event)).statusCode).toBe(200);
  expect(await choicesOf(app, email)).toEqual({ newsletter: true });
  expect((await settingsOf(app.db, marco)).mail).toMatchObject({ message: true, like: true, gift: false });
});

test('a hard bounce stops every mail to the address, a soft one none', async ({ app, server, world }) => {
  const marco = await world.member();
  const { email, brandId } = marco;
  await subscribe(app, email);
  const about = await aboutMailTo(marco);
  const failed = (severity: string) =>
    send(server, { signature: signed(app), 'event-data': { ...about, event: 'failed', severity } });
  await failed('temporary');
  expect(await isUndeliverable(app, app.db, brandId, email)).toBe(false);
  await failed('permanent');
  await failed('permanent');
  expect(await isUndeliverable(app, app.db, brandId, email)).toBe(true);
  expect(await isUndeliverable(app, app.db, world.brand('verbena').id, email)).toBe(false);
  expect(await choicesOf(app, email)).toEqual({ newsletter: true });
});
