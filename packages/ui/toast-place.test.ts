import { expect, test } from 'vitest';
import { freeTop } from './toast-place.ts';

const toast = { left: 12, width: 366, height: 48 };
const phone = { start: 68, end: 780 };
const button = (top: number, left = 16) => ({ left, top, width: 120, height: 44 });

test('it stands where it starts from, if nothing is there', () => {
  expect(freeTop(toast, phone, [])).toBe(68);
  expect(freeTop(toast, phone, [button(300)])).toBe(68);
});

test('it moves on until it covers no button', () => {
  const top = freeTop(toast, phone, [button(64), button(64, 250), button(130)]);
  expect(top).toBeGreaterThanOrEqual(174);
  expect(top).toBeLessThan(190);
});

test('on a desk it moves up from its corner', () => {
  const corner = { left: 1032, width: 384, height: 48 };
  expect(freeTop(corner, { start: 828, end: 68 }, [button(840, 1380)])).toBeLessThan(792);
});

test('what stands beside it is not in its way', () => {
  expect(freeTop({ left: 1032, width: 384, height: 48 }, phone, [button(70)])).toBe(68);
});

test('where there is no free place, it covers as little as can be', () => {
  const controls = [
    { left: 0, top: 0, width: 390, height: 400 },
    { left: 0, top: 400, width: 20, height: 500 },
  ];
  expect(freeTop(toast, phone, controls)).toBeGreaterThanOrEqual(400);
});
