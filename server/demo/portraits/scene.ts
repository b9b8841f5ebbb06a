import type { Choices } from './seeded.ts';

export const frame = { width: 960, height: 1280 };

export interface Scene {
  /** What lies behind the person, and what in front. Ids in it begin with "scene". */
  back: string;
  front: string;
  /** The colours around the head and around the shoulders, to choose people and clothes that stand out. */
  aroundHead: string;
  aroundShoulders: readonly string[];
}

export type SceneMaker = (choices: Choices) => Scene;

type Stops = readonly string[];

export function sky(stops: Stops, height = frame.height): string {
  const marks = stops.map(
    (colour, index) => `<stop offset="${(index / (stops.length - 1)).toFixed(2)}" stop-color="${colour}"/>`,
  );
  return (
    `<linearGradient id="sceneSky" x2="0" y2="1">${marks.join('')}</linearGradient>` +
    `<rect width="${frame.width}" height="${height}" fill="url(#sceneSky)"/>`
  );
}

export function ground(colour: string): string {
  return `<rect width="${frame.width}" height="${frame.height}" fill="${colour}"/>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}

export function path(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`;
}

export function line(d: string, stroke: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`;
}

/** Soft light without a gradient: a radial one costs more than all the rest of a picture. */
export function glow(x: number, y: number, radius: number, fill: string): string {
  return [1.6, 1.28].map((factor) => disc(x, y, Math.round(radius * factor), fill, 0.17)).join('');
}

export function group(content: string, transform: string): string {
  return `<g transform="${transform}">${content}</g>`;
}

/** The same scene seen in a mirror, half of the time. */
export function mirrored(content: string, choices: Choices): string {
  return choices.chance('mirror', 0.5) ? group(content, `translate(${frame.width} 0) scale(-1 1)`) : content;
}

/** A stem that bends from the origin upwards, with pointed leaves on both sides. */
export function sprig(length: number, leaves: number, fill: string, stem: string): string {
  const parts = [line(`M0 0Q${length * 0.12} ${-length * 0.5} 0 ${-length}`, stem, 7)];
  for (let index = 1; index <= leaves; index += 1) {
    const y = Math.round((-length * index) / leaves);
    const size = Math.round(length * (0.3 - (0.14 * index) / leaves));
    const lean = Math.round(length * 0.06 * Math.sin((Math.PI * index) / leaves) * 2);
    for (const side of [-1, 1]) {
      const tip = lean + side * size;
      parts.push(
        path(
          `M${lean} ${y}Q${lean + side * size * 0.2} ${y - size * 0.7} ${tip} ${y - size * 0.55}Q${lean + side * size * 0.8} ${y + size * 0.1} ${lean} ${y}Z`,
          fill,
        ),
      );
    }
  }
  return parts.join('');
}
