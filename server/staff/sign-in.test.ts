import { listAudit } from '#server/platform/audit.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork, hire } from '#testing/staff/staff.ts';
import { findStaffSession, signIn, signOut, whoAmI } from './console-sessions.ts';

test('the right password opens a session, however the address is typed', async ({ world, app }) => {
  const { id, email, password } = await hire(world, { role: 'host', name: 'Bruna' });
  const { token, staff } = await signIn(world.visitor(), { email: `  ${email.toUpperCase()} `, password });
  expect(staff).toMatchObject({ id, email, name: 'Bruna', isOwner: false, missing: 'factor' });
  const session = await findStaffSession(app, token);
  expect(session).toMatchObject({ staffId: id, isOwner: false });
  expect(new Set(session?.roles.values())).toEqual(new Set(['host']));
  const { entries } = await listAudit(app.db, { limit: 1 });
  expect(entries).toMatchObject([{ action: 'staff.signed_in', actor: 'Bruna' }]);
});

test('the language of the first page is kept where none is known, and one that is known stays', async ({
  world,
}) => {
  const { email, password } = await hire(world);
  const first = await signIn(world.visitor(), { email, password, language: 'it' });
  expect(first.staff.language).toBe('it');
  const elsewhere = await signIn(world.visitor(), { email, password, language: 'fr' });
  expect(elsewhere.staff.language).toBe('it');
});

test('only a hash of the token is kept', async ({ world, app }) => {
  const { id, email, password } = await hire(world);
  const { token } = await signIn(world.visitor(), { email, password });
  const row = await app.db
    .selectFrom('staff_session')
    .selectAll()
    .where('staff_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify({ ...row, token_hash: row.token_hash.toString('latin1') })).not.toContain(token);
});

test('a wrong password, an unknown address and a person who has left get the same answer', async ({
  world,
  app,
}) => {
  const { email } = await hire(world);
  const gone = await hire(world);
  await app.db.updateTable('staff').set({ status: 'left' }).where('id', '=', gone.id).execute();
  const visitor = world.visitor();
  const attempts = [
    { email, password: 'guess' },
    { email: 'nobody@staff.example', password: 'hunter2' },
    { email: gone.email, password: gone.password },
    { email: 'zero\0@staff.example', password: '\0' },
  ];
  for (const attempt of attempts) await expect(signIn(visitor, attempt)).rejects.toThrow('staff.login_wrong');
  const { entries } = await listAudit(app.db, { limit: attempts.length });
  expect(entries.map(({ action }) => action)).toEqual(attempts.map(() => 'staff.sign_in_failed'));
  expect(entries.map(({ subject }) => subject)).toEqual([null, gone.email, null, email]);
  expect(JSON.stringify(entries)).not.toContain('nobody@');
});

test('who keeps guessing is stopped, even with the right password at last', async ({ world, app }) => {
  const { email, password } = await hire(world);
  const visitor = world.visitor();
  for (let guess = 0; guess < app.config.limits.loginsPerAccount; guess += 1) {
    await expect(signIn(visitor, { email, password: `guess ${guess}` })).rejects.toThrow('staff.login_wrong');
  }
  await expect(signIn(visitor, { email, password })).rejects.toThrow('request.too_many');
});

test('a good sign-in forgives the bad ones before it', async ({ world, app }) => {
  const { email, password } = await hire(world);
  const visitor = world.visitor();
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 1; guess < app.config.limits.loginsPerAccount; guess += 1) {
      await expect(
        signIn({ ...visitor, ip: `10.0.${round}.1` }, { email, password: 'guess' }),
      ).rejects.toThrow('staff.login_wrong');
    }
    await signIn({ ...visitor, ip: `10.0.${round}.1` }, { email, password });
  }
});

test('an address that PostgreSQL cannot store does not keep its owner out', async ({ world }) => {
  const { email, password } = await hire(world);
  for (const ip of ['fe80::1%eth0', 'not an address']) {
    await expect(signIn({ ...world.visitor(), ip }, { email, password })).resolves.toHaveProperty('token');
  }
});

test('signing out ends this session and no other', async ({ world, app }) => {
  const here = await atWork(world);
  const { email } = await whoAmI(here);
  const there = await signIn(world.visitor(), { email, password: 'mira-tofu-leka-sopi' });
  await signOut(here);
  const left = await app.db
    .selectFrom('staff_session')
    .select('id')
    .where('staff_id', '=', here.staffId)
    .execute();
  expect(left).toHaveLength(1);
  expect(await findStaffSession(app, there.token)).toBeDefined();
});

test('strangers who guess from many networks cannot lock out an owner whose device is known', async ({
  world,
}) => {
  const { email, password } = await hire(world);
  const at = (network: number) => ({ ...world.visitor(), ip: `10.9.${network}.7` });
  const { deviceToken } = await signIn(at(200), { email, password });
  for (let network = 0; network < 30; network += 1) {
    await expect(signIn(at(network), { email, password: 'guess' })).rejects.toThrow(
      network < 10 ? 'staff.login_wrong' : 'request.too_many',
    );
  }
  await expect(signIn(at(201), { email, password })).rejects.toThrow('request.too_many');
  expect(await signIn(at(201), { email, password, deviceToken })).toMatchObject({ deviceToken });
});
