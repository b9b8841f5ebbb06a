import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S, or Cmd+S, saves instead of offering to store the page. */
export function useSaveShortcut(save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      saveNow();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
