import { expect, test } from 'vitest';
import { clearBadges, setBadge } from './badges.ts';
import { storage } from './storage.ts';

test('counts are whole and never below zero', () => {
  setBadge('messages', 3);
  expect(storage.get('unreadMessages')).toBe(3);
  setBadge('messages', -2);
  expect(storage.get('unreadMessages')).toBe(0);
  setBadge('notifications', 1.7);
  expect(storage.get('unreadNotifications')).toBe(1);
});

test('nobody else finds them after the member has left', () => {
  setBadge('messages', 3);
  clearBadges();
  expect(storage.get('unreadMessages')).toBeUndefined();
});
