import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '#contract/kernel/errors.ts';
import { SECOND } from '#server/platform/clock.ts';
import { plain, pngBomb } from '#testing/profiles/pictures.ts';
import { makePhoto } from './make-photo.ts';

/** Left red, right blue. */
function halves(width: number, height: number) {
  const right = { create: { width: width / 2, height, channels: 3, background: '#0000ff' } } as const;
  return plain(width, height).composite([{ input: right, left: width / 2, top: 0 }]);
}

async function colourAt(data: Buffer, x: number, y: number): Promise<string> {
  const { data: pixels, info } = await sharp(data).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
  if (r > 200 && g > 200 && b > 200) return 'white';
  if (g > 100 && r < 100) return 'green';
  return r > b ? 'red' : 'blue';
}

const largest = (files: { data: Buffer }[]) => files.at(-1)!.data;
const svg = (content: string, attributes = 'width="100" height="100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
const background = '<rect width="100%" height="100%" fill="#0a0"/>';

/** How it ends may depend on how much memory the machine gives; it must end, and never with a fault. */
async function outcomeOf(drawing: Buffer): Promise<string> {
  return makePhoto(drawing, 'image/svg+xml').then(
    () => 'drawn',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
}

test('a photo from a telephone comes out upright, small, in our sizes, and without the place where it was taken', async () => {
  const taken = await halves(2400, 1200)
    .withMetadata({ orientation: 6, icc: 'p3' })
    .withExifMerge({
      IFD0: { Make: 'Telephone', Copyright: 'Marco' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 53/1 25/1', GPSLongitude: '12/1 29/1 33/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  const gpsTag = Buffer.from([0x25, 0x88]);
  expect((await sharp(taken).metadata()).exif?.includes(gpsTag)).toBe(true);
  expect(taken.includes('xmpmeta')).toBe(true);

  const { width, height, files, thumbhash } = await makePhoto(taken, 'image/jpeg');
  expect([width, height]).toEqual([500, 1000]);
  expect(files.map((file) => file.width)).toEqual([160, 480, 500]);
  expect(Buffer.from(thumbhash, 'base64').length).toBeLessThan(30);
  for (const file of files) {
    const metadata = await sharp(file.data).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: file.width });
    const { exif, icc, xmp, iptc, orientation } = metadata;
    expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined));
    expect(/Telephone|Marco|xmpmeta|EXIF|ICCP/.test(file.data.toString('latin1'))).toBe(false);
  }
  expect(await colourAt(largest(files), 250, 100)).toBe('red');
  expect(await colourAt(largest(files), 250, 900)).toBe('blue');
});

test('a small picture is not blown up, and a thin one keeps its shape', async () => {
  const small = await makePhoto(await plain(90, 60).png().toBuffer(), 'image/png');
  expect([small.width, small.height, small.files.length]).toEqual([90, 60, 1]);
  const thin = await makePhoto(await plain(3000, 2).png().toBuffer(), 'image/png');
  expect([thin.width, thin.height]).toEqual([1000, 1]);
  const high = await makePhoto(await plain(1, 5000).png().toBuffer(), 'image/png');
  expect([high.width, high.height]).toEqual([1, 1000]);
});

test('of an animation the first picture is taken', async () => {
  const frames = Buffer.concat([
    await plain(50, 40).raw().toBuffer(),
    await sharp({ create: { width: 50, height: 40, channels: 3, background: '#0000ff' } })
      .raw()
      .toBuffer(),
  ]);
  const gif = await sharp(frames, { raw: { width: 50, height: 80, channels: 3, pageHeight: 40 } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  expect((await sharp(gif).metadata()).pages).toBe(2);
  const { width, height, files } = await makePhoto(gif, 'image/gif');
  expect([width, height]).toEqual([50, 40]);
  expect(await colourAt(largest(files), 25, 20)).toBe('red');
});

test('grey, deep, transparent and printed pictures are pictures too', async () => {
  const clear = sharp({ create: { width: 60, height: 60, channels: 4, background: '#00000000' } });
  const kinds = [
    await plain(60, 60).greyscale().jpeg().toBuffer(),
    await plain(60, 60).toColourspace('rgb16').png().toBuffer(),
    await plain(60, 60).toColourspace('cmyk').jpeg().toBuffer(),
    await clear.clone().png().toBuffer(),
    await plain(60, 60).png({ palette: true }).toBuffer(),
  ];
  for (const bytes of kinds) {
    expect(await makePhoto(bytes, 'image/png')).toMatchObject({ width: 60, height: 60 });
  }
  const { files } = await makePhoto(await clear.png().toBuffer(), 'image/png');
  expect(await colourAt(largest(files), 30, 30)).toBe('white');
});

test('what a file is counts, not what it is called; and only five sorts are taken', async () => {
  const jpeg = await plain(50, 50).jpeg().toBuffer();
  expect(await makePhoto(jpeg, 'image/png')).toMatchObject({ width: 50 });
  const webp = await plain(50, 40).webp().toBuffer();
  expect(await makePhoto(webp, 'image/webp')).toMatchObject({ width: 50, height: 40 });
  const refused: [Buffer, string][] = [
    [jpeg, 'application/octet-stream'],
    [jpeg, ''],
    [jpeg, 'image/avif'],
    [await plain(50, 50).avif().toBuffer(), 'image/jpeg'],
    [await plain(50, 50).tiff().toBuffer(), 'image/png'],
    [Buffer.from('Only words, whatever the name says.'), 'image/jpeg'],
    [Buffer.from('<html><body>Not a drawing</body></html>'), 'image/svg+xml'],
    [Buffer.from('<html><svg></svg></html>'), 'image/svg+xml'],
    [Buffer.from('%PDF-1.7'), 'image/png'],
    [Buffer.alloc(0), 'image/png'],
    [Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg'],
  ];
  for (const [bytes, type] of refused) {
    await expect(makePhoto(bytes, type)).rejects.toMatchObject({ code: 'photo.not_image' });
  }
});

test('a broken file is refused as one', async () => {
  const [jpeg, png, gif, webp] = await Promise.all([
    halves(400, 400).jpeg().toBuffer(),
    halves(400, 400).png().toBuffer(),
    halves(400, 400).gif().toBuffer(),
    halves(400, 400).webp().toBuffer(),
  ]);
  for (const whole of [jpeg, png, gif, webp]) {
    const half = whole.subarray(0, whole.length / 2);
    await expect(makePhoto(half, 'image/png')).rejects.toMatchObject({ code: 'photo.not_image' });
  }
});

test('a small file that unpacks to gigabytes is not unpacked', async () => {
  const bomb = pngBomb();
  expect(bomb.length).toBeLessThan(50_000);
  await expect(makePhoto(bomb, 'image/png')).rejects.toMatchObject({ code: 'photo.too_large' });
  const wide = Buffer.from('GIF89a\xff\xff\xff\xff\x80\x00\x00\xff\x00\x00\x00\x00\x00,', 'latin1');
  await expect(makePhoto(wide, 'image/gif')).rejects.toMatchObject({
    code: expect.stringMatching(/^photo\./),
  });
});

test('a drawing is drawn as large as photos are, whatever size it claims', async () => {
  const sizes = ['viewBox="0 0 24 12"', 'width="100000" height="50000"', 'width="210mm" height="105mm"'];
  for (const size of sizes) {
    const { width, height, files } = await makePhoto(svg(background, size), 'image/svg+xml');
    expect([size, width, height]).toEqual([size, 1000, 500]);
    expect(await colourAt(largest(files), 5, 5)).toBe('green');
  }
});

test('a drawing runs nothing and loads nothing, from this machine or from another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serenata-drawing-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'red.png'), await plain(100, 100).png().toBuffer());
  await writeFile(join(folder, 'red.svg'), svg('<rect id="r" width="100" height="100" fill="#f00"/>'));
  await writeFile(join(folder, 'red.css'), 'rect { fill: #f00 !important }');
  await writeFile(join(folder, 'red.xml'), '<rect width="100" height="100" fill="#f00"/>');

  const asked: string[] = [];
  const web = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void web.close());
  const places = [`file://${folder}`, folder, `http://127.0.0.1:${(web.address() as AddressInfo).port}`];

  const references = places.map(
    (place) => `
      <style>@import url("${place}/red.css"); @font-face { font-family: x; src: url(${place}/red.ttf) }</style>
      <script href="${place}/a.js">location = '${place}'</script>
      <image href="${place}/red.png" width="100" height="100"/>
      <image xlink:href="${place}/red.svg" width="100" height="100"/>
      <use href="${place}/red.svg#r"/>
      <filter id="f"><feImage href="${place}/red.png"/></filter>
      <rect width="100" height="100" fill="url(${place}/red.svg#r)"/>
      <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${place}/red.svg"/></foreignObject>
      <xi:include href="${place}/red.xml"/>`,
  );
  const drawing = `<?xml version="1.0"?>
    ${places.map((place) => `<?xml-stylesheet href="${place}/red.css" type="text/css"?>`).join('')}
    <!DOCTYPE svg SYSTEM "${places.at(-1)}/red.dtd">
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      xmlns:xi="http://www.w3.org/2001/XInclude" width="100" height="100">
      ${background}${references.join('')}
    </svg>`;
  const { files } = await makePhoto(Buffer.from(drawing), 'image/svg+xml');
  expect(await colourAt(largest(files), 20, 20)).toBe('green');
  expect(await colourAt(largest(files), 900, 900)).toBe('green');
  for (const place of [places[0], places.at(-1)]) {
    const entity = `<!DOCTYPE svg [<!ENTITY out SYSTEM "${place}/red.xml">]>${svg(`${background}&out;`).toString()}`;
    await expect(makePhoto(Buffer.from(entity), 'image/svg+xml')).rejects.toMatchObject({
      code: 'photo.not_image',
    });
  }
  expect(asked).toEqual([]);
  // Its own picture is drawn, so the others would have been seen.
  const own = `data:image/png;base64,${(await plain(100, 100).png().toBuffer()).toString('base64')}`;
  const { files: control } = await makePhoto(
    svg(`${background}<image href="${own}" width="100" height="100"/>`),
    'image/svg+xml',
  );
  expect(await colourAt(largest(control), 20, 20)).toBe('red');
});

test('a drawing that would take for ever, or all memory, is given up', async () => {
  let entities = '<!ENTITY a0 "ha">';
  let groups = '<rect id="g0" width="1000" height="1000" opacity="0.1"/>';
  for (let level = 1; level <= 11; level += 1) {
    entities += `<!ENTITY a${level} "${`&a${level - 1};`.repeat(10)}">`;
    groups += `<g id="g${level}">${`<use href="#g${level - 1}"/>`.repeat(10)}</g>`;
  }
  const laughs = `<!DOCTYPE svg [${entities}]>${svg('<text>&a11;</text>').toString()}`;
  await expect(makePhoto(Buffer.from(laughs), 'image/svg+xml')).rejects.toMatchObject({
    code: 'photo.not_image',
  });
  const endless = svg(`<defs>${groups}</defs><use href="#g11"/>`);
  await expect(makePhoto(endless, 'image/svg+xml', { patience: SECOND })).rejects.toMatchObject({
    code: 'photo.too_large',
  });
  const long = svg(`<!--${' '.repeat(1024 * 1024)}-->`);
  await expect(makePhoto(long, 'image/svg+xml')).rejects.toMatchObject({ code: 'photo.too_large' });
  const huge = svg(`<pattern id="p" width="3000" height="3000" patternUnits="userSpaceOnUse">
    <rect width="3000" height="3000" fill="red"/></pattern><rect width="100" height="100" fill="url(#p)"/>`);
  expect(await outcomeOf(huge)).toMatch(/^(photo\.|drawn)/);
});
