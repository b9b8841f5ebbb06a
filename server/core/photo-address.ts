import type { VisitorContext } from './app.ts';

type AtBrand = Pick<VisitorContext, 'brand' | 'brandId' | 'config'>;

/** Where all files of a photo are kept. */
export function photoFolder(brandId: string, photoId: string): string {
  return `photos/${brandId}/${photoId}`;
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

/** The same for somebody who may not be on our page. */
export function fullAddress({ origin }: VisitorContext, address: string): string {
  return address.startsWith('/') ? `${origin}${address}` : address;
}

function baseOf({ brand, config }: AtBrand): string {
  return brand.settings.photos.host ?? config.s3?.publicUrl ?? '/media';
}
