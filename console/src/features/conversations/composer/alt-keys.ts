import { useEffect, useEffectEvent } from 'react';
import { useIsDialogOpen } from '../../../../../packages/ui/open-dialogs.ts';

/** A tool of the composer by its letter: `D` is Alt+D. */
export type AltKey = 'D' | 'H' | 'L' | 'M' | 'P' | 'S' | 'T' | 'V';

/**
 * What letters with Alt do, also while somebody writes. By the key's place rather than its sign: with Alt some keyboards
 * write another letter.
 */
export function useAltKeys(actions: Readonly<Partial<Record<AltKey, (() => void) | undefined>>>): void {
  const isDialogOpen = useIsDialogOpen();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isDialogOpen || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const act = actions[event.code.replace(/^Key/, '') as AltKey];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
