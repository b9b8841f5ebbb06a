import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PREVIEW_MAX_LETTERS } from '../../contract/kernel/constants.ts';
import { previewOf } from './preview.ts';

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
