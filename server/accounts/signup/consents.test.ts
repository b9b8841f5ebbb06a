import { acceptTerms as endpoint } from '#contract/account/sign-up.ts';
import { leavePlan, readBilling } from '#contract/billing/member-billing.ts';
import { LEGAL_VERSIONS, isStillAgreed, legalVersions } from '#contract/brand/legal.ts';
import { listBlocks } from '#contract/profile/blocks.ts';
import { billing } from '#server/billing/module.ts';
import { findSession } from '#server/platform/security/sessions.ts';
import { profiles } from '#server/profiles/module.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import type { Member } from '#testing/world.ts';
import { describeUser } from '../describe-user.ts';
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

test('said twice or at once it counts once, and the newsletter may be chosen again', async ({
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

const edition = (id: string, { consentAgain = false, text = id } = {}) => ({ id, consentAgain, text });

test('only a version that asks for it is to be accepted again, by those who agreed to an older one', () => {
  const versions = [
    edition('2027-03-01'),
    edition('2027-02-01', { consentAgain: true }),
    edition('2026-11-15'),
  ];
  const asked = (agreed: string | null) => !isStillAgreed(agreed, versions);
  expect(['2026-11-15', '2027-01-31'].map(asked)).toEqual([true, true]);
  expect(['2027-02-01', '2027-03-01', null].map(asked)).toEqual([false, false, false]);
  expect(isStillAgreed('2026-11-15', [edition('2027-03-01'), edition('2026-11-15')])).toBe(true);
});

test('a member who agreed to older terms does nothing before a tap, but can leave; the tap is recorded with the version', async ({
  app,
  world,
}) => {
  const server = await serve(app, [...accounts.routes, ...billing.routes, ...profiles.routes]);
  const anna = await world.member({ level: 1 });
  const { trackerId, token } = anna;
  const older = legalVersions.terms.at(-1)!.day;
  expect(older < LEGAL_VERSIONS.terms).toBe(true);
  await app.db
    .updateTable('account')
    .set({ terms_version: older })
    .where('id', '=', anna.accountId)
    .execute();
  app.sessions.forget(anna.accountId);
  const look = async () => (await callAs(server, listBlocks, { trackerId }, { token })).status;
  expect(await look()).toBe(403);
  for (const wayOut of [readBilling, leavePlan])
    expect((await callAs(server, wayOut, { trackerId }, { token })).status).toBe(200);

  const before = await describeUser(anna, anna.accountId);
  expect(before).toMatchObject({ accepted: false, agreedTerms: older });
  const body = { trackerId, terms: true, adult: true };
  const { reply } = await callAs(server, endpoint, body, { token });
  expect(reply.user).toMatchObject({ accepted: true, agreedTerms: null });
  await callAs(server, endpoint, body, { token });
  expect(await consentsOf(anna)).toEqual([['terms', true]]);
  const { text_version } = await app.db
    .selectFrom('consent')
    .select('text_version')
    .where('account_id', '=', anna.accountId)
    .executeTakeFirstOrThrow();
  expect(text_version).toBe(LEGAL_VERSIONS.terms);
  expect(await look()).toBe(200);
});
