import { createLocalStorage } from '#client/storage.ts';
import { createThemeChoice } from '#client/theme.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { storageKeys } from '#contract/kernel/storage-keys.ts';
import { isWalking } from './walk.ts';

/** What the site stores in the browser, under the specification's names. */
export const storage = createLocalStorage(storageKeys, () =>
  isWalking() ? window.sessionStorage : window.localStorage,
);

export const { chooseTheme, useTheme } = createThemeChoice(storage);

const A_YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/** The cookie is what the server reads, so that the next page already comes in this language. */
export function keepLanguage(language: Language): void {
  storage.set('language', language);
  document.cookie = `language=${language}; path=/; max-age=${A_YEAR_IN_SECONDS}; samesite=lax`;
}

export function keptLanguage(): Language | undefined {
  const kept = storage.get('language');
  return LANGUAGES.find((language) => language === kept);
}
