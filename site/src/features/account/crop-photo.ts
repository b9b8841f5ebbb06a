import { PHOTO_MAX_SIDE } from '#contract/kernel/constants.ts';

/** A part of a picture, in its own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Every portrait on the site stands in this shape. */
export const PORTRAIT_ASPECT = 4 / 5;

export const ZOOM_MAX = 4;
const JPEG_QUALITY = 0.9;

/** As large as it is, but no larger than the limit on either side. */
export function fittedSize(
  { width, height }: Pick<CropArea, 'width' | 'height'>,
  limit = PHOTO_MAX_SIDE,
): { width: number; height: number } {
  const scale = Math.min(1, limit / width, limit / height);
  const side = (length: number) => Math.min(limit, Math.max(1, Math.round(length * scale)));
  return { width: side(width), height: side(height) };
}

/** How large a picture is after so many quarter turns. */
export function turnedSize({ width, height }: Pick<CropArea, 'width' | 'height'>, quarters: number) {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * The chosen part of a picture, turned clockwise by quarters, as a JPEG. The part is in the pixels of the turned
 * picture. Throws where the browser can't make one.
 */
export async function cropPhoto(address: string, area: CropArea, quarters: number): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { width, height } = fittedSize(area);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { alpha: false });
  if (!pen) throw new Error('There is no canvas to draw on.');
  // JPEG knows no transparency: what was clear would turn black.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  const whole = turnedSize({ width: picture.naturalWidth, height: picture.naturalHeight }, quarters);
  pen.scale(width / area.width, height / area.height);
  pen.translate(whole.width / 2 - area.x, whole.height / 2 - area.y);
  pen.rotate((quarters * Math.PI) / 2);
  pen.drawImage(picture, -picture.naturalWidth / 2, -picture.naturalHeight / 2);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The picture could not be made smaller.'));
    canvas.toBlob(take, 'image/jpeg', JPEG_QUALITY);
  });
}
