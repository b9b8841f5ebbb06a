import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { blurPicture } from '#server/profiles/make-photo.ts';
import type { Raster } from '#server/profiles/picture-hash.ts';
import { faceOf, type PortraitPerson } from './faces.ts';
import { figureCanvas } from './figure-style.ts';
import { figureSvg } from './figure.ts';
import { frame } from './scene.ts';
import { sceneOf } from './scenes.ts';
import { seeded, type Choices } from './seeded.ts';

export type { PortraitPerson } from './faces.ts';

export interface PortraitPicture {
  width: number;
  height: number;
  /** In base64. */
  thumbhash: string;
  /** WebP, one a width. */
  files: { width: number; data: Buffer }[];
  /** What visitors get instead. */
  blurred: Buffer;
}

/** The middle of a face on the figure's canvas, around which it is placed, turned and scaled. */
const faceCentre = { x: figureCanvas.left + 490, y: figureCanvas.top + 490 };

interface Framing {
  scale: readonly [number, number];
  /** Where the middle of the face lies; the avatar is cut from the square at the top. */
  y: readonly [number, number];
  tilt: number;
}

const framings: readonly [Framing, ...Framing[]] = [
  { scale: [1.02, 1.12], y: [500, 520], tilt: 3 },
  { scale: [0.82, 0.92], y: [505, 535], tilt: 4 },
  { scale: [1.2, 1.3], y: [510, 530], tilt: 5 },
  { scale: [0.94, 1.04], y: [500, 520], tilt: 6 },
];

function placement(choices: Choices, picture: number): string {
  const framing = framings[picture % framings.length] ?? framings[0];
  const scale = choices.between('scale', ...framing.scale);
  const flip = choices.chance('flip', 0.5) ? -1 : 1;
  const x = 480 - flip * 8 * scale + choices.between('x', -14, 14);
  const y = choices.between('y', ...framing.y);
  const tilt = choices.between('tilt', -framing.tilt, framing.tilt);
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${tilt.toFixed(2)}) scale(${(flip * scale).toFixed(3)} ${scale.toFixed(3)}) translate(${-faceCentre.x} ${-faceCentre.y})`;
}

/** Specks of a coarse paper; only the scene has them, on a face they would be blemishes. */
const grain = (() => {
  const choices = seeded('paper');
  const specks = (tone: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const x = Math.round(choices.between(`${tone} x ${index}`, 0, frame.width));
      const y = Math.round(choices.between(`${tone} y ${index}`, 0, frame.height));
      const size = (1.5 + choices.number(`${tone} size ${index}`) * 2.5).toFixed(1);
      return `M${x} ${y}h${size}v${size}h-${size}z`;
    }).join('');
  return (
    `<path d="${specks('light', 170)}" fill="#fff" fill-opacity=".22"/>` +
    `<path d="${specks('dark', 130)}" fill="#2a1726" fill-opacity=".13"/>`
  );
})();

/** The same person and number give the same picture, always. */
export function portraitSvg(person: PortraitPerson, picture: number): string {
  const face = faceOf(person);
  const scene = sceneOf(person, face, picture);
  const figure = figureSvg(person, face, scene, picture).replace(
    '<svg ',
    `<svg width="${figureCanvas.width}" height="${figureCanvas.height}" `,
  );
  const place = placement(seeded(`${person.seed} framing ${picture}`), picture);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="0 0 ${frame.width} ${frame.height}">` +
    `${scene.back}${grain}<g transform="${place}">${figure}</g>${scene.front}</svg>`
  );
}

const hashWidth = 48;

async function rasterOf(image: Sharp): Promise<Raster> {
  return image.raw().toBuffer({ resolveWithObject: true });
}

async function shrunk({ data, info }: Raster, width: number): Promise<Raster> {
  if (width === info.width) return { data, info };
  return rasterOf(sharp(data, { raw: info }).resize(width, heightOf(width)));
}

function heightOf(width: number): number {
  return Math.round((width * frame.height) / frame.width);
}

/** Drawn once at the greatest width; every smaller picture is made from the next greater one. */
export async function drawPortrait(
  person: PortraitPerson,
  picture: number,
  widths: readonly number[] = [160, 480, 960],
): Promise<PortraitPicture> {
  const width = Math.max(...widths);
  const svg = Buffer.from(portraitSvg(person, picture));
  // The density scales the drawing itself, so that a small picture costs little.
  const drawn = sharp(svg, { density: (72 * width) / frame.width }).removeAlpha();
  let raster = await rasterOf(drawn);
  const files: PortraitPicture['files'] = [];
  for (const wanted of widths.toSorted((first, second) => second - first)) {
    raster = await shrunk(raster, wanted);
    const image = sharp(raster.data, { raw: raster.info });
    // Effort is time; only the small picture, loaded by the dozen, is worth some.
    files.unshift({
      width: wanted,
      data: await image.webp({ quality: 80, effort: wanted > 200 ? 0 : 2 }).toBuffer(),
    });
  }
  const small = await shrunk(raster, hashWidth);
  const { data, info } = small;
  const rgba = await sharp(data, { raw: info }).ensureAlpha().raw().toBuffer();
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, rgba)).toString('base64');
  return { width, height: heightOf(width), thumbhash, files, blurred: await blurPicture(small) };
}
