import { expect, test } from 'vitest';
import { createStorage } from '#client/storage.ts';
import { storageKeys } from '#contract/kernel/storage-keys.ts';
import { afterAbsence, landingName, noteLanding } from './landing.ts';

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60 * 1000;

function arrive(search: string, storage = emptyStorage(), now = 1_000_000) {
  return noteLanding({ storage, search, country: 'it', userAgent: 'Browser', now });
}

function land(search: string, storage = emptyStorage(), now?: number) {
  arrive(search, storage, now);
  return storage;
}

function emptyStorage() {
  return createStorage(storageKeys, () => {
    throw new Error('Kept within the page.');
  });
}

test('takes the tracker id from the address, else keeps the known one, else makes one', () => {
  const storage = land('?tid=advert-1');
  expect(storage.get('trackerId')).toBe('advert-1');
  expect(land('', storage).get('trackerId')).toBe('advert-1');
  expect(land('?tid=advert-2', storage).get('trackerId')).toBe('advert-2');
  expect(land('').get('trackerId')).toMatch(/^[0-9a-f-]{36}$/);
});

test('a tracker id that could not be one is ignored', () => {
  expect(land('?tid=%3Cscript%3E').get('trackerId')).toMatch(/^[0-9a-f-]{36}$/);
});

test('notes campaign and source, which is direct unless the address says otherwise', () => {
  expect(land('').get('source')).toBe('direct');
  const storage = land('?src=radio&campid=c1&ip=1.2.3.4&kcampaign=k1&remarketing_clickid=r1');
  expect(storage.get('source')).toBe('radio');
  expect(storage.get('campaignId')).toBe('c1');
  expect(storage.get('ip')).toBe('1.2.3.4');
  expect(storage.get('clickCampaign')).toBe('k1');
  expect(storage.get('remarketingId')).toBe('r1');
  expect(land('', storage).get('source')).toBe('radio');
});

test('a click on an advert is reported once a landing', () => {
  const storage = emptyStorage();
  expect(arrive('', storage).click).toBeUndefined();
  expect(arrive('?kcampaign=k1', storage).click).toBe('k1');
  expect(arrive('?kcampaign=k1', storage).click).toBeUndefined();
  expect(arrive('?kcampaign=k2', storage).click).toBe('k2');
  expect(arrive('?kcampaign=k2', storage, 1_000_001 + DAY).click).toBe('k2');
});

test('the network address is asked for where it is unknown, once a landing', () => {
  const storage = emptyStorage();
  expect(arrive('?ip=1.2.3.4').addressUnknown).toBe(false);
  expect(arrive('', storage).addressUnknown).toBe(true);
  storage.set('ip', '1.2.3.4');
  expect(arrive('', storage).addressUnknown).toBe(false);
  expect(arrive('', storage, 1_000_001 + DAY).addressUnknown).toBe(true);
});

test.each([
  ['/', 'home'],
  ['/signup', 'signup'],
  ['/ms', 'ms'],
  ['/chats/some-id', 'chats'],
])('the landing at %s is called %s', (path, name) => {
  expect(landingName(path)).toBe(name);
});

test('the landed time lasts a day', () => {
  const storage = land('', undefined, 1000);
  expect(land('', storage, 1000 + DAY).get('landedTime')).toBe(1000);
  expect(land('', storage, 1001 + DAY).get('landedTime')).toBe(1001 + DAY);
});

test.each([
  [2 * MINUTE, { newLanding: false, reload: false }],
  [4 * MINUTE, { newLanding: false, reload: true }],
  [11 * MINUTE, { newLanding: true, reload: true }],
])('after %i ms away: %o', (hiddenFor, expected) => {
  expect(afterAbsence(hiddenFor)).toEqual(expected);
});

test.each(['.', '..', 'profile', 'a/b'])('a tracker id of %s counts as none', (id) => {
  const made = land(`?tid=${encodeURIComponent(id)}`).get('trackerId');
  expect(made).toMatch(/^[0-9a-f-]{36}$/);
});
