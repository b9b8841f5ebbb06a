/** Makes our own photo from whatever was uploaded: decoded, resized, and blurred for visitors. */

import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { PHOTO_MAX_SIDE, PHOTO_TYPES } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { SECOND } from '#server/platform/clock.ts';
import { createFairQueue } from '#server/platform/fair-queue.ts';
import { hashPicture } from './picture-hash.ts';
import type { Raster } from './picture-hash.ts';

/** Fewer than the threads that Node has for files and compression as well. */
const MOST_PICTURES = 3;

/**
 * A picture needs up to some hundred megabytes while it is decoded, so all who make pictures wait in one queue. Each
 * has one thread, and one core is left for all other work: those who only read should not notice how many photos are
 * arriving.
 */
export function createImageQueue() {
  sharp.concurrency(1);
  return createFairQueue({
    concurrency: Math.max(1, Math.min(availableParallelism() - 1, MOST_PICTURES)),
    concurrencyPerOwner: 1,
    maxWaiting: 24,
    maxWaitingPerOwner: 6,
  });
}

export interface MadePhoto {
  width: number;
  height: number;
  /** In base64. */
  thumbhash: string;
  /** How it looks (`hashPicture`). */
  hash: string | null;
  /** WebP, one a width, smallest first. */
  files: { width: number; data: Buffer }[];
  /** What visitors get instead. */
  blurred: Buffer;
}

/** The part of a picture that is taken, in shares of its width and height once it is upright. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smaller sizes a photo comes in, besides its own. */
const SMALLER_WIDTHS: readonly number[] = [160, 480, 960];
const HASH_SIDE = 90;
/** What a good telephone takes. A small file can claim to be far larger. */
const MOST_PIXELS = 65_000_000;
/** How long a picture may take. */
const PATIENCE = 10 * SECOND;
const BEHIND_TRANSPARENCY = '#ffffff';

/**
 * Makes a photo of ours from whatever was uploaded. Only the colours of its pixels are taken over: not where and when
 * it was taken, not what else may hide in the file.
 */
export async function makePhoto(
  bytes: Buffer,
  claimedType: string,
  { patience = PATIENCE, crop }: { patience?: number; crop?: Crop | undefined } = {},
): Promise<MadePhoto> {
  const raster = await open(bytes, claimedType, { patience, crop });
  const { width, height } = raster.info;
  const files: MadePhoto['files'] = [];
  for (const wanted of [...SMALLER_WIDTHS.filter((smaller) => smaller < width), width]) {
    files.push({ width: wanted, data: await webpOf(raster, wanted) });
  }
  const thumbhash = await thumbhashOf(raster);
  const hash = await hashPicture(raster);
  return { width, height, thumbhash, hash, files, blurred: await blurPicture(raster) };
}

/** The same in its own size alone, for where no other is needed. */
export async function makeSinglePhoto(bytes: Buffer, claimedType: string) {
  const raster = await open(bytes, claimedType);
  const { width, height } = raster.info;
  return {
    width,
    height,
    thumbhash: await thumbhashOf(raster),
    hash: await hashPicture(raster),
    data: await webpOf(raster, width),
  };
}

interface Opening {
  patience?: number;
  crop?: Crop | undefined;
}

async function open(
  bytes: Buffer,
  claimedType: string,
  { patience = PATIENCE, crop }: Opening = {},
): Promise<Raster> {
  if (!PHOTO_TYPES.some((type) => type === claimedType)) fail('photo.not_image');
  const format = formatOf(bytes) ?? fail('photo.not_image');
  return decode(format === 'svg' ? await drawSvg(bytes, patience) : bytes, crop);
}

/** By what the file is, whatever its name and type say. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'gif' | 'webp' | 'svg' | undefined {
  const begins = (...beginning: number[]) => beginning.every((byte, index) => bytes[index] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'gif';
  if (/^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12))) return 'webp';
  const beginning = bytes.toString('utf8', 0, 4_096).replace(/^\ufeff/, '');
  return /^\s*</.test(beginning) && /<([\w.-]+:)?svg[\s>]/.test(beginning) ? 'svg' : undefined;
}

/** The picture as it is meant to be seen: upright, in sRGB, without transparency, the first one of many. */
async function decode(bytes: Buffer, crop: Crop | undefined): Promise<Raster> {
  const input = { limitInputPixels: MOST_PIXELS, failOn: 'error', autoOrient: true } as const;
  try {
    const whole = sharp(bytes, input);
    const upright = crop
      ? whole.extract(partOf((await sharp(bytes, input).metadata()).autoOrient, crop))
      : whole;
    return await upright
      .resize(PHOTO_MAX_SIDE, PHOTO_MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: BEHIND_TRANSPARENCY })
      .timeout({ seconds: PATIENCE / SECOND })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    const wantsTooMuch = error instanceof Error && /pixel limit|timeout/.test(error.message);
    return wantsTooMuch ? fail('photo.too_large') : fail('photo.not_image');
  }
}

/** At least a point of the picture, and no more than there is. */
function partOf(whole: { width: number; height: number }, crop: Crop) {
  const along = (size: number, begin: number, share: number) => {
    const from = Math.min(size - 1, Math.round(size * begin));
    return { from, size: Math.min(size - from, Math.max(1, Math.round(size * share))) };
  };
  const across = along(whole.width, crop.left, crop.width);
  const down = along(whole.height, crop.top, crop.height);
  return { left: across.from, top: down.from, width: across.size, height: down.size };
}

function imageOf({ data, info }: Raster): Sharp {
  return sharp(data, { raw: info });
}

function webpOf(raster: Raster, width: number): Promise<Buffer> {
  return imageOf(raster).resize({ width }).webp({ quality: 80 }).toBuffer();
}

async function thumbhashOf(raster: Raster): Promise<string> {
  const { data, info } = await imageOf(raster)
    .resize(HASH_SIDE, HASH_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** So few points that no face is left in them, whatever is done to the picture afterwards. */
const KEPT = { width: 12, height: 16 };
const SOFTNESS = 1.2;
/** All have one shape, so that not even that tells whose it is. */
const SHOWN = { width: 120, height: 160 };

/** What visitors get in the place of a photo: its colours and light, as WebP. */
export async function blurPicture(picture: Raster): Promise<Buffer> {
  const { data, info } = await sharp(picture.data, { raw: picture.info })
    .resize({ ...KEPT, fit: 'cover' })
    .blur(SOFTNESS)
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Between so few points the enlarging itself blurs once more. Less quality would show the blocks of the format.
  return sharp(data, { raw: info })
    .resize({ ...SHOWN, fit: 'fill', kernel: 'cubic' })
    .webp({ quality: 92, effort: 0 })
    .toBuffer();
}

const run = promisify(execFile);
const script = fileURLToPath(new URL('./draw-svg-process.ts', import.meta.url));

const LONGEST_SOURCE = 1024 * 1024;
const LARGEST_PNG = 16 * 1024 * 1024;
/** Kilobytes. Node itself sets half of it aside. */
const MEMORY = 1_500_000;

/**
 * Turns a drawing into a picture. A drawing is a program: a few lines can ask for hours of work or for all memory, and
 * the library that draws cannot be interrupted. So it draws in a process of its own, which knows nothing of ours, gets
 * so much time and so much memory, and is killed when it wants more.
 */
async function drawSvg(source: Buffer, patience: number): Promise<Buffer> {
  if (source.length > LONGEST_SOURCE) fail('photo.too_large');
  const drawing = run(...confined(process.execPath, script), {
    cwd: '/',
    env: { UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' },
    encoding: 'buffer',
    maxBuffer: LARGEST_PNG,
    timeout: patience,
    killSignal: 'SIGKILL',
  });
  // It may end before it has read everything; how it ended says enough.
  drawing.child.stdin?.on('error', () => {});
  drawing.child.stdin?.end(source);
  try {
    return (await drawing).stdout;
  } catch (error) {
    return refuse(error);
  }
}

/** Linux can bound the memory of a process before it starts. */
function confined(program: string, file: string): [program: string, parameters: string[]] {
  if (process.platform !== 'linux') return [program, [file]];
  return ['/bin/sh', ['-c', `ulimit -d ${MEMORY}; exec "$@"`, 'sh', program, file]];
}

/** It ends with a code of its own where it cannot read the drawing, and by a signal where it wanted too much. */
function refuse(error: unknown): never {
  const { code, signal } = error as { code?: unknown; signal?: unknown };
  if (signal) fail('photo.too_large');
  if (typeof code === 'number') fail('photo.not_image');
  throw error;
}
