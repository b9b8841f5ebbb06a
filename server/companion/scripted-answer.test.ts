import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '#contract/countries/list.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { findFault } from '#server/safety/check-answer.ts';
import { safetyWords } from '#server/safety/words.ts';
import {
  readIntent,
  readName,
  NEVER_AGAIN_WITHIN,
  scriptedAnswer,
  boundaries,
  helpText,
  intents,
  words,
} from './script.ts';
import type { Intent } from './script.ts';

const conversationId = '019f0000-0000-7000-8000-000000000001';

function answer(text: string, language: Language, ownLines: readonly string[] = ['…'], number = 1): string {
  const waiting = [{ text, hasPhoto: false }];
  return scriptedAnswer({ conversationId, number, language, ownName: 'Stella', waiting, ownLines });
}

const wordsOf = (intent: Intent, language: Language) =>
  intent === 'real' ? safetyWords[language].asksIfReal : words[language].intents[intent].words;

/** Every word of the lists, in a sentence that a member might write. */
const sayings = LANGUAGES.flatMap((language) =>
  intents.flatMap((intent) =>
    wordsOf(intent, language).map((word) => [language, word.replace('*', 'a')] as const),
  ),
);
const aLanguage = fc.constantFrom(...LANGUAGES);
const aMessage = fc.oneof(
  fc.constantFrom(...sayings.map(([, word]) => word)),
  fc.tuple(fc.constantFrom(...sayings), fc.constantFrom(...sayings)).map(([[, a], [, b]]) => `${a}, ${b}?`),
  fc.constantFrom('mi chiamo Bitcoin', 'je m’appelle Telegram', 'my name is Marco', 'me llamo Uomo', ''),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

describe('the lists', () => {
  test('have the same intents in every language, and enough lines never to repeat one', () => {
    for (const language of LANGUAGES) {
      const { intents: known, first, openers, general } = words[language];
      expect(Object.keys(known).toSorted()).toEqual(intents.toSorted());
      for (const intent of intents) {
        expect(known[intent].answers, `${language} ${intent}`).toHaveLength(4);
        // A question is known by its mark.
        expect(wordsOf(intent, language).length > 1, `${language} ${intent}`).toBe(intent !== 'question');
      }
      expect(first).toHaveLength(3);
      expect(openers.length * 4).toBeGreaterThan(NEVER_AGAIN_WITHIN);
      expect(general.length).toBeGreaterThan(NEVER_AGAIN_WITHIN);
      expect(new Set(general).size).toBe(general.length);
    }
  });

  test('hold the same marks in every language', () => {
    const marksOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const language of LANGUAGES) {
      for (const intent of intents) {
        const marks = words[language].intents[intent].answers.map(marksOf);
        expect(marks, `${language} ${intent}`).toEqual(words.it.intents[intent].answers.map(marksOf));
      }
      expect(words[language].first.map(marksOf)).toEqual([['{self}'], ['{self}'], ['{self}']]);
    }
  });

  test('hold nothing that a companion must not say', () => {
    for (const language of LANGUAGES) {
      const { first, general, spent, openers } = words[language];
      const answers = intents.flatMap((intent) =>
        words[language].intents[intent].answers.flatMap((line) =>
          boundaries.includes(intent) ? openers.map((opener) => `${opener} ${line}`) : [line],
        ),
      );
      for (const line of [...answers, ...first, ...general, spent])
        expect([line, findFault(line.replace('{self}', 'Stella').replace('{name}', 'Marco'))]).toEqual([
          line,
          undefined,
        ]);
    }
  });

  test('the help lines are those of the country, in every language', () => {
    for (const language of LANGUAGES) {
      const [italy, spain, portugal] = COUNTRIES.map((country) => helpText('self_harm', language, country));
      for (const line of ['112', '02 2327 2327', '19696']) expect(italy).toContain(line);
      for (const line of ['112', '024', '717 003 717', '116 111']) expect(spain).toContain(line);
      for (const line of ['112', '213 544 545', '116 111']) expect(portugal).toContain(line);
      const [young, joven] = COUNTRIES.map((country) => helpText('minor', language, country));
      for (const line of ['19696', '114', '112']) expect(young).toContain(line);
      for (const line of ['116 111', '112']) expect(joven).toContain(line);
    }
  });
});

describe('an answer', () => {
  test.each<[Language, string, Intent | undefined]>([
    ['it', 'Ciao!', 'greeting'],
    ['it', 'ciao, come stai?', 'howAreYou'],
    ['it', 'Sei vera o sei un bot?', 'real'],
    ['it', 'Ci vediamo domani sera?', 'meet'],
    ['it', 'mi dai il tuo numero?', 'contact'],
    ['it', 'ti mando dei soldi', 'money'],
    ['it', 'sei un cretino', 'insult'],
    ['it', 'muoio dal ridere', 'joke'],
    ['it', 'Oggi sono proprio triste', 'sad'],
    ['it', 'Mi piace cucinare la pasta', 'food'],
    ['it', 'Mi chiamo Marco', 'name'],
    ['it', 'perché il cielo è blu?', 'question'],
    ['it', 'xyzzy', undefined],
    ['es', '¿Eres real?', 'real'],
    ['es', '¿Quedamos mañana?', 'meet'],
    ['es', 'Hola guapa', 'greeting'],
    ['es', 'qué tal', 'howAreYou'],
    ['es', 'me encanta viajar', 'travel'],
    ['fr', 'Êtes-vous une personne ?', 'real'],
    ['fr', 'On se voit ce soir ?', 'meet'],
    ['fr', 'Bonjour', 'greeting'],
    ['fr', 'j’adore la musique', 'music'],
    ['en', 'Are you real?', 'real'],
    ['en', "let's meet tonight", 'meet'],
    ['en', 'thanks a lot', 'thanks'],
    ['en', 'my dog is asleep', 'animals'],
    // In another language than the member's own.
    ['it', 'are you human?', 'real'],
    ['fr', 'vediamoci', 'meet'],
  ])('%s: %s is about %s', (language, text, intent) => {
    expect(readIntent({ text, hasPhoto: false }, language)).toBe(intent);
  });

  test('speaks the member’s language and calls them by their name', () => {
    expect(answer('mi chiamo marco', 'it')).toContain('Marco');
    expect(readName('Salve, mi chiamo 3331234567')).toBeUndefined();
    expect(words.fr.intents.greeting.answers).toContain(answer('bonjour', 'fr'));
    expect(words.es.intents.greeting.answers).toContain(answer('hola', 'es'));
  });

  test('says plainly what it is with its first words, and whenever it is asked', () => {
    for (const language of LANGUAGES) {
      expect(answer('xyzzy', language, [])).toMatch(
        /compagno virtuale|acompañante virtual|AI companion|compagnon virtuel/,
      );
      const asked = safetyWords[language].asksIfReal[0] ?? '';
      expect(answer(asked, language)).toMatch(/programma?|programme?|AI|IA/);
    }
  });

  test('cannot see photos', () => {
    const waiting = [{ text: '', hasPhoto: true }];
    const input = { conversationId, number: 3, language: 'it' as const, ownName: 'Stella', ownLines: ['…'] };
    expect(words.it.intents.photo.answers).toContain(scriptedAnswer({ ...input, waiting }));
  });

  test('is the same for the same message, and not the same for everyone', () => {
    expect(answer('ciao', 'it', ['…'], 7)).toBe(answer('ciao', 'it', ['…'], 7));
    const many = Array.from({ length: 30 }, (_, number) => answer('ciao', 'it', ['…'], number));
    expect(new Set(many).size).toBe(4);
  });

  test('never repeats itself within ten, and never claims, proposes or asks for what it must not', () => {
    const oneTalk = fc.tuple(aLanguage, fc.array(aMessage, { minLength: 1, maxLength: 25 }));
    fc.assert(
      fc.property(oneTalk, ([language, messages]) => {
        const lines: string[] = [];
        for (const [index, text] of messages.entries()) {
          const line = answer(text, language, lines, index * 2 + 1);
          expect(line).not.toBe('');
          expect(line.length).toBeLessThan(600);
          expect([line, findFault(line)]).toEqual([line, undefined]);
          expect(line).not.toMatch(/[{}]/);
          expect(lines.slice(-NEVER_AGAIN_WITHIN)).not.toContain(line);
          lines.push(line);
        }
      }),
      { numRuns: 300 },
    );
  });
});
