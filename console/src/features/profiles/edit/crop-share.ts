/** A part of a picture in percent, as the cropper says it. */
export interface CropPercent {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The same as the contract writes it: left, top, width and height in shares of the whole. */
export function cropShares({ x, y, width, height }: CropPercent): string {
  const left = clamp(x);
  const top = clamp(y);
  return [left, top, Math.min(clamp(width), 1 - left), Math.min(clamp(height), 1 - top)].map(write).join(',');
}

const clamp = (percent: number) => Math.min(1, Math.max(0, percent / 100));

function write(share: number): string {
  const rounded = Math.round(share * 1e6) / 1e6;
  return rounded === 0 || rounded === 1 ? String(rounded) : rounded.toFixed(6);
}
