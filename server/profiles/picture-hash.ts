/** How a picture looks, in 64 bits: pictures that look alike differ in few of them. */

import { sql } from 'kysely';
import sharp from 'sharp';

/** The bare pixels of a picture. */
export interface Raster {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

const ROWS = 8;
/** Each row is compared with itself, one point further. */
const COLUMNS = ROWS + 1;
/** With less light and dark than this a picture looks like any other plain one. */
const LEAST_CONTRAST = 24;

/**
 * The difference hash (dHash) of a picture: shrunk to 9 by 8 grey points, a bit says whether the light grows to the right.
 * It survives other sizes, formats and slight cuts. As a decimal number that fits PostgreSQL's `bigint`, which is more
 * than JavaScript's numbers hold; null where there is next to nothing to see.
 */
export async function hashPicture({ data, info }: Raster): Promise<string | null> {
  const points = await sharp(data, { raw: info })
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  if (Math.max(...points) - Math.min(...points) < LEAST_CONTRAST) return null;
  let bits = 0n;
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < ROWS; column += 1) {
      const at = row * COLUMNS + column;
      const grows = (points[at] ?? 0) < (points[at + 1] ?? 0);
      bits = (bits << 1n) | (grows ? 1n : 0n);
    }
  }
  return BigInt.asIntN(64, bits).toString();
}

/** What is stored of it with an uploaded picture, and whether it looks like a banned one. */
export function hashColumns(brandId: string, hash: string | null) {
  return {
    hash: sql<number | null>`${hash}::bigint`,
    resembles_banned: sql<boolean>`resembles_banned_picture(${brandId}::uuid, ${hash}::bigint)`,
  };
}
