import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Where the choice is stored; a storage with a key `theme` fits. */
interface ThemeStorage {
  get: (key: 'theme') => string | undefined;
  set: (key: 'theme', theme: string) => void;
  remove: (key: 'theme') => void;
  watch: (key: 'theme', listener: () => void) => () => void;
}

/** Light or dark as the user chose it, else as the device has it. */
export function createThemeChoice(storage: ThemeStorage) {
  const current = (): Theme => THEMES.find((theme) => theme === storage.get('theme')) ?? 'system';

  /** Puts the choice on the root element, where the styles look for it. */
  function applyTheme(): void {
    const theme = current();
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }

  return {
    applyTheme,
    chooseTheme(theme: Theme): void {
      if (theme === 'system') storage.remove('theme');
      else storage.set('theme', theme);
      applyTheme();
    },
    useTheme: (): Theme =>
      useSyncExternalStore(
        (listener) => storage.watch('theme', listener),
        current,
        () => 'system',
      ),
  };
}
