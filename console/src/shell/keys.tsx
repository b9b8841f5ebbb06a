import { useEffectEvent, useLayoutEffect } from 'react';
import { useIsDialogOpen } from '#ui/open-dialogs.ts';

/** The keys that do the same as a button, beside its name. They are of no use on a screen that is touched. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span aria-hidden className="flex gap-0.5 max-xs:hidden pointer-coarse:hidden">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid min-h-[1.64em] min-w-[1.64em] place-items-center rounded-(--corner-check) border border-current/30 px-[0.36em] font-mono text-[0.6875rem] leading-none font-normal"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

const fields = 'input, textarea, select, [contenteditable]';

/** Keys that go on while they are held down. Whatever else is held down has acted once. */
const repeating = new Set(['j', 'k']);

/** What single keys do on this page: never while the user writes in a field, holds a modifier or has a dialog open. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const isDialogOpen = useIsDialogOpen();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isDialogOpen || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(fields)) return;
    const act = actions[event.key];
    if (!act || (event.repeat && !repeating.has(event.key))) return;
    // The key itself must not be typed into the field that it moves the caret to.
    event.preventDefault();
    act();
  });
  // Before the page shows what a key is for: a fast user would press it in vain.
  useLayoutEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
