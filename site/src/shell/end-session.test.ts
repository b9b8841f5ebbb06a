import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { queryClient } from '#client/query-client.ts';
import { sampleUser } from '#client/testing/sample-boot.ts';
import { type StorageKey, storageKeys } from '#contract/kernel/storage-keys.ts';
import { readNavigation } from '#contract/profile/people.ts';
import { type Answers, openPage, resetSession, sealed } from '#site/testing/session-page.ts';
import { call, endDeadSession } from './api.ts';
import { withUser } from './me.ts';
import { verifyStoredToken } from './member-session.ts';
import {
  endSession,
  followOtherTabs,
  memberStore,
  sessionStore,
  signOut,
  startSession,
  updateMember,
} from './session.ts';
import { storage } from './storage.ts';

beforeEach(resetSession);

describe('the end of a session leaves nothing of the member on the device', () => {
  const sessionKeys = (Object.keys(storageKeys) as StorageKey[]).filter(
    (key) => storageKeys[key].scope === 'session',
  );
  const something = { text: 'x', number: 4, list: ['x'] } as const;

  /** A page on which a member has been busy. */
  async function openBusyPage(answers: Answers = {}) {
    const page = await openPage({ '/api/users/verify': sealed(sampleUser()), ...answers }, { token: 't' });
    await startSession();
    onTestFinished(followOtherTabs());
    for (const key of sessionKeys) {
      if (key !== 'token') storage.set(key, something[storageKeys[key].holds]);
    }
    for (const name of [
      'chosenPlan',
      'openOrder',
      'profileDraft.click-1',
      'scrollPositions',
      'signUpDraft',
    ]) {
      sessionStorage.setItem(name, 'x');
    }
    storage.set('deviceToken', 'known');
    queryClient.setQueryData(['click-1', 'conversations'], { pages: [] });
    return page;
  }

  test.each<[string, () => unknown, Answers]>([
    ['signing out', () => signOut(), { '/api/users/logout': () => ({ body: { result: 'OK' } }) }],
    [
      'a call with a dead token',
      () => call(readNavigation, { trackerId: 'click-1' }).catch(() => undefined),
      {
        '/api/get/all/click-1': () => ({
          status: 401,
          body: { error: { code: 'session.dead', message: '' } },
        }),
      },
    ],
    ['a dead token of the socket', () => endDeadSession('t'), {}],
    [
      'a token that is found dead',
      () => verifyStoredToken(),
      { '/api/users/verify': answersInTurn(sealed(sampleUser()), () => ({ body: { verify: 0 } })) },
    ],
    [
      'an account that was disabled',
      () => verifyStoredToken(),
      {
        '/api/users/verify': answersInTurn(sealed(sampleUser()), () => ({
          body: { error: 'utente_disabilitato' },
        })),
      },
    ],
    [
      'signing out in another tab',
      () => {
        storage.remove('token');
        storage.changedElsewhere('token');
      },
      {},
    ],
    ['closing the account', () => endSession(), {}],
  ])('by %s', async (_, end, answers) => {
    const { root } = await openBusyPage(answers);
    await end();
    expect(sessionStore.get()).toEqual({ status: 'visitor' });
    expect(memberStore.get()).toBeUndefined();
    expect(sessionKeys.filter((key) => storage.get(key) !== undefined)).toEqual([]);
    expect(Object.keys(sessionStorage)).toEqual(['signUpDraft']);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(root.dataset).toEqual({});
    expect(storage.get('deviceToken')).toBe('known');
  });

  test('and nothing that was written after it', async () => {
    await openBusyPage();
    endSession();
    updateMember(withUser, { likeCredits: 3 });
    expect(storage.get('likeCredits')).toBeUndefined();
  });
});

function answersInTurn(...answers: Answers[string][]): Answers[string] {
  return (asked) => (answers.length > 1 ? answers.shift() : answers[0])?.(asked);
}
