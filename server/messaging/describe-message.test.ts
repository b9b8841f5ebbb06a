import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PREVIEW_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { anyText } from '#testing/wire-values.ts';
import { blurText, previewOf } from './describe-message.ts';

const KEY = '0199aaaa-0000-7000-8000-00000000000a';

test('words keep their shape and lose their letters', () => {
  const blurred = blurText('Ciao, Perché no? Alle 7:30! 😀 100€', KEY);
  expect(blurred).toMatch(/^[A-Z][a-z]{3}, [A-Z][a-z]{5} [a-z]{2}\? [A-Z][a-z]{3} \d:\d\d! • \d{3}•$/);
});

test('the same message looks the same each time, and another one differs', () => {
  const text = 'domani sera al lungomare';
  expect(blurText(text, KEY)).toBe(blurText(text, KEY));
  expect(blurText(text, KEY)).not.toBe(blurText(text, KEY.replace(/a$/, 'b')));
});

test('what is shown depends on the shape of the words alone', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,5}$/);
  fc.assert(
    fc.property(word, (text) => {
      const other = text.replaceAll(/[a-z]/g, 'x');
      expect(blurText(text, KEY)).toBe(blurText(other, KEY));
    }),
  );
});

test('no text is too odd, and nothing grows', () => {
  fc.assert(
    fc.property(anyText(200), (text) => {
      expect(blurText(text, KEY).length).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('no letter or digit of another alphabet is left', () => {
  const blurred = blurText('Привет γειά مرحبا 你好 ٣', KEY);
  expect(blurred).toMatch(/^[A-Z][a-z]{5} [a-z]{4} [a-z]{5} [a-z]{2} \d$/);
});

test('a preview is the beginning on one line, and never half a sign', () => {
  expect(previewOf(' uno\n\n due\ttre ')).toBe('uno due tre');
  expect(previewOf('😀'.repeat(100))).toBe('😀'.repeat(PREVIEW_MAX_LETTERS / 2));
  expect(previewOf(`x${'😀'.repeat(100)}`)).toBe(`x${'😀'.repeat(PREVIEW_MAX_LETTERS / 2 - 1)}`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const preview = previewOf(text);
      expect(preview.length).toBeLessThanOrEqual(PREVIEW_MAX_LETTERS);
      expect(preview.isWellFormed()).toBe(true);
      expect(preview).not.toMatch(/\s{2}|\n/);
    }),
  );
});
