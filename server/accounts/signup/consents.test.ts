import { acceptTerms as endpoint } from '../../../contract/account/sign-up.ts';
import { LEGAL_VERSIONS } from '../../../contract/brand/legal.ts';
import { expect, test } from '../../../testing/harness.ts';
import { callAs, serve } from '../../../testing/http.ts';
import type { Member } from '../../../testing/world.ts';
import { findSession } from '../../platform/security/sessions.ts';
import { accounts } from '../module.ts';
import { acceptTerms } from './consents.ts';

async function consentsOf({ app: { db }, accountId }: Member) {
  const rows = await db
    .selectFrom('consent')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, given }) => [kind, given]);
}

test('one tap accepts the terms, with proof, and opens the rest', async ({ app, world }) => {
  const anna = await world.member({ accepted: false });
  const { trackerId } = anna;
  const { result, user } = await acceptTerms(anna, { trackerId, terms: true, adult: true });
  expect([result, user.accepted]).toEqual(['OK', true]);
  expect(await consentsOf(anna)).toEqual([
    ['terms', true],
    ['adult', true],
  ]);
  expect(await findSession(app, anna.brandId, anna.token)).toMatchObject({ accepted: true });
  const [proof] = await anna.app.db
    .selectFrom('consent')
    .selectAll()
    .where('account_id', '=', anna.accountId)
    .execute();
  expect(proof).toMatchObject({
    text_version: LEGAL_VERSIONS.terms,
    language: 'it',
    ip: anna.ip,
    user_agent: 'test',
    created_at: app.clock.now(),
  });
});

test('both must be given, the terms first', async ({ world }) => {
  const anna = await world.member({ accepted: false });
  const { trackerId } = anna;
  for (const [given, code] of [
    [{}, 'field.terms'],
    [{ terms: false, adult: true }, 'field.terms'],
    [{ terms: true }, 'field.adult'],
    [{ terms: true, adult: false }, 'field.adult'],
  ] as const) {
    await expect(acceptTerms(anna, { trackerId, ...given })).rejects.toMatchObject({ code });
  }
  expect(await consentsOf(anna)).toEqual([]);
});

test('said twice or at once it counts once, and the newsletter may be chosen anew', async ({
  app,
  world,
}) => {
  const anna = await world.member({ accepted: false });
  const say = (newsletter?: boolean) =>
    acceptTerms(anna, { trackerId: anna.trackerId, terms: true, adult: true, newsletter });
  const accepted = async () =>
    await anna.app.db
      .selectFrom('account')
      .select(['accepted_at', 'newsletter'])
      .where('id', '=', anna.accountId)
      .executeTakeFirstOrThrow();
  await Promise.all([say(), say(), say()]);
  const first = await accepted();
  app.clock.advance(1_000);
  await say(false);
  expect(await consentsOf(anna)).toHaveLength(2);
  await say(true);
  await say(true);
  await say();
  expect(await accepted()).toEqual({ ...first, newsletter: true });
  await say(false);
  expect((await consentsOf(anna)).slice(2)).toEqual([
    ['newsletter', true],
    ['newsletter', false],
  ]);
  expect(await accepted()).toEqual({ ...first, newsletter: false });
});

test('it is one’s own to give', async ({ app, world }) => {
  const server = await serve(app, accounts.routes);
  const anna = await world.member({ accepted: false });
  const marco = await world.member();
  const body = { trackerId: anna.trackerId, terms: true, adult: true };
  expect((await callAs(server, endpoint, body)).status).toBe(401);
  expect((await callAs(server, endpoint, body, { token: marco.token })).status).toBe(403);
  expect((await callAs(server, endpoint, body, { token: anna.token })).reply.user.accepted).toBe(true);
});
