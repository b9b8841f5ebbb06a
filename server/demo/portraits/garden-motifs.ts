import { disc, group, path } from './scene.ts';
import type { Choices } from './seeded.ts';

export const ink = '#2a1726';
export const plum = '#7d3f68';
export const paper = '#fdf8f1';
export const moonlight = '#fdebc8';

export const gardenCloths = [
  '#c76b7e',
  '#e8713f',
  '#fdf3e6',
  '#5b2c52',
  '#3f5a4b',
  '#d9a04a',
  '#8fa3b8',
  '#3b3350',
  '#a8483a',
  '#e9cdb8',
  '#6d7a4f',
  '#b993b8',
] as const;

/** The sky from the zenith to the horizon. */
export const evenings = {
  dusk: ['#f9c79d', '#e58c7f', '#a9567a', '#4a2546'],
  goldenHour: ['#fde6c8', '#f8c598', '#ec957d', '#c76b7e'],
  blueHour: ['#4b3a6b', '#7f5288', '#c76b7e', '#f3ac8c'],
  roseHour: ['#fbe3da', '#f3bfb3', '#dd8f92', '#a25676'],
} as const;

export function cypress(x: number, foot: number, height: number, fill: string): string {
  const half = Math.round(height * 0.11);
  const top = foot - height;
  return path(
    `M${x} ${top}C${x + half * 1.5} ${top + height * 0.45} ${x + half * 1.3} ${foot - height * 0.12} ${x + half * 0.5} ${foot}H${x - half * 0.5}C${x - half * 1.3} ${foot - height * 0.12} ${x - half * 1.5} ${top + height * 0.45} ${x} ${top}Z`,
    fill,
  );
}

export function stars(choices: Choices, fill: string): string {
  return Array.from({ length: 16 }, (_, index) => {
    const x = Math.round(choices.between(`star x${index}`, 20, 940));
    const y = Math.round(choices.between(`star y${index}`, 20, 620));
    return disc(x, y, 2 + (index % 3), fill, 0.75);
  }).join('');
}

export function flower(x: number, y: number, size: number, petals: string, heart: string): string {
  const parts = [0, 72, 144, 216, 288].map((turn) =>
    group(
      path(
        `M0 0C${-size * 0.6} ${-size * 0.4} ${-size * 0.5} ${-size} 0 ${-size}C${size * 0.5} ${-size} ${size * 0.6} ${-size * 0.4} 0 0Z`,
        petals,
      ),
      `rotate(${turn})`,
    ),
  );
  return group(parts.join('') + disc(0, 0, Math.round(size * 0.24), heart), `translate(${x} ${y})`);
}
