import sharp from 'sharp';
import { makeSinglePhoto } from '../profiles/make-photo.ts';
import type { DemoBrand } from './brand.ts';
import { gardenLandscapes } from './portraits/garden-landscapes.ts';
import { frame } from './portraits/scene.ts';
import { seeded } from './portraits/seeded.ts';
import { terraceViews } from './portraits/terrace-views.ts';

const views = { garden: gardenLandscapes.lake, terrace: terraceViews.seaside };

/** A place that somebody of the demo shows somebody else, drawn like everything here. */
export async function drawView({ key, style }: DemoBrand) {
  const { back, front } = views[style](seeded(`${key} view`));
  const { width, height } = frame;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${back}${front}</svg>`;
  const png = await sharp(Buffer.from(svg)).resize({ width: 720 }).png({ compressionLevel: 1 }).toBuffer();
  return makeSinglePhoto(png, 'image/png');
}
