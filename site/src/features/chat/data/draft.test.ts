import { beforeEach, expect, test } from 'vitest';
import { storage } from '#site/shell/storage.ts';
import { draftOf, keepDraft } from './draft.ts';

beforeEach(() => storage.remove('drafts'));

test('each conversation has its own draft, and an empty one is none', () => {
  keepDraft('marco', 'anna', 'Cara Anna');
  keepDraft('marco', 'bea', 'Cara Bea');
  keepDraft('marco', 'bea', '  ');
  expect([draftOf('marco', 'anna'), draftOf('marco', 'bea')]).toEqual(['Cara Anna', '']);
});

test('a member never finds the draft of another, and it goes when they write one', () => {
  keepDraft('marco', 'anna', 'Cara Anna');
  expect(draftOf('luca', 'anna')).toBe('');
  keepDraft('luca', 'bea', 'Cara Bea');
  expect(draftOf('marco', 'anna')).toBe('');
});

test('only the newest are kept, and nonsense is none', () => {
  for (let index = 0; index < 40; index += 1) keepDraft('marco', `p${index}`, `testo ${index}`);
  expect(draftOf('marco', 'p39')).toBe('testo 39');
  expect(draftOf('marco', 'p0')).toBe('');
  storage.set('drafts', '{"a":');
  expect(draftOf('marco', 'p39')).toBe('');
});
