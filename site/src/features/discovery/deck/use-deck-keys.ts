import { useEffect, useEffectEvent } from 'react';
import { popupStore } from '../../../shell/popups.ts';

/** No letters: they belong to those who speak to their device. */
export const keys = {
  dislike: 'ArrowLeft',
  like: 'ArrowRight',
  undo: 'Backspace',
  open: 'Enter',
} as const;

type DeckKeys = Record<keyof typeof keys, () => void>;

const byKey = new Map(Object.entries(keys).map(([act, key]) => [key as string, act as keyof DeckKeys]));

/** The deck by keyboard, wherever on the page the focus is. */
export function useDeckKeys(acts: DeckKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = byKey.get(event.key);
    if (!act || isBusyWith(event)) return;
    event.preventDefault();
    acts[act]();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Whether the key is meant for something else: a field, a dialog, the link or button that has the focus. */
function isBusyWith(event: KeyboardEvent): boolean {
  const { defaultPrevented, repeat, altKey, ctrlKey, metaKey, shiftKey, target, key } = event;
  if (defaultPrevented || repeat || altKey || ctrlKey || metaKey || shiftKey || popupStore.get()) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role=dialog]')) return true;
  return key === keys.open && target.closest('a, button') !== null;
}
