/** Draws the SVG on its standard input and answers with a PNG. It is started for one drawing and may be killed. */

import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { PHOTO_MAX_SIDE } from '#contract/kernel/constants.ts';

/** In case its parent is gone and cannot end it. */
const GIVE_UP_AFTER = 20_000;

setTimeout(() => process.kill(process.pid, 'SIGKILL'), GIVE_UP_AFTER).unref();

const source = await buffer(process.stdin);
const drawing = sharp(source, { limitInputPixels: false });
const { format } = await drawing.metadata();
if (format !== 'svg') throw new Error('not a drawing');
// Whatever size it says it has, it is drawn as large as photos are: its lines are scaled, not their pixels.
const png = await drawing
  .resize(PHOTO_MAX_SIDE, PHOTO_MAX_SIDE, { fit: 'inside' })
  .png({ compressionLevel: 1 })
  .toBuffer();
process.stdout.write(png);
