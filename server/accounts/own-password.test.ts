import * as contract from '#contract/account/credentials.ts';
import type { Failure } from '#contract/kernel/errors.ts';
import type { LinkContext } from '#server/app.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createPasswords } from '#server/platform/security/passwords.ts';
import { checkSession, findSession, openSession } from '#server/platform/security/sessions.ts';
import { makeAutologinToken, makeConfirmToken, makeResetToken } from '#testing/accounts/link-tokens.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { limitLeft } from '#testing/platform/limit-left.ts';
import { linkIn, mailsTo } from '#testing/platform/mails.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { accounts } from './module.ts';
import { changePassword } from './own-password.ts';
import { proveByPassword } from './prove.ts';
import { signIn, signInByLink } from './sign-in.ts';

const resetTokenOf = (member: Member, version = 0) =>
  makeResetToken(member.app.links, { brandId: member.brandId, accountId: member.accountId, version });

async function withResetLink(world: World, member: Member): Promise<LinkContext> {
  return { ...world.visitor(member.brand), linkToken: await resetTokenOf(member) };
}

const code = (expected: string) => expect.objectContaining({ code: expected }) as unknown;

test('a reset link changes the password once, ends every session and opens one', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  const context = await withResetLink(world, marco);
  const { token, user } = await changePassword(context, { password: 'nuova', email: marco.email });
  expect(user).toMatchObject({ trackerId: marco.trackerId, hasPassword: true });
  expect(await checkSession(app, marco.brandId, marco.token)).toBe('dead');
  expect(await findSession(app, marco.brandId, token)).toMatchObject({ accountId: marco.accountId });
  await expect(signIn(world.visitor(), marco)).rejects.toEqual(code('login.wrong'));
  await signIn(world.visitor(), { email: marco.email, password: 'nuova' });
  await expect(changePassword(context, { password: 'ancora' })).rejects.toEqual(code('link.invalid'));

  const [mail] = await mailsTo(db, marco.email);
  expect(mail?.template).toBe('password_changed');
  expect(linkIn(mail).href).toBe('http://localhost:3000/forgotPassword');
  const audit = await db.selectFrom('audit').selectAll().where('subject', '=', marco.accountId).execute();
  expect(audit).toMatchObject([{ action: 'account.password_changed', details: { by: 'link' } }]);
  expect(JSON.stringify([audit, mail])).not.toMatch(/nuova|una sera gentile/);
});

test('of fifty who follow the same link at once, one wins', async ({ app, db, world }) => {
  const marco = await world.member();
  // No call is turned away for the length of the queue, so that all of them get as far as the link itself.
  const passwords = createPasswords(app.config.passwordCost, { maxWaitingPerOwner: 50 });
  const context = withServices(await withResetLink(world, marco), { passwords });
  const attempts = Array.from({ length: 50 }, (_, index) =>
    changePassword(context, { password: `nuova ${index}` }),
  );
  const outcomes = await Promise.allSettled(attempts);
  const winners = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
  expect(winners).toHaveLength(1);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused.map((reason: Failure) => reason.code)).toEqual(Array(49).fill('link.invalid'));
  await signIn(world.visitor(), { email: marco.email, password: `nuova ${winners[0]}` });
  expect(await mailsTo(db, marco.email)).toHaveLength(1);
});

test('a change of password makes every link made before it worthless', async ({ world }) => {
  const marco = await world.member();
  const owner = { brandId: marco.brandId, accountId: marco.accountId, version: 0 };
  const second = await resetTokenOf(marco);
  const autologin = await makeAutologinToken(marco.app.links, owner);
  await changePassword(await withResetLink(world, marco), { password: 'nuova' });
  const followed = (linkToken: string) => ({ ...world.visitor(), linkToken });
  await expect(changePassword(followed(second), { password: 'altra' })).rejects.toEqual(code('link.invalid'));
  await expect(signInByLink(followed(autologin), {})).rejects.toEqual(code('link.invalid'));
  await signIn(world.visitor(), { email: marco.email, password: 'nuova' });
});

test('a link is good for its hour, its brand and its purpose', async ({ app, world }) => {
  const marco = await world.member();
  const owner = { brandId: marco.brandId, accountId: marco.accountId, version: 0 };
  const refuse = (context: LinkContext) =>
    expect(changePassword(context, { password: 'nuova' })).rejects.toEqual(code('link.invalid'));
  const context = await withResetLink(world, marco);
  await refuse({ ...world.visitor(world.brand('verbena')), linkToken: context.linkToken });
  await refuse({ ...context, linkToken: await makeAutologinToken(marco.app.links, owner) });
  await refuse({ ...context, linkToken: await makeConfirmToken(marco.app.links, owner, marco.email) });
  await refuse({ ...context, linkToken: await resetTokenOf(marco, 1) });
  await refuse({
    ...context,
    linkToken: await makeResetToken(marco.app.links, { ...owner, accountId: newId() }),
  });
  await refuse({ ...context, linkToken: 'nonsense' });
  app.clock.advance(HOUR);
  await refuse(context);
  await signIn(world.visitor(), marco);
});

test('nothing that was refused has used the link up', async ({ world }) => {
  const marco = await world.member();
  const context = await withResetLink(world, marco);
  await expect(changePassword(context, { password: '' })).rejects.toEqual(code('field.password'));
  await expect(changePassword(context, { password: 'x', email: 'a@b.c' })).rejects.toEqual(
    code('email.not_current'),
  );
  expect(await changePassword(context, { password: 'x' })).toMatchObject({ result: 'OK' });
});

async function addPasskeyNamed(db: World['app']['db'], member: Member, name: string): Promise<void> {
  await db
    .insertInto('passkey')
    .values({
      brand_id: member.brandId,
      id: `${name}-${member.accountId}`,
      account_id: member.accountId,
      public_key: Buffer.from('key'),
      counter: 0,
      name,
    })
    .execute();
}

function passkeysOf(db: World['app']['db'], member: Member) {
  return db.selectFrom('passkey').select('name').where('account_id', '=', member.accountId).execute();
}

test.for([true, false])(
  'a reset by mail takes every passkey away and names them (address confirmed before: %s)',
  async (emailConfirmed, { db, world }) => {
    const marco = await world.member({ emailConfirmed });
    const anna = await world.member();
    await addPasskeyNamed(db, marco, 'My phone');
    await addPasskeyNamed(db, marco, 'A thief http://evil.example');
    await addPasskeyNamed(db, anna, 'Another’s');
    const { user } = await changePassword(await withResetLink(world, marco), { password: 'nuova' });
    expect(user.emailConfirmed).toBe(true);
    expect(await passkeysOf(db, marco)).toEqual([]);
    expect(await passkeysOf(db, anna)).toHaveLength(1);
    const [mail] = await mailsTo(db, marco.email);
    expect(mail).toMatchObject({ template: 'password_changed', language: 'it' });
    expect(mail?.text).toContain('> Passkey «My phone»');
    // Its maker chose its name, which must not become a link.
    expect(mail?.text).toContain('> Passkey «A thief http evil example»');
    expect(mail?.text).not.toContain('evil.example');
  },
);

test('a change of password while signed in leaves passkeys as they are', async ({ db, world }) => {
  const marco = await world.member();
  await addPasskeyNamed(db, marco, 'My phone');
  await changePassword(marco, { password: 'nuova' });
  expect(await passkeysOf(db, marco)).toHaveLength(1);
  expect(await mailsTo(db, marco.email)).toMatchObject([{ template: 'password_changed' }]);
});

test('a closing account may still be reset, a disabled one says that it is', async ({ world }) => {
  const leaving = await world.member({ status: 'closing' });
  const { user } = await changePassword(await withResetLink(world, leaving), { password: 'nuova' });
  expect(user.closesAt).not.toBeNull();
  const off = await world.member({ status: 'disabled' });
  await expect(changePassword(await withResetLink(world, off), { password: 'nuova' })).rejects.toEqual(
    code('account.disabled'),
  );
});

test('a member who has just signed in changes their password without the old one', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  const elsewhere = await openSession(marco, db, marco.accountId, 'google');
  const { token } = await changePassword(marco, { password: 'nuova' });
  const states = [marco.token, elsewhere, token].map((each) => checkSession(app, marco.brandId, each));
  expect(await Promise.all(states)).toMatchObject(['dead', 'dead', { accountId: marco.accountId }]);
  await signIn(world.visitor(), { email: marco.email, password: 'nuova' });
});

test('later they are asked for it, and guessing has an end', async ({ app, world }) => {
  const marco = await world.member();
  app.clock.advance(15 * MINUTE);
  const change = () => changePassword(marco, { password: 'nuova' });
  await expect(change()).rejects.toEqual(code('password.needed'));
  await expect(proveByPassword(marco, { password: '' })).rejects.toEqual(code('password.wrong'));
  await expect(proveByPassword(marco, { password: 'wrong' })).rejects.toEqual(code('password.wrong'));
  await expect(change()).rejects.toEqual(code('password.needed'));
  await proveByPassword(marco, marco);
  expect(await change()).toMatchObject({ result: 'OK' });

  const anna = await world.member();
  const most = app.config.limits.passwordsPerAccount;
  for (let attempt = 0; attempt < most; attempt += 1)
    await expect(proveByPassword(anna, { password: `guess ${attempt}` })).rejects.toEqual(
      code('password.wrong'),
    );
  await expect(proveByPassword(anna, anna)).rejects.toEqual(code('request.too_many'));
});

test('an address that is not their own is refused with 403, by link and while signed in', async ({
  app,
  world,
}) => {
  const server = await serve(app, accounts.routes);
  const [marco, anna] = [await world.member(), await world.member()];
  const call = async (input: { email: string; linkToken?: string }) => {
    const options = input.linkToken === undefined ? { token: marco.token } : {};
    const answer = await callAs(server, contract.changePassword, { password: 'nuova', ...input }, options);
    return answer.status;
  };
  expect(await call({ email: anna.email })).toBe(403);
  expect(await call({ email: 'nonsense' })).toBe(403);
  expect(await call({ email: anna.email, linkToken: await resetTokenOf(marco) })).toBe(403);
  await signIn(world.visitor(), marco);
  await signIn(world.visitor(), anna);
  expect(await call({ email: ` ${marco.email.toUpperCase()}` })).toBe(200);
});

test('without a password only a fresh session proves anything, and never one by mail', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  await db.updateTable('account').set({ password_hash: null }).where('id', '=', marco.accountId).execute();
  app.clock.advance(15 * MINUTE);
  await expect(changePassword(marco, { password: 'nuova' })).rejects.toEqual(code('password.none'));
  await expect(proveByPassword(marco, { password: 'x' })).rejects.toEqual(code('password.wrong'));
  const owner = { brandId: marco.brandId, accountId: marco.accountId, version: 0 };
  const linkToken = await makeAutologinToken(marco.app.links, owner);
  const { token } = await signInByLink({ ...world.visitor(), linkToken }, {});
  const byMail = await findSession(app, marco.brandId, token);
  await expect(changePassword({ ...marco, ...byMail }, { password: 'nuova' })).rejects.toEqual(
    code('password.none'),
  );
  const google = await openSession(marco, db, marco.accountId, 'google');
  const session = await findSession(app, marco.brandId, google);
  const { user } = await changePassword({ ...marco, ...session }, { password: 'nuova' });
  expect(user.hasPassword).toBe(true);
});

test('a link from a mail does not stand in for a password that exists', async ({ app, world }) => {
  const marco = await world.member();
  const owner = { brandId: marco.brandId, accountId: marco.accountId, version: 0 };
  const linkToken = await makeAutologinToken(marco.app.links, owner);
  const { token } = await signInByLink({ ...world.visitor(), linkToken }, {});
  const session = await findSession(app, marco.brandId, token);
  await expect(changePassword({ ...marco, ...session }, { password: 'nuova' })).rejects.toEqual(
    code('password.needed'),
  );
});

test('a member who was signed out while they waited does not get the account back', async ({ world }) => {
  const thief = await world.member();
  const context = await withResetLink(world, thief);
  await changePassword(context, { password: 'nuova' });
  await expect(changePassword(thief, { password: 'mine' })).rejects.toEqual(code('session.dead'));
});

test('no mail goes to an address that was never confirmed', async ({ db, world }) => {
  const marco = await world.member({ emailConfirmed: false });
  await changePassword(marco, { password: 'nuova' });
  expect(await mailsTo(db, marco.email)).toEqual([]);
});

test('over the wire: by the token in the body, by the bearer, and not without either', async ({
  app,
  world,
}) => {
  const server = await serve(app, accounts.routes);
  const marco = await world.member();
  const call = (input: { password: string; linkToken?: string }, token?: string) =>
    callAs(server, contract.changePassword, input, token ? { token } : {});
  expect((await call({ password: 'a' })).status).toBe(401);
  expect((await call({ password: 'a' }, 'dead')).status).toBe(401);
  const reset = await call({ password: 'a', linkToken: await resetTokenOf(marco) });
  expect(reset).toMatchObject({ status: 200, reply: { user: { email: marco.email } } });
  const fresh = await signIn(world.visitor(), { email: marco.email, password: 'a' });
  const changed = await call({ password: 'b' }, fresh.token);
  expect(changed).toMatchObject({ status: 200, reply: { result: 'OK' } });
  expect((await call({ password: 'c' }, fresh.token)).status).toBe(401);
  expect((await call({ password: '' }, changed.reply.token)).body).toMatchObject({
    error: { code: 'errore_password' },
  });
});

test('of 24 changes at once ten are counted, and none of the others costs a hash', async ({ app, world }) => {
  const marco = await world.member();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 24 }, (_, index) => changePassword(marco, { password: `nuova ${index}` })),
  );
  const codes = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as Failure).code : 'changed',
  );
  expect(codes.filter((each) => each === 'changed')).toHaveLength(1);
  expect(codes.filter((each) => each === 'request.too_many')).toHaveLength(14);
  expect(codes.filter((each) => each === 'session.dead')).toHaveLength(9);
  expect(await limitLeft(app, 'passwordChange', `${marco.brandId}:${marco.accountId}`)).toBe(0);
});
