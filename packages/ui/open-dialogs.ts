import { useEffect } from 'react';
import { createStore, useStore } from '#client/store.ts';

/** How many dialogs stand over the page. */
export const openDialogs = createStore(0);

function change(by: 1 | -1): void {
  openDialogs.set(openDialogs.get() + by);
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
  return useStore(openDialogs, 0) > 0;
}
