import { makeReplyKey } from '#contract/kernel/sealing.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { makeAutologinToken } from '#testing/accounts/link-tokens.ts';
import { expect, test } from '#testing/harness.ts';
import { serve } from '#testing/http.ts';
import type { Member } from '#testing/world.ts';
import { type DisabledBy, disableAccount } from './disabling.ts';
import { accounts } from './module.ts';
import { signIn, signInByLink } from './sign-in.ts';
import { verifySession } from './verify-session.ts';

/** Puts the member's last visit so far back. */
async function away({ app: { db, clock }, accountId }: Member, milliseconds: number): Promise<void> {
  const at = new Date(clock.now().getTime() - milliseconds);
  await db.updateTable('profile').set({ last_active_at: at }).where('account_id', '=', accountId).execute();
}

async function lastActive({ app: { db }, accountId }: Member): Promise<Date> {
  const row = await db
    .selectFrom('profile')
    .select('last_active_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.last_active_at;
}

async function start(member: Member) {
  const answer = await verifySession(member, member);
  if (answer.status !== 'live') throw new Error(`the session is ${answer.status}`);
  return answer.user;
}

test('every outcome of the check', async ({ app, world }) => {
  const marco = await world.member();
  const statusOf = async (member: Member, trackerId = member.trackerId) =>
    (await verifySession(world.visitor(), { token: member.token, trackerId })).status;
  expect(await statusOf(marco)).toBe('live');
  expect(await statusOf(marco, 'somebody-else')).toBe('dead');
  expect(await statusOf(await world.member({ status: 'disabled' }))).toBe('disabled');
  expect(await statusOf(await world.member({ brand: world.brand('verbena') }))).toBe('dead');
  expect(await statusOf(await world.member({ status: 'closing' }))).toBe('live');
  expect(await start(await world.member({ region: null }))).toMatchObject({ verified: false, region: null });
  const waiting = await world.member({ flowId: '11', emailConfirmed: false });
  expect(await start(waiting)).toMatchObject({ verified: true, optIn: 'double', emailConfirmed: false });
  app.clock.advance(91 * DAY);
  expect(await statusOf(marco)).toBe('dead');
});

test('a member under a sanction learns why and until when, but nothing that support has written down', async ({
  app,
  world,
}) => {
  const marco = await world.member();
  const shutOut = async (given: { by: DisabledBy; reason: string; until: Date | null }) => {
    const actor = { kind: 'system' } as const;
    await transact(app.db, (tx, afterCommit) =>
      disableAccount(app, tx, afterCommit, { ...marco, actor, ...given }),
    );
    return verifySession(world.visitor(), marco);
  };
  const until = new Date(app.clock.now().getTime() + DAY);
  expect(await shutOut({ by: 'sanction', reason: 'scam', until })).toEqual({
    status: 'disabled',
    suspension: { reason: 'scam', until: until.getTime() },
  });
  expect(await shutOut({ by: 'support', reason: 'Calls every day', until: null })).toEqual({
    status: 'disabled',
    suspension: null,
  });
});

test('a member who comes back after long gets a gift, and one notification of it', async ({ world }) => {
  const marco = await world.member();
  const gift = marco.brand.flows.get(marco.brand.settings.defaultFlow)?.returnGift;
  if (!gift) throw new Error('the demo flow gives nothing');
  await away(marco, gift.afterDays * DAY);
  expect(await start(marco)).toMatchObject({ gift: gift.credits, messageCredits: gift.credits });
  expect(await start(marco)).toMatchObject({ gift: null, messageCredits: gift.credits });
  expect(await lastActive(marco)).toEqual(marco.app.clock.now());
});

test('a member who comes back by signing in gets it too, with a password or by a link of a mail', async ({
  world,
}) => {
  const [typed, followed] = [await world.member(), await world.member()];
  const gift = typed.brand.flows.get(typed.brand.settings.defaultFlow)?.returnGift;
  if (!gift) throw new Error('the demo flow gives nothing');
  for (const member of [typed, followed]) await away(member, gift.afterDays * DAY);
  const { brandId, accountId } = followed;
  const linkToken = await makeAutologinToken(followed.app.links, { brandId, accountId, version: 0 });
  const link = { ...world.visitor(), linkToken };
  const given = { gift: gift.credits, messageCredits: gift.credits };
  expect((await signIn(world.visitor(), typed)).user).toMatchObject(given);
  expect((await signInByLink(link, {})).user).toMatchObject(given);
  expect((await signInByLink(link, {})).user).toMatchObject({ ...given, gift: null });
  expect(await start(typed)).toMatchObject({ ...given, gift: null });
});

test('of many tabs that start at once, one gives', async ({ world }) => {
  const marco = await world.member();
  await away(marco, 400 * DAY);
  const users = await Promise.all(Array.from({ length: 8 }, () => start(marco)));
  expect(users.filter(({ gift }) => gift !== null)).toHaveLength(1);
  const { messageCredits } = await start(marco);
  expect(users.find(({ gift }) => gift !== null)?.gift).toBe(messageCredits);
});

test('no gift for those who were here lately, whose flow has none, or who are leaving', async ({ world }) => {
  const regular = await world.member();
  await away(regular, 29 * DAY);
  const plain = await world.member({ flowId: '0000' });
  await away(plain, 400 * DAY);
  const leaving = await world.member({ status: 'closing' });
  await away(leaving, 400 * DAY);
  for (const member of [regular, plain, leaving])
    expect(await start(member)).toMatchObject({ gift: null, messageCredits: 0 });
});

test('a visit is noted, at most every five minutes', async ({ world }) => {
  const marco = await world.member();
  await away(marco, 4 * MINUTE);
  const before = await lastActive(marco);
  await start(marco);
  expect(await lastActive(marco)).toEqual(before);
  await away(marco, 5 * MINUTE);
  await start(marco);
  expect(await lastActive(marco)).toEqual(marco.app.clock.now());
});

test('whatever is in the body, the answer is 200', async ({ app, world }) => {
  const server = await serve(app, accounts.routes);
  const { token, trackerId } = await world.member();
  const { header } = await makeReplyKey();
  const ask = async (payload: string, headers: Record<string, string> = {}) => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/users/verify',
      headers: { host: 'localhost', 'content-type': 'application/json', 'seal-key': header, ...headers },
      payload,
    });
    return [answer.statusCode, answer.json<{ verify: unknown }>().verify];
  };
  const empty = ['', '{', 'null', '[]', '"text"', '7', '{}', '{"token":null}', '{"token":7,"trackerId":{}}'];
  const strange = [
    { token: '' },
    { token: 'x'.repeat(9_000) },
    { token: 'a\0b' },
    { token, trackerId: null },
  ];
  for (const body of [...empty, ...strange.map((each) => JSON.stringify(each))])
    expect([body, ...(await ask(body))]).toEqual([body, 200, 0]);
  expect(await ask(JSON.stringify({ token, trackerId }))).toEqual([200, expect.any(String)]);
});
