/** Where photos are stored and by which addresses they are found, before and after approval. */

import { timingSafeEqual } from 'node:crypto';
import type { App, VisitorContext } from '#server/app.ts';
import { HOUR } from '#server/platform/clock.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';

/** Whose photos they are, and what an address is made from. No request has a say in it. */
export type AtBrand = Pick<VisitorContext, 'app' | 'brand' | 'brandId'>;

/** Where all files of a photo are kept that are public. */
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

/** Where the document is kept that shows where a photo of a profile of ours comes from. It is never public. */
export function originDocumentKey(brandId: string, photoId: string): string {
  return `origins/${brandId}/${photoId}`;
}

/** Where a photo is kept, by width. */
export function photoKey(brandId: string, photoId: string, width: number): string {
  return `${photoFolder(brandId, photoId)}/${width}.webp`;
}

/** Where the blurred one for visitors is kept, under an id of its own. */
export function blurredKey(brandId: string, blurId: string): string {
  return `blurred/${brandId}/${blurId}.webp`;
}

/**
 * Where a brand's photos are: its photo host, the bucket's public address, or its own site. Always a whole address, and
 * the same one at all of its hostnames: what one member's act tells another carries no trace of where the first one was,
 * and a picture is kept once, whichever hostname a page was opened at.
 */
export function photoBase({ app: { config, origins }, brand }: Omit<AtBrand, 'brandId'>): string {
  return brand.settings.photos.host ?? config.s3?.publicUrl ?? `${siteOrigin({ origins }, brand)}/media`;
}

/** Where a page must be allowed to load a brand's photos from: those that wait are always at its own site. */
export function photoOrigins(context: Omit<AtBrand, 'brandId'>): string[] {
  const bases = [photoBase(context), siteOrigin(context.app, context.brand)];
  return [...new Set(bases.map((address) => new URL(address).origin))];
}

export function photoAddress(context: AtBrand, photoId: string, width: number): string {
  return `${photoBase(context)}/${photoKey(context.brandId, photoId, width)}`;
}

/** The same for each of its widths. */
export function photoSources(
  context: AtBrand,
  { id, widths }: { id: string; widths: readonly number[] },
): { width: number; address: string }[] {
  const folder = `${photoBase(context)}/${photoFolder(context.brandId, id)}`;
  return widths.map((width) => ({ width, address: `${folder}/${width}.webp` }));
}

export function blurredAddress(context: AtBrand, blurId: string): string {
  return `${photoBase(context)}/${blurredKey(context.brandId, blurId)}`;
}

/** Where its owner finds a photo. One that was refused is kept as long as an appeal is possible. */
export function ownPhotoAddress(
  context: VisitorContext,
  {
    id,
    status,
    widths,
    kept_until,
  }: { id: string; status: string; widths: readonly number[]; kept_until: Date | string | null },
): string | null {
  const width = widths.at(-1) ?? 0;
  if (status === 'rejected' && kept_until === null) return null;
  return status === 'approved' ? photoAddress(context, id, width) : waitingAddress(context, id, width);
}

/**
 * Where a member who may see a photo that waits finds it: by an address that only we can make, for an hour or two. It
 * stays the same for an hour, so that a page that asks again does not load the picture again.
 */
export function waitingAddress(context: AtBrand, photoId: string, width: number): string {
  const { clock, keyedHash } = context.app;
  const { brand, brandId } = context;
  const key = waitingKey(brandId, photoId, width);
  const until = (Math.floor(clock.now().getTime() / HOUR) + 2) * HOUR;
  const seal = sealOf(keyedHash, key, until).toString('base64url');
  return `${siteOrigin(context.app, brand)}/media/${key}?until=${until}&seal=${seal}`;
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
