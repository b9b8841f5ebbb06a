import { beforeEach, expect, test } from 'vitest';
import { setConnection } from '#client/socket-events.ts';
import { SHOWN_NOTIFICATIONS_MOST } from '#contract/kernel/constants.ts';
import { storage } from '#site/shell/storage.ts';
import {
  claimNotification,
  keepPending,
  pendingNotifications,
  shownSinceAsked,
} from './shown-notifications.ts';

const message = (profileId: string, upTo: number) => ({ type: 'message', profileId, upTo }) as const;

beforeEach(() => {
  storage.remove('shownNotifications');
  storage.remove('pendingNotifications');
  setConnection(null);
});

test('the same is claimed once, what is older not at all, and another type by itself', async () => {
  const claims = [message('anna', 2), message('anna', 2), message('anna', 1), message('anna', 3)].map(
    claimNotification,
  );
  expect(await Promise.all(claims)).toEqual([true, false, false, true]);
  expect(await claimNotification({ type: 'like', profileId: 'anna', upTo: 1 })).toBe(true);
  expect(await claimNotification(message('bea', 1))).toBe(true);
});

test('each is reported to the server once a connection', async () => {
  await claimNotification(message('anna', 1));
  const first = shownSinceAsked();
  expect(first.shown).toEqual([message('anna', 1)]);
  // No answer has come yet.
  expect(shownSinceAsked().shown).toEqual([message('anna', 1)]);
  first.noteAsked();
  await claimNotification(message('anna', 2));
  expect(shownSinceAsked().shown).toEqual([message('anna', 2)]);
  setConnection(async () => ({ ok: true }));
  await claimNotification(message('bea', 1));
  expect(shownSinceAsked().shown).toEqual([message('anna', 2), message('bea', 1)]);
});

test('only the newest are remembered, and what does not belong there is left out', async () => {
  storage.set('shownNotifications', ['', 'message', 'hug anna 1', 'like anna much', 'visit bea 7']);
  expect(shownSinceAsked().shown).toEqual([{ type: 'visit', profileId: 'bea', upTo: 7 }]);
  for (let number = 0; number <= SHOWN_NOTIFICATIONS_MOST; number += 1)
    await claimNotification(message(`p${number}`, 1));
  const { shown } = shownSinceAsked();
  expect(shown).toHaveLength(SHOWN_NOTIFICATIONS_MOST);
  expect(shown[0]).toEqual(message('p1', 1));
});

test('what waits is known to the next page, until nothing does', () => {
  expect(pendingNotifications()).toEqual([]);
  keepPending([message('anna', 2)]);
  expect(storage.get('pendingNotifications')).toEqual(['message anna 2']);
  expect(pendingNotifications()).toHaveLength(1);
  keepPending([]);
  expect(pendingNotifications()).toEqual([]);
});
