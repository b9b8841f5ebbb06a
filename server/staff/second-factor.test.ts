import { Secret, TOTP } from 'otpauth';
import { staffMe, startTotp as startTotpEndpoint } from '#contract/staff/sign-in.ts';
import { readWork as readWorkEndpoint } from '#contract/staff/staff.ts';
import type { StaffContext } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { Authenticator } from '#testing/accounts/authenticator.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { atWork, enterConsole, hire } from '#testing/staff/staff.ts';
import type { World } from '#testing/world.ts';
import { findStaffSession, signIn, whoAmI } from './console-sessions.ts';
import { staff as staffModule } from './module.ts';
import * as factor from './second-factor.ts';

const failing = (code: string) => expect.objectContaining({ code });

async function atDoor(world: World, login: { email: string; password: string }) {
  const { token, staff } = await signIn(world.visitor(), login);
  const session = await findStaffSession(world.app, token);
  if (!session) throw new Error('no session');
  const context: StaffContext = { ...world.visitor(), ...session };
  return { token, staff, context };
}

const password = 'mira-tofu-leka-sopi';

/** Sets up an authenticator app; answers with what it shows from now on. */
async function setUpTotp(context: StaffContext) {
  const { secret, ticket } = await factor.startTotp(context, { password });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => totp.generate({ timestamp: context.app.clock.now().getTime() });
  await factor.addTotp(context, { ticket, code: code() });
  return code;
}

test('whose role asks for a second factor sets one up at the first sign-in, and nothing else is open before', async ({
  world,
  app,
}) => {
  const door = await serve(app, staffModule.routes ?? []);
  const owner = await hire(world, { withTotp: false });
  const { token, staff, context } = await atDoor(world, owner);
  expect(staff).toMatchObject({ missing: 'enrol', factors: { totp: false, passkeys: 0 } });
  const closed = await callAs(door, readWorkEndpoint, {}, { token });
  expect(closed).toMatchObject({ status: 403, body: { error: { code: 'staff.factor_missing' } } });
  expect((await callAs(door, staffMe, {}, { token })).status).toBe(200);

  const code = await setUpTotp(context);
  expect((await callAs(door, readWorkEndpoint, {}, { token })).status).toBe(200);

  // From now on the password alone opens nothing, not even the way to another factor.
  app.clock.advance(MINUTE);
  const again = await atDoor(world, owner);
  expect(again.staff).toMatchObject({ missing: 'factor', factors: { totp: true } });
  const sneaking = await callAs(door, startTotpEndpoint, {}, { token: again.token });
  expect(sneaking.body).toMatchObject({ error: { code: 'staff.factor_missing' } });
  await expect(factor.startPasskey(again.context, { password })).rejects.toEqual(
    failing('staff.factor_missing'),
  );
  expect(await factor.showTotp(again.context, { code: code() })).toMatchObject({ missing: null });
  expect((await callAs(door, readWorkEndpoint, {}, { token: again.token })).status).toBe(200);
});

test('a session that was opened by password alone before the first factor was set up adds none after it', async ({
  world,
}) => {
  const owner = await hire(world, { withTotp: false });
  const [thief, rightful] = [await atDoor(world, owner), await atDoor(world, owner)];
  const device = new Authenticator(thief.context.origin);
  const { options, ticket } = await factor.startPasskey(thief.context, {});
  const { ticket: totpTicket } = await factor.startTotp(thief.context, {});
  await setUpTotp(rightful.context);
  await expect(
    factor.addPasskey(thief.context, { ticket, response: device.create(options) }),
  ).rejects.toEqual(failing('staff.factor_missing'));
  await expect(factor.addTotp(thief.context, { ticket: totpTicket, code: '000000' })).rejects.toEqual(
    failing('staff.factor_missing'),
  );
});

test('who sees figures alone needs none, and may have one', async ({ world }) => {
  const analyst = await atWork(world, { role: 'analyst' });
  expect(await whoAmI(analyst)).toMatchObject({
    missing: null,
    brands: [{ role: 'analyst' }, { role: 'analyst' }],
  });
  await setUpTotp(analyst);
  expect(await whoAmI(analyst)).toMatchObject({ factors: { totp: true } });
  await expect(factor.startTotp(analyst, { password })).rejects.toEqual(failing('factor.known'));
  await factor.removeTotp(analyst, { password });
  expect(await whoAmI(analyst)).toMatchObject({ factors: { totp: false } });
});

test('a code is good once, for about a minute, and guesses have an end', async ({ world, app }) => {
  const owner = await hire(world);
  const code = owner.code();
  await enterConsole(world, owner);
  const second = await atDoor(world, owner);
  await expect(factor.showTotp(second.context, { code })).rejects.toEqual(failing('factor.wrong'));
  app.clock.advance(MINUTE);
  const stale = owner.code();
  app.clock.advance(2 * MINUTE);
  await expect(factor.showTotp(second.context, { code: stale })).rejects.toEqual(failing('factor.wrong'));
  for (let guess = 2; guess < app.config.limits.loginsPerAccount; guess += 1)
    await expect(factor.showTotp(second.context, { code: '000000' })).rejects.toEqual(
      failing('factor.wrong'),
    );
  await expect(factor.showTotp(second.context, { code: owner.code() })).rejects.toThrow('request.too_many');
});

test('an open console is not enough for a factor of one’s own: the password is asked for first', async ({
  world,
}) => {
  const door = await serve(world.app, staffModule.routes ?? []);
  const token = await enterConsole(world, await hire(world, { role: 'support' }));
  const support = await findContext(world, token);
  await expect(factor.startPasskey(support, {})).rejects.toEqual(failing('password.needed'));
  await expect(factor.startPasskey(support, { password: 'guess' })).rejects.toEqual(
    failing('password.wrong'),
  );
  const guess = await callAs(door, startTotpEndpoint, { password: 'guess' }, { token });
  expect(guess).toMatchObject({ status: 403, body: { error: { code: 'password.wrong' } } });
  const device = new Authenticator(support.origin);
  const { options, ticket } = await factor.startPasskey(support, { password });
  await factor.addPasskey(support, { ticket, response: device.create(options), name: 'Desk' });
  expect(await whoAmI(support)).toMatchObject({ factors: { passkeys: 1 } });
});

test('who does not set up the first factor within half an hour signs in again', async ({ world, app }) => {
  const host = await hire(world, { role: 'host', withTotp: false });
  const { token, staff } = await atDoor(world, host);
  expect(staff).toMatchObject({ missing: 'enrol', brands: [{ role: 'host' }, { role: 'host' }] });
  app.clock.advance(31 * MINUTE);
  expect(await findStaffSession(app, token)).toBeUndefined();
});

test('the code of a secret that another session was shown is worth nothing', async ({ world }) => {
  const [one, other] = [await atWork(world, { role: 'analyst' }), await atWork(world, { role: 'analyst' })];
  const { ticket } = await factor.startTotp(one, { password });
  await expect(factor.addTotp(other, { ticket, code: '123456' })).rejects.toEqual(failing('factor.wrong'));
});

test('an owner is never without: the last factor stays, another one may go', async ({ world, app }) => {
  const person = await hire(world);
  const owner = await findContext(world, await enterConsole(world, person));
  await expect(factor.removeTotp(owner, { password: 'guess' })).rejects.toEqual(failing('password.wrong'));
  await expect(factor.removeTotp(owner, { password })).rejects.toEqual(failing('factor.needed'));
  expect(await whoAmI(owner)).toMatchObject({ factors: { totp: true } });

  const device = new Authenticator(owner.origin);
  const { options, ticket } = await factor.startPasskey(owner, { password });
  await factor.addPasskey(owner, { ticket, response: device.create(options), name: 'Desk' });
  await factor.removeTotp(owner, { password });
  const [passkey] = (await factor.listPasskeys(owner)).passkeys;
  expect(passkey).toMatchObject({ name: 'Desk', lastUsedAt: null });
  await expect(factor.removePasskey(owner, { passkeyId: passkey!.id, password })).rejects.toEqual(
    failing('factor.needed'),
  );

  // And the passkey opens what the code opened.
  app.clock.advance(MINUTE);
  const { context, staff } = await atDoor(world, person);
  expect(staff).toMatchObject({ missing: 'factor', factors: { totp: false, passkeys: 1 } });
  const asked = await factor.startShowingPasskey(context);
  const response = device.get(asked.options);
  expect(await factor.showPasskey(context, { ticket: asked.ticket, response })).toMatchObject({
    missing: null,
  });
  await expect(factor.showPasskey(context, { ticket: asked.ticket, response })).rejects.toEqual(
    failing('factor.wrong'),
  );
});

async function findContext(world: World, token: string): Promise<StaffContext> {
  const session = await findStaffSession(world.app, token);
  if (!session) throw new Error('no session');
  return { ...world.visitor(), ...session };
}
