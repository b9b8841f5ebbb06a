import { LEGAL_VERSIONS } from '#contract/brand/legal.ts';
import * as contract from '#contract/profile/own-profile.ts';
import { describeUser } from '#server/accounts/describe-user.ts';
import type { Realtime } from '#server/platform/realtime/realtime.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { profiles } from './module.ts';
import { readOwnSettings, saveOwnSettings } from './own-settings.ts';

const statusOf = async ({ app: { db }, accountId }: Member) =>
  (
    await db
      .selectFrom('profile')
      .select('status')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).status;

test('a member changes what they name, and the rest stays', async ({ app, world }) => {
  const server = await serve(app, profiles.routes);
  const marco = await world.member();
  const { trackerId, token } = marco;
  const usual = {
    language: 'it',
    newsletter: false,
    hidden: false,
    notify: { messages: true, likes: true, visits: true },
  };
  expect((await callAs(server, contract.readOwnSettings, { trackerId }, { token })).reply).toEqual(usual);
  const input = { trackerId, language: 'fr' as const, notify: { likes: false } };
  const changed = { ...usual, language: 'fr', notify: { ...usual.notify, likes: false } };
  const { reply } = await callAs(server, contract.saveOwnSettings, input, { token });
  expect(reply).toEqual({ result: 'OK', settings: changed });
  expect(await readOwnSettings(marco)).toEqual(changed);
  await saveOwnSettings(marco, { notify: { messages: false, visits: false } });
  expect(await readOwnSettings(marco)).toMatchObject({
    notify: { messages: false, likes: false, visits: false },
  });
  // The page shows notifications by these settings of the member.
  expect(await describeUser(marco, marco.accountId)).toMatchObject({
    messageNews: false,
    likeNews: false,
    visitNews: false,
  });
});

test('what a member mutes on one device, their other devices know at once', async ({ world }) => {
  const events: unknown[] = [];
  const member = await world.member();
  const emit: Realtime['emit'] = ({ accountIds }, { name }, payload) =>
    void events.push([accountIds, name, payload]);
  const marco = withServices(member, { realtime: { ...member.app.realtime, emit } });
  await saveOwnSettings(marco, { notify: { messages: false } });
  await saveOwnSettings(marco, { language: 'fr' });
  expect(events).toEqual([[[marco.accountId], 'avvisi', { messages: false, likes: true, visits: true }]]);
});

test('every change of mind about the newsletter leaves its proof', async ({ world }) => {
  const marco = { ...(await world.member()), userAgent: 'x'.repeat(500), ip: '198.51.100.9' };
  for (const newsletter of [true, true, false]) await saveOwnSettings(marco, { newsletter });
  const proofs = await marco.app.db
    .selectFrom('consent')
    .select(['kind', 'given', 'text_version', 'language', 'ip', 'user_agent'])
    .where('account_id', '=', marco.accountId)
    .orderBy('id')
    .execute();
  const same = {
    kind: 'newsletter',
    text_version: LEGAL_VERSIONS.privacy,
    language: 'it',
    ip: '198.51.100.9',
    user_agent: 'x'.repeat(400),
  };
  expect(proofs).toEqual([
    { ...same, given: true },
    { ...same, given: false },
  ]);
});

test('hiding hides at once; coming back is as moderation left it', async ({ world }) => {
  const seen = await world.member();
  await saveOwnSettings(seen, { hidden: true });
  expect([await statusOf(seen), (await readOwnSettings(seen)).hidden]).toEqual(['hidden', true]);
  await saveOwnSettings(seen, { hidden: false });
  expect(await statusOf(seen)).toBe('visible');

  const waiting = await world.member({ profileStatus: 'pending' });
  await saveOwnSettings(waiting, { hidden: true });
  await saveOwnSettings(waiting, { hidden: false });
  expect(await statusOf(waiting)).toBe('pending');
});

test('hiding and coming back does not lift a refusal, nor a closing', async ({ world }) => {
  for (const [options, status] of [
    [{ profileStatus: 'rejected' }, 'rejected'],
    [{ status: 'closing', profileStatus: 'hidden' }, 'hidden'],
  ] as const) {
    const member = await world.member(options);
    for (const hidden of [true, false, true, false]) {
      await saveOwnSettings(member, { hidden });
      expect([hidden, await statusOf(member)]).toEqual([hidden, status]);
    }
  }
});
