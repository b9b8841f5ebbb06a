import { expect, test } from 'vitest';
import { addHousePhoto } from '#contract/staff/house-photos.ts';
import { cropShares } from './crop-share.ts';

const isTaken = (crop: string) => addHousePhoto.query.safeParse({ origin: 'own_drawing', crop }).success;

test('whatever the cropper says of a part is written as the contract reads it', () => {
  expect(cropShares({ x: 0, y: 12.5, width: 100, height: 75 })).toBe('0,0.125000,1,0.750000');
  for (const percent of [0, 1e-9, 33.333_333_333, 99.999_999_9, 100, -0.001, 100.2])
    expect(isTaken(cropShares({ x: percent, y: percent, width: percent, height: percent }))).toBe(true);
  // What sticks out by a rounding is cut off.
  expect(cropShares({ x: 50, y: 0, width: 50.000_4, height: 100 })).toBe('0.500000,0,0.500000,1');
});
