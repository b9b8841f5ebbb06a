import * as contract from '#contract/account/own-account.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { runJob } from '#testing/accounts/run-job.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { readMails } from '#testing/platform/mails.ts';
import type { Member } from '#testing/world.ts';
import { accounts } from '../module.ts';
import { proveByPassword } from '../prove.ts';
import { signIn } from '../sign-in.ts';
import { verifySession } from '../verify-session.ts';
import { closeAccount, keepAccount } from './close-and-erase.ts';

async function readStatuses({ app: { db }, accountId }: Member) {
  const { account, profile } = await db
    .selectFrom('account')
    .innerJoin('profile', 'profile.account_id', 'account.id')
    .select(['account.status as account', 'profile.status as profile'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return [account, profile];
}

const mailsTo = async (member: Member) =>
  (await readMails(member.app.db, { recipient: member.email })).map(({ template, text }) => ({
    template,
    text,
  }));

const auditOf = (member: Member) =>
  member.app.db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'subject', 'details', 'ip'])
    .where('subject', '=', member.accountId)
    .orderBy('id')
    .execute();

test('closing hides at once, signs out everywhere and says until when one may come back', async ({
  app,
  world,
}) => {
  const server = await serve(app, accounts.routes);
  const marco = await world.member();
  const { trackerId, token } = marco;
  const other = await signIn(world.visitor(), marco);
  const { status, reply } = await callAs(server, contract.closeAccount, { trackerId }, { token });
  expect(status).toBe(200);
  expect(reply.closesAt).toBe(app.clock.now().getTime() + 30 * DAY);
  expect(await readStatuses(marco)).toEqual(['closing', 'hidden']);
  for (const ended of [token, other.token]) {
    expect(await verifySession(world.visitor(), { token: ended, trackerId })).toEqual({ status: 'dead' });
  }
  const mails = await mailsTo(marco);
  expect(mails.map(({ template }) => template)).toEqual(['account_closing']);
  expect(mails[0]!.text).toContain('1 luglio 2026');
  expect(mails[0]!.text).toContain(`${marco.origin}/login`);
  expect(await auditOf(marco)).toEqual([
    { action: 'account.closing', actor_kind: 'member', subject: marco.accountId, details: {}, ip: null },
  ]);
});

test('a member who signed in a while ago must prove themselves', async ({ app, world }) => {
  const marco = await world.member();
  app.clock.advance(20 * MINUTE);
  await expect(closeAccount(marco)).rejects.toMatchObject({ code: 'password.needed' });
  expect(await readStatuses(marco)).toEqual(['active', 'visible']);
  await proveByPassword(marco, marco);
  await closeAccount(marco);
  expect(await readStatuses(marco)).toEqual(['closing', 'hidden']);
});

test('one comes back by signing in and saying so, as visible as one was', async ({ app, world }) => {
  const server = await serve(app, accounts.routes);
  for (const profileStatus of ['visible', 'pending', 'hidden', 'rejected'] as const) {
    const member = await world.member({ profileStatus });
    await closeAccount(member);
    expect((await readStatuses(member))[1]).toBe(profileStatus === 'rejected' ? 'rejected' : 'hidden');
    app.clock.advance(DAY);
    const { token, user } = await signIn(world.visitor(), member);
    expect(user.closesAt).toBe(app.clock.now().getTime() + 29 * DAY);
    const { trackerId } = member;
    const { reply } = await callAs(server, contract.keepAccount, { trackerId }, { token });
    expect(reply.user).toMatchObject({ closesAt: null, profileStatus });
    expect(await readStatuses(member)).toEqual(['active', profileStatus]);
    expect((await auditOf(member)).map(({ action }) => action)).toEqual(['account.closing', 'account.kept']);
  }
});

test('asking twice neither puts the day off nor writes again; keeping what is kept does nothing', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  const { closesAt } = await closeAccount(marco);
  app.clock.advance(DAY);
  const back = { ...marco, ...(await signInAgain(world.visitor(), marco)) };
  expect(await closeAccount(back)).toEqual({ result: 'OK', closesAt });
  expect(await mailsTo(marco)).toHaveLength(1);
  await keepAccount(marco);
  await keepAccount(marco);
  expect(await auditOf(marco)).toHaveLength(2);
});

async function signInAgain(visitor: Parameters<typeof signIn>[0], member: Member) {
  await signIn(visitor, member);
  const { id } = await member.app.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  return { sessionId: id };
}

test('an account that is kept, or whose day has not come, is not erased', async ({ app, world }) => {
  const [kept, early] = [await world.member(), await world.member()];
  await closeAccount(kept);
  await keepAccount(kept);
  app.clock.advance(DAY);
  await proveByPassword(early, early);
  await closeAccount(early);
  app.clock.advance(29 * DAY + 23 * 60 * MINUTE);
  await runJob(app, 'accounts.eraseDueAccounts');
  expect(await readStatuses(kept)).toEqual(['active', 'visible']);
  expect(await readStatuses(early)).toEqual(['closing', 'hidden']);
  app.clock.advance(60 * MINUTE);
  await runJob(app, 'accounts.eraseDueAccounts');
  await expect(readStatuses(early)).rejects.toThrow('no result');
});

test('accounts that a restored backup holds again are erased again, without a second mail', async ({
  app,
  db,
  world,
}) => {
  const [marco, anna] = [await world.member(), await world.member()];
  await closeAccount(marco);
  const before = await db
    .selectFrom('account')
    .select(['flow_id', 'seeks', 'language'])
    .where('id', '=', marco.accountId)
    .executeTakeFirstOrThrow();
  app.clock.advance(30 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  const { brandId, accountId } = marco;
  const month = app.clock.now().toISOString().slice(0, 7);
  await runJob(app, 'accounts.keepTombstone', { brandId, accountId, month });
  const mails = (await mailsTo(marco)).length;

  // The database is as it was before: the account is back, and nothing says that it was erased.
  await db.deleteFrom('erased_account').execute();
  const restored = { ...before, brand_id: brandId, id: accountId, email: marco.email };
  await db
    .insertInto('account')
    .values({ ...restored, tracker_id: marco.trackerId })
    .execute();
  await runJob(app, 'accounts.replayErasures');
  const left = db.selectFrom('account').select('id').where('id', 'in', [accountId, anna.accountId]);
  expect(await left.execute()).toEqual([{ id: anna.accountId }]);
  expect(await mailsTo(marco)).toHaveLength(mails);
});
