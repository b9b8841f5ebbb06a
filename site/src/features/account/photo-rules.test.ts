import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PHOTO_MAX_BYTES, PHOTO_MAX_SIDE, PHOTO_TYPES } from '#contract/kernel/constants.ts';
import { photoFault } from '#site/lib/files.ts';
import { PORTRAIT_ASPECT, fittedSize } from './crop-photo.ts';

const side = fc.double({ min: 1, max: 20_000, noNaN: true });

test('a photo never leaves larger than allowed, is never enlarged, and is never nothing', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const size = fittedSize({ width, height });
      for (const length of [size.width, size.height]) {
        expect(length).toBeGreaterThanOrEqual(1);
        expect(length).toBeLessThanOrEqual(PHOTO_MAX_SIDE);
      }
      expect(size.width).toBeLessThanOrEqual(Math.ceil(width));
      expect(size.height).toBeLessThanOrEqual(Math.ceil(height));
    }),
  );
});

test('a large portrait keeps its shape', () => {
  expect(fittedSize({ width: 4000 * PORTRAIT_ASPECT, height: 4000 })).toEqual({ width: 800, height: 1000 });
  expect(fittedSize({ width: 320, height: 400 })).toEqual({ width: 320, height: 400 });
});

test('only the pictures that the server can read are taken, up to 10 MB', () => {
  for (const type of PHOTO_TYPES) expect(photoFault({ type, size: 1000 })).toBeNull();
  for (const type of ['image/avif', 'application/pdf', '']) {
    expect(photoFault({ type, size: 1000 })).toBe('photo.not_image');
  }
  expect(photoFault({ type: 'image/png', size: PHOTO_MAX_BYTES })).toBeNull();
  expect(photoFault({ type: 'image/png', size: PHOTO_MAX_BYTES + 1 })).toBe('photo.too_large');
});
