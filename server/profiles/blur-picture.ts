import sharp from 'sharp';

/** The bare pixels of a picture. */
export interface Raster {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
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
