import { expect, test } from 'vitest';
import { brandsOf, isFiltering, matchMails, readFilter, writeFilter } from './filter.ts';
import type { MailRow } from './use-mails.ts';

const mail = (part: Partial<MailRow>): MailRow => ({
  id: '0197a5d4-7b6e-7c11-9a55-3f2d0c4b8e10',
  brand: 'lunaria',
  to: 'marco@example.com',
  subject: 'Benvenuto',
  template: 'welcome',
  language: 'it',
  status: 'kept',
  createdAt: 0,
  ...part,
});

const everything = { status: '', brand: '', words: '' };

test('a filter survives the address bar', () => {
  const filter = { status: 'failed', brand: 'verbena', words: 'marco reset' };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter(everything).toString()).toBe('');
});

test('a status that does not exist filters nothing', () => {
  expect(readFilter(new URLSearchParams('status=lost'))).toEqual(everything);
  expect(isFiltering(readFilter(new URLSearchParams('q=%20')))).toBe(false);
});

test('every word must be found, wherever it stands', () => {
  const mails = [
    mail({ subject: 'Benvenuto', to: 'marco@example.com' }),
    mail({ subject: 'Nuova password', to: 'MARCO@example.com', template: 'reset-password' }),
    mail({ subject: 'Nuova password', to: 'lucia@example.com', template: 'reset-password' }),
  ];
  expect(matchMails(mails, { ...everything, words: ' marco  RESET ' })).toEqual([mails[1]]);
  expect(matchMails(mails, everything)).toEqual(mails);
});

test('status and brand narrow together', () => {
  const mails = [
    mail({ status: 'failed' }),
    mail({ status: 'failed', brand: 'verbena' }),
    mail({ brand: 'verbena' }),
  ];
  expect(matchMails(mails, { ...everything, status: 'failed', brand: 'verbena' })).toEqual([mails[1]]);
});

test('the chosen brand can be chosen even where it has no mail', () => {
  expect(brandsOf([mail({}), mail({ brand: 'verbena' }), mail({})], 'aurora')).toEqual([
    'aurora',
    'lunaria',
    'verbena',
  ]);
  expect(brandsOf([], '')).toEqual([]);
});
