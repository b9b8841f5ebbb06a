import { describe, expect, test } from 'vitest';
import { readIntent } from './script.ts';

describe('a number', () => {
  test.each([
    'Qual è il tuo numero?',
    'mi dai il numero di telefono?',
    '¿Me das tu número?',
    'Donne-moi ton numéro',
    'What is your number?',
  ])('an address or number for contact elsewhere: %s', (text) =>
    expect(readIntent({ text, hasPhoto: false }, 'it')).toBe('contact'),
  );

  test.each([
    'Il mio numero preferito è il sette',
    'Che numero di scarpe hai?',
    'un gran numero di persone',
    '¿Cuál es tu número de la suerte?',
    'A number of friends came by',
  ])('of another sort: %s', (text) =>
    expect(readIntent({ text, hasPhoto: false }, 'it')).not.toBe('contact'),
  );
});
