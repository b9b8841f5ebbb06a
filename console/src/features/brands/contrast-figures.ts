import { contrast } from '#contract/theme/colour.ts';
import { deriveTheme, textPairs } from '#contract/theme/theme.ts';
import { themeTokens } from '#contract/theme/tokens.ts';

export type ColourName = 'primary' | 'accent' | 'highlight' | 'ink' | 'paper' | 'neutralTint';

export interface ColourFigure {
  /** Between the colour and what it is read against; null where the look is not whole. */
  ratio: number;
  /** Another shade that is taken for words on paper, since this one is too pale there. */
  darkened: string | null;
}

/** What small text needs. */
export const READABLE = 4.5;

/** How well each colour can be read where it is used most, in light; undefined where the colours are not whole yet. */
export function colourFigures(written: unknown): Record<ColourName, ColourFigure> | undefined {
  const parsed = themeTokens.safeParse(written);
  if (!parsed.success) return undefined;
  const { primary, accent, ink, paper } = parsed.data;
  const light = deriveTheme(parsed.data).light as Record<string, string>;
  const between = (one: string, other: string) => contrast(light[one] ?? ink, light[other] ?? paper);
  const onPaper = (colour: string, variable: string): ColourFigure => {
    const ratio = contrast(colour, paper);
    return { ratio, darkened: ratio < READABLE ? (light[variable] ?? null) : null };
  };
  const plain = (ratio: number): ColourFigure => ({ ratio, darkened: null });
  const lowest = Math.min(
    ...textPairs
      .filter(({ background }) => background === '--paper')
      .map((pair) => between(pair.text, pair.background)),
  );
  return {
    primary: { ...onPaper(primary, '--primary-text'), ratio: between('--on-primary', '--primary-fill') },
    accent: onPaper(accent, '--accent-text'),
    highlight: plain(between('--on-highlight', '--highlight')),
    ink: plain(contrast(ink, paper)),
    paper: plain(lowest),
    neutralTint: plain(between('--ink', '--soft')),
  };
}
