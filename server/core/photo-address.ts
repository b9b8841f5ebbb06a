import type { VisitorContext } from './app.ts';

/** Where all files of a photo are kept. */
export function photoFolder(brandId: string, photoId: string): string {
  return `photos/${brandId}/${photoId}`;
}

/** Where a photo is kept, by width. */
export function photoKey(brandId: string, photoId: string, width: number): string {
  return `${photoFolder(brandId, photoId)}/${width}.webp`;
}

/** Where a browser finds it: the brand's photo host, the bucket's public address, or the brand's own origin. */
export function photoAddress(
  { brand, config, brandId }: VisitorContext,
  photoId: string,
  width: number,
): string {
  const base = brand.settings.photos.host ?? config.s3?.publicUrl ?? '/media';
  return `${base}/${photoKey(brandId, photoId, width)}`;
}
