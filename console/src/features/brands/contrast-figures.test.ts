import { expect, test } from 'vitest';
import { contrast } from '#contract/theme/colour.ts';
import { READABLE, colourFigures } from './contrast-figures.ts';

const theme = {
  primary: '#e8713f',
  accent: '#c76b7e',
  ink: '#2a1726',
  paper: '#fdf8f1',
  radius: 20,
  headingFont: 'Fraunces',
  textFont: 'Figtree',
  portraitShape: 'arch',
  hero: 'dusk',
};

test('a colour that is too pale for words on paper is named with the shade that is taken there', () => {
  const { accent, ink } = colourFigures(theme) ?? {};
  expect(accent?.ratio).toBeLessThan(READABLE);
  expect(contrast(accent?.darkened ?? '', theme.paper)).toBeGreaterThanOrEqual(READABLE);
  expect(ink).toEqual({ ratio: contrast(theme.ink, theme.paper), darkened: null });
});

test('half a look has no figures', () => {
  expect(colourFigures({ ...theme, ink: '#2a' })).toBeUndefined();
});
