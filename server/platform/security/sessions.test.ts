import { sql } from 'kysely';
import { signOut } from '#contract/account/sign-in.ts';
import type { RunningServer } from '#server/start.ts';
import { expect, test } from '#testing/harness.ts';
import { callAt } from '#testing/http.ts';
import { startNode } from '#testing/node.ts';
import { patiently } from '#testing/platform/jobs.ts';
import { withServices } from '#testing/world.ts';
import { DAY, MINUTE, systemClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import {
  createSessionCache,
  checkSession,
  endSession,
  endSessionsOf,
  findSession,
  openSession,
} from './sessions.ts';

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
  const other = await openSession(marco, app.db, marco.accountId, 'password');
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

test('all sessions of an account end but the one that is to stay', async ({ app, db, world }) => {
  const marco = await world.member();
  const paolo = await world.member();
  const other = await openSession(marco, db, marco.accountId, 'passkey');
  await endSessionsOf(db, marco.brandId, marco.accountId, marco.sessionId);
  expect(await checkSession(app, marco.brandId, other)).toBe('dead');
  expect(await findSession(app, marco.brandId, marco.token)).toBeDefined();
  await endSessionsOf(db, marco.brandId, marco.accountId);
  expect(await checkSession(app, marco.brandId, marco.token)).toBe('dead');
  expect(await findSession(app, paolo.brandId, paolo.token)).toBeDefined();
});

/** Ends sessions in the one way that sends no notification. */
async function endInSecret(db: Database, accountId: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ expires_at: new Date(0) })
    .where('account_id', '=', accountId)
    .execute();
}

/** Whole servers on one database, with a member who is known to both. */
const onNodes = test.extend('nodes', async ({ databaseUrl, db, world }) => {
  const marco = await world.member();
  const { brandId, accountId } = marco;
  const token = await openSession(withServices(marco, { clock: systemClock }), db, accountId, 'password');
  const here = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web' });
  const there = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web' });
  const checkAt = ({ app }: RunningServer) => checkSession(app, brandId, token);
  for (const node of [here, there]) expect(await checkAt(node)).toMatchObject({ accountId });
  return { here, there, brandId, accountId, token, checkAt };
});

onNodes('a node that has just read a session does not ask again', async ({ nodes, db }) => {
  const { here, accountId, checkAt } = nodes;
  await endInSecret(db, accountId);
  expect(await checkAt(here)).toMatchObject({ accountId });
});

onNodes(
  'who signs out is out by the time of the answer, and a moment later everywhere',
  async ({ nodes }) => {
    const { here, there, token, checkAt } = nodes;
    await callAt(here.port, signOut, {}, { token });
    expect(await checkAt(here)).toBe('dead');
    await expect.poll(() => checkAt(there), patiently).toBe('dead');
  },
);

onNodes('an account that is disabled or erased by hand is out on every node', async ({ nodes, db }) => {
  const { here, there, accountId, checkAt } = nodes;
  await db.updateTable('account').set({ status: 'disabled' }).where('id', '=', accountId).execute();
  for (const node of [here, there]) await expect.poll(() => checkAt(node), patiently).toBe('disabled');
  await db.updateTable('account').set({ status: 'active' }).where('id', '=', accountId).execute();
  for (const node of [here, there])
    await expect.poll(() => checkAt(node), patiently).toMatchObject({ accountId });
  await db.deleteFrom('profile').where('account_id', '=', accountId).execute();
  await db.deleteFrom('account').where('id', '=', accountId).execute();
  for (const node of [here, there]) await expect.poll(() => checkAt(node), patiently).toBe('dead');
});

onNodes(
  'terms that are accepted and a region that is chosen by hand count on every node',
  async ({ nodes, db }) => {
    const { here, there, accountId, checkAt } = nodes;
    const account = db.updateTable('account').where('id', '=', accountId);
    const profile = db.updateTable('profile').where('account_id', '=', accountId);
    const changes = [
      [account.set({ accepted_at: null }), { accepted: false }],
      [account.set({ accepted_at: new Date() }), { accepted: true }],
      [profile.set({ region: null }), { hasRegion: false }],
      [profile.set({ region: 'Sicilia' }), { hasRegion: true }],
    ] as const;
    for (const [change, expected] of changes) {
      await change.execute();
      for (const node of [here, there])
        await expect.poll(() => checkAt(node), patiently).toMatchObject(expected);
    }
    expect(
      await db.selectFrom('session').where('account_id', '=', accountId).select('id').execute(),
    ).toHaveLength(2);
  },
);

onNodes('a node that may have missed a change believes nothing it knew before', async ({ nodes, db }) => {
  const { here, accountId, checkAt } = nodes;
  await endInSecret(db, accountId);
  expect(await checkAt(here)).toMatchObject({ accountId });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(db);
  await expect.poll(() => checkAt(here), patiently).toBe('dead');
});

test('a change without a notification is seen after a minute', async ({ app, db, world }) => {
  const sessions = createSessionCache(app.clock);
  sessions.resume();
  const paolo = await world.member();
  const check = () => checkSession({ ...app, sessions }, paolo.brandId, paolo.token);
  expect(await check()).toMatchObject({ accepted: true });
  await endInSecret(db, paolo.accountId);
  expect(await check()).toMatchObject({ accountId: paolo.accountId });
  app.clock.advance(MINUTE);
  expect(await check()).toBe('dead');
});

test('a session in use is noted as seen every few minutes, also where it is remembered', async ({
  app,
  db,
  world,
}) => {
  const sessions = createSessionCache(app.clock);
  sessions.resume();
  const marco = await world.member();
  const seenAt = async () =>
    (
      await db
        .selectFrom('session')
        .select('last_seen_at')
        .where('id', '=', marco.sessionId)
        .executeTakeFirstOrThrow()
    ).last_seen_at;
  const before = await seenAt();
  for (let minute = 0; minute < 7; minute += 1) {
    app.clock.advance(MINUTE);
    expect(await findSession({ ...app, sessions }, marco.brandId, marco.token)).toBeDefined();
  }
  expect((await seenAt()).getTime() - before.getTime()).toBe(6 * MINUTE);
});
