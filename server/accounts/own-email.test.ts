import * as contract from '#contract/account/credentials.ts';
import type { LinkContext } from '#server/app.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { findSession } from '#server/platform/security/sessions.ts';
import { makeConfirmToken, makeResetToken } from '#testing/accounts/link-tokens.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { linkIn, mailsTo, tokenIn } from '#testing/platform/mails.ts';
import type { Member, World } from '#testing/world.ts';
import { describeUser } from './describe-user.ts';
import { accounts } from './module.ts';
import { changeEmail, confirmEmail, resendConfirmation } from './own-email.ts';
import { changePassword } from './own-password.ts';
import { proveByPassword } from './prove.ts';
import { signIn } from './sign-in.ts';

const code = (expected: string) => expect.objectContaining({ code: expected }) as unknown;
const change = (member: Member, newEmail: string, more: { oldEmail?: string } = {}) =>
  changeEmail(member, { oldEmail: member.email, newEmail, ...more });
const follow = (world: World, linkToken: string): LinkContext => ({ ...world.visitor(), linkToken });
const newest = async (db: Database, email: string) => (await mailsTo(db, email)).at(-1);

let count = 0;
const another = () => `another-${(count += 1)}@test.example`;

test('a confirmed address stays until the new one is confirmed, and is then mailed about it', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  const email = another();
  const { user } = await change(marco, ` ${email.toUpperCase()} `);
  expect(user).toEqual({ email: marco.email, emailConfirmed: true, pendingEmail: email });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({ ...user, mayChangeEmail: true });
  await signIn(world.visitor(), marco);
  expect(await mailsTo(db, marco.email)).toEqual([]);

  const mail = await newest(db, email);
  expect(mail?.template).toBe('confirm_new_email');
  expect(linkIn(mail).pathname).toBe('/confirmEmail');
  const confirmed = await confirmEmail(follow(world, await tokenIn(world.app, mail)), {
    trackerId: marco.trackerId,
  });
  expect(confirmed).toMatchObject({
    trackerId: marco.trackerId,
    user: { email, emailConfirmed: true, pendingEmail: null },
  });
  expect(await findSession(app, marco.brandId, confirmed.token)).toMatchObject({
    accountId: marco.accountId,
  });
  await signIn(world.visitor(), { email, password: marco.password });
  await expect(signIn(world.visitor(), marco)).rejects.toEqual(code('login.wrong'));

  const notice = await newest(db, marco.email);
  expect(notice?.template).toBe('email_changed');
  expect(notice?.text).not.toContain(email);
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'details', 'ip'])
    .where('subject', '=', marco.accountId)
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['account.email_change_asked', 'account.email_changed']);
  expect(JSON.stringify(audit)).not.toContain('@');
});

test('an address that was never confirmed gives way at once, but once', async ({ db, world }) => {
  const marco = await world.member({ emailConfirmed: false });
  const owner = { brandId: marco.brandId, accountId: marco.accountId, version: 0 };
  const old = await makeConfirmToken(marco.app.links, owner, marco.email);
  const email = another();
  const { user } = await change(marco, email);
  expect(user).toEqual({ email, emailConfirmed: false, pendingEmail: null });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({ email, mayChangeEmail: false });
  expect(await mailsTo(db, marco.email)).toEqual([]);
  await expect(confirmEmail(follow(world, old), {})).rejects.toEqual(code('link.invalid'));
  await expect(change(marco, another(), { oldEmail: email })).rejects.toEqual(code('email.change_used'));

  const mail = await newest(db, email);
  expect(mail?.template).toBe('confirm_email');
  const confirmed = await confirmEmail(follow(world, await tokenIn(world.app, mail)), {});
  expect(confirmed.user).toMatchObject({ email, emailConfirmed: true, mayChangeEmail: true });
});

test('what cannot be an address of theirs is refused in this order', async ({ world }) => {
  const marco = await world.member();
  const anna = await world.member();
  const abroad = await world.member({ brand: world.brand('verbena') });
  const refuse = (newEmail: string, oldEmail: string, expected: string) =>
    expect(change(marco, newEmail, { oldEmail })).rejects.toEqual(code(expected));
  await refuse('nonsense', anna.email, 'email.not_current');
  await refuse('', marco.email, 'field.email');
  await refuse('nonsense', marco.email, 'field.email');
  await refuse(` ${marco.email.toUpperCase()}`, marco.email, 'email.same');
  await refuse('marco@mailinator.com', marco.email, 'signup.email_forbidden');
  await refuse(anna.email, marco.email, 'email.taken');
  expect(await change(marco, abroad.email)).toMatchObject({ user: { pendingEmail: abroad.email } });
});

test('after a while the password is asked for', async ({ app, world }) => {
  const marco = await world.member();
  app.clock.advance(15 * MINUTE);
  await expect(change(marco, another())).rejects.toEqual(code('password.needed'));
  await proveByPassword(marco, marco);
  expect(await change(marco, another())).toMatchObject({ result: 'OK' });
});

test('a member cannot mail the world through their account', async ({ world }) => {
  const marco = await world.member();
  for (let attempt = 0; attempt < 2; attempt += 1) await change(marco, another());
  await resendConfirmation(marco);
  await expect(change(marco, another())).rejects.toEqual(code('request.too_many'));
  await expect(resendConfirmation(marco)).rejects.toEqual(code('request.too_many'));
});

test('only the address that was asked for last can be confirmed', async ({ db, world }) => {
  const marco = await world.member();
  const [first, second] = [another(), another()];
  await change(marco, first);
  await change(marco, second);
  await expect(
    confirmEmail(follow(world, await tokenIn(world.app, await newest(db, first))), {}),
  ).rejects.toEqual(code('link.invalid'));
  const { user } = await confirmEmail(follow(world, await tokenIn(world.app, await newest(db, second))), {});
  expect(user.email).toBe(second);
});

test('an address that another member took meanwhile is taken, and nothing is lost', async ({ db, world }) => {
  const marco = await world.member();
  const email = another();
  await change(marco, email);
  const anna = await world.member({ email });
  const token = await tokenIn(world.app, await newest(db, email));
  await expect(confirmEmail(follow(world, token), {})).rejects.toEqual(code('email.taken'));
  await signIn(world.visitor(), marco);
  await signIn(world.visitor(), anna);
});

test('of two who want the same free address at once, one gets it', async ({ world }) => {
  const people = await Promise.all([1, 2, 3].map(() => world.member({ emailConfirmed: false })));
  const email = another();
  const outcomes = await Promise.allSettled(people.map((member) => change(member, email)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toEqual(code('email.taken'));
});

test('two tabs change an unconfirmed address once between them', async ({ world }) => {
  const marco = await world.member({ emailConfirmed: false });
  const outcomes = await Promise.allSettled([change(marco, another()), change(marco, another())]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a new password takes back a change that waits', async ({ db, world }) => {
  const marco = await world.member();
  const email = another();
  await change(marco, email);
  const { user } = await changePassword(marco, { password: 'nuova' });
  expect(user.pendingEmail).toBeNull();
  await expect(
    confirmEmail(follow(world, await tokenIn(world.app, await newest(db, email))), {}),
  ).rejects.toEqual(code('link.invalid'));
});

test('a confirmation is good once, for seven days, for its own brand, account and purpose', async ({
  app,
  world,
}) => {
  const marco = await world.member({ emailConfirmed: false });
  const anna = await world.member();
  const owner = { brandId: marco.brandId, accountId: marco.accountId, version: 0 };
  const make = () => makeConfirmToken(marco.app.links, owner, marco.email);
  const refuse = (context: LinkContext, trackerId?: string) =>
    expect(confirmEmail(context, { trackerId })).rejects.toEqual(code('link.invalid'));
  await refuse(follow(world, await make()), anna.trackerId);
  await refuse({ ...world.visitor(world.brand('verbena')), linkToken: await make() });
  await refuse(follow(world, await makeResetToken(marco.app.links, owner)));
  await refuse(follow(world, await makeConfirmToken(marco.app.links, owner, anna.email)));
  const late = await make();
  const once = await make();
  const tries = [1, 2, 3, 4].map(() => confirmEmail(follow(world, once), { trackerId: marco.trackerId }));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  app.clock.advance(7 * DAY);
  await refuse(follow(world, late));
});

test('a closing account may confirm, a disabled one says that it is', async ({ world }) => {
  const confirm = async (member: Member) => {
    const owner = { brandId: member.brandId, accountId: member.accountId, version: 0 };
    return confirmEmail(follow(world, await makeConfirmToken(member.app.links, owner, member.email)), {});
  };
  const leaving = await world.member({ status: 'closing', emailConfirmed: false });
  expect((await confirm(leaving)).user.emailConfirmed).toBe(true);
  await expect(confirm(await world.member({ status: 'disabled' }))).rejects.toEqual(code('account.disabled'));
});

test('a confirmation is sent again while one is needed, three times an hour', async ({ db, world }) => {
  const marco = await world.member({ emailConfirmed: false });
  for (let attempt = 0; attempt < 3; attempt += 1) await resendConfirmation(marco);
  await expect(resendConfirmation(marco)).rejects.toEqual(code('request.too_many'));
  const mails = await mailsTo(db, marco.email);
  expect(mails.map(({ template }) => template)).toEqual(Array(3).fill('confirm_email'));
  await confirmEmail(follow(world, await tokenIn(world.app, mails[0])), {});
  expect(await resendConfirmation(marco)).toEqual({ result: 'OK' });
  expect(await mailsTo(db, marco.email)).toHaveLength(3);

  const anna = await world.member();
  const email = another();
  await change(anna, email);
  await resendConfirmation(anna);
  expect((await mailsTo(db, email)).map(({ template }) => template)).toEqual(
    Array(2).fill('confirm_new_email'),
  );
});

test('over the wire: the link as bearer or in the body', async ({ app, world }) => {
  const server = await serve(app, accounts.routes);
  const marco = await world.member({ emailConfirmed: false });
  const owner = { brandId: marco.brandId, accountId: marco.accountId, version: 0 };
  const make = () => makeConfirmToken(marco.app.links, owner, marco.email);
  const call = (input: { linkToken?: string; trackerId?: string }, token?: string) =>
    callAs(server, contract.confirmEmail, input, token ? { token } : {});
  expect((await call({})).status).toBe(401);
  expect((await call({}, marco.token)).body).toMatchObject({ error: { code: 'token_expired' } });
  expect(await call({ trackerId: marco.trackerId }, await make())).toMatchObject({ status: 200 });
  expect(await call({ linkToken: await make() })).toMatchObject({ status: 200 });
  const answer = await callAs(
    server,
    contract.changeEmail,
    { oldEmail: marco.email, newEmail: marco.email },
    { token: marco.token },
  );
  expect(answer).toMatchObject({ status: 422, body: { error: { code: 'errore_stessa_mail' } } });
});
