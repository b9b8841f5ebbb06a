import { readPerson } from '#server/discovery/read-person.ts';
import { countQueue } from '#server/hosts/queue.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { checkSession } from '#server/platform/security/sessions.ts';
import { runJob } from '#testing/accounts/run-job.ts';
import { expect, test } from '#testing/harness.ts';
import { host, write } from '#testing/messaging/host-queue.ts';
import type { Member } from '#testing/world.ts';
import { disableAccount, enableAccount } from './disabling.ts';
import type { DisabledBy } from './disabling.ts';
import { closeAccount } from './privacy/close-and-erase.ts';
import { signIn } from './sign-in.ts';

const system = { kind: 'system' } as const;

function disable(
  { app, brandId, accountId }: Member,
  until: Date | null = null,
  by: DisabledBy = 'sanction',
) {
  return transact(app.db, (tx, afterCommit) =>
    disableAccount(app, tx, afterCommit, { brandId, accountId, by, reason: 'spam', until, actor: system }),
  );
}

function enable({ app, brandId, accountId }: Member, by?: DisabledBy) {
  return transact(app.db, (tx, afterCommit) =>
    enableAccount(app, tx, afterCommit, { brandId, accountId, ...(by && { by }), actor: system }),
  );
}

const stateOf = ({ app: { db }, accountId }: Member) =>
  db
    .selectFrom('account')
    .innerJoin('profile', 'profile.account_id', 'account.id')
    .select(['account.status', 'account.disabled_until', 'account.disabled_by', 'profile.status as profile'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();

const inDays = ({ app }: Member, days: number) => new Date(app.clock.now().getTime() + days * DAY);

test('who is disabled is out, is not shown and waits for no answer; enabled again everything is as before', async ({
  app,
  db,
  world,
}) => {
  await db.deleteFrom('waiting_reply').execute();
  const [marco, anna] = [await world.member({ level: 2 }), await world.member({ gender: 'female' })];
  const ines = await host(world);
  await write(marco, await world.profile());
  expect(await disable(marco, null, 'support')).toBe(true);
  expect(await stateOf(marco)).toMatchObject({ status: 'disabled', profile: 'hidden' });
  expect(await checkSession(app, marco.brandId, marco.token)).toBe('disabled');
  expect(await readPerson(anna, { id: marco.profileId })).toEqual([]);
  expect((await countQueue(ines, {})).new).toBe(0);
  const credentials = { email: marco.email, password: marco.password };
  await expect(signIn(world.visitor(), credentials)).rejects.toMatchObject({ code: 'account.disabled' });

  expect(await enable(marco)).toBe(true);
  expect(await stateOf(marco)).toMatchObject({ status: 'active', profile: 'visible' });
  expect(await checkSession(app, marco.brandId, marco.token)).toBe('dead');
  expect((await countQueue(ines, {})).new).toBe(1);
  expect((await signIn(world.visitor(), credentials)).token).toEqual(expect.any(String));
});

test.for(['hidden', 'pending', 'rejected'] as const)(
  'a profile that was %s is so again',
  async (profileStatus, { world }) => {
    const marco = await world.member({ profileStatus });
    await disable(marco);
    expect((await stateOf(marco)).profile).not.toBe('visible');
    await enable(marco);
    expect(await stateOf(marco)).toMatchObject({ status: 'active', profile: profileStatus });
  },
);

test('a suspension ends by itself, not before its time, and not when it was prolonged', async ({
  app,
  world,
}) => {
  const [marco, paolo] = [await world.member(), await world.member()];
  for (const member of [marco, paolo]) await disable(member, inDays(member, 3));
  await disable(paolo, inDays(paolo, 7));
  app.clock.advance(3 * DAY - HOUR);
  await runJob(app, 'accounts.enableDueAccounts');
  expect((await stateOf(marco)).status).toBe('disabled');
  app.clock.advance(HOUR);
  await runJob(app, 'accounts.enableDueAccounts');
  expect(await stateOf(marco)).toMatchObject({ status: 'active', disabled_until: null, profile: 'visible' });
  expect((await stateOf(paolo)).status).toBe('disabled');
});

test('of two decisions the one that lasts longer stands', async ({ world }) => {
  const marco = await world.member();
  expect(await disable(marco, inDays(marco, 7))).toBe(true);
  expect(await disable(marco, inDays(marco, 3), 'support')).toBe(false);
  expect(await stateOf(marco)).toMatchObject({ disabled_by: 'sanction' });
  expect(await disable(marco, null, 'support')).toBe(true);
  expect(await stateOf(marco)).toMatchObject({ disabled_by: 'support', disabled_until: null });
  expect(await disable(marco, inDays(marco, 30))).toBe(false);
});

test('a sanction that is taken back leaves what support has decided', async ({ world }) => {
  const marco = await world.member();
  await disable(marco, null, 'support');
  expect(await enable(marco, 'sanction')).toBe(false);
  expect((await stateOf(marco)).status).toBe('disabled');
  expect(await enable(marco)).toBe(true);
  expect(await enable(marco)).toBe(false);
});

test('disabled and enabled by many at once: each changes it once', async ({ world }) => {
  const marco = await world.member();
  const twice = <T>(act: () => Promise<T>) => Promise.all([act(), act()]);
  expect((await twice(() => disable(marco))).toSorted()).toEqual([false, true]);
  expect((await twice(() => enable(marco))).toSorted()).toEqual([false, true]);
});

test('who asked to be erased is erased in time, disabled or not', async ({ app, db, world }) => {
  const [marco, paolo] = [await world.member(), await world.member()];
  for (const member of [marco, paolo]) {
    await closeAccount(member);
    await disable(member);
  }
  await enable(marco);
  expect((await stateOf(marco)).status).toBe('closing');
  app.clock.advance(31 * DAY);
  await runJob(app, 'accounts.eraseDueAccounts');
  const left = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [marco.accountId, paolo.accountId])
    .execute();
  expect(left).toEqual([]);
});

test('a closing by the owner fails on an account that was just disabled', async ({ world }) => {
  const marco = await world.member();
  await disable(marco);
  await expect(closeAccount(marco)).rejects.toMatchObject({ code: 'session.dead' });
});
