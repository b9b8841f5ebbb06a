import { createHash } from 'node:crypto';
import type { VisitorContext } from '#server/app.ts';
import { accountHandlers } from '#server/modules.ts';
import { connectChat, findChat } from '#server/notifications/messenger/connections.ts';
import { listDevices } from '#server/notifications/push/subscriptions.ts';
import { transact } from '#server/platform/database/database.ts';
import { checkSession, hashToken } from '#server/platform/security/sessions.ts';
import { Authenticator } from '#testing/accounts/authenticator.ts';
import { enter, newAddress, openSandbox, visitorsAt } from '#testing/accounts/google.ts';
import { makeAutologinToken, makeConfirmToken, makeResetToken } from '#testing/accounts/link-tokens.ts';
import { expect, test as base } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { disableAccount, enableAccount } from './disabling.ts';
import { changeEmail, confirmEmail } from './own-email.ts';
import { listIdentities } from './own-identities.ts';
import { changePassword } from './own-password.ts';
import { addPasskey, listPasskeys, startPasskey } from './passkeys/own-passkeys.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkeys/sign-in-with-passkey.ts';
import { closeAccount } from './privacy/close-and-erase.ts';
import { signIn, signInByLink } from './sign-in.ts';

const test = base.extend('sandbox', { scope: 'file' }, openSandbox).extend('visitorOf', visitorsAt);

const linksOf = ({ brandId, accountId }: Member, version = 0) => ({ brandId, accountId, version });
const lateCode = 'a link to the bot that nobody has followed yet';

/** Leaves in an account whatever opens it again or reads along, as an intruder does who wants to stay. */
async function settleIn(member: Member, visitor: VisitorContext) {
  const { app, brandId, accountId, sessionId } = member;
  const { db, clock } = app;
  const authenticator = new Authenticator(member.origin);
  const { options, ticket } = await startPasskey(member);
  await addPasskey(member, {
    trackerId: member.trackerId,
    ticket,
    response: authenticator.create(options),
    name: 'A phone',
  });
  // Google says that it is the same address, and it is linked for good.
  await enter(visitor, { email: member.email });
  const codeRow = (code: string) => ({
    brand_id: brandId,
    account_id: accountId,
    code_hash: createHash('sha256').update(code).digest(),
    expires_at: new Date(clock.now().getTime() + 60_000),
  });
  await db.insertInto('messenger_code').values(codeRow(accountId)).execute();
  await connectChat(app, { brandId, code: accountId, chatId: chatIdOf(member) });
  await db
    .insertInto('messenger_code')
    .values(codeRow(`${lateCode} ${accountId}`))
    .execute();
  await db
    .insertInto('push_token')
    .values({
      brand_id: brandId,
      account_id: accountId,
      session_id: sessionId,
      token_hash: hashToken(accountId),
      token: '{}',
      created_at: clock.now(),
    })
    .execute();
  const { deviceToken } = await signIn(visitor, member);
  return { authenticator, deviceToken, autologin: await makeAutologinToken(app.links, linksOf(member)) };
}

const chatIdOf = ({ accountId }: Member) => Number.parseInt(accountId.replaceAll('-', '').slice(-10), 16);

type Left = Awaited<ReturnType<typeof settleIn>>;

/** Nothing of it opens the account or reads along any more. */
async function expectAllEnded(member: Member, visitor: VisitorContext, left: Left): Promise<void> {
  const { app, brandId, accountId } = member;
  const { options, ticket } = await startPasskeySignIn(visitor);
  await expect(
    signInWithPasskey(visitor, { ticket, response: left.authenticator.get(options) }),
  ).rejects.toMatchObject({ code: 'login.passkey' });
  await expect(signInByLink({ ...visitor, linkToken: left.autologin }, {})).rejects.toMatchObject({
    code: 'link.invalid',
  });
  expect((await listIdentities(member)).identities).toEqual([]);
  expect((await listPasskeys(member)).passkeys).toEqual([]);
  expect(await findChat(app.db, brandId, accountId)).toBeUndefined();
  const late = { brandId, code: `${lateCode} ${accountId}`, chatId: chatIdOf(member) };
  expect(await connectChat(app, late)).toBeUndefined();
  const tokens = app.db.selectFrom('push_token').select('token').where('account_id', '=', accountId);
  expect(await tokens.execute()).toEqual([]);
  await expectUnknownDevice(member, visitor, left.deviceToken);
}

/** A device that is known has ten tries of its own, whatever its network has used up. */
async function expectUnknownDevice(
  { app, brandId, email }: Member,
  visitor: VisitorContext,
  deviceToken: string | undefined,
): Promise<void> {
  const most = app.config.limits.loginsPerAccount;
  await app.limits.hit('loginAccount', `${brandId}:${email} 10.77.0.0/24`, most);
  await app.limits.hit('loginAccount', `${brandId}:${email} 10.77.0.9`, most);
  const guess = signIn({ ...visitor, ip: '10.77.0.9' }, { email, password: 'a guess', deviceToken });
  await expect(guess).rejects.toMatchObject({ code: 'request.too_many' });
}

const everythingNamed = ['Passkey «A phone»', 'Accesso con Google', 'Telegram', 'Notifiche push'];

async function lastMail(member: Member, template: string): Promise<string> {
  const mails = await mailsTo(member.app.db, member.email);
  return mails.findLast((mail) => mail.template === template)?.text ?? '';
}

test('a reset by mail ends everything that opened the account or read along, and names it', async ({
  app,
  world,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const marco = await world.member();
  const left = await settleIn(marco, visitor);
  const linkToken = await makeResetToken(app.links, linksOf(marco));
  const { token } = await changePassword({ ...visitor, linkToken }, { password: 'nuova' });
  await expectAllEnded(marco, visitor, left);
  expect(await checkSession(app, marco.brandId, marco.token)).toBe('dead');
  expect(await checkSession(app, marco.brandId, token)).toMatchObject({ proven: true });
  const mail = await lastMail(marco, 'password_changed');
  for (const words of everythingNamed) expect(mail).toContain(words);
});

test('an account that was disabled is enabled without any of the ways in of before', async ({
  world,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const marco = withServices(await world.member(), { accountHandlers });
  const left = await settleIn(marco, visitor);
  const { app, brandId, accountId } = marco;
  const actor = { kind: 'system' } as const;
  const key = { brandId, accountId, actor };
  await transact(app.db, (tx, afterCommit) =>
    disableAccount(app, tx, afterCommit, { ...key, by: 'sanction', reason: 'spam', until: null }),
  );
  expect(await findChat(app.db, brandId, accountId)).toBeUndefined();
  expect(await listDevices(app, marco)).toEqual([]);
  // A member with an open page still learns why it has stopped.
  expect(await checkSession(app, brandId, marco.token)).toBe('disabled');
  const mail = await lastMail(marco, 'access_ended');
  for (const words of everythingNamed) expect(mail).toContain(words);
  await transact(app.db, (tx, afterCommit) => enableAccount(app, tx, afterCommit, key));
  expect(await checkSession(app, brandId, marco.token)).toBe('dead');
  await expectAllEnded(marco, visitor, left);
  await signIn({ ...visitor, ip: '10.78.0.1' }, marco);
});

test('closing ends it all, and the owner comes back by password', async ({ world, visitorOf }) => {
  const visitor = visitorOf();
  const marco = await world.member();
  const left = await settleIn(marco, visitor);
  await closeAccount(marco);
  await expectAllEnded(marco, visitor, left);
  const mail = await lastMail(marco, 'account_closing');
  for (const words of everythingNamed) expect(mail).toContain(words);
  await signIn({ ...visitor, ip: '10.78.0.2' }, marco);
});

test('an intruder who waited in an account for the owner of its address is put out when the owner comes by Google', async ({
  db,
  world,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const thief = await world.member();
  const left = await settleIn(thief, visitor);
  await db.deleteFrom('identity').where('account_id', '=', thief.accountId).execute();
  await db
    .updateTable('account')
    .set({ email_confirmed_at: null })
    .where('id', '=', thief.accountId)
    .execute();
  const { user } = await enter(visitor, { email: thief.email });
  expect(user).toMatchObject({ emailConfirmed: true, hasPassword: false, accepted: false });
  const { identities } = await listIdentities(thief);
  expect(identities).toHaveLength(1);
  await expect(signIn({ ...visitor, ip: '10.78.0.3' }, thief)).rejects.toMatchObject({ code: 'login.wrong' });
  expect((await listPasskeys(thief)).passkeys).toEqual([]);
  expect(await findChat(db, thief.brandId, thief.accountId)).toBeUndefined();
  await expectUnknownDevice(thief, visitor, left.deviceToken);
  expect(await lastMail(thief, 'access_ended')).toContain('Telegram');
});

test('an address that is left opens the account no longer by Google, and both that and the mail say so', async ({
  app,
  world,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const marco = await world.member();
  const google = { email: marco.email };
  await enter(visitor, google);
  const newEmail = newAddress();
  await changeEmail(marco, { oldEmail: marco.email, newEmail });
  const linkToken = await makeConfirmToken(app.links, linksOf(marco), newEmail);
  await confirmEmail({ ...visitor, linkToken }, {});
  expect((await listIdentities(marco)).identities).toEqual([]);
  expect(await lastMail(marco, 'email_changed')).toContain('Accesso con Google');
  const { trackerId } = await enter(visitor, google);
  expect(trackerId).not.toBe(marco.trackerId);
});

test('a change of password ends sessions and known devices but the one in use; the rest only where it is asked for', async ({
  app,
  world,
  visitorOf,
}) => {
  const visitor = visitorOf();
  const marco = await world.member();
  const left = await settleIn(marco, visitor);
  const first = await changePassword(marco, { password: 'nuova' });
  await expectUnknownDevice(marco, visitor, left.deviceToken);
  const inUse = { email: marco.email, password: 'nuova', deviceToken: first.deviceToken };
  expect(await signIn({ ...visitor, ip: '10.77.0.9' }, inUse)).toMatchObject({ trackerId: marco.trackerId });
  expect((await listPasskeys(marco)).passkeys).toHaveLength(1);
  expect((await listIdentities(marco)).identities).toHaveLength(1);
  expect(await findChat(app.db, marco.brandId, marco.accountId)).toBeDefined();
  expect(await lastMail(marco, 'password_changed')).not.toContain('A phone');

  const session = await checkSession(app, marco.brandId, first.token);
  if (typeof session === 'string') throw new Error(session);
  const again = await changePassword({ ...marco, ...session }, { password: 'altra', endsEverything: true });
  expect((await listPasskeys(marco)).passkeys).toEqual([]);
  expect((await listIdentities(marco)).identities).toEqual([]);
  expect(await findChat(app.db, marco.brandId, marco.accountId)).toBeUndefined();
  expect(await lastMail(marco, 'password_changed')).toContain('A phone');
  const known = { email: marco.email, password: 'altra', deviceToken: again.deviceToken };
  expect(await signIn({ ...visitor, ip: '10.77.0.9' }, known)).toMatchObject({ trackerId: marco.trackerId });
});
