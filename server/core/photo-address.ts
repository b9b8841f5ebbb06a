import { timingSafeEqual } from 'node:crypto';
import type { App, VisitorContext } from './app.ts';
import { HOUR } from './clock.ts';

type AtBrand = Pick<VisitorContext, 'brand' | 'brandId' | 'config'>;

/** Where all files of a photo are kept that everybody may see. */
export function photoFolder(brandId: string, photoId: string): string {
  return `photos/${brandId}/${photoId}`;
}

/** Where they are kept until it is approved. Nothing below `waiting/` may be public, in a bucket either. */
export function waitingFolder(brandId: string, photoId: string): string {
  return `waiting/${brandId}/${photoId}`;
}

export function waitingKey(brandId: string, photoId: string, width: number): string {
  return `${waitingFolder(brandId, photoId)}/${width}.webp`;
}

export function waitingBlurredKey(brandId: string, photoId: string): string {
  return `${waitingFolder(brandId, photoId)}/blurred.webp`;
}

/** Where a photo is kept, by width. */
export function photoKey(brandId: string, photoId: string, width: number): string {
  return `${photoFolder(brandId, photoId)}/${width}.webp`;
}

/** Where the blurred one for visitors is kept, under an id of its own. */
export function blurredKey(brandId: string, blurId: string): string {
  return `blurred/${brandId}/${blurId}.webp`;
}

/** Where a browser finds it: the brand's photo host, the bucket's public address, or the brand's own origin. */
export function photoAddress(context: AtBrand, photoId: string, width: number): string {
  return `${baseOf(context)}/${photoKey(context.brandId, photoId, width)}`;
}

export function blurredAddress(context: AtBrand, blurId: string): string {
  return `${baseOf(context)}/${blurredKey(context.brandId, blurId)}`;
}

/** Where its owner finds a photo. One that was refused is kept by nobody. */
export function ownPhotoAddress(
  context: VisitorContext,
  { id, status, widths }: { id: string; status: string; widths: readonly number[] },
): string {
  const width = widths.at(-1) ?? 0;
  if (status === 'rejected') return '';
  return status === 'approved' ? photoAddress(context, id, width) : waitingAddress(context, id, width);
}

/** The same for somebody who may not be on our page. */
export function fullAddress({ origin }: VisitorContext, address: string): string {
  return address.startsWith('/') ? `${origin}${address}` : address;
}

function baseOf({ brand, config }: AtBrand): string {
  return brand.settings.photos.host ?? config.s3?.publicUrl ?? '/media';
}

/**
 * Where somebody who may see a photo that waits finds it: by an address that only we can make, for an hour or two. It
 * stays the same for an hour, so that a page that asks again does not load the picture again.
 */
export function waitingAddress(
  { brandId, clock, keyedHash, origin }: Pick<VisitorContext, 'brandId' | 'clock' | 'keyedHash' | 'origin'>,
  photoId: string,
  width: number,
): string {
  const key = waitingKey(brandId, photoId, width);
  const until = (Math.floor(clock.now().getTime() / HOUR) + 2) * HOUR;
  const seal = sealOf(keyedHash, key, until).toString('base64url');
  return `${origin}/media/${key}?until=${until}&seal=${seal}`;
}

/** Whether an address of a photo that waits is one of ours, and still good. */
export function opensWaiting(
  { clock, keyedHash }: Pick<App, 'clock' | 'keyedHash'>,
  key: string,
  { until, seal }: { until?: unknown; seal?: unknown },
): boolean {
  if (typeof until !== 'string' || typeof seal !== 'string' || !/^\d{1,15}$/.test(until)) return false;
  if (Number(until) <= clock.now().getTime()) return false;
  const given = Buffer.from(seal, 'base64url');
  const right = sealOf(keyedHash, key, Number(until));
  return given.length === right.length && timingSafeEqual(given, right);
}

function sealOf(keyedHash: App['keyedHash'], key: string, until: number): Buffer {
  return keyedHash('waiting photo', `${key} ${until}`);
}
