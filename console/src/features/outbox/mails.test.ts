import { expect, test } from 'vitest';
import { LINK_PLACEHOLDER } from '#contract/kernel/constants.ts';
import { type MailRow, isFiltering, matchMails, readFilter, splitLinks, writeFilter } from './mails.ts';

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

const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

test('an address in a sentence is cut out without the punctuation after it', () => {
  expect(splitLinks('Conferma: https://it.example/c?token=a-b.\nCiao')).toEqual([
    { at: 0, text: 'Conferma: ' },
    { at: 10, text: 'https://it.example/c?token=a-b', href: 'https://it.example/c?token=a-b' },
    { at: 40, text: '.\nCiao' },
  ]);
});

test('brackets and several addresses', () => {
  expect(linksOf('(see http://a.example/x) <https://b.example/y> "https://c.example"')).toEqual([
    'http://a.example/x',
    'https://b.example/y',
    'https://c.example',
  ]);
});

test('a link that is made when the mail is sent cannot be followed before', () => {
  const text = `Entra: https://it.example/autologin?token=${LINK_PLACEHOLDER}&red=Lw`;
  expect(splitLinks(text).map((piece) => piece.text)).toEqual(['Entra: ', text.slice(7)]);
  expect(linksOf(text)).toEqual([]);
});

test('only the web can be followed', () => {
  expect(linksOf('javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example')).toEqual([]);
});

test('nothing is lost', () => {
  const text = 'a https://x.example/ b https://y.example/?q=1! c';
  expect(
    splitLinks(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
