import { expect, test } from 'vitest';
import { momentsOf } from './shift-times.ts';

const HOUR = 3_600_000;

test('a shift that ends earlier on the clock than it begins ends on the next day', () => {
  const day = momentsOf({ day: '2026-05-04', from: '09:00', to: '17:00' });
  expect(day.endsAt - day.startsAt).toBe(8 * HOUR);
  expect(new Date(day.startsAt).getHours()).toBe(9);
  const night = momentsOf({ day: '2026-05-04', from: '22:00', to: '06:00' });
  expect(night.endsAt - night.startsAt).toBe(8 * HOUR);
  expect(new Date(night.endsAt).getDate()).toBe(5);
});
