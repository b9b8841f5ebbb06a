import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  hashPassword,
  needsRehash,
  setPasswordCost,
  testCost,
  usualCost,
  verifyPassword,
} from './passwords.ts';

beforeEach(() => setPasswordCost(testCost));
afterEach(() => setPasswordCost(usualCost));

test('a hash fits its password alone, and no two hashes are the same', async () => {
  const [one, two] = await Promise.all([hashPassword('sotto la luna'), hashPassword('sotto la luna')]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$v=19\$/);
  expect(one.length).toBeLessThanOrEqual(300);
  expect(await verifyPassword(one, 'sotto la luna')).toBe(true);
  expect(await verifyPassword(one, 'Sotto la luna')).toBe(false);
});

test('the usual cost is well above the least that OWASP asks for', async () => {
  setPasswordCost(usualCost);
  const hash = await hashPassword('x');
  expect(hash).toContain('$m=65536,t=4,p=1$');
  expect(await verifyPassword(hash, 'x')).toBe(true);
});

test('an accent is the same letter however the keyboard composes it', async () => {
  const hash = await hashPassword('caffe\u0300');
  expect(await verifyPassword(hash, 'caff\u00e8')).toBe(true);
});

test('nobody has the password of an account that does not exist', async () => {
  expect(await verifyPassword(undefined, '')).toBe(false);
  expect(await verifyPassword(undefined, 'anything')).toBe(false);
});

test('a hash of another cost still verifies and asks to be made again', async () => {
  const hash = await hashPassword('x');
  expect(needsRehash(hash)).toBe(false);
  setPasswordCost({ ...testCost, timeCost: 2 });
  expect(needsRehash(hash)).toBe(true);
  expect(await verifyPassword(hash, 'x')).toBe(true);
  expect(needsRehash(await hashPassword('x'))).toBe(false);
});

test('a flood waits in line, and past a length is turned away', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 1000 }, () => hashPassword('x')));
  const refused = flood.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(500);
  expect(refused.length).toBeLessThan(900);
  expect(refused[0]?.reason).toMatchObject({ code: 'server.unavailable' });
  expect(await hashPassword('x')).toMatch(/^\$argon2id/);
});
