import { expect, test, vi } from 'vitest';
import { storageKeys } from '#contract/kernel/storage-keys.ts';
import { createStorage } from './storage.ts';

function area(refuses: { write?: boolean } = {}) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (refuses.write) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name: string) => void kept.delete(name),
  };
}

test("keeps values under the specification's names", () => {
  const own = area();
  const storage = createStorage(storageKeys, () => own);
  storage.set('token', 'abc');
  storage.set('availablePeople', 1284);
  storage.set('visitedProfiles', ['a', 'b']);
  expect(Object.fromEntries(own.kept)).toEqual({
    token: 'abc',
    avaibleUsers: '1284',
    profiliVisitati: '["a","b"]',
  });
  expect(storage.get('availablePeople')).toBe(1284);
  expect(storage.get('visitedProfiles')).toEqual(['a', 'b']);
});

test('takes what does not belong there as absent', () => {
  const own = area();
  const storage = createStorage(storageKeys, () => own);
  own.kept.set('avaibleUsers', 'many');
  own.kept.set('profiliVisitati', '[1,2]');
  own.kept.set('vm', '1e999');
  expect(storage.get('availablePeople')).toBeUndefined();
  expect(storage.get('visitedProfiles')).toBeUndefined();
  expect(storage.get('messageValue')).toBeUndefined();
  expect(storage.get('token')).toBeUndefined();
});

test('still remembers within the page where the browser refuses storage', () => {
  const blocked = createStorage(storageKeys, () => {
    throw new DOMException('denied', 'SecurityError');
  });
  blocked.set('token', 'abc');
  expect(blocked.get('token')).toBe('abc');
  blocked.remove('token');
  expect(blocked.get('token')).toBeUndefined();

  const full = createStorage(storageKeys, () => area({ write: true }));
  full.set('token', 'abc');
  expect(full.get('token')).toBe('abc');
});

test('survives storage that fills up later', () => {
  const refuses = { write: false };
  const storage = createStorage(storageKeys, () => area(refuses));
  storage.set('token', 'abc');
  refuses.write = true;
  expect(() => storage.set('token', 'other')).not.toThrow();
  expect(storage.get('token')).toBe('abc');
});

test('tells about changes here and in other tabs, until asked to stop', () => {
  const storage = createStorage(storageKeys, () => area());
  const listener = vi.fn();
  const stop = storage.watch('unreadMessages', listener);
  storage.set('unreadMessages', 2);
  storage.set('token', 'abc');
  expect(listener).toHaveBeenCalledTimes(1);
  storage.changedElsewhere('messaggiNonLetti');
  storage.changedElsewhere('token');
  expect(listener).toHaveBeenCalledTimes(2);
  storage.changedElsewhere(null);
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  storage.set('unreadMessages', 3);
  expect(listener).toHaveBeenCalledTimes(3);
});
