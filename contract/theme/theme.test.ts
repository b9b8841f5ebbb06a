import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contrast } from './colour.ts';
import { deriveShape } from './shape.ts';
import { deriveTheme, shapePairs, textPairs, themeCss } from './theme.ts';
import { fontFamilies, themeTokens } from './tokens.ts';
import type { CssVariables, ThemeTokens } from './tokens.ts';

const brandFile = z.looseObject({ settings: z.looseObject({ theme: themeTokens }) });
const brandsFolder = new URL('../../brands/', import.meta.url);
const brands = readdirSync(brandsFolder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => {
    const { settings } = brandFile.parse(JSON.parse(readFileSync(new URL(name, brandsFolder), 'utf8')));
    return { name, theme: settings.theme };
  });

test('there are brands to look at', () => {
  expect(brands.length).toBeGreaterThanOrEqual(2);
});

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const family = fc.constantFrom(...fontFamilies);

const anyBrand: fc.Arbitrary<ThemeTokens> = fc.record(
  {
    primary: colour,
    accent: colour,
    highlight: colour,
    ink: colour,
    paper: colour,
    neutralTint: colour,
    radius: fc.integer({ min: 0, max: 32 }),
    headingFont: family,
    textFont: family,
    portraitShape: fc.constantFrom('arch', 'tile'),
    hero: fc.constantFrom('dusk', 'tiles'),
    heroColours: fc.tuple(colour, colour, colour, colour),
    surfaces: fc.constantFrom('glow', 'line'),
    buttons: fc.constantFrom('pill', 'square'),
    bubbles: fc.constantFrom('tail', 'round', 'square'),
    action: fc.constantFrom('primary', 'accent'),
  },
  {
    requiredKeys: [
      'primary',
      'accent',
      'ink',
      'paper',
      'radius',
      'headingFont',
      'textFont',
      'portraitShape',
      'hero',
    ],
  },
);

function unreadable(variables: CssVariables): string[] {
  const pairs = [
    ...textPairs.map(({ text, background, minimum }) => ({ front: text, background, minimum })),
    ...shapePairs.map(({ shape, background, minimum }) => ({ front: shape, background, minimum })),
  ];
  const valueOf = (name: string) =>
    z.string({ error: `${name} is missing` }).parse(variables[name as `--${string}`]);
  return pairs.flatMap(({ front, background, minimum }) => {
    const measured = contrast(valueOf(front), valueOf(background));
    return measured >= minimum ? [] : [`${front} on ${background}: ${measured.toFixed(2)} < ${minimum}`];
  });
}

test.for(brands)('everything in $name can be read, by day and by night', ({ theme }) => {
  const { light, dark } = deriveTheme(theme);
  expect(unreadable(light)).toEqual([]);
  expect(unreadable(dark)).toEqual([]);
});

test('a brand with any colours at all can be read, by day and by night', () => {
  fc.assert(
    fc.property(anyBrand, (tokens) => {
      const { light, dark } = deriveTheme(tokens);
      expect(unreadable(light)).toEqual([]);
      expect(unreadable(dark)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('a colour that already carries its text is left as the brand chose it', () => {
  const lunaria = deriveTheme({ ...plainBrand, primary: '#e8713f', ink: '#2a1726' });
  expect(lunaria.light['--action']).toBe('#e8713f');
  // White on apricot would miss the minimum, so the words are ink.
  expect(lunaria.light['--on-action']).toBe(lunaria.light['--ink']);

  const verbena = deriveTheme({ ...plainBrand, primary: '#1d4fd8' });
  expect(verbena.light['--action']).toBe('#1d4fd8');
  expect(verbena.light['--on-action']).toBe('#ffffff');
});

test('the same names exist by day and by night, so nothing falls back to the other mode', () => {
  const { light, dark } = deriveTheme(plainBrand);
  expect(Object.keys(dark)).toEqual(Object.keys(light));
});

test('no token can carry anything else into the page', () => {
  const escape = '#fff;}</style><script>';
  expect(() => themeCss({ ...plainBrand, primary: escape })).toThrow(/primary/);
  expect(() => themeCss({ ...plainBrand, headingFont: escape as 'Figtree' })).toThrow(/headingFont/);
  expect(themeTokens.safeParse({ ...plainBrand, extra: 'x' }).success).toBe(false);
});

test('the style sheet follows the system and obeys an explicit choice', () => {
  const css = themeCss(plainBrand);
  const { light, dark } = deriveTheme(plainBrand);
  const [day, night, chosenNight] = css.split(
    /@media[^{]*\{:root:not\(\[data-theme=light\]\)|\}:root\[data-theme=dark\]/,
  );
  expect(day).toContain(`--paper:${light['--paper']};`);
  expect(night).toContain(`--paper:${dark['--paper']};`);
  expect(chosenNight).toContain(`--paper:${dark['--paper']};`);
  expect(css).not.toContain('<');
});

const plainBrand: ThemeTokens = {
  primary: '#1d4fd8',
  accent: '#d9572b',
  ink: '#10213f',
  paper: '#fbfcfd',
  radius: 8,
  headingFont: 'Figtree',
  textFont: 'Figtree',
  portraitShape: 'tile',
  hero: 'tiles',
};

test.each([
  [undefined, '8px', '0.25rem'],
  ['tail', '8px', '0.25rem'],
  ['round', '1.375rem', '1.375rem'],
  ['square', '0.25rem', '0.25rem'],
] as const)('a brand whose bubbles are %s has these corners', (bubbles, corner, tail) => {
  const shape = deriveShape(themeTokens.parse({ ...plainBrand, ...(bubbles && { bubbles }) }));
  expect(shape).toMatchObject({ '--corner-bubble': corner, '--corner-bubble-tail': tail });
});
