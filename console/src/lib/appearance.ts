import { useSyncExternalStore } from 'react';

export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

const KEY = 'consoleAppearance';
const listeners = new Set<() => void>();

function currentAppearance(): Appearance {
  const stored = localStorage.getItem(KEY);
  return appearances.find((appearance) => appearance === stored) ?? 'system';
}

/** Puts the choice on the root element, where the theme looks for it. */
export function applyAppearance(): void {
  const appearance = currentAppearance();
  if (appearance === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = appearance;
}

export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(KEY, appearance);
  applyAppearance();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, currentAppearance);
}
