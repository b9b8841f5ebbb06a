/** The picture that stands beside a shared link to a brand's site. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'fontkit';
import sharp from 'sharp';
import type { Language } from '#contract/kernel/constants.ts';
import type { CompleteThemeTokens } from '#contract/theme/tokens.ts';
import { createLoadCache } from '#server/platform/coalesce.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { Brand } from '../directory.ts';
import { readPicture } from '../pictures.ts';

export const SHARE_PICTURE = { width: 1200, height: 630 } as const;
const MARGIN = 72;
const TEXT_WIDTH = 600;

const require = createRequire(import.meta.url);

type Family = CompleteThemeTokens['headingFont'];

const fonts = createLoadCache<Font>({ max: 20 });

/**
 * Letters are drawn as outlines from the site's own fonts: what is installed on a server differs from machine to machine, and
 * mostly there is nothing.
 */
function loadFont(family: Family): Promise<Font> {
  return fonts(family, () => {
    const name = family.toLowerCase().replaceAll(' ', '-');
    const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
    return openFont(join(folder, `files/${name}-latin-wght-normal.woff2`));
  });
}

async function openFont(file: string): Promise<Font> {
  // Read when the first picture is drawn, since the start needs no outlines.
  const { create } = await import('fontkit');
  return create(await readFile(file));
}

interface Line {
  text: string;
  width: number;
}

/** Breaks a text into lines that are no wider than there is room. */
function breakLines(font: Font, text: string, size: number, width: number): Line[] {
  const widthOf = (line: string) => (font.layout(line).advanceWidth * size) / font.unitsPerEm;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => ({ text: line, width: widthOf(line) }));
}

function drawLine(font: Font, text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let at = 0;
  const paths = glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`;
    at += positions[index]?.xAdvance ?? 0;
    return path;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

const headingSizes = [84, 76, 68, 60, 52, 44];
const MOST_LINES = 4;

/** The brand's sign and name above, its promise in large letters below. */
async function drawWords({ settings }: Brand, language: Language, colour: string): Promise<string> {
  const { title, tagline, theme, logo } = settings;
  const [heading, text] = await Promise.all([loadFont(theme.headingFont), loadFont(theme.textFont)]);
  const fitting = headingSizes
    .map((size) => ({ size, lines: breakLines(heading, tagline[language], size, TEXT_WIDTH) }))
    .find(({ lines }) => lines.length <= MOST_LINES && lines.every(({ width }) => width <= TEXT_WIDTH));
  const { size, lines } = fitting ?? { size: 44, lines: [] };
  const lead = size * 1.14;
  const top = (SHARE_PICTURE.height - lines.length * lead) / 2 + size + 24;
  const sign = logo.replace('<svg', `<svg x="${MARGIN}" y="64" width="64" height="64" color="${colour}"`);
  return [
    sign,
    `<g fill="${colour}" stroke="${colour}" stroke-width="14">${drawLine(text, title, { x: MARGIN + 82, y: 112, size: 44 })}</g>`,
    `<g fill="${colour}">`,
    ...lines.map((line, index) => drawLine(heading, line.text, { x: MARGIN, y: top + index * lead, size })),
    '</g>',
  ].join('');
}

const colourOf = ({ theme }: Brand, name: `--${string}`) => theme.light[name] ?? '#ffffff';

/** The evening sky of the hero, with its moon and hills. */
function duskGround(brand: Brand): string {
  const [one, two, three, four] = [1, 2, 3, 4].map((step) => colourOf(brand, `--hero-${step}`));
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${four}"/><stop offset=".5" stop-color="${three}"/><stop offset=".8" stop-color="${two}"/><stop offset="1" stop-color="${one}"/></linearGradient></defs>
    <rect width="1200" height="630" fill="url(#sky)"/>
    <circle cx="1096" cy="112" r="120" fill="${one}" opacity=".16"/><circle cx="1096" cy="112" r="58" fill="${one}"/>
    <path d="M0 540c190-58 372-34 560-4s330-34 640-14v108H0z" fill="${three}" opacity=".55"/>
    <path d="M0 590c240-40 420-20 640 0s340-20 560-8v48H0z" fill="${four}" opacity=".7"/>`;
}

/** The painted wall of the hero beside plain plaster. */
function tilesGround(brand: Brand): string {
  const [base, deep, sun, clay, sky] = ['base', 'deep', 'sun', 'clay', 'sky'].map((name) =>
    colourOf(brand, `--tile-${name}`),
  );
  const quarter = (x: number, y: number, turn: number) =>
    `<use href="#tile" transform="translate(${x} ${y}) rotate(${turn} 45 45)"/>`;
  return `<defs><g id="tile" transform="scale(1.5)"><path d="M0 0h60v60H0z" fill="${base}"/><path d="M0 60A60 60 0 0 0 60 0H46A46 46 0 0 1 0 46z" fill="${deep}"/><path d="M3 3Q32 5 37 37 5 32 3 3z" fill="${deep}"/><path d="M0 40V14q8 6 10 16zM40 0H14q6 8 16 10z" fill="${sky}"/><path d="M0 0h11A11 11 0 0 1 0 11z" fill="${sun}"/><path d="M60 60H43A17 17 0 0 1 60 43z" fill="${clay}"/></g>
    <pattern id="wall" x="720" width="180" height="180" patternUnits="userSpaceOnUse">${quarter(0, 0, 180)}${quarter(90, 0, 270)}${quarter(0, 90, 90)}${quarter(90, 90, 0)}</pattern></defs>
    <rect width="1200" height="630" fill="${colourOf(brand, '--paper')}"/><rect x="720" width="480" height="630" fill="url(#wall)"/>`;
}

const places = [
  { x: 752, y: 250, width: 188, height: 240 },
  { x: 958, y: 196, width: 188, height: 240 },
] as const;

/** Two of the drawn people of the hero, in windows of the brand's shape. */
async function drawPortraits(storage: Storage, { settings }: Brand): Promise<string> {
  const shown = settings.heroPictures.slice(0, places.length);
  const drawn = shown.map(async (picture, index) => {
    const place = places[index] ?? places[0];
    const { x, y, width, height } = place;
    const file = await readPicture(storage, picture);
    const png = await sharp(file)
      .resize(width * 2, height * 2)
      .png()
      .toBuffer();
    const arched = settings.theme.portraitShape === 'arch';
    const half = width / 2;
    const outline = arched
      ? `M${x} ${y + height}V${y + half}a${half} ${half} 0 0 1 ${width} 0v${height - half}z`
      : `M${x} ${y}h${width}v${height}h${-width}z`;
    return `<clipPath id="window${index}"><path d="${outline}"/></clipPath><image x="${x}" y="${y}" width="${width}" height="${height}" clip-path="url(#window${index})" href="data:image/png;base64,${png.toString('base64')}"/><path d="${outline}" fill="none" stroke="#ffffff" stroke-width="6"/>`;
  });
  return (await Promise.all(drawn)).join('');
}

async function drawPicture(storage: Storage, brand: Brand, language: Language): Promise<Buffer> {
  const { hero } = brand.settings.theme;
  const ground = hero === 'dusk' ? duskGround(brand) : tilesGround(brand);
  const words = await drawWords(brand, language, colourOf(brand, hero === 'dusk' ? '--on-hero' : '--ink'));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">${ground}${await drawPortraits(storage, brand)}${words}</svg>`;
  return sharp(Buffer.from(svg))
    .resize(SHARE_PICTURE.width, SHARE_PICTURE.height)
    .png({ palette: true, quality: 90 })
    .toBuffer();
}

/** What the picture shows, in short: it changes with the picture and with nothing else. */
export function shareVersion({ settings }: Brand, language: Language): string {
  const { title, tagline, logo, theme, heroPictures } = settings;
  const shown = JSON.stringify([title, tagline[language], logo, theme, heroPictures]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 12);
}

export function sharePath(brand: Brand, language: Language): string {
  return `/share/${language}-${shareVersion(brand, language)}.png`;
}

const KEPT = 100;

/** Draws each picture once. One that could not be drawn is tried again when it is asked for again. */
export function createShareCache(storage: Storage) {
  const kept = createLoadCache<Buffer>({ max: KEPT });
  return (brand: Brand, language: Language): Promise<Buffer> =>
    kept(`${brand.id} ${sharePath(brand, language)}`, () => drawPicture(storage, brand, language));
}
