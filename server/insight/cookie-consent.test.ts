import { randomUUID } from 'node:crypto';
import { recordCookieConsent as endpoint } from '#contract/insight/consent.ts';
import { DAY } from '#server/platform/clock.ts';
import { withLiveSession } from '#testing/accounts/live-session.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { insight } from './module.ts';

const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0';
const chosen = () => ({
  id: randomUUID(),
  measurement: true,
  advertising: false,
  policyVersion: '2026-11',
  way: 'sheet' as const,
});

test('a choice is in the log without an account, and leads to no person', async ({ app, db, world }) => {
  const server = await serve(app, insight.routes);
  const choice = chosen();
  const headers = { 'user-agent': firefox, 'accept-language': 'fr' };
  expect(await callAs(server, endpoint, choice, { headers })).toMatchObject({ body: { result: 'OK' } });
  const row = await db
    .selectFrom('cookie_consent')
    .selectAll()
    .where('id', '=', choice.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    brand_id: world.brand().id,
    id: choice.id,
    account_id: null,
    measurement: true,
    advertising: false,
    policy_version: '2026-11',
    language: row.language,
    way: 'sheet',
    device: 'Firefox, Android',
    created_at: app.clock.now(),
    replaces: null,
  });
});

test('sent again it is the same choice, and becomes that of the member who is signed in there', async ({
  app,
  db,
  world,
}) => {
  const server = await serve(app, insight.routes);
  const [marco, paolo] = [
    await withLiveSession(await world.member()),
    await withLiveSession(await world.member()),
  ];
  const choice = chosen();
  const read = () =>
    db.selectFrom('cookie_consent').selectAll().where('id', '=', choice.id).executeTakeFirstOrThrow();
  await callAs(server, endpoint, choice);
  const first = await read();
  await callAs(server, endpoint, { ...choice, advertising: true }, { token: marco.token });
  expect(await read()).toEqual({ ...first, account_id: marco.accountId });
  await callAs(server, endpoint, choice, { token: paolo.token });
  await callAs(server, endpoint, choice);
  expect(await read()).toEqual({ ...first, account_id: marco.accountId });
});

test('the log is kept for two years', async ({ app, db }) => {
  const server = await serve(app, insight.routes);
  const choice = chosen();
  await callAs(server, endpoint, choice);
  const exists = async () =>
    (await db.selectFrom('cookie_consent').select('id').where('id', '=', choice.id).execute()).length === 1;
  app.clock.advance(2 * 365 * DAY);
  await insight.cleanUp(app);
  expect(await exists()).toBe(true);
  app.clock.advance(1);
  await insight.cleanUp(app);
  expect(await exists()).toBe(false);
});
