import { deriveTheme } from '../../contract/theme/theme.ts';
import type { Theme } from '../../contract/theme/theme.ts';
import type { ThemeTokens } from '../../contract/theme/tokens.ts';

const themes = new WeakMap<ThemeTokens, Theme>();

/** Deriving colours takes far longer than writing a mail, so a brand's are kept for as long as its settings are. */
export function themeOf(tokens: ThemeTokens): Theme {
  const theme = themes.get(tokens) ?? deriveTheme(tokens);
  themes.set(tokens, theme);
  return theme;
}
