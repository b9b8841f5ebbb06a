import { jwtDecrypt } from 'jose';
import { resetLink } from '#server/accounts/account-links.ts';
import { postbackKey } from '#server/insight/postbacks.ts';
import { queueMail } from '#server/mails/mail.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Environment } from '#server/platform/config/config.ts';
import { createLinks } from '#server/platform/security/links.ts';
import { secretsFrom } from '#server/platform/security/secrets.ts';
import { TEST_SECRET } from '#testing/app.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { startNode } from '#testing/node.ts';
import { runCommand } from '#testing/operator-command.ts';
import { makeUsedDataFolder } from '#testing/real-server.ts';

const serenata = (environment: Environment, ...args: string[]) =>
  runCommand({ PORT: '4567', ...environment }, ...args);

const links = createLinks({ secrets: secretsFrom(TEST_SECRET), clock: systemClock });

test('an operator makes a link of each sort', async ({ databaseUrl, world }) => {
  const marco = await world.member({ email: 'marco@test.example' });
  const environment = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET, DATA_DIR: await makeFolder() };
  const address = async (purpose: string, ...more: string[]) => {
    const who = ['--brand', 'lunaria', '--email', ' Marco@Test.example'];
    const { code, stdout, stderr } = await serenata(environment, 'link', purpose, ...who, ...more);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const url = new URL(stdout);
    expect(url.origin).toBe('http://localhost:4567');
    const { token = '', ...query } = Object.fromEntries(url.searchParams);
    return { path: url.pathname, query, token };
  };
  const { brandId, accountId, email, trackerId } = marco;

  const reset = await address('reset');
  expect(reset).toMatchObject({ path: '/resetPassword', query: {} });
  expect(await links.open(reset.token, { purpose: 'reset', brandId })).toMatchObject({
    subject: accountId,
    data: { version: 0 },
  });
  const confirm = await address('confirm');
  expect(confirm).toMatchObject({ path: '/confirmEmail', query: {} });
  expect(await links.open(confirm.token, { purpose: 'confirm', brandId })).toMatchObject({
    subject: accountId,
    data: { email, version: 0 },
  });
  const autologin = await address('autologin', '--red', '/chats?a=1');
  const red = Buffer.from('/chats?a=1').toString('base64');
  expect(autologin).toMatchObject({ path: '/autologin', query: { red, clickid: trackerId } });
  await links.open(autologin.token, { purpose: 'autologin', brandId });
  const unsubscribe = await address('unsubscribe');
  expect(unsubscribe).toMatchObject({ path: '/unsubscribe', query: {} });
  await links.open(unsubscribe.token, { purpose: 'unsubscribe', brandId });
  const external = await address('external', '--region', 'Lazio', '--city', 'Roma', '--source', 'autumn');
  expect(external).toMatchObject({ path: '/external_email', query: { red: 'Lw==' } });
  const opened = await links.open(external.token, { purpose: 'external', brandId, partners: ['partner'] });
  expect(opened.data).toEqual({ email, region: 'Lazio', city: 'Roma', source: 'autumn' });
});

test('a mail that was never sent is printed with a link that works from now on', async ({
  databaseUrl,
  world,
}) => {
  const marco = await world.member({ email: 'carlo@test.example' });
  const { app, brand, brandId, accountId, email } = marco;
  const environment = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET, DATA_DIR: await makeFolder() };
  const link = resetLink('http://it.localhost', { accountId, version: 0 });
  const data = { link, validMinutes: 60 };
  const mail = { brand, accountId, to: email, language: 'it', template: 'reset_password', data } as const;
  const id = await queueMail(app.db, mail);
  const listed = await serenata(environment, 'mails');
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toMatch(
    new RegExp(`^${id}  queued  lunaria +reset_password +carlo@test.example$`, 'm'),
  );
  for (const which of [id, 'Carlo@Test.example']) {
    const { code, stdout, stderr } = await serenata(environment, 'mail', which);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, token = ''] = /http:\/\/it\.localhost\/resetPassword\?token=(\S+)/.exec(stdout) ?? [];
    expect(await links.open(token, { purpose: 'reset', brandId })).toMatchObject({ id, subject: accountId });
  }
  const missing = await serenata(environment, 'mail', 'nobody@test.example');
  expect(missing).toMatchObject({ code: 1, stderr: 'There is no unsent mail to nobody@test.example.' });
});

test("a partner's key is the one their links are sealed with", async ({ databaseUrl, world }) => {
  const environment = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET, DATA_DIR: await makeFolder() };
  const { id } = world.brand('verbena');
  const key = await serenata(environment, 'partner-key', '--brand', 'es', '--partner', 'partner');
  expect(key).toMatchObject({ code: 0, stderr: `kid: partner, aud: ${id}` });
  const token = await links.make({
    purpose: 'external',
    brandId: id,
    subject: 'anna@test.example',
    validFor: 60_000,
    partner: 'partner',
  });
  const { payload } = await jwtDecrypt(token, Buffer.from(key.stdout, 'base64url'));
  expect(payload).toMatchObject({ aud: id, sub: 'anna@test.example' });
});

test('what is missing or unknown is said in a sentence', async ({ databaseUrl }) => {
  const environment = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET, DATA_DIR: await makeFolder() };
  const who = ['--brand', 'lunaria', '--email', 'nobody@test.example'];
  const cases: [string[], RegExp][] = [
    [['link', 'reset', ...who], /^Nobody has the address nobody@test\.example at Lunaria\.$/],
    [['link', 'open', ...who], /^There is no link “open”; there are reset, confirm, autologin, external, /],
    [['link', 'reset', ...who, '--brand', 'x'], /^There is no brand “x”; there are lunaria, verbena\.$/],
    [['link', 'reset', '--email', 'a@b.c'], /^--brand is missing; there are lunaria, verbena\.$/],
    [['link', 'reset', '--brand', 'it'], /^--email must be an e-mail address\.$/],
    [['link', 'autologin', ...who, '--red', '//evil.example'], /^--red must be a path of the site/],
    [['link', 'autologin', ...who, '--red', 'https://evil.example'], /^--red must be a path of the site/],
    [['partner-key', '--brand', 'it', '--partner', 'x'], /^Lunaria has no partner “x”; there are partner\./],
    [['link', 'reset', '--what'], /Unknown option '--what'[^]*Usage:/],
    [['link'], /^Usage:/],
  ];
  for (const [args, sentence] of cases) {
    const { code, stdout, stderr } = await serenata(environment, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n +at /);
  }
});

test('it works beside a server that runs on its own database and its own secret', async () => {
  const folder = await makeUsedDataFolder();
  const { app } = await startNode({ DATA_DIR: folder, SECRET_KEY: '', PAYMENT_SECRET_KEY: '' });
  const environment = { DATA_DIR: folder };
  expect(await serenata(environment, 'brand', 'save', 'brands/lunaria.json')).toMatchObject({ code: 0 });
  const who = ['--brand', 'it', '--email', 'anna@test.example'];
  const { code, stdout, stderr } = await serenata(environment, 'link', 'external', ...who);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await app.brands.reload();
  const brandId = app.brands.byKey('lunaria')?.id ?? '';
  const token = new URL(stdout).searchParams.get('token') ?? '';
  const opened = await app.links.open(token, { purpose: 'external', brandId, partners: ['partner'] });
  expect(opened.data).toEqual({ email: 'anna@test.example', source: 'email' });
});

test('an advertising network is given a key of its own, once it stands in the brand’s file', async ({
  databaseUrl,
  app,
  db,
  world,
}) => {
  const environment = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET, DATA_DIR: await makeFolder() };
  const ask = () => serenata(environment, 'postback-key', '--brand', 'lunaria', '--network', 'orion');
  expect(await ask()).toMatchObject({ code: 1, stderr: expect.stringContaining('there are none yet') });
  const brand = world.brand();
  const postbacks = [
    { name: 'orion', sources: ['orion'], events: { lead: 'https://orion.example/?c={clickid}' } },
  ];
  const settings = JSON.stringify({ ...brand.settings, postbacks });
  await db.updateTable('brand').set({ settings }).where('id', '=', brand.id).execute();
  expect(await ask()).toEqual({ code: 0, stdout: postbackKey(app, brand.id, 'orion'), stderr: '' });
});
