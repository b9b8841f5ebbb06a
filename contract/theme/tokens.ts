import { z } from 'zod';
import { word } from '../kernel/text.ts';

const hexColour = word(7, /^#[0-9a-f]{6}$/i);

export const fontFamilies = ['Fraunces', 'Bricolage Grotesque', 'Figtree', 'Instrument Sans'] as const;

/** What a brand chooses about its look. Everything else is derived from these. */
export const themeTokens = z.strictObject({
  primary: hexColour,
  accent: hexColour,
  /** A bright colour for small things that should shine: stars, highlights, tiles. */
  highlight: hexColour.optional(),
  ink: hexColour,
  paper: hexColour,
  /** The colour of soft grounds; without it the paper's own hue is used. */
  neutralTint: hexColour.optional(),
  radius: z.int().min(0).max(32),
  headingFont: z.enum(fontFamilies),
  textFont: z.enum(fontFamilies),
  portraitShape: z.enum(['arch', 'tile']),
  hero: z.enum(['dusk', 'tiles']),
  /** The hero's colours from the brightest to the deepest; without them they come from accent and ink. */
  heroColours: z.tuple([hexColour, hexColour, hexColour, hexColour]).optional(),
  /** 'glow': soft shadows, no lines. 'line': flat, drawn lines, hard shadows. */
  surfaces: z.enum(['glow', 'line']).default('glow'),
  buttons: z.enum(['pill', 'square']).default('pill'),
  /** What is said in a chat: as round as the rest with a corner that points to who said it, round, or square. */
  bubbles: z.enum(['tail', 'round', 'square']).optional(),
  /** The colour that says "press here". */
  action: z.enum(['primary', 'accent']).default('primary'),
});

/** Tokens as a brand file or a form gives them; those with a default may be missing. */
export type ThemeTokens = z.input<typeof themeTokens>;
export type CompleteThemeTokens = z.output<typeof themeTokens>;

export type CssVariables = Record<`--${string}`, string>;
