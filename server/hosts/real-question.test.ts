import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { deniesStaff, honestAnswer, namesStaff } from './real-question.ts';

describe('what a host may not answer', () => {
  test.each([
    'Certo, sono una persona privata come te',
    'Sono vera, non preoccuparti',
    'Sono una donna vera e ti scrivo da casa',
    'Ma no, non lavoro per il sito',
    'Non sono dello staff',
    'nessuno mi paga',
    'Claro que soy real',
    'No trabajo para la web',
    'Soy una mujer normal',
    'No soy del equipo',
    'Je suis une vraie femme',
    'Je ne travaille pas pour le site',
    'I am a real woman',
    "I'm not staff",
    "I don't work for the site",
    'I am just a normal person',
    'My profile is real',
  ])('%s', (text) => expect(deniesStaff(text, false)).toBe(true));

  test('a claim to be human is one where it was asked for', () => {
    expect(deniesStaff('Non sono un bot!', false)).toBe(false);
    expect(deniesStaff('Non sono un bot!', true)).toBe(true);
    expect(deniesStaff('Non sono un bot: ti scrive una persona dello staff', true)).toBe(false);
  });

  test.each([
    'Sono una persona reale dello staff di Lunaria',
    'Non sono una persona privata: questo profilo lo cura lo staff',
    'Sono davvero felice di leggerti',
    'Sono una ragazza solare',
    'Soy muy alegre',
    'Je suis vraiment contente',
    'I am really happy to read you',
  ])('but may say: %s', (text) => expect(deniesStaff(text, false)).toBe(false));

  test.each(LANGUAGES)('the honest answer (%s) is one', (language) => {
    const text = honestAnswer(language, 'Lunaria');
    expect(text).toContain('Lunaria');
    expect(namesStaff(text)).toBe(true);
    expect(deniesStaff(text, true)).toBe(false);
  });
});
