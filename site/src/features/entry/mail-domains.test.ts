import { expect, test } from 'vitest';
import { suggestEmail, webmailOf } from './mail-domains.ts';

test.each([
  ['anna@gmial.con', 'anna@gmail.com'],
  ['anna@gmail.co', 'anna@gmail.com'],
  ['Anna.B@GMAL.com', 'Anna.B@gmail.com'],
  ['marco@hotmial.it', 'marco@hotmail.it'],
  ['marco@libero.ti', 'marco@libero.it'],
  ['lea@outlok.fr', 'lea@outlook.fr'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  '',
  'anna',
  '@gmial.con',
  'anna@gmail.com',
  'a@mail.com',
  'a@hotmail.de',
  'a@studio-rossi.it',
  'a@fred.fr',
])('nothing is suggested for %j', (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});

test('the mailbox of a known domain can be opened, and of no other', () => {
  expect(webmailOf('Anna@Gmail.com')).toBe('https://mail.google.com/');
  expect(webmailOf('anna@mail.com')).toBeNull();
  expect(webmailOf('anna@example.org')).toBeNull();
});
