import { availableParallelism } from 'node:os';
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
  const [one, two] = await Promise.all([
    hashPassword('sotto la luna', 'marco'),
    hashPassword('sotto la luna', 'marco'),
  ]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$v=19\$/);
  expect(one.length).toBeLessThanOrEqual(300);
  expect(await verifyPassword(one, 'sotto la luna', 'marco')).toBe(true);
  expect(await verifyPassword(one, 'Sotto la luna', 'marco')).toBe(false);
});

test('the usual cost is well above the least that OWASP asks for', async () => {
  setPasswordCost(usualCost);
  const hash = await hashPassword('x', 'marco');
  expect(hash).toContain('$m=65536,t=4,p=1$');
  expect(await verifyPassword(hash, 'x', 'marco')).toBe(true);
});

test('an accent is the same letter however the keyboard composes it', async () => {
  const hash = await hashPassword('caffe\u0300', 'marco');
  expect(await verifyPassword(hash, 'caff\u00e8', 'marco')).toBe(true);
});

test('nobody has the password of an account that does not exist', async () => {
  expect(await verifyPassword(undefined, '', 'marco')).toBe(false);
  expect(await verifyPassword(undefined, 'anything', 'marco')).toBe(false);
});

test('a hash of another cost still verifies and asks to be made again', async () => {
  const hash = await hashPassword('x', 'marco');
  expect(needsRehash(hash)).toBe(false);
  setPasswordCost({ ...testCost, timeCost: 2 });
  expect(needsRehash(hash)).toBe(true);
  expect(await verifyPassword(hash, 'x', 'marco')).toBe(true);
  expect(needsRehash(await hashPassword('x', 'marco'))).toBe(false);
});

test('a flood waits in line, and past a length is turned away', async () => {
  const flood = await Promise.allSettled(
    Array.from({ length: 1000 }, (_, count) => hashPassword('x', `somebody ${count}`)),
  );
  const refused = flood.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(500);
  expect(refused.length).toBeLessThan(900);
  expect(refused[0]?.reason).toMatchObject({ code: 'server.unavailable' });
  expect(await hashPassword('x', 'marco')).toMatch(/^\$argon2id/);
});

test('whoever asks for many at once waits for himself, and the next one is not kept waiting', async () => {
  const places = availableParallelism();
  const done: string[] = [];
  const ask = async (owner: string) => {
    await hashPassword('x', owner);
    done.push(owner);
  };
  const flood = Promise.allSettled(Array.from({ length: places + 24 }, () => ask('marco')));
  await ask('paolo');
  const before = done.filter((owner) => owner === 'marco').length;
  const outcomes = await flood;
  // He came last, and most of those who came before him were still waiting when he was done.
  expect(done.filter((owner) => owner === 'marco').length - before).toBeGreaterThan(10);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(4);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'request.too_many' });
});
