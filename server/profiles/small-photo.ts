import { photoAddress } from '../brands/photo-address.ts';
import type { AtBrand } from '../brands/photo-address.ts';

/** Enough for the round picture of a row, also where a point has three pixels. */
const WIDE_ENOUGH = 160;

/** Where the smallest file of a photo is that does for a row of a list. */
export function smallPhoto(
  context: AtBrand,
  photo: { id: string; widths: readonly number[] } | null,
): string | null {
  const widths = photo?.widths.toSorted((one, other) => one - other) ?? [];
  const width = widths.find((one) => one >= WIDE_ENOUGH) ?? widths.at(-1);
  return photo && width !== undefined ? photoAddress(context, photo.id, width) : null;
}
