import sharp from 'sharp';
import { expect, test } from 'vitest';
import { plain } from '#testing/profiles/pictures.ts';
import { blurPicture, makePhoto } from './make-photo.ts';

async function pixelsOf(picture: Buffer) {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

/** The steepest step from a pixel to the one beside it. */
async function steepest(picture: Buffer): Promise<number> {
  const { data, width } = await pixelsOf(picture);
  let most = 0;
  for (let at = 1; at < data.length; at += 1) {
    if (at % width > 0) most = Math.max(most, Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)));
  }
  return most;
}

/** Black and white squares of so many pixels. */
async function board(width: number, height: number, square: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height);
  for (let at = 0; at < data.length; at += 1) {
    const [column, row] = [Math.floor((at % width) / square), Math.floor(at / width / square)];
    data[at] = (column + row) % 2 === 0 ? 0 : 255;
  }
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

test('nothing as fine as the features of a face is left, and edges are gone', async () => {
  // In a portrait of 600 pixels a face is 300 wide, an eye about 60.
  const { blurred } = await makePhoto(await board(600, 800, 60), 'image/png');
  const { data } = await pixelsOf(blurred);
  const middle = [...data].toSorted((one, other) => one - other);
  const [low, high] = [middle[Math.floor(data.length * 0.05)]!, middle[Math.floor(data.length * 0.95)]!];
  expect(high - low).toBeLessThan(64);
  const { blurred: halves } = await makePhoto(await board(600, 800, 300), 'image/png');
  expect(await steepest(halves)).toBeLessThan(16);
});

test('the colours stay', async () => {
  const { blurred } = await makePhoto(await plain(300, 400).png().toBuffer(), 'image/png');
  const { channels } = await sharp(blurred).stats();
  const [red, green, blue] = channels.map(({ mean }) => mean);
  expect(red).toBeGreaterThan(200);
  expect(Math.max(green!, blue!)).toBeLessThan(60);
});

test.each([
  [1, 1],
  [1, 1000],
  [1000, 1],
  [1000, 700],
])('%d × %d has the shape of all others, and says nothing else of itself', async (width, height) => {
  const raster = await plain(width, height).raw().toBuffer({ resolveWithObject: true });
  const metadata = await sharp(await blurPicture(raster)).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: 120, height: 160 });
  expect([metadata.exif, metadata.icc, metadata.xmp]).toEqual([undefined, undefined, undefined]);
});
