import type { ThemeTokens } from '../contract/theme/tokens.ts';

/** The console belongs to no brand: quiet greys with one night blue for what can be pressed. */
export const defaultTheme: ThemeTokens = {
  primary: '#3a4f8f',
  accent: '#b5643a',
  highlight: '#c9973a',
  ink: '#1a1d29',
  paper: '#f6f6f8',
  neutralTint: '#ebecf0',
  radius: 9,
  headingFont: 'Instrument Sans',
  textFont: 'Instrument Sans',
  portraitShape: 'tile',
  hero: 'tiles',
  surfaces: 'glow',
  buttons: 'square',
};
