import { useEffect, useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  open += by;
  for (const listener of listeners) listener();
}

/** Counts a dialog while it is open. */
export function useCountedDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    change(1);
    return () => change(-1);
  }, [isOpen]);
}

/** Whether a dialog stands over the page, which nothing may cover. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open > 0,
    () => false,
  );
}
