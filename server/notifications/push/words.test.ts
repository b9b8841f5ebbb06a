import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Brand } from '#server/brands/directory.ts';
import { kindWords } from '../account-news.ts';
import type { Sender, NotificationContent } from '../channel.ts';
import { pushWords, writePush } from './words.ts';

const brand = { settings: { title: 'Lunaria' }, words: {} } as Brand;
const sender = (screenName: string, given: Partial<Sender> = {}): Sender => ({
  profileId: `id-of-${screenName}`,
  screenName,
  kind: 'member',
  unread: 1,
  words: null,
  ...given,
});

function content(given: Partial<NotificationContent>): NotificationContent {
  const noDetails = {
    id: '',
    accountId: '',
    origin: '',
    email: '',
    screenName: '',
    senders: [],
    total: 1,
    count: 0,
  };
  return { ...noDetails, kind: 'message', brand, language: 'it', ...given };
}

test.each([
  ['words that he may read', { words: 'Come stai?' }, 'Anna', 'Come stai?'],
  ['words that are not his yet, or a photo', { words: null }, 'Anna', 'Ti ha scritto.'],
  ['several of them', { words: null, unread: 3 }, 'Anna', 'Ti ha scritto: 3 messaggi da leggere.'],
  ['a profile of the staff', { kind: 'staff' }, 'Anna (profilo dello staff)', 'Ti ha scritto.'],
  ['a companion', { kind: 'ai' }, 'Anna (compagno virtuale, AI)', 'Ti ha scritto.'],
] as const)('a message: %s', (_, given, title, body) => {
  expect(writePush(content({ senders: [sender('Anna', given)] }))).toEqual({
    title,
    body,
    tag: 'chat:id-of-Anna',
    path: '/chats/id-of-Anna',
  });
});

test('likes and visits are one notification each, and name who is of ours', () => {
  const senders = [sender('Anna'), sender('Sofia', { kind: 'ai' }), sender('Eva'), sender('Lia')];
  const [first] = senders;
  expect(writePush(content({ kind: 'like', senders: first ? [first] : [] }))).toEqual({
    title: 'Anna',
    body: 'Ti ha messo Mi piace.',
    tag: 'likes',
    path: '/notifications',
  });
  expect(writePush(content({ kind: 'like', senders, total: 12 }))).toMatchObject({
    title: '12 nuovi Mi piace',
    body: 'Anna, Sofia (compagno virtuale, AI), Eva e altre 9 persone',
  });
  expect(
    writePush(content({ kind: 'visit', senders: senders.slice(0, 2), total: 2, language: 'fr' })),
  ).toEqual({
    title: '2 nouvelles visites',
    body: 'Anna et Sofia (compagnon virtuel, IA)',
    tag: 'visits',
    path: '/notifications',
  });
});

test('numbers are said as each language says them, also of one more person and of millions', () => {
  const senders = ['Anna', 'Eva', 'Lia'].map((name) => sender(name));
  expect(writePush(content({ kind: 'like', senders, total: 4 })).body).toBe(
    'Anna, Eva, Lia e un’altra persona',
  );
  const million = (language: 'it' | 'en' | 'es' | 'fr') =>
    writePush(content({ kind: 'visit', senders, total: 1_000_000, language })).title;
  expect(million('it')).toBe('1.000.000 di nuove visite');
  expect(million('en')).toBe('1,000,000 new visits');
  expect(million('es')).toBe('1.000.000 de visitas nuevas');
  expect(million('fr')).toMatch(/^1\s000\s000 de nouvelles visites$/);
});

test('a gift is named by its number', () => {
  expect(writePush(content({ kind: 'gift', count: 1 })).title).toBe('Un messaggio in regalo');
  expect(writePush(content({ kind: 'gift', count: 5 }))).toEqual({
    title: '5 messaggi in regalo',
    body: 'Già nel tuo account di Lunaria: non c’è nulla da pagare e nulla da fare.',
    tag: 'gift',
    path: '/chats',
  });
});

test('a long message is cut, and never in the middle of a letter', () => {
  const family = '👨‍👩‍👧';
  const { body } = writePush(content({ senders: [sender('Anna', { words: family.repeat(500) })] }));
  expect(body).toBe(`${family.repeat(160)}…`);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(3_000);
});

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  '%s has the fields that English has',
  (language) => {
    // English has no form for millions.
    const withoutMany = (name: string, part: unknown) => (name === 'many' ? undefined : part);
    const fields = (words: object) => JSON.stringify(words, withoutMany).match(/\{\w+\}/g);
    expect(fields(pushWords[language])).toEqual(fields(pushWords.en));
    expect(fields(kindWords[language])).toEqual(fields(kindWords.en));
  },
);
