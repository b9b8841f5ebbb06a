import { expect, test } from 'vitest';
import { createFormat } from './format.tsx';

const now = Date.UTC(2026, 5, 1, 18);
const MINUTE = 60_000;

test('near times are shown as a distance, far ones as a date', () => {
  const { ago } = createFormat('it');
  expect(ago(now - 5 * MINUTE, now)).toBe('5 min fa');
  expect(ago(now + 3 * 60 * MINUTE, now)).toBe('tra 3 h');
  expect(ago(now, now)).toBe('ora');
  expect(ago(now - 40 * 24 * 60 * MINUTE, now)).toContain('22/04/26');
});

test('English is written the European way', () => {
  expect(createFormat('en').ago(now - 40 * 24 * 60 * MINUTE, now)).toContain('22/04/2026');
});

test('names and numbers follow the language', () => {
  const format = createFormat('es');
  expect(format.country('it')).toBe('Italia');
  expect(format.language('fr')).toBe('francés');
  expect(format.number(1234567)).toBe('1.234.567');
});
