import * as contract from '#contract/account/own-account.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { checkSession, openSession } from '#server/platform/security/sessions.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { accounts } from './module.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';

const android =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

test('a member sees where they are signed in, newest first, and no other member', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  await world.member();
  app.clock.advance(MINUTE);
  const phone = { ...marco, userAgent: android, ip: '203.0.113.9' };
  await openSession(phone, db, marco.accountId, 'google');
  const { sessions } = await listOwnSessions(marco);
  const now = app.clock.now().getTime();
  expect(sessions).toEqual([
    {
      id: expect.any(String) as string,
      current: false,
      method: 'google',
      device: 'Chrome, Android',
      ip: '203.0.113.9',
      createdAt: now,
      lastSeenAt: now,
    },
    expect.objectContaining({ id: marco.sessionId, current: true, method: 'password', device: '' }),
  ]);
  app.clock.advance(91 * DAY);
  expect(await listOwnSessions(marco)).toEqual({ sessions: [] });
});

test('the list has an end', async ({ db, world }) => {
  const marco = await world.member();
  for (let count = 0; count < 51; count += 1) await openSession(marco, db, marco.accountId, 'password');
  expect((await listOwnSessions(marco)).sessions).toHaveLength(50);
});

test('a member signs out a device of theirs, and of no other member', async ({ app, db, world }) => {
  const marco = await world.member();
  const anna = await world.member();
  const second = await openSession(marco, db, marco.accountId, 'password');
  const { sessions } = await listOwnSessions(marco);
  const other = sessions.find(({ current }) => !current)?.id ?? '';
  await expect(endOwnSession(anna, { sessionId: other })).rejects.toMatchObject({
    code: 'request.not_found',
  });
  expect(await checkSession(app, marco.brandId, second)).toMatchObject({ accountId: marco.accountId });
  await endOwnSession(marco, { sessionId: other });
  expect(await checkSession(app, marco.brandId, second)).toBe('dead');
  await expect(endOwnSession(marco, { sessionId: other })).rejects.toMatchObject({
    code: 'request.not_found',
  });
});

test('signing out everywhere else leaves this device and other people alone', async ({ app, db, world }) => {
  const [marco, anna] = [await world.member(), await world.member()];
  const other = await openSession(marco, db, marco.accountId, 'link');
  await endOtherSessions(marco);
  const check = (token: string) => checkSession(app, marco.brandId, token);
  expect(await check(other)).toBe('dead');
  expect(await check(marco.token)).toMatchObject({ accountId: marco.accountId });
  expect(await check(anna.token)).toMatchObject({ accountId: anna.accountId });
});

test('over the wire only the owner may look and end', async ({ app, world }) => {
  const server = await serve(app, accounts.routes);
  const [marco, anna] = [await world.member(), await world.member()];
  const { trackerId, sessionId } = marco;
  expect((await callAs(server, contract.listOwnSessions, { trackerId }, { token: anna.token })).status).toBe(
    403,
  );
  const ended = await callAs(
    server,
    contract.endOwnSession,
    { trackerId, sessionId },
    { token: marco.token },
  );
  expect(ended).toMatchObject({ status: 200, reply: { result: 'OK' } });
  expect(
    (await callAs(server, contract.endOtherSessions, { trackerId }, { token: marco.token })).status,
  ).toBe(401);
});
