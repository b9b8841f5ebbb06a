import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createPasswords } from './passwords.ts';

const cheap = { memoryCost: 8, timeCost: 1 };
const passwords = createPasswords(cheap);

test('a hash fits its password alone, and no two hashes are the same', async () => {
  const [one, two] = await Promise.all([
    passwords.hash('sotto la luna', 'marco'),
    passwords.hash('sotto la luna', 'marco'),
  ]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$v=19\$/);
  expect(one.length).toBeLessThanOrEqual(300);
  expect(await passwords.verify(one, 'sotto la luna', 'marco')).toBe(true);
  expect(await passwords.verify(one, 'Sotto la luna', 'marco')).toBe(false);
});

test('the usual cost is well above the least that OWASP asks for', async () => {
  const usual = createPasswords(readConfig({}).passwordCost);
  const hash = await usual.hash('x', 'marco');
  expect(hash).toContain('$m=65536,t=4,p=1$');
  expect(await usual.verify(hash, 'x', 'marco')).toBe(true);
});

test('an accent is the same letter however the keyboard composes it', async () => {
  const hash = await passwords.hash('caffe\u0300', 'marco');
  expect(await passwords.verify(hash, 'caff\u00e8', 'marco')).toBe(true);
});

test('no password opens an account that does not exist', async () => {
  expect(await passwords.verify(undefined, '', 'marco')).toBe(false);
  expect(await passwords.verify(undefined, 'anything', 'marco')).toBe(false);
});

test('a hash of another cost still verifies and asks to be made again', async () => {
  const hash = await passwords.hash('x', 'marco');
  expect(passwords.needsRehash(hash)).toBe(false);
  const dearer = createPasswords({ ...cheap, timeCost: 2 });
  expect(dearer.needsRehash(hash)).toBe(true);
  expect(await dearer.verify(hash, 'x', 'marco')).toBe(true);
  expect(dearer.needsRehash(await dearer.hash('x', 'marco'))).toBe(false);
});

test('a flood waits in line, and past a length is turned away', async () => {
  const requests = await Promise.allSettled(
    Array.from({ length: 1000 }, (_, count) => passwords.hash('x', `somebody ${count}`)),
  );
  const refused = requests.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(500);
  expect(refused.length).toBeLessThan(900);
  expect(refused[0]?.reason).toMatchObject({ code: 'server.unavailable' });
  expect(await passwords.hash('x', 'marco')).toMatch(/^\$argon2id/);
});

test('a caller who asks for many at once waits for their own, and the next caller is not kept waiting', async () => {
  const places = availableParallelism();
  const done: string[] = [];
  const ask = async (owner: string) => {
    await passwords.hash('x', owner);
    done.push(owner);
  };
  const requests = Promise.allSettled(Array.from({ length: places + 24 }, () => ask('marco')));
  await ask('paolo');
  const before = done.filter((owner) => owner === 'marco').length;
  const outcomes = await requests;
  // This call came last, and most of those before it were still waiting when it was done.
  expect(done.filter((owner) => owner === 'marco').length - before).toBeGreaterThan(10);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(4);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'request.too_many' });
});
