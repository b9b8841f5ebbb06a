import { expect, test } from 'vitest';
import { asksToKeep } from './keep-box.tsx';

test('a pack asks whether what it is paid with may be kept, and nothing else does', () => {
  const pack = { purchase: 'plan', period: null } as const;
  expect(
    (['card', 'paypal', 'googlepay', 'applepay'] as const).map((each) => asksToKeep(pack, each)),
  ).toEqual([true, true, true, true]);
  expect(asksToKeep(pack, 'on_file')).toBe(false);
  expect(asksToKeep({ purchase: 'plan', period: 'month' }, 'card')).toBe(false);
  expect(asksToKeep({ purchase: 'upgrade', period: 'month' }, 'paypal')).toBe(false);
  expect(asksToKeep({ purchase: 'renewal', period: 'month' }, 'card')).toBe(false);
  expect(asksToKeep({ purchase: 'card', period: null }, 'card')).toBe(false);
  expect(asksToKeep({ purchase: 'verification', period: null }, 'card')).toBe(false);
});
