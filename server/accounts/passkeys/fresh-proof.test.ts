import type { SignInMethod } from '#contract/account/own-account.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { findSession } from '#server/platform/security/sessions.ts';
import { Authenticator } from '#testing/accounts/authenticator.ts';
import { makeAutologinToken, makeConfirmToken } from '#testing/accounts/link-tokens.ts';
import { inSession } from '#testing/accounts/member-session.ts';
import { expect, test } from '#testing/harness.ts';
import { linkIn, mailsTo } from '#testing/platform/mails.ts';
import type { Member } from '#testing/world.ts';
import { confirmEmail } from '../own-email.ts';
import { proveByPassword } from '../prove.ts';
import { signInByLink } from '../sign-in.ts';
import { addPasskey, startPasskey, listPasskeys } from './own-passkeys.ts';

async function add(member: Member) {
  const { options, ticket } = await startPasskey(member);
  const response = new Authenticator(member.origin).create(options);
  return addPasskey(member, { trackerId: member.trackerId, ticket, response });
}

test.for<SignInMethod>(['password', 'google', 'passkey', 'signup'])(
  'for 15 minutes after coming in by %s nothing more is asked for',
  async (method, { app, world }) => {
    const marco = await inSession(await world.member(), method);
    await add(marco);
    app.clock.advance(15 * MINUTE);
    await expect(startPasskey(marco)).rejects.toMatchObject({ code: 'password.needed' });
    await expect(proveByPassword(marco, { password: 'x' })).rejects.toMatchObject({ code: 'password.wrong' });
    await proveByPassword(marco, marco);
    expect(await startPasskey(marco)).toHaveProperty('ticket');
    app.clock.advance(15 * MINUTE);
    await expect(startPasskey(marco)).rejects.toMatchObject({ code: 'password.needed' });
  },
);

test('a session by a link from a mail makes no passkey without the password, however fresh', async ({
  db,
  world,
}) => {
  const marco = await world.member();
  const owner = { brandId: marco.brandId, accountId: marco.accountId, version: 0 };
  const links = [
    async () =>
      signInByLink({ ...world.visitor(), linkToken: await makeAutologinToken(marco.app.links, owner) }, {}),
    async () =>
      confirmEmail(
        { ...world.visitor(), linkToken: await makeConfirmToken(marco.app.links, owner, marco.email) },
        {},
      ),
  ];
  for (const follow of links) {
    const session = await findSession(marco.app, marco.brandId, (await follow()).token);
    const thief = { ...marco, ...session };
    await expect(startPasskey(thief)).rejects.toMatchObject({ code: 'password.needed' });
    await proveByPassword(thief, marco);
    expect(await startPasskey(thief)).toHaveProperty('ticket');
  }
  await db.updateTable('account').set({ password_hash: null }).where('id', '=', marco.accountId).execute();
  await expect(startPasskey(await inSession(marco, 'link'))).rejects.toMatchObject({
    code: 'password.none',
  });
});

test('the proof counts in the session that gave it and in no other', async ({ world }) => {
  const marco = await world.member();
  const { options, ticket } = await startPasskey(marco);
  const response = new Authenticator(marco.origin).create(options);
  const other = await inSession(marco, 'link');
  await expect(addPasskey(other, { trackerId: marco.trackerId, ticket, response })).rejects.toMatchObject({
    code: 'passkey.refused',
  });
});

test('the owner is notified by mail, in their language, by a name that is no link', async ({ db, world }) => {
  const lucia = await world.member({ brand: world.brand('verbena'), emailConfirmed: false });
  const { options, ticket } = await startPasskey(lucia);
  const response = new Authenticator(lucia.origin).create(options);
  await addPasskey(lucia, { trackerId: lucia.trackerId, ticket, response, name: 'http://evil.example' });
  const [mail] = await mailsTo(db, lucia.email);
  expect(mail).toMatchObject({ template: 'passkey_added', language: 'es' });
  expect(mail?.text).toContain('«http evil example»');
  expect(linkIn(mail).href).toBe(`${lucia.origin}/forgotPassword`);
});

test('an unconfirmed address is not flooded', async ({ app, world }) => {
  const marco = await world.member({ emailConfirmed: false });
  for (let count = 0; count < app.config.limits.confirmationsPerAccount; count += 1) await add(marco);
  await expect(add(marco)).rejects.toMatchObject({
    code: 'request.too_many',
  });
});

test('a reset that comes between asking and keeping leaves no passkey behind', async ({ db, world }) => {
  const thief = await world.member();
  const { options, ticket } = await startPasskey(thief);
  const response = new Authenticator(thief.origin).create(options);
  await db.deleteFrom('session').where('account_id', '=', thief.accountId).execute();
  await expect(addPasskey(thief, { trackerId: thief.trackerId, ticket, response })).rejects.toMatchObject({
    code: 'session.dead',
  });
  expect((await listPasskeys(thief)).passkeys).toEqual([]);
});
