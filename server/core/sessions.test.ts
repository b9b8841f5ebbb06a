import { expect, test } from '../testing/harness.ts';
import { DAY } from './clock.ts';
import { checkSession, endSession, findSession, openSession } from './sessions.ts';

test('a token opens its own brand and no other', async ({ app, world }) => {
  const marco = await world.member();
  expect(await findSession(app, marco.brandId, marco.token)).toMatchObject({ accountId: marco.accountId });
  expect(await findSession(app, world.brand('verbena').id, marco.token)).toBeUndefined();
});

test('only the hash of a token is stored', async ({ db, world }) => {
  const marco = await world.member();
  const rows = await db.selectFrom('session').selectAll().where('account_id', '=', marco.accountId).execute();
  expect(JSON.stringify(rows)).not.toContain(marco.token);
});

test('a session that is used lives on, one that is not runs out', async ({ app, world }) => {
  const marco = await world.member();
  const other = await openSession(marco, app.db, marco.accountId);
  for (let day = 0; day < 100; day += 20) {
    app.clock.advance(20 * DAY);
    expect(await findSession(app, marco.brandId, marco.token)).toBeDefined();
  }
  expect(await checkSession(app, marco.brandId, other)).toBe('dead');
});

test('an ended session is dead at once, and a disabled account says so', async ({ app, db, world }) => {
  const marco = await world.member();
  await endSession(db, marco.brandId, marco.sessionId);
  expect(await checkSession(app, marco.brandId, marco.token)).toBe('dead');
  const paolo = await world.member({ status: 'disabled' });
  expect(await checkSession(app, paolo.brandId, paolo.token)).toBe('disabled');
});
