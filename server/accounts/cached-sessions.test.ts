import { transact } from '#server/platform/database/database.ts';
import {
  checkSession,
  createSessionCache,
  endSessionsOf,
  openSession,
} from '#server/platform/security/sessions.ts';
import { saveOwnProfile } from '#server/profiles/own-profile.ts';
import { expect, test as base } from '#testing/harness.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { changePassword } from './own-password.ts';
import { endOtherSessions, endOwnSession, signOut } from './own-sessions.ts';
import { closeAccount } from './privacy/close-and-erase.ts';
import { acceptTerms } from './signup/consents.ts';

/** A node that remembers sessions and is notified of nothing: what its cache knows comes from its own calls. */
const test = base
  .extend('sessions', ({ app }) => {
    const sessions = createSessionCache(app.clock);
    sessions.resume();
    return sessions;
  })
  .extend(
    'check',
    ({ app, sessions }) =>
      ({ brandId, token }: Pick<Member, 'brandId' | 'token'>) =>
        checkSession({ ...app, sessions }, brandId, token),
  );

type Device = 'own' | 'other';
type End = (member: Member, otherSessionId: string) => Promise<unknown>;
const ends: [what: string, end: End, ended: Device[]][] = [
  ['signing out', (member) => signOut(member), ['own']],
  ['ending one session', (member, sessionId) => endOwnSession(member, { sessionId }), ['other']],
  ['ending all others', (member) => endOtherSessions(member), ['other']],
  ['a new password', (member) => changePassword(member, { password: 'nuova' }), ['own', 'other']],
  ['closing the account', (member) => closeAccount(member), ['own', 'other']],
];

test.for(ends)(
  'what %s ends is dead by the time of the answer',
  async ([, end, ended], { check, sessions, world }) => {
    const marco = withServices(await world.member(), { sessions });
    const { db } = marco.app;
    const { accountId } = marco;
    const phone = { ...marco, token: await openSession(marco, db, accountId, 'password') };
    const second = await check(phone);
    expect(second).toMatchObject({ accountId });
    expect(await check(marco)).toMatchObject({ accountId });
    await end(marco, typeof second === 'string' ? '' : second.sessionId);
    for (const [device, { brandId, token }] of [
      ['own', marco],
      ['other', phone],
    ] as const) {
      const expected = ended.includes(device) ? 'dead' : expect.objectContaining({ accountId });
      expect(await check({ brandId, token })).toEqual(expected);
    }
  },
);

test('terms that are accepted and a region that is chosen count by the time of the answer', async ({
  check,
  sessions,
  world,
}) => {
  const anna = withServices(await world.member({ accepted: false, region: null, city: null }), { sessions });
  const { trackerId } = anna;
  expect(await check(anna)).toMatchObject({ accepted: false, hasRegion: false });
  await acceptTerms(anna, { trackerId, terms: true, adult: true });
  expect(await check(anna)).toMatchObject({ accepted: true, hasRegion: false });
  await saveOwnProfile(anna, { region: 'Sicilia' });
  expect(await check(anna)).toMatchObject({ accepted: true, hasRegion: true });
});

test('a session that was asked for while the transaction that ends it ran is not believed after it', async ({
  check,
  sessions,
  world,
}) => {
  const marco = await world.member();
  const { db } = marco.app;
  const { brandId, accountId } = marco;
  await transact(db, async (tx, afterCommit) => {
    await endSessionsOf(tx, brandId, accountId);
    afterCommit(() => sessions.forget(accountId));
    for (let time = 0; time < 2; time += 1) expect(await check(marco)).toMatchObject({ accountId });
  });
  expect(await check(marco)).toBe('dead');
});
