import { expect, test } from 'vitest';
import { makeBrand } from '#contract/staff/brand-making.ts';
import { hostnameFor, keyFor } from './naming.ts';

test.each([
  ['Caffè Aurora', 'caffe-aurora'],
  ['  24 ore d’amore!  ', 'ore-d-amore'],
  ['Señora Ñandú & Søn', 'senora-nandu-s-n'],
])('%s has a key and a hostname that the contract takes', (title, key) => {
  expect(keyFor(title)).toBe(key);
  const named = { key, title: title.trim(), hostname: hostnameFor(key), from: null };
  expect(makeBrand.body.safeParse(named).success).toBe(true);
});
