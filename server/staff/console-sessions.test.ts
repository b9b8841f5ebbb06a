import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { hire } from '#testing/staff/staff.ts';
import { findStaffSession, signIn } from './console-sessions.ts';

test('a session ends after twelve hours without a call', async ({ world, app }) => {
  const { token } = await signIn(world.visitor(), await hire(world, { role: 'analyst' }));
  app.clock.advance(11 * HOUR);
  expect(await findStaffSession(app, token)).toBeDefined();
  app.clock.advance(11 * HOUR);
  expect(await findStaffSession(app, token)).toBeDefined();
  app.clock.advance(12 * HOUR);
  expect(await findStaffSession(app, token)).toBeUndefined();
});

test('a session ends after seven days, however busy it was', async ({ world, app }) => {
  const { token } = await signIn(world.visitor(), await hire(world, { role: 'analyst' }));
  const end = app.clock.now().getTime() + 7 * DAY;
  while (app.clock.now().getTime() + 6 * HOUR < end) {
    app.clock.advance(6 * HOUR);
    expect(await findStaffSession(app, token)).toBeDefined();
  }
  app.clock.advance(6 * HOUR - MINUTE);
  expect(await findStaffSession(app, token)).toBeDefined();
  app.clock.advance(MINUTE);
  expect(await findStaffSession(app, token)).toBeUndefined();
});

test('calls in a row do not write each time', async ({ world, app }) => {
  const { id, ...login } = await hire(world, { role: 'analyst' });
  const { token } = await signIn(world.visitor(), login);
  const expiry = async () =>
    (
      await app.db
        .selectFrom('staff_session')
        .select('expires_at')
        .where('staff_id', '=', id)
        .executeTakeFirstOrThrow()
    ).expires_at;
  const first = await expiry();
  app.clock.advance(4 * MINUTE);
  await findStaffSession(app, token);
  expect(await expiry()).toEqual(first);
  app.clock.advance(MINUTE);
  await findStaffSession(app, token);
  expect((await expiry()).getTime()).toBe(first.getTime() + 5 * MINUTE);
});

test('staff who have left are out at once, and a made-up token was never in', async ({ world, app }) => {
  const { id, ...login } = await hire(world, { role: 'analyst' });
  const { token } = await signIn(world.visitor(), login);
  await app.db.updateTable('staff').set({ status: 'left' }).where('id', '=', id).execute();
  expect(await findStaffSession(app, token)).toBeUndefined();
  expect(await findStaffSession(app, 'made-up')).toBeUndefined();
});
