import { expect, test } from 'vitest';
import { sampleUser } from '../../../packages/client/testing/sample-boot.ts';
import { findRoute } from './decide-route.ts';
import { addressOf, bottomItems, desktopItems } from './navigation.ts';

test('the desktop bar leads with match, or with search for whoever seeks men', () => {
  expect(desktopItems(sampleUser())).toEqual(['match', 'chats', 'notifications', 'vip', 'profile']);
  const woman = sampleUser({ about: { gender: 'female', seeks: 'male' } });
  expect(desktopItems(woman)[0]).toBe('find');
});

test('the top level is offered no VIP link', () => {
  expect(desktopItems(sampleUser({ premiumLevel: 1 }))).toContain('vip');
  expect(desktopItems(sampleUser({ premiumLevel: 2 }))).not.toContain('vip');
});

test('the bottom menu omits search where the flow has invites', () => {
  expect(bottomItems({ invites: false })).toEqual(['find', 'match', 'chats', 'notifications', 'profile']);
  expect(bottomItems({ invites: true })).toEqual(['match', 'chats', 'notifications', 'profile']);
});

test('every item leads to a page', () => {
  for (const address of Object.values(addressOf)) expect(findRoute(address)?.path).toBeDefined();
});
