import { expect, test } from 'vitest';
import { createStorage } from '#client/storage.ts';
import { storageKeys } from '#contract/kernel/storage-keys.ts';
import { createSearch } from './search.ts';

function device() {
  const held = new Map<string, string>();
  return createStorage(storageKeys, () => ({
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
  }));
}

const roma = { region: 'Lazio', city: 'Roma' };

test('a search is found again as it was left: page, list, place and filters', () => {
  const storage = device();
  const search = createSearch('marco', storage);
  search.change({ place: roma });
  search.change({ filters: { ageFrom: 30, kinds: ['member'] } });
  search.setVersion(7);
  search.goTo(3);
  expect(createSearch('marco', storage).store.get()).toEqual({
    place: roma,
    filters: { ageFrom: 30, kinds: ['member'] },
    page: 3,
    version: 7,
  });
});

test('another place or other filters begin at page 1 with the newest list', () => {
  const search = createSearch('marco', device());
  search.setVersion(7);
  search.goTo(4);
  search.change({ place: roma });
  expect(search.store.get()).toMatchObject({ page: 1, version: null, place: roma });
  search.setVersion(8);
  search.goTo(2);
  search.change({ filters: { isNew: true } });
  expect(search.store.get()).toMatchObject({ page: 1, version: null, place: roma });
});

test('a visit that begins at page 1 takes the newest list', () => {
  const storage = device();
  createSearch('marco', storage).setVersion(7);
  expect(createSearch('marco', storage).store.get()).toMatchObject({ page: 1, version: null });
});

test('a member does not inherit what another searched for on the same device', () => {
  const storage = device();
  const search = createSearch('marco', storage);
  search.change({ place: roma, filters: { verified: true } });
  search.goTo(5);
  expect(createSearch('luca', storage).store.get()).toEqual({
    place: null,
    filters: {},
    page: 1,
    version: null,
  });
});

test('what does not belong in storage counts as nothing', () => {
  const storage = device();
  createSearch('marco', storage).goTo(2);
  for (const page of [0, -1, 2.5]) {
    storage.set('searchPage', page);
    expect(createSearch('marco', storage).store.get().page).toBe(1);
  }
  for (const text of ['{', '[]', '{"owner":"marco","filters":{"etaDa":7},"place":null,"version":null}']) {
    storage.set('search', text);
    expect(createSearch('marco', storage).store.get().filters).toEqual({});
  }
});
