import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { usualOrLong } from '#testing/long-runs.ts';
import { drawPortrait, portraitSvg, type PortraitPerson } from './draw-portrait.ts';
import { faceOf, hairColourOf } from './faces.ts';
import { pictureStyles } from './scenes.ts';
import { seeded } from './seeded.ts';

const lucia: PortraitPerson = { seed: 'lucia', gender: 'female', age: 34, style: 'garden' };
const mateo: PortraitPerson = { seed: 'mateo', gender: 'male', age: 51, style: 'terrace' };

function crowd(gender: PortraitPerson['gender'], size: number): PortraitPerson[] {
  return Array.from({ length: size }, (_, index) => ({
    seed: `person ${index}`,
    gender,
    age: 20 + (index % 50),
    style: index % 2 ? 'garden' : 'terrace',
  }));
}

/** The variant of a part that a drawing uses. */
function partOf(svg: string, part: string): string | undefined {
  return new RegExp(`id="${part}-([a-zA-Z0-9]+)-`).exec(svg)?.[1];
}

test('draws the same person the same way, byte for byte', async () => {
  const [first, second] = await Promise.all([drawPortrait(lucia, 0, [160]), drawPortrait(lucia, 0, [160])]);
  expect(first.files[0]?.data.equals(second.files[0]?.data ?? Buffer.alloc(0))).toBe(true);
  expect(first.thumbhash).toBe(second.thumbhash);
  expect(portraitSvg(mateo, 3)).toBe(portraitSvg({ ...mateo }, 3));
  expect(portraitSvg({ ...lucia, seed: 'chiara' }, 0)).not.toBe(portraitSvg(lucia, 0));
});

test('gives a WebP in every width that is asked for', async () => {
  const picture = await drawPortrait(mateo, 0);
  expect([picture.width, picture.height]).toEqual([960, 1280]);
  const sizes = await Promise.all(picture.files.map(({ data }) => sharp(data).metadata()));
  expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['webp', 160, 213],
    ['webp', 480, 640],
    ['webp', 960, 1280],
  ]);
  expect(picture.files.map(({ width }) => width)).toEqual([160, 480, 960]);

  const small = await drawPortrait(mateo, 0, [320]);
  expect([small.width, small.height, small.files.length]).toEqual([320, 427, 1]);
});

test('describes the picture in a thumbhash', async () => {
  const { thumbhash, files } = await drawPortrait(lucia, 1, [160]);
  const hash = Buffer.from(thumbhash, 'base64');
  expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(0.75, 0);
  const preview = thumbHashToRGBA(hash);
  const shown = await sharp(preview.rgba, {
    raw: { width: preview.w, height: preview.h, channels: 4 },
  }).stats();
  const drawn = await sharp(files[0]?.data).stats();
  for (const channel of [0, 1, 2]) {
    expect(
      Math.abs((shown.channels[channel]?.mean ?? 0) - (drawn.channels[channel]?.mean ?? 255)),
    ).toBeLessThan(20);
  }
});

test('draws every part of every person', () => {
  for (const person of [...crowd('female', 100), ...crowd('male', 100)]) {
    const svg = portraitSvg(person, person.age % 4);
    for (const part of ['head', 'hair', 'eyes', 'eyebrows', 'nose', 'mouth', 'body', 'clothes']) {
      expect(partOf(svg, part), `${part} of ${person.seed}`).toBeDefined();
    }
  }
});

test('tells women and men apart', () => {
  const women = crowd('female', 100).map((person) => portraitSvg(person, 0));
  const men = crowd('male', 100).map((person) => portraitSvg(person, 0));
  const among = (drawings: string[], part: string) => new Set(drawings.map((svg) => partOf(svg, part)));
  expect(among(women, 'body')).toEqual(new Set(['female']));
  expect(among(men, 'body')).toEqual(new Set(['male']));
  expect(among(women, 'beard')).toEqual(new Set([undefined]));
  expect(among(men, 'beard').size).toBeGreaterThan(3);
  expect(among(women, 'head').isDisjointFrom(among(men, 'head'))).toBe(true);
  expect(among(women, 'clothes').isDisjointFrom(among(men, 'clothes'))).toBe(true);
  expect([...among(women, 'mouth')].every((mouth) => mouth?.startsWith('lips'))).toBe(true);
});

test('shows the same person in all pictures, each time somewhere else', () => {
  for (const person of [lucia, mateo]) {
    const pictures = [0, 1, 2, 3].map((picture) => portraitSvg(person, picture));
    for (const part of ['head', 'hair', 'nose', 'eyebrows', 'beard']) {
      expect(new Set(pictures.map((svg) => partOf(svg, part))).size, `the ${part}`).toBe(1);
    }
    expect(pictures.every((svg) => svg.includes(`fill="${faceOf(person).skin}"`))).toBe(true);
    const scenes = pictures.map((svg) =>
      svg.slice(0, svg.indexOf('<svg', 1)).replace(/<g transform="translate[^>]*>$/, ''),
    );
    expect(new Set(scenes).size).toBe(4);
  }
});

test('says the colour of the hair it draws', () => {
  for (const person of [...crowd('female', 60), ...crowd('male', 60)]) {
    const { hair, hairCut } = faceOf(person);
    expect(portraitSvg(person, 0).includes(`fill="${hair.base}"`) || hairCut === 'bald').toBe(true);
    expect(hairColourOf(person)).toBe(hair.name);
  }
});

test('no one under forty is grey, and one colour has one name', () => {
  const names = new Map<string, Set<string>>();
  const young = [...crowd('female', 600), ...crowd('male', 600)].filter(({ age }) => age < 40);
  for (const { base, name } of young.map((person) => faceOf(person).hair)) {
    names.set(base, (names.get(base) ?? new Set()).add(name));
  }
  expect(names.size).toBe(11);
  expect([...names.values()].every(({ size }) => size === 1)).toBe(true);
  expect(new Set(names.values().flatMap((some) => some))).toEqual(
    new Set(['black', 'brown', 'dark blond', 'blond', 'red', 'dyed']),
  );
});

test.for(
  Object.entries(pictureStyles).flatMap(([style, { scenes }]) =>
    Object.entries(scenes).map(([name, maker]) => ({ style, name, maker })),
  ),
)('$style has the scene $name', async ({ maker }) => {
  for (const seed of usualOrLong(['a', 'b'], ['a', 'b', 'c', 'd', 'e', 'f'])) {
    const { back, front } = maker(seeded(seed));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="128" viewBox="0 0 960 1280">${back}${front}</svg>`;
    const { channels, isOpaque } = await sharp(Buffer.from(svg)).stats();
    expect(isOpaque).toBe(true);
    expect(channels.some(({ stdev }) => stdev > 5)).toBe(true);
  }
});

test('each brand has at least six scenes', () => {
  for (const { scenes } of Object.values(pictureStyles))
    expect(Object.keys(scenes).length).toBeGreaterThanOrEqual(6);
});

test('puts the face where the round avatar is cut out', async () => {
  const size = usualOrLong(2, 6);
  for (const person of [...crowd('female', size), ...crowd('male', size)]) {
    for (const picture of [0, 1, 2, 3]) {
      const { files } = await drawPortrait(person, picture, [160]);
      // The middle of the square at the top, where cheeks, nose and forehead must be.
      const middle = await sharp(files[0]?.data)
        .extract({ left: 50, top: 60, width: 60, height: 60 })
        .raw()
        .toBuffer();
      const skin = Number.parseInt(faceOf(person).skin.slice(1), 16);
      let bare = 0;
      for (let index = 0; index < middle.length; index += 3) {
        const off = [skin >> 16, (skin >> 8) & 255, skin & 255].map((value, channel) =>
          Math.abs(value - (middle[index + channel] ?? 0)),
        );
        if (Math.max(...off) < 24) bare += 1;
      }
      expect(bare / (middle.length / 3), `${person.seed} ${person.gender} ${picture}`).toBeGreaterThan(0.3);
    }
  }
});
