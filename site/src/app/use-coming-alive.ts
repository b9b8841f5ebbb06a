import { useEffect, useReducer } from 'react';

/** Where the script before the first paint keeps a form that was sent too early. */
type Root = HTMLElement & { heldForm?: HTMLFormElement };

/** The page answers from now on. A form that was sent before it could is sent now. */
export function useComingAlive(): void {
  const [mounted, noteMount] = useReducer(() => true, false);
  useEffect(() => noteMount(), [noteMount]);
  // A render later, when every field has noted what was typed into it before.
  useEffect(() => {
    if (!mounted) return;
    const root: Root = document.documentElement;
    root.dataset['live'] = '';
    if (root.heldForm?.isConnected) root.heldForm.requestSubmit();
    delete root.heldForm;
  }, [mounted]);
}
