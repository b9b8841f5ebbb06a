import { expect, test } from 'vitest';
import { dayWords } from './message-times.ts';

const now = new Date(2026, 9, 26, 9, 0).getTime();

test('a day is named as people name it', () => {
  expect(dayWords(now, 'it', now)).toBe('oggi');
  expect(dayWords(new Date(2026, 9, 25, 23, 59).getTime(), 'it', now)).toBe('ieri');
  expect(dayWords(new Date(2026, 9, 24).getTime(), 'it', now)).toBe('sabato 24 ottobre');
  expect(dayWords(new Date(2025, 0, 6).getTime(), 'it', now)).toBe('lunedì 6 gennaio 2025');
});

test('the day on which the clocks change is still yesterday', () => {
  expect(dayWords(new Date(2026, 9, 25, 0, 30).getTime(), 'es', now)).toBe('ayer');
});
