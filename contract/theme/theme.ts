import { deriveColours } from './palette.ts';
import { deriveShape } from './shape.ts';
import { themeTokens } from './tokens.ts';
import type { CssVariables, ThemeTokens } from './tokens.ts';

export type Theme = { light: CssVariables; dark: CssVariables; shared: CssVariables };

export function deriveTheme(tokens: ThemeTokens): Theme {
  // Parsing here is what makes the result safe to inline: nothing but colours, numbers and known names gets through.
  const complete = themeTokens.parse(tokens);
  return {
    light: deriveColours(complete, 'light'),
    dark: deriveColours(complete, 'dark'),
    shared: deriveShape(complete),
  };
}

/** The theme as a style sheet: the system decides on light or dark, `data-theme` on the root overrules it. */
export function themeCss(tokens: ThemeTokens): string {
  const { light, dark, shared } = deriveTheme(tokens);
  const night = `color-scheme:dark;${declarations(dark)}`;
  return (
    `:root{color-scheme:light;${declarations(shared)}${declarations(light)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}` +
    `:root[data-theme=dark]{${night}}`
  );
}

function declarations(variables: CssVariables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}:${value};`)
    .join('');
}

type TextPair = { text: string; background: string; minimum: 4.5 | 3 };
type ShapePair = { shape: string; background: string; minimum: 3 };

const grounds = ['--paper', '--surface', '--raised', '--soft', '--chat', '--field'];

const textOn: Record<string, readonly string[]> = {
  '--ink': [...grounds, '--bubble-theirs', '--primary-soft', '--accent-soft'],
  '--muted': [...grounds, '--bubble-theirs'],
  '--primary-text': [...grounds, '--primary-soft'],
  '--accent-text': grounds,
  '--danger-text': grounds,
  '--success-text': grounds,
  '--warning-text': grounds,
  '--on-action': ['--action', '--action-hover', '--action-pressed'],
  '--on-primary': ['--primary-fill'],
  '--on-accent': ['--accent-fill'],
  '--on-highlight': ['--highlight'],
  '--on-danger': ['--danger-fill', '--danger-hover', '--danger-pressed'],
  '--on-primary-soft': ['--primary-soft'],
  '--on-accent-soft': ['--accent-soft'],
  '--on-danger-soft': ['--danger-soft'],
  '--on-success-soft': ['--success-soft'],
  '--on-warning-soft': ['--warning-soft'],
  '--on-ai': ['--ai'],
  '--on-inverse': ['--inverse'],
  '--inverse-link': ['--inverse'],
  '--on-bubble-mine': ['--bubble-mine'],
  '--on-bubble-mine-muted': ['--bubble-mine'],
  '--on-bubble-locked': ['--bubble-locked'],
  '--on-photo': ['--photo-shade'],
  '--on-hero': ['--hero-3', '--hero-4'],
  '--on-hero-muted': ['--hero-3', '--hero-4'],
};

/** Every pair of text and background the interface uses, by variable. */
export const textPairs: readonly TextPair[] = [
  ...Object.entries(textOn).flatMap(([text, backgrounds]) =>
    backgrounds.map((background): TextPair => ({ text, background, minimum: 4.5 })),
  ),
  // Only a hero's large heading may reach into its brighter band.
  { text: '--on-hero', background: '--hero-2', minimum: 3 },
];

const shapeOn: Record<string, readonly string[]> = {
  '--field-line': ['--paper', '--surface', '--raised', '--field'],
  '--ring': grounds,
  '--primary-line': ['--paper', '--surface', '--raised', '--primary-soft'],
  '--danger-line': ['--paper', '--surface', '--raised', '--field'],
  '--star': ['--paper', '--surface'],
  '--like': ['--paper', '--surface'],
  '--online': ['--paper', '--surface'],
  '--ring-on-hero': ['--hero-2', '--hero-3', '--hero-4'],
  '--chart-1': ['--surface'],
  '--chart-2': ['--surface'],
  '--chart-3': ['--surface'],
  '--chart-4': ['--surface'],
  '--chart-5': ['--surface'],
  '--chart-6': ['--surface'],
};

/** Shapes that carry meaning without words (borders of fields, the focus ring, stars, chart lines). */
export const shapePairs: readonly ShapePair[] = Object.entries(shapeOn).flatMap(([shape, backgrounds]) =>
  backgrounds.map((background): ShapePair => ({ shape, background, minimum: 3 })),
);
