type Rgb = readonly [red: number, green: number, blue: number];

function channels(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `share` of `other` in `hex`. */
export function mix(hex: string, other: string, share: number): string {
  const from = channels(hex);
  const to = channels(other);
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** How bright a colour looks, from 0 to 1. */
export function brightness(hex: string): number {
  const [red, green, blue] = channels(hex);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** How far apart two colours look, from 0 to about 1. */
export function distance(first: string, second: string): number {
  const [red, green, blue] = channels(first);
  const [otherRed, otherGreen, otherBlue] = channels(second);
  return (
    Math.sqrt(
      0.3 * (red - otherRed) ** 2 + 0.59 * (green - otherGreen) ** 2 + 0.11 * (blue - otherBlue) ** 2,
    ) / 255
  );
}
