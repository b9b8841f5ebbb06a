import { useSyncExternalStore } from 'react';
import { storage } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

function keptTheme(): Theme {
  const kept = storage.get('theme');
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    storage.remove('theme');
    delete document.documentElement.dataset['theme'];
    return;
  }
  storage.set('theme', theme);
  document.documentElement.dataset['theme'] = theme;
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => storage.watch('theme', listener),
    keptTheme,
    () => 'system',
  );
}
